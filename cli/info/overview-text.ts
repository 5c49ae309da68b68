/** `info` of a file with many images: totals, a row for each image, and the kernels that spill most. */
import {
  type Item,
  nearest,
  OVERVIEW_COLUMNS,
  type Overview,
  type OverviewColumn,
  type OverviewRow,
  type ProductConfig,
  RESOURCE_COLUMNS,
  type SpillingKernel,
  sortedRows,
  spillMark,
  type Tables,
  usersOf,
  verdictWords,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { devicesNamed } from '../devices.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { type Column, count, indentedTable, listNames, middle, tableWidth, visible, widthOf, wrap } from '../text.ts';

export { overviewOfImages } from '../../src/internal.ts';

/** More rows than these are shown only in part. */
const ALL_ROWS = 40;
const SOME_ROWS = 20;
const KERNELS = 10;
/** Columns of the last one of a row, at least: an address or a name that is longer moves only its own line. */
const NAME_WIDTH = 24;

export interface OverviewOptions {
  readonly column: OverviewColumn | undefined;
  readonly top: number | undefined;
}

/** `--sort` and `--top`. Throws `UsageError` for a column that does not exist, and for what is not a number. */
export function overviewOptions({ sort, top }: OptionsOf<'info'>): OverviewOptions {
  const column = OVERVIEW_COLUMNS.find(({ key }) => key === sort);
  if (sort !== undefined && !column) {
    const keys = OVERVIEW_COLUMNS.map(({ key }) => key);
    const like = nearest(sort, keys);
    throw new UsageError(`--sort has no column ${sort}; ${like ? `did you mean ${like}?` : `use one of ${keys.join(', ')}`}`);
  }
  if (top !== undefined && !/^[1-9][0-9]{0,8}$/.test(top)) throw new UsageError(`--top expects a number from 1 on, not ${top}`);
  return { column, top: top === undefined ? undefined : Number(top) };
}

/**
 * The device of `--device` that uses an item, by its address; undefined for an item that none of them uses. Throws `UsageError` for an
 * unknown device.
 */
export function usersNamed(text: string, root: Item, known?: Tables): (address: string) => ProductConfig | undefined {
  const users = usersOf(root, devicesNamed(text, known?.devices), known?.devices);
  return (address) => {
    for (let end = address.length; end > 0; end = address.lastIndexOf('!', end - 1)) {
      const user = users.get(address.slice(0, end));
      if (user) return user;
    }
    return users.get('');
  };
}

export function overviewText(overview: Overview, { column, top }: OverviewOptions, io: Io): string {
  const { rows, spilling } = overview;
  const partly = column !== undefined || top !== undefined || rows.length > ALL_ROWS;
  const sorted = partly ? sortedRows(rows, column) : rows;
  const shown = sorted.slice(0, top ?? (rows.length > ALL_ROWS ? SOME_ROWS : ALL_ROWS));
  return [
    totalsText(overview, io),
    `\n${rowsTable(shown, column, io)}`,
    moreText(rows.length - shown.length, rows.length, column, io),
    kernelsText(spilling.slice(0, top ?? KERNELS), spilling.length, io),
  ].join('');
}

/** The facts of the file as a whole, in the form of those of an image. */
function totalsText({ total, verdicts, rows, decided_by: drivers }: Overview, io: Io): string {
  const { colors } = io;
  const fact = (name: string, text: string) => `  ${name.padEnd(10)}${wrap(text, io.width - 12).replaceAll('\n', `\n${' '.repeat(12)}`)}\n`;
  const deviceNames = drivers.flatMap(({ device }) => device ?? []);
  const where = deviceNames.length === 0 ? 'the device that each image names' : listNames(deviceNames);
  const by = drivers[0] === undefined ? '' : ` by ${drivers[0].release} on ${where}`;
  const words = verdicts.map(([verdict, number]) => `${number} ${verdictWords(verdict).word}`);
  const [worst = ''] = words;
  const isBad = ['bad', 'warn'].includes(verdictWords(total.verdict).tone);
  const verdict = fact('verdict', words.join(', ') + by);
  const maybe = total.may_spill === 0 ? '' : `, ${total.may_spill} may spill`;
  const { code, ir, debug } = total.bytes;
  const wrong = rows.filter(({ errors }) => errors > 0).length;
  return [
    isBad ? verdict.replace(worst, colors.red(worst)) : verdict,
    fact('kernels', `${count(total.kernels, 'kernel')}, ${total.spilling} ${total.spilling === 1 ? 'spills' : 'spill'} registers${maybe}`),
    fact('sizes', `${count(code, 'byte')} of code, ${count(ir, 'byte')} of IR, ${count(debug, 'byte')} of debug data`),
    total.errors === 0 ? '' : fact('findings', `${count(total.errors, 'error')} in ${count(wrong, 'image')}`),
  ].join('');
}

/** The columns that fit, the address last: it is there to be copied, and is never cut. */
function rowsTable(rows: readonly OverviewRow[], sort: OverviewColumn | undefined, io: Io): string {
  const { colors } = io;
  const tones = (cell: string, row: number) => {
    const { tone } = verdictWords(rows[row]?.verdict ?? 'accepted');
    return tone === 'bad' ? colors.red(cell) : tone === 'warn' ? colors.yellow(cell) : cell;
  };
  const drawn = OVERVIEW_COLUMNS.map((column) => {
    const { key, title, text } = column;
    const left = key === 'verdict' || key === 'device' || key === 'address';
    const cells = rows.map((row) => visible(text(row)));
    const drawn: Column = { title, cells, align: left ? 'left' : 'right', ...(key === 'verdict' ? { paint: tones } : {}) };
    return { column, drawn };
  });
  const [address] = drawn.slice(-1);
  const space = io.width - 4 - Math.min(widthOf(address?.drawn.cells ?? []), NAME_WIDTH);
  let kept = drawn.slice(0, -1);
  while (kept.length > 1 && tableWidth(kept.map((one) => one.drawn)) > space) {
    const [least] = kept.filter(({ column }) => column !== sort).sort((a, b) => a.column.rank - b.column.rank);
    kept = kept.filter((one) => one !== least);
  }
  return indentedTable(
    [...kept, ...(address ? [address] : [])].map((one) => one.drawn),
    colors,
  );
}

function moreText(left: number, all: number, sort: OverviewColumn | undefined, io: Io): string {
  const first = sort ? `by ${sort.key}` : 'the worst first';
  const more = left <= 0 ? '' : `and ${left} more, ${first}: --top ${all} prints all rows; `;
  return `${wrap(`${more}--all prints every image in full`, io.width, '  ')}\n`;
}

const KERNEL_COLUMNS = RESOURCE_COLUMNS.filter(({ key }) => key === 'spill_size' || key === 'simd_size' || key === 'grf_count');

/** The address comes last and is never cut. Where there is not enough space, only how much is spilled is said. */
function kernelsText(kernels: readonly SpillingKernel[], all: number, io: Io): string {
  if (kernels.length === 0) return '';
  const { colors } = io;
  const marks: Column = { title: [' '], cells: kernels.map(({ kernel }) => spillMark(kernel)) };
  const numbers = (columns: typeof KERNEL_COLUMNS) =>
    columns.map(({ title, text }): Column => ({ title, cells: kernels.map(({ kernel }) => text(kernel)), align: 'right' }));
  const image: Column = { title: ['image'], cells: kernels.map(({ address }) => visible(address)) };
  const names = kernels.map(({ kernel }) => visible(kernel.label));
  const spaceFor = (columns: readonly Column[]) => io.width - 4 - tableWidth([marks, ...columns, image]);
  const isWide = spaceFor(numbers(KERNEL_COLUMNS)) >= Math.min(widthOf(names), NAME_WIDTH);
  const shown = numbers(isWide ? KERNEL_COLUMNS : KERNEL_COLUMNS.filter(({ key }) => key === 'spill_size'));
  const heading: Column = { title: image.title, cells: [] };
  const least = Math.min(NAME_WIDTH, io.width - 6 - tableWidth([marks, ...shown, heading]));
  const width = Math.max(spaceFor(shown), least);
  const kernel: Column = { title: ['kernel'], cells: names.map((name) => middle(name, width)) };
  const head =
    all > kernels.length
      ? `the ${kernels.length} worst of ${count(all, 'kernel')} that spill or may spill`
      : 'the kernels that spill or may spill';
  return `\n${colors.bold(wrap(head, io.width, '  '))}\n${indentedTable([marks, ...shown, kernel, image], colors)}`;
}
