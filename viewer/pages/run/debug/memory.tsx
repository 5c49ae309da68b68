/** Buffers, local memory and scratch memory, and who wrote to them. */
import { useKept } from '../../../parts/kept.ts';
import { count, number, shown } from '../../../parts/shown.ts';
import type { ValueFormat } from '../../../worker/run/messages.ts';
import { Elements, FormatChoice } from '../elements.tsx';
import { watch, whoWrote } from './actions.ts';
import { elementText } from './element-text.ts';
import type { DebugProps } from './props.ts';

interface Choice {
  readonly key: string;
  readonly format?: ValueFormat;
  readonly element?: number;
}

export function MemoryPanel({ of, debug }: DebugProps) {
  const { memories, outcome, number: version } = debug.view;
  const [choice, setChoice] = useKept<Choice>('memory of the debugger');
  const difference = outcome?.document.first_difference;
  const differing = difference?.what === 'element' ? difference : undefined;
  const wanted = choice?.key ?? (differing ? `argument ${differing.argument}` : undefined);
  const memory = memories.find(({ key }) => key === wanted) ?? memories[0];
  if (!memory) return <p class="quiet">The kernel has no buffers.</p>;
  const isDiffering = differing !== undefined && memory.key === `argument ${differing.argument}`;
  const format = choice?.format ?? ((isDiffering && (differing.type as ValueFormat)) || memory.type);
  const marked = isDiffering && differing.type === format ? differing.index : -1;
  const element = choice?.key === memory.key ? choice.element : undefined;
  const chosen = element ?? (marked < 0 ? undefined : marked);
  const keep = (to: Partial<Choice>) => setChoice({ key: memory.key, format, ...(chosen === undefined ? {} : { element: chosen }), ...to });
  const expression = chosen === undefined ? undefined : elementText(memory, format, chosen);
  return (
    <>
      <div class="run-bar">
        <label>
          Bytes of{' '}
          <select value={memory.key} onChange={(event) => setChoice({ key: event.currentTarget.value })}>
            {memories.map(({ key, name, size }) => (
              <option key={key} value={key}>
                {shown(name, 60)}: {count(size, 'byte')}
              </option>
            ))}
          </select>
        </label>
        <FormatChoice format={format} onChange={(to) => setChoice({ key: memory.key, format: to })} />
      </div>
      <div class="run-bar">
        <span class="quiet">{chosen === undefined ? 'Choose an element to ask who wrote it.' : `element ${number(chosen)}`}</span>
        <button
          type="button"
          disabled={expression === undefined || of.running}
          onClick={() => expression !== undefined && void whoWrote(of, expression, `${memory.name}[${chosen}]`)}
          title="go back to the instruction that wrote it last"
        >
          Who wrote it
        </button>
        <button
          type="button"
          disabled={expression === undefined || of.running}
          onClick={() => expression !== undefined && void watch(of, expression)}
          title="stop after something writes to it"
        >
          Break on write
        </button>
      </div>
      <Elements
        key={`${memory.key} ${format}`}
        label={`${memory.name} as ${format}`}
        version={of.running ? undefined : version}
        size={memory.size}
        format={format}
        marked={marked}
        load={async (from, most) =>
          (of.running ? undefined : await of.engine?.ask('debugMemory', { key: memory.key, format, from, count: most })) ?? NOTHING
        }
        chosen={chosen}
        onChoose={(to) => keep({ element: to })}
      />
    </>
  );
}

const NOTHING = { texts: [], changed: [] };
