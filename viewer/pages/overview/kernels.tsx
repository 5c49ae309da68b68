import { useMemo } from 'preact/hooks';
import { shortPaths } from '../../../cli/view/short-paths.ts';
import { useAnswer } from '../../client.ts';
import { usePages } from '../../pages.ts';
import { Name } from '../../parts/name.tsx';
import { RefusalNote } from '../../parts/refusal.tsx';
import { count, groupedIn } from '../../parts/shown.ts';
import { Table, type TableColumn } from '../../parts/table.tsx';
import { go, link } from '../../state.ts';
import type { Result } from '../../worker/handlers.ts';
import type { KernelRow } from '../../worker/rows.ts';

/** Amounts, with a bar before the number in proportion to the largest in the file. */
const BARS: readonly string[] = ['spill_size', 'scratch_size', 'code_size'];
/** Of a cell, in pixels. */
const CHARACTER = 7.4;
/** Of a bar and the space after it, in characters. */
const BAR = 4;

const SPILL = 'spill_size';

const MARKS = { '!': 'spills registers', '?': 'may spill registers', ' ': '' } as const;

/** The kernels of a file with what they need. */
export function Kernels({ id, at, isImage }: { id: number; at: string; isImage: boolean }) {
  const { rows, total, done, refusal } = usePages('kernels', { file: id, at });
  const table = useAnswer('kernelTable', { file: id, at });
  const columns = useMemo(
    () => (table.state === 'here' ? columnsOf(table.value, rows, isImage) : []),
    [table.state === 'here' && table.value, rows, isImage],
  );
  if (refusal) return <RefusalNote refusal={refusal} />;
  if (table.state !== 'here' || total === undefined) return <p class="loading">…</p>;
  const { spilling, maySpill, maySpillNote } = table.value;
  return (
    <>
      {spilling > 0 ? (
        <p class="spills">
          <strong class="bad">{`${spilling} of ${count(total, 'kernel')} ${spilling === 1 ? 'spills' : 'spill'} registers`}</strong> (marked
          !)
        </p>
      ) : null}
      {maySpill > 0 ? (
        <p class="spills">
          <span class="warn">{`${maySpill} of ${count(total, 'kernel')} may spill`}</span> (marked ?): {maySpillNote}
        </p>
      ) : null}
      <Table
        label="Kernels"
        columns={columns}
        rows={rows}
        filter="Filter kernels"
        flows
        rowClass={({ mark }) => (mark === '!' ? 'spilling' : mark === '?' ? 'may-spill' : undefined)}
        onOpen={({ at, name }) => go({ view: 'kernel', at, kernel: name })}
      />
      {done ? (
        rows.length < total ? (
          <p class="quiet">The first {count(rows.length, 'kernel')} are listed.</p>
        ) : null
      ) : (
        <p class="quiet">…</p>
      )}
    </>
  );
}

function columnsOf(table: Result<'kernelTable'>, rows: readonly KernelRow[], isImage: boolean): readonly TableColumn<KernelRow>[] {
  // With room for the mark before it.
  const names = rows.map(({ label, name: own }) => `! ${label ?? own}`);
  const ends = endsOf(rows);
  const name: TableColumn<KernelRow> = {
    key: 'name',
    title: 'kernel',
    width: `minmax(${widthOf(names, 16)}, 1fr)`,
    value: ({ label, name }) => label ?? name,
    draw: ({ mark, label, name, at }) => (
      <>
        <span class="mark" title={MARKS[mark]}>
          {mark.trim()}
        </span>
        <a href={link({ view: 'kernel', at, kernel: name })} tabIndex={-1} title={label === undefined ? undefined : name.slice(0, 1_000)}>
          <Name of={label ?? name} most={160} />
        </a>
      </>
    ),
  };
  const target: TableColumn<KernelRow> = {
    key: 'target',
    title: 'device',
    width: widthOf(
      rows.map(({ target: device }) => device),
      16,
    ),
    value: ({ target }) => target,
    draw: ({ target }) => <Name of={target} most={60} />,
  };
  const image: TableColumn<KernelRow> = {
    key: 'image',
    title: 'image',
    width: `minmax(${widthOf(ends.values(), 12)}, ${widthOf(ends.values(), 32)})`,
    value: ({ at }) => at,
    draw: ({ at }) => (
      <span title={at.slice(0, 1_000)}>
        <Name of={ends.get(at) ?? at} most={60} />
      </span>
    ),
  };
  const numbers = table.columns.map(({ key, title: [title = '', ...units], explain }, i): TableColumn<KernelRow> => {
    const unit = units.join(' ');
    const largest = BARS.includes(key) ? rows.reduce((most, { cells }) => Math.max(most, cells[i]?.[0] ?? 0), 0) : 0;
    return {
      key,
      title,
      ...(unit === '' ? {} : { unit }),
      ...(explain === undefined ? {} : { explain }),
      align: 'right',
      width: `${Math.ceil((widest(rows, i, title, unit) + (largest > 0 ? BAR : 0)) * CHARACTER) + 16}px`,
      value: ({ cells }) => cells[i]?.[0],
      ...(key === SPILL ? { rank: ({ mark }) => ' ?!'.indexOf(mark) } : {}),
      draw: ({ cells }) => <NumberCell cell={cells[i]} largest={largest} bad={key === SPILL} />,
    };
  });
  return [name, ...(isImage ? [] : [target, image]), ...(rows.some(({ cells }) => cells.length > 0) ? numbers : [])];
}

/** The addresses of images, of which those in one another have only the end that distinguishes them. */
function endsOf(rows: readonly KernelRow[]): ReadonlyMap<string, string> {
  const short = shortPaths(
    rows.map(({ at }) => at),
    '!',
  );
  return new Map([...short].map(([at, end]) => [at, at.length <= end.length + 1 ? at : end]));
}

/** The width of a column of texts: of its longest, up to so many characters. */
function widthOf(texts: Iterable<string>, most: number): string {
  let longest = 'device'.length;
  for (const { length } of texts) longest = Math.max(longest, length);
  return `${Math.ceil(Math.min(most, longest) * CHARACTER) + 16}px`;
}

/** Characters of the widest cell or line of the heading. */
function widest(rows: readonly KernelRow[], column: number, title: string, unit: string): number {
  // Titles are smaller than cells, units smaller still.
  const heading = Math.ceil(Math.max(title.length, unit.length * 0.85));
  return rows.reduce((most, { cells }) => Math.max(most, groupedIn(cells[column]?.[1] ?? '').length), heading);
}

function NumberCell({ cell, largest, bad }: { cell: KernelRow['cells'][number] | undefined; largest: number; bad: boolean }) {
  if (!cell) return null;
  const [value, text] = cell;
  const share = largest > 0 && value ? Math.round((value / largest) * 100) : 0;
  return (
    <>
      {share > 0 ? <span class={`meter ${bad ? 'bad' : ''}`} style={{ '--part': `${share}%` }} /> : null}
      {text === '-' ? <span class="quiet">-</span> : groupedIn(text)}
    </>
  );
}
