/** The elements of some memory as a table of any size: rows that are in view are asked for. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { count, number } from '../../parts/shown.ts';
import { useVirtual } from '../../parts/virtual.ts';
import type { ElementTexts } from '../../worker/run/debug-messages.ts';
import type { ValueFormat } from '../../worker/run/messages.ts';
import { SHORT_NAMES } from './argument.ts';

/** Formats by their names here, with the bytes of an element. */
const FORMATS: readonly (readonly [format: ValueFormat, name: string, size: number])[] = [
  ...(Object.entries(SHORT_NAMES) as [ValueFormat, string][]).map(([type, name]) => [type, name, Number(name.slice(1)) / 8] as const),
  ...(['x8', 'x16', 'x32', 'x64'] as const).map((name) => [name, `hex ${name.slice(1)}`, Number(name.slice(1)) / 8] as const),
];

export function FormatChoice({ format, onChange }: { format: ValueFormat; onChange(to: ValueFormat): void }) {
  return (
    <label>
      Format{' '}
      <select value={format} onChange={(event) => onChange(event.currentTarget.value as ValueFormat)}>
        {FORMATS.map(([of, name]) => (
          <option key={of} value={of}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

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

interface ElementsProps {
  readonly label: string;
  /** In bytes. */
  readonly size: number;
  readonly format: ValueFormat;
  /** The element of the first difference; -1 without one. */
  readonly marked: number;
  /** Another one means that the bytes may have changed: they are asked for again. */
  readonly version: unknown;
  load(from: number, count: number): Promise<ElementTexts>;
  /** With it, an element can be chosen, by a click and with the arrow keys. */
  onChoose?(element: number): void;
  readonly chosen?: number | undefined;
}

export function Elements({ label, size, format, marked, version, load, onChoose, chosen }: ElementsProps) {
  const list = useRef<HTMLDivElement>(null);
  const all = Math.floor(size / (FORMATS.find(([of]) => of === format)?.[2] ?? 1));
  const digits = number(all).length;
  const across = acrossOf(useWidth(list) - digits * CHARACTER - SPACE, WIDTHS[format]);
  const rows = Math.min(Math.ceil(all / across), MOST_ROWS);
  const virtual = useVirtual(list, rows, ROW);
  const blocks = useBlocks(load, version);
  const first = (virtual.rows[0]?.index ?? 0) * across;
  const last = Math.min(((virtual.rows.at(-1)?.index ?? 0) + 1) * across, all);
  useEffect(() => blocks.load(first, last), [blocks, first, last]);
  const wanted = marked >= 0 ? marked : (chosen ?? -1);
  useEffect(() => {
    if (wanted >= 0) virtual.scrollTo(Math.floor(wanted / across));
  }, [wanted, across, onChoose ? undefined : version]);
  const onKeyDown = ({ key }: KeyboardEvent): boolean => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -across, ArrowDown: across }[key];
    if (by === undefined || !onChoose) return false;
    onChoose(Math.min(Math.max((chosen ?? 0) + by, 0), all - 1));
    return true;
  };
  const busy = !blocks.isRead(first, last);
  const [cell, id] = [onChoose ? 'gridcell' : 'cell', (at: number) => `element-${at}`] as const;
  const active = onChoose && chosen !== undefined ? { 'aria-activedescendant': id(chosen) } : {};
  const table = { role: onChoose ? 'grid' : 'table', 'aria-label': label, 'aria-rowcount': rows, 'aria-busy': busy, ...active } as const;
  return (
    <>
      <div
        class={onChoose ? 'run-values choosable' : 'run-values'}
        ref={list}
        tabIndex={0}
        {...table}
        onKeyDown={(event) => onKeyDown(event) && event.preventDefault()}
        style={{ '--digits': digits, '--wide': WIDTHS[format], '--across': across, height: `${Math.min(rows, 16) * ROW + 2}px` }}
      >
        <div class="body" role="rowgroup" style={{ height: `${virtual.height}px` }}>
          {virtual.rows.map(({ index, start }) => (
            <div key={index} class="row" role="row" aria-rowindex={index + 1} style={{ top: `${start}px` }}>
              <span role="rowheader">{number(index * across)}</span>
              {Array.from({ length: Math.min(across, all - index * across) }, (_, i) => {
                const at = index * across + i;
                return (
                  <span
                    key={i}
                    role={cell}
                    class={at === marked ? 'marked' : blocks.isChanged(at) ? 'changed' : undefined}
                    {...(onChoose ? { id: id(at), 'aria-selected': at === chosen, onClick: () => onChoose(at) } : {})}
                  >
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
  /** Whether all of them are of this version. */
  isRead(from: number, to: number): boolean;
  isChanged(element: number): boolean;
  load(from: number, to: number): void;
}

interface Block {
  readonly texts: readonly string[];
  readonly changed: ReadonlySet<number>;
}

const NOTHING: Block = { texts: [], changed: new Set() };

/** The elements that were asked for. Of another version, they are asked for again, and the old ones are shown until then. */
function useBlocks(load: ElementsProps['load'], version: unknown): ElementBlocks {
  const [, redraw] = useState(0);
  const old = useRef<ReadonlyMap<number, Block>>(new Map());
  return useMemo(() => {
    const blocks = new Map<number, Block>();
    const before = old.current;
    old.current = blocks;
    const of = (all: ReadonlyMap<number, Block>, element: number) => all.get(Math.floor(element / BLOCK));
    return {
      at: (element) => of(blocks, element)?.texts[element % BLOCK] ?? of(before, element)?.texts[element % BLOCK],
      isRead: (from, to) => {
        for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
          if ((blocks.get(block) ?? NOTHING) === NOTHING) return false;
        }
        return true;
      },
      isChanged: (element) => of(blocks, element)?.changed.has(element % BLOCK) ?? false,
      load: (from, to) => {
        for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block++) {
          if (blocks.has(block)) continue;
          blocks.set(block, NOTHING);
          load(block * BLOCK, BLOCK).then(
            ({ texts, changed }) => {
              blocks.set(block, { texts, changed: new Set(changed) });
              redraw((n) => n + 1);
            },
            // The run was ended: the page says so.
            () => blocks.delete(block),
          );
        }
      },
    };
  }, [version]);
}
