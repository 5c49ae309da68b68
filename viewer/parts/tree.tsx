/** A tree of any size: what is open is drawn as rows, of which only those in view are in the document. */
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useVirtual } from './virtual.ts';

export interface TreeProps<N> {
  readonly label: string;
  readonly roots: readonly N[];
  keyOf(node: N): string;
  /** Those that are here already; a node that has some which are not gets them by {@link onExpand}. */
  childrenOf(node: N): readonly N[];
  hasChildren(node: N): boolean;
  draw(node: N): ComponentChildren;
  /** Keys of the open nodes: the page keeps them. */
  readonly expanded: ReadonlySet<string>;
  onExpand(node: N, open: boolean): void;
  readonly selected?: string;
  onSelect?(node: N): void;
  readonly visibleRows?: number;
  readonly rowHeight?: number;
  /** Takes the height of its container instead. */
  readonly fill?: boolean;
}

interface Line<N> {
  readonly node: N;
  readonly key: string;
  readonly depth: number;
  /** Line of the parent; -1 for a root. */
  readonly parent: number;
  readonly position: number;
  readonly siblings: number;
}

export function Tree<N>(props: TreeProps<N>) {
  const {
    label,
    roots,
    keyOf,
    childrenOf,
    hasChildren,
    draw,
    expanded,
    onExpand,
    selected,
    onSelect,
    visibleRows = 16,
    rowHeight = 24,
    fill,
  } = props;
  const lines = useMemo(() => {
    const found: Line<N>[] = [];
    const walk = (nodes: readonly N[], depth: number, parent: number): void => {
      nodes.forEach((node, i) => {
        const key = keyOf(node);
        const at = found.push({ node, key, depth, parent, position: i + 1, siblings: nodes.length }) - 1;
        if (expanded.has(key)) walk(childrenOf(node), depth + 1, at);
      });
    };
    walk(roots, 0, -1);
    return found;
  }, [roots, expanded, childrenOf]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, lines.length, rowHeight);
  const [activeKey, setActiveKey] = useState(selected);
  const active = Math.max(
    0,
    lines.findIndex(({ key }) => key === activeKey),
  );
  const focus = useRef(false);
  useEffect(() => {
    if (selected === undefined) return;
    setActiveKey(selected);
    const at = lines.findIndex(({ key }) => key === selected);
    if (at >= 0 && !virtual.rows.some(({ index }) => index === at)) virtual.scrollTo(at);
  }, [selected, lines.length]);
  useLayoutEffect(() => {
    if (!focus.current) return;
    const row = scroller.current?.querySelector<HTMLElement>('[tabindex="0"]');
    if (!row) return;
    focus.current = false;
    row.focus();
  });
  const move = (to: number) => {
    const line = lines[Math.min(Math.max(to, 0), lines.length - 1)];
    if (!line) return;
    focus.current = true;
    setActiveKey(line.key);
    virtual.scrollTo(lines.indexOf(line));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[active];
    if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
    const open = expanded.has(line.key);
    const inner = hasChildren(line.node);
    const moves: { readonly [key: string]: () => void } = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(active + virtual.page),
      PageUp: () => move(active - virtual.page),
      Home: () => move(0),
      End: () => move(lines.length - 1),
      ArrowRight: () => (inner && !open ? onExpand(line.node, true) : inner ? move(active + 1) : undefined),
      ArrowLeft: () => (inner && open ? onExpand(line.node, false) : line.parent >= 0 ? move(line.parent) : undefined),
      Enter: () => onSelect?.(line.node),
      ' ': () => onSelect?.(line.node),
    };
    const go = moves[event.key];
    if (!go) return;
    event.preventDefault();
    go();
  };
  const drawn = virtual.rows.some(({ index }) => index === active)
    ? virtual.rows
    : [...virtual.rows, { index: active, start: active * rowHeight }];
  return (
    <div
      role="tree"
      aria-label={label}
      class="tree"
      ref={scroller}
      style={{ '--row': `${rowHeight}px`, height: fill ? '100%' : `${Math.min(lines.length, visibleRows) * rowHeight + 2}px` }}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" class="body" style={{ height: `${virtual.height}px` }}>
        {drawn.map(({ index, start }) => {
          const line = lines[index];
          if (!line) return null;
          const { node, key, depth, position, siblings } = line;
          const inner = hasChildren(node);
          return (
            <div
              role="treeitem"
              key={key}
              tabIndex={index === active ? 0 : -1}
              aria-level={depth + 1}
              aria-posinset={position}
              aria-setsize={siblings}
              aria-expanded={inner ? expanded.has(key) : undefined}
              aria-selected={key === selected}
              class="row"
              style={{ transform: `translateY(${start}px)`, '--depth': String(Math.min(depth, 24)) }}
              onClick={() => {
                setActiveKey(key);
                onSelect?.(node);
              }}
            >
              <span
                class="twist"
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  setActiveKey(key);
                  if (inner) onExpand(node, !expanded.has(key));
                }}
              >
                {inner ? (expanded.has(key) ? '▾' : '▸') : ''}
              </span>
              {draw(node)}
            </div>
          );
        })}
      </div>
    </div>
  );
}
