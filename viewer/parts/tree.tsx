/** A tree of any size: open nodes are drawn as rows, of which only those in view are in the document. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useFocusAfterDraw } from './focus.ts';
import { type Line, linesOf, TreeLine, type TreeNodes } from './tree-line.tsx';
import { Unprinted } from './unprinted.tsx';
import { useVirtual, withActive } from './virtual.ts';

export interface TreeProps<N> extends TreeNodes<N> {
  readonly label: string;
  readonly roots: readonly N[];
  readonly selected?: string;
  onSelect?(node: N): void;
  readonly visibleRows?: number;
  readonly rowHeight?: number;
  /** Takes the height of its container instead. */
  readonly fill?: boolean;
}

export function Tree<N>(props: TreeProps<N>) {
  const { label, roots, childrenOf, expanded, selected, onSelect, visibleRows = 16, rowHeight = 24, fill } = props;
  const lines = useMemo(() => linesOf(roots, props), [roots, expanded, childrenOf]);
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtual(scroller, lines.length, rowHeight);
  const [activeKey, setActiveKey] = useState(selected);
  const lineOf = (wanted: string | undefined) => lines.findIndex(({ key }) => key === wanted);
  const active = Math.max(0, lineOf(activeKey));
  const selectedLine = lineOf(selected);
  const isThere = selectedLine >= 0;
  useEffect(() => {
    if (selected === undefined) return;
    setActiveKey(selected);
    if (isThere) virtual.scrollTo(selectedLine);
  }, [selected, isThere]);
  const askFocus = useFocusAfterDraw(scroller);
  const move = (to: number) => {
    const at = Math.min(Math.max(to, 0), lines.length - 1);
    askFocus();
    setActiveKey(lines[at]?.key);
    virtual.scrollTo(at);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const line = lines[active];
    if (!line || event.altKey || event.ctrlKey || event.metaKey) return;
    const action = actionOf(event.key, { line, active, last: lines.length - 1, page: virtual.page }, props, move);
    if (!action) return;
    event.preventDefault();
    action();
  };
  const height = `${Math.min(lines.length, visibleRows) * rowHeight + 2}px`;
  return (
    <>
      <div
        role="tree"
        aria-label={label}
        class="tree"
        ref={scroller}
        style={{ '--row': `${rowHeight}px`, '--view': fill ? '100%' : height }}
        onKeyDown={onKeyDown}
      >
        <div role="presentation" class="body" style={{ height: `${virtual.height}px` }}>
          {withActive(virtual.rows, active, rowHeight).map(({ index, start }) => {
            const line = lines[index];
            return line === undefined ? null : (
              <TreeLine
                key={line.key}
                line={line}
                start={start}
                nodes={props}
                isActive={index === active}
                isSelected={line.key === selected}
                onActive={() => setActiveKey(line.key)}
                onSelect={() => onSelect?.(line.node)}
              />
            );
          })}
        </div>
      </div>
      <Unprinted of={virtual} all={lines.length} unit="line" />
    </>
  );
}

interface Place<N> {
  readonly line: Line<N>;
  readonly active: number;
  readonly last: number;
  /** Lines that fit into the view. */
  readonly page: number;
}

/** What a key does on the active line; undefined for keys that do nothing in a tree. */
function actionOf<N>(key: string, { line, active, last, page }: Place<N>, props: TreeProps<N>, move: (to: number) => void) {
  const { hasChildren, expanded, onExpand, onSelect } = props;
  const inner = hasChildren(line.node);
  const open = expanded.has(line.key);
  const actions: { readonly [key: string]: () => void } = {
    ArrowDown: () => move(active + 1),
    ArrowUp: () => move(active - 1),
    PageDown: () => move(active + page),
    PageUp: () => move(active - page),
    Home: () => move(0),
    End: () => move(last),
    ArrowRight: () => (inner && !open ? onExpand(line.node, true) : inner ? move(active + 1) : undefined),
    ArrowLeft: () => (inner && open ? onExpand(line.node, false) : line.parent >= 0 ? move(line.parent) : undefined),
    Enter: () => onSelect?.(line.node),
    ' ': () => onSelect?.(line.node),
  };
  return actions[key];
}
