/** The structure of the source as a tree, whose nodes are loaded when they are opened or when bytes in them are selected. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../../client.ts';
import type { Stretch } from '../../parts/hex-caret.ts';
import { shown } from '../../parts/shown.ts';
import { Tree } from '../../parts/tree.tsx';
import type { FieldNode } from '../../worker/bytes/fields.ts';

interface State {
  readonly children: ReadonlyMap<string, readonly FieldNode[]>;
  readonly expanded: ReadonlySet<string>;
  readonly selected?: string | undefined;
}

export interface FieldTreeProps {
  readonly file: number;
  readonly at: string;
  readonly span: Stretch | undefined;
  /** Key of the node that was selected here, while its bytes are selected. */
  readonly node: string | undefined;
  onChoose(span: Stretch, node: string): void;
}

const NOTHING: State = { children: new Map(), expanded: new Set() };

export function FieldTree({ file, at, span, node, onChoose }: FieldTreeProps) {
  const [state, setState] = useState(NOTHING);
  const now = useRef(state);
  now.current = state;
  const turn = useRef(0);

  const fetched = async (keys: readonly string[]) => {
    const missing = keys.filter((key) => !now.current.children.has(key));
    return Promise.all(missing.map(async (key) => [key, await ask('fieldChildren', { file, at, key })] as const));
  };
  useEffect(() => {
    void fetched(['']).then((lists) => setState((old) => ({ ...old, children: new Map([...old.children, ...lists]) })));
  }, []);
  useEffect(() => {
    const request = ++turn.current;
    if (!span || node !== undefined) return void setState((old) => ({ ...old, selected: node }));
    const reveal = async () => {
      const keys = await ask('fieldPath', { file, at, ...span });
      if (request !== turn.current) return;
      const above = keys.slice(0, -1);
      const lists = await fetched(['', ...above]);
      if (request !== turn.current) return;
      setState((old) => ({
        children: new Map([...old.children, ...lists]),
        expanded: new Set([...old.expanded, ...above]),
        selected: keys.at(-1),
      }));
    };
    reveal().catch(() => undefined);
  }, [span?.start, span?.end, node]);

  const onExpand = (opened: FieldNode, open: boolean) => {
    void fetched(open ? [opened.key] : []).then((lists) =>
      setState((old) => {
        const expanded = new Set(old.expanded);
        if (open) expanded.add(opened.key);
        else expanded.delete(opened.key);
        return { ...old, children: new Map([...old.children, ...lists]), expanded };
      }),
    );
  };
  return (
    <Tree
      label="fields"
      fill
      roots={state.children.get('') ?? []}
      keyOf={keyOf}
      childrenOf={(one) => state.children.get(one.key) ?? []}
      hasChildren={hasChildren}
      draw={draw}
      expanded={state.expanded}
      onExpand={onExpand}
      {...(state.selected === undefined ? {} : { selected: state.selected })}
      onSelect={({ start, end, key }) => onChoose({ start, end }, key)}
    />
  );
}

const keyOf = ({ key }: FieldNode) => key;
const hasChildren = (node: FieldNode) => node.hasChildren;

/** A line of text begins with the name that the node has anyway. */
function withoutName(text: string, label: string): string {
  const line = text.startsWith('- ') ? text.slice(2) : text;
  return line.startsWith(`${label}:`) ? line.slice(label.length + 1).trim() : line;
}

function draw({ label, text, role, start, end }: FieldNode) {
  const what = withoutName(text.trim(), label);
  return (
    <span class="fieldrow" title={`${end - start} bytes from 0x${start.toString(16)} on`}>
      <span class={`mark ${role ?? 'group'}`} aria-hidden="true" />
      {label === '' ? null : <span class="label">{shown(label)}</span>}
      <span class={`what ${role ?? 'group'}`}>{shown(what, 160)}</span>
      <span class="where">{start.toString(16)}</span>
    </span>
  );
}
