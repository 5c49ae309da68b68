/** The lines of a tree: a node that is open is followed by its children. */
import type { ComponentChildren } from 'preact';

export interface TreeNodes<N> {
  keyOf(node: N): string;
  /** The loaded children; a node requests others by {@link onExpand}. */
  childrenOf(node: N): readonly N[];
  hasChildren(node: N): boolean;
  draw(node: N): ComponentChildren;
  /** Keys of the open nodes: the page keeps them. */
  readonly expanded: ReadonlySet<string>;
  onExpand(node: N, open: boolean): void;
}

export interface Line<N> {
  readonly node: N;
  readonly key: string;
  readonly depth: number;
  /** Line of the parent; -1 for a root. */
  readonly parent: number;
  readonly position: number;
  readonly siblings: number;
}

export function linesOf<N>(roots: readonly N[], { keyOf, childrenOf, expanded }: TreeNodes<N>): readonly Line<N>[] {
  const lines: Line<N>[] = [];
  const walk = (nodes: readonly N[], depth: number, parent: number): void => {
    nodes.forEach((node, i) => {
      const key = keyOf(node);
      const at = lines.push({ node, key, depth, parent, position: i + 1, siblings: nodes.length }) - 1;
      if (expanded.has(key)) walk(childrenOf(node), depth + 1, at);
    });
  };
  walk(roots, 0, -1);
  return lines;
}

interface TreeLineProps<N> {
  readonly line: Line<N>;
  /** Distance from the top, in pixels. */
  readonly start: number;
  readonly nodes: TreeNodes<N>;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  /** The line becomes the active one. */
  onActive(): void;
  onSelect(): void;
}

export function TreeLine<N>({ line, start, nodes, isActive, isSelected, onActive, onSelect }: TreeLineProps<N>) {
  const { node, key, depth, position, siblings } = line;
  const open = nodes.hasChildren(node) ? nodes.expanded.has(key) : undefined;
  return (
    <div
      role="treeitem"
      tabIndex={isActive ? 0 : -1}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-expanded={open}
      aria-selected={isSelected}
      class="row"
      style={{ transform: `translateY(${start}px)`, '--depth': String(Math.min(depth, 24)) }}
      onClick={() => {
        onActive();
        onSelect();
      }}
    >
      <span
        class="twist"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          onActive();
          if (open !== undefined) nodes.onExpand(node, !open);
        }}
      >
        {open === undefined ? '' : open ? '▾' : '▸'}
      </span>
      {nodes.draw(node)}
    </div>
  );
}
