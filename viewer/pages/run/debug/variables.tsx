/** Variables of the source and other expressions as a tree: structures, arrays, and what pointers point to. */
import { useMemo, useState } from 'preact/hooks';
import { useKept } from '../../../parts/kept.ts';
import { shown } from '../../../parts/shown.ts';
import { Tree } from '../../../parts/tree.tsx';
import type { VariableNode } from '../../../worker/run/debug-messages.ts';
import { set, watch, whoWrote } from './actions.ts';
import { useAsked } from './asked.ts';
import type { DebugProps } from './props.ts';

const NONE: ReadonlySet<string> = new Set();

export function Variables({ of, debug, lane, onLane }: DebugProps & { lane: number; onLane(lane: number): void }) {
  const [watched = [], setWatched] = useKept<readonly string[]>('expressions of the debugger');
  const [expanded = NONE, setExpanded] = useKept<ReadonlySet<string>>('expanded variables');
  const [selected, setSelected] = useState<string>();
  const params = useMemo(() => ({ watched, expanded: [...expanded], lane }), [watched, expanded, lane]);
  const nodes = useAsked(of, 'debugVariables', params) ?? [];
  const node = selected === undefined ? undefined : find(nodes, selected);
  const { lanes } = debug.view;
  return (
    <>
      <form
        class="run-bar"
        onSubmit={(event) => {
          event.preventDefault();
          const field = event.currentTarget.elements.namedItem('expression') as HTMLInputElement;
          const text = field.value.trim();
          if (text !== '' && !watched.includes(text)) setWatched([...watched, text]);
          field.value = '';
        }}
      >
        <label>
          Lane{' '}
          <select value={String(lane)} onChange={(event) => onLane(Number(event.currentTarget.value))}>
            {lanes.map((one) => (
              <option key={one.lane} value={String(one.lane)}>
                {one.lane}: ({one.item}){one.runs ? '' : ', off'}
              </option>
            ))}
          </select>
        </label>
        <input name="expression" aria-label="Expression" placeholder="show: out[3], sum * 2, $r12.0<f>" spellcheck={false} />
        <button type="submit">Show</button>
      </form>
      {nodes.length === 0 ? (
        <p class="quiet">{debug.view.hasLines ? 'No variables are known here.' : 'Variables need a file that was compiled with -g.'}</p>
      ) : (
        <Tree
          label="Variables"
          roots={nodes}
          keyOf={({ key }) => key}
          childrenOf={({ parts }) => parts}
          hasChildren={({ hasParts }) => hasParts}
          expanded={expanded}
          onExpand={({ key }, open) => setExpanded(new Set(open ? [...expanded, key] : [...expanded].filter((one) => one !== key)))}
          {...(selected === undefined ? {} : { selected })}
          onSelect={({ key }) => setSelected(key)}
          draw={(one) => <Node node={one} />}
        />
      )}
      {node ? (
        <div class="run-bar">
          <code>{shown(node.key, 60)}</code>
          <button type="button" disabled={of.running || !node.isKnown} onClick={() => void whoWrote(of, node.key, node.key)}>
            Who wrote it
          </button>
          <button type="button" disabled={of.running || !node.isKnown} onClick={() => void watch(of, node.key)}>
            Break on write
          </button>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              const field = event.currentTarget.elements.namedItem('value') as HTMLInputElement;
              const value = field.value.trim();
              if (value !== '') void set(of, node.key, value);
              field.value = '';
            }}
          >
            <input name="value" aria-label="New value" placeholder="5, out[3], $lane" spellcheck={false} />{' '}
            <button type="submit" disabled={of.running || !node.isKnown}>
              Set
            </button>
          </form>
          {watched.includes(node.key) ? (
            <button type="button" onClick={() => setWatched(watched.filter((one) => one !== node.key))}>
              Remove
            </button>
          ) : null}
          {node.all === '' ? null : (
            <p class="debug-lanes">
              <span class="quiet">in all lanes:</span> {shown(node.all, 2_000)}
            </p>
          )}
        </div>
      ) : null}
    </>
  );
}

function find(nodes: readonly VariableNode[], key: string): VariableNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : find(node.parts, key);
    if (found) return found;
  }
  return undefined;
}

function Node({ node: { name, type, text, isKnown, isChanged, all } }: { node: VariableNode }) {
  return (
    <span class="variable" title={all === '' ? undefined : `in all lanes: ${shown(all, 2_000)}`}>
      <code>{shown(name, 60)}</code>{' '}
      {isKnown ? (
        <span class={isChanged ? 'value changed' : 'value'}>{shown(text, 400)}</span>
      ) : (
        <span class="quiet">{shown(text, 400)}</span>
      )}{' '}
      <span class="quiet">{shown(type, 60)}</span>
    </span>
  );
}
