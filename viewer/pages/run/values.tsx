/** The elements of a buffer after a run: rows that are in view are asked for. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, number, shown } from '../../parts/shown.ts';
import { saveAs } from '../../parts/take-out.ts';
import { useVirtual } from '../../parts/virtual.ts';
import type { FormParameter, LeftBuffer, RunOutcome, ValueFormat } from '../../worker/run/messages.ts';
import { SHORT_NAMES } from './argument.ts';
import type { Engine } from './engine.ts';

type Difference = RunOutcome['document']['first_difference'];

/** Formats by their names here, with the bytes of an element. */
const FORMATS: readonly (readonly [format: ValueFormat, name: string, size: number])[] = [
  ...(Object.entries(SHORT_NAMES) as [ValueFormat, string][]).map(([type, name]) => [type, name, Number(name.slice(1)) / 8] as const),
  ...(['x8', 'x16', 'x32', 'x64'] as const).map((name) => [name, `hex ${name.slice(1)}`, Number(name.slice(1)) / 8] as const),
];

const ROW = 22;
/** Characters of an element. */
const WIDTHS: { readonly [F in ValueFormat]: number } = {
  ...{ char: 4, uchar: 3, short: 6, ushort: 5, int: 11, uint: 10, long: 20, ulong: 20, half: 9, float: 14, double: 23 },
  ...{ x8: 2, x16: 4, x32: 8, x64: 16 },
};
/** Of a character, and of the space around an element, in pixels. */
const CHARACTER = 7.3;
const SPACE = 14;
/** Elements in a row, at most; fewer are a power of two too. */
const ACROSS = 16;
/** Browsers do not draw boxes that are higher than this many rows. */
const MOST_ROWS = 1_000_000;
/** Elements that are asked for at once. */
const BLOCK = 1_024;

interface Props {
  readonly engine: Engine;
  readonly outcome: RunOutcome;
  readonly difference: Difference;
  readonly parameters: readonly FormParameter[];
}

export function Values({ engine, outcome, difference, parameters }: Props) {
  const { buffers } = outcome;
  const differing = buffers.find(({ argument }) => argument === difference?.argument);
  const [chosen, setChosen] = useState<number>();
  const [formats, setFormats] = useState<ReadonlyMap<number, ValueFormat>>(new Map());
  useEffect(() => setChosen(undefined), [differing?.argument]);
  const written = buffers.find(({ argument }) => parameters[argument]?.access !== 'readonly');
  const buffer = buffers.find(({ argument }) => argument === chosen) ?? differing ?? written ?? buffers[0];
  if (!buffer) return null;
  const format =
    formats.get(buffer.argument) ?? (differing === buffer && difference?.type ? (difference.type as ValueFormat) : buffer.type);
  const save = async () => saveAs(`arg${buffer.argument}.bin`, await engine.ask('bytes', { argument: buffer.argument }));
  return (
    <>
      <h2>Buffers</h2>
      <div class="run-bar">
        <label>
          Argument{' '}
          <select value={String(buffer.argument)} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {buffers.map(({ argument, name, size }) => (
              <option key={argument} value={String(argument)}>
                {argument}
                {name === null ? '' : ` (${shown(name, 40)})`}: {count(size, 'byte')}
              </option>
            ))}
          </select>
        </label>
        <label>
          Format{' '}
          <select
            value={format}
            onChange={(event) => setFormats(new Map(formats).set(buffer.argument, event.currentTarget.value as ValueFormat))}
          >
            {FORMATS.map(([of, name]) => (
              <option key={of} value={of}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void save()}>
          Save
        </button>
      </div>
      <Elements
        key={`${buffer.argument} ${format}`}
        engine={engine}
        outcome={outcome}
        buffer={buffer}
        format={format}
        marked={differing === buffer && difference?.what === 'element' && difference.type === format ? difference.index : -1}
      />
    </>
  );
}

interface ElementsProps {
  readonly engine: Engine;
  readonly outcome: RunOutcome;
  readonly buffer: LeftBuffer;
  readonly format: ValueFormat;
  /** The element of the first difference; -1 without one. */
  readonly marked: number;
}

function Elements({ engine, outcome, buffer: { argument, name, size }, format, marked }: ElementsProps) {
  const list = useRef<HTMLDivElement>(null);
  const all = Math.floor(size / (FORMATS.find(([of]) => of === format)?.[2] ?? 1));
  const digits = number(all).length;
  const across = acrossOf(useWidth(list) - digits * CHARACTER - SPACE, WIDTHS[format]);
  const rows = Math.min(Math.ceil(all / across), MOST_ROWS);
  const virtual = useVirtual(list, rows, ROW);
  const blocks = useBlocks(engine, outcome, argument, format);
  const first = (virtual.rows[0]?.index ?? 0) * across;
  const last = Math.min(((virtual.rows.at(-1)?.index ?? 0) + 1) * across, all);
  useEffect(() => blocks.load(first, last), [blocks, first, last]);
  useEffect(() => {
    if (marked >= 0) virtual.scrollTo(Math.floor(marked / across));
  }, [marked, across, outcome]);
  const title = `Argument ${argument}${name === null ? '' : ` (${name})`} as ${format}`;
  return (
    <>
      <div
        class="run-values"
        ref={list}
        tabIndex={0}
        role="table"
        aria-label={title}
        aria-rowcount={rows}
        style={{ '--digits': digits, '--wide': WIDTHS[format], '--across': across, height: `${Math.min(rows, 16) * ROW + 2}px` }}
      >
        <div class="body" role="rowgroup" style={{ height: `${virtual.height}px` }}>
          {virtual.rows.map(({ index, start }) => (
            <div key={index} class="row" role="row" aria-rowindex={index + 1} style={{ top: `${start}px` }}>
              <span role="rowheader">{number(index * across)}</span>
              {Array.from({ length: Math.min(across, all - index * across) }, (_, i) => {
                const at = index * across + i;
                return (
                  <span key={i} role="cell" class={at === marked ? 'marked' : undefined}>
                    {blocks.at(at) ?? '…'}
                  </span>
                );
              })}
            </div>
          ))}
        </div>
      </div>
      <p class="quiet">
        {count(all, 'element')}.
        {rows < Math.ceil(all / across) ? ` The first ${number(rows * across)} are shown; the saved file has all.` : ''}
      </p>
    </>
  );
}

/** The width of an element, in pixels. */
function useWidth(element: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    setWidth(element.current.clientWidth);
    return () => observer.disconnect();
  }, []);
  return width;
}

/** How many elements fit into a row. */
function acrossOf(width: number, characters: number): number {
  let across = 1;
  while (across < ACROSS && 2 * across * (characters * CHARACTER + SPACE) <= width) across *= 2;
  return across;
}

interface ElementBlocks {
  at(element: number): string | undefined;
  load(from: number, to: number): void;
}

/** The elements that were asked for: of another run, they are asked for again. */
function useBlocks(engine: Engine, outcome: RunOutcome, argument: number, format: ValueFormat): ElementBlocks {
  const [, redraw] = useState(0);
  return useMemo(() => {
    const blocks = new Map<number, readonly string[]>();
    return {
      at: (element) => blocks.get(Math.floor(element / BLOCK))?.[element % BLOCK],
      load: (from, to) => {
        for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
          if (blocks.has(block)) continue;
          blocks.set(block, []);
          engine.ask('values', { argument, format, from: block * BLOCK, count: BLOCK }).then(
            (texts) => {
              blocks.set(block, texts);
              redraw((n) => n + 1);
            },
            // The run was ended: the page says so.
            () => blocks.delete(block),
          );
        }
      },
    };
  }, [engine, outcome, argument, format]);
}
