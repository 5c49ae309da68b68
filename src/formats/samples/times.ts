/**
 * Files of times: the table of kernels that unitrace prints with `--device-timing`, and the report of VTune by computing task as CSV.
 *
 * Source: tools/unitrace/src/levelzero/ze_collector.h (PrintKernelsTable) and src/opencl/cl_collector.h of intel/pti-gpu; of VTune
 * `vtune -report hotspots -group-by computing-task -format csv` of its user guide, whose times are in seconds. The group
 * `source-computing-task` has the same columns after another first one.
 */
import { type Bytes, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { type Budgeted, diagnostic, FormatError, LIMITS, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { cellsOf, linesOf } from './csv.ts';
import { type KernelTime, type KernelTimes, plainName } from './model.ts';

/** A form of table: the names of its columns in lower case, and the nanoseconds of its unit of time. */
export interface TimesForm {
  readonly form: KernelTimes['form'];
  /** It has one of these. */
  readonly kernel: readonly string[];
  readonly device?: string;
  readonly calls: string;
  readonly total: string;
  readonly least?: string;
  readonly most?: string;
  readonly unit: number;
  readonly delimiters: readonly string[];
}

/** The forms that `readTimes` reads. */
export const TIMES_FORMS: readonly TimesForm[] = [
  {
    form: 'unitrace',
    kernel: ['kernel'],
    calls: 'calls',
    total: 'time (ns)',
    least: 'min (ns)',
    most: 'max (ns)',
    unit: 1,
    delimiters: [','],
  },
  {
    form: 'vtune',
    kernel: ['computing task', 'source computing task'],
    device: 'gpu adapter',
    calls: 'computing task:instance count',
    total: 'computing task:total time',
    unit: 1e9,
    delimiters: ['\t', ',', ';'],
  },
];

/**
 * Times of kernels, which unitrace (`--device-timing`) and VTune (the report `hotspots` by `computing-task`, as CSV) write. What unitrace
 * prints besides, and commands that are not kernels, are skipped. Throws `FormatError` (`times/format`) for other files.
 *
 * @example
 * const csv = new TextEncoder().encode('Kernel, Calls, Time (ns), Min (ns), Max (ns)\n"clock", 2, 300, 100, 200\n');
 * readTimes(csv).value.kernels[0]?.total; // 300
 */
export function readTimes(input: Input, options: Budgeted = {}): Outcome<KernelTimes> {
  return reading(input, decodeTimes, options);
}

function decodeTimes(bytes: Bytes, out: Reporter): KernelTimes {
  const sums = new Map<string, KernelTime>();
  let last: Table | undefined;
  let table: Table | undefined;
  for (const { text, span } of linesOf(bytes, out)) {
    const next = tableOf(text);
    if (next) last = table = next;
    else if (text === '') table = undefined;
    else if (table) {
      const row = rowOf(text, table);
      if (typeof row === 'string') out.report('times/row', span, '', row);
      else if (row) add(sums, row);
    }
  }
  if (last) return { form: last.form.form, kernels: [...sums.values()] };
  const message = 'the file has no header with Kernel, Calls, Time (ns) (unitrace) or Computing Task, its total time and count (VTune)';
  throw new FormatError(diagnostic('times/format', message, bytes.span(), ''));
}

/** A header: its form, and where its columns are; those that it lacks are at -1. */
interface Table {
  readonly form: TimesForm;
  readonly delimiter: string;
  readonly columns: number;
  readonly at: Readonly<Record<Column, number>>;
}

const OTHERS = ['device', 'calls', 'total', 'least', 'most'] as const;
type Other = (typeof OTHERS)[number];
type Column = 'kernel' | Other;

/** In every header; few other lines need to be taken apart. */
const OF_HEADERS = /calls|computing task/i;

function tableOf(text: string): Table | undefined {
  if (!OF_HEADERS.test(text)) return undefined;
  for (const form of TIMES_FORMS) {
    for (const delimiter of form.delimiters) {
      const names = cellsOf(text, delimiter).map((name) => name.toLowerCase());
      const kernel = names.findIndex((name) => form.kernel.includes(name));
      if (kernel < 0 || !names.includes(form.calls) || !names.includes(form.total)) continue;
      const indexOf = (name: string | undefined): number => (name === undefined ? -1 : names.indexOf(name));
      const others = Object.fromEntries(OTHERS.map((column) => [column, indexOf(form[column])])) as Record<Other, number>;
      const at = { kernel, ...others };
      return { form, delimiter, columns: names.length, at };
    }
  }
  return undefined;
}

/** Work that is not a kernel: copies and fills, and in VTune the time outside of tasks. */
const COMMAND = /^(?:zeCommandList|clEnqueue|\[)/;
const COUNT = /^[0-9]{1,15}$/;
const TIME = /^[0-9]{1,15}(?:\.[0-9]{1,15})?$/;

/** The times of a row, what is wrong with it, or nothing if it is not of a kernel. */
function rowOf(text: string, { form, delimiter, columns, at }: Table): KernelTime | string | undefined {
  // With --separate-tiles the number of a tile comes before the quoted name.
  const cells = cellsOf(text.replace(/^Tile #[0-9]+: /, ''), delimiter);
  const more = cells.length - columns;
  // Names of OpenCL kernels are not quoted, and demangled ones have commas.
  if (more > 0) cells.splice(at.kernel, more + 1, cells.slice(at.kernel, at.kernel + more + 1).join(', '));
  const written = cells[at.kernel] ?? '';
  if (written === '' || COMMAND.test(written)) return undefined;
  if (written.length > LIMITS.nameLength) return `it has a name of more than ${LIMITS.nameLength} bytes`;
  const cellOf = (column: Column): string => cells[at[column]] ?? '';
  const [calls, total] = [cellOf('calls'), cellOf('total')];
  if (!COUNT.test(calls)) return `${clip(calls, 40)} is not a number of calls`;
  if (!TIME.test(total)) return `${clip(total, 40)} is not a time`;
  const nanoseconds = (cell: string) => (TIME.test(cell) ? Math.round(Number(cell) * form.unit) : undefined);
  const device = cellOf('device');
  return {
    name: plainName(displayText(written)),
    device: device === '' ? undefined : displayText(device),
    calls: Number(calls),
    total: nanoseconds(total) ?? 0,
    least: nanoseconds(cellOf('least')),
    most: nanoseconds(cellOf('most')),
  };
}

function add(sums: Map<string, KernelTime>, row: KernelTime): void {
  const key = JSON.stringify([row.name, row.device]);
  const known = sums.get(key);
  sums.set(key, known === undefined ? row : summed(known, row));
}

/** Times of the same kernel, such as with another shape. */
export function summed(a: KernelTime, b: KernelTime): KernelTime {
  const both = (pick: (x: number, y: number) => number, x: number | undefined, y: number | undefined) =>
    x === undefined || y === undefined ? undefined : pick(x, y);
  return {
    ...a,
    calls: a.calls + b.calls,
    total: a.total + b.total,
    least: both(Math.min, a.least, b.least),
    most: both(Math.max, a.most, b.most),
  };
}
