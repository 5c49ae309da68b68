/** A file with many images at a glance: totals, a row for each image, and the kernels that spill most. Columns are rows of one table. */

import { type ImageBytes, type ImageInfo, type InfoDocument, isZebinInfo, type KernelInfo } from '../documents/info.ts';
import type { CheckVerdict } from '../driver/index.ts';
import type { Completeness } from '../walk/damage.ts';
import { formatRow } from '../walk/formats.ts';
import { spillMark } from './resource-table.ts';

/**
 * What becomes of an image: the verdict of the newest driver; `compiled` for intermediate code, which a driver compiles; `not-loaded` for
 * code of a form that current drivers do not load; `not-decided` where the driver was not asked; `unread` where it was not read whole, so
 * that no other answer holds.
 */
export type OverviewVerdict = CheckVerdict | 'compiled' | 'not-loaded' | 'not-decided' | 'unread';

/** An image, or a part of the file that could not be read and may have been one. */
export interface OverviewRow {
  readonly address: string;
  /** Kind of the image; null for a part that is none. */
  readonly format: string | null;
  /** The best name of its device; null if it names none. */
  readonly device: string | null;
  readonly verdict: OverviewVerdict;
  readonly kernels: number;
  /** Kernels that spill for certain. */
  readonly spilling: number;
  /** Kernels that may spill. */
  readonly may_spill: number;
  /** Bytes per hardware thread that its worst kernel spills. */
  readonly spill_size: number;
  readonly bytes: ImageBytes;
  readonly errors: number;
  /** Why it was not read whole; absent if it was. */
  readonly unread?: string;
}

export interface SpillingKernel {
  /** Address of its image. */
  readonly address: string;
  readonly device: string | null;
  readonly kernel: KernelInfo;
}

/** A driver that decided, and the device that it was asked about; null where that is the device that each image names. */
export interface DecidedBy {
  readonly release: string;
  readonly device: string | null;
}

export interface Overview {
  /** Sums over all rows. The address is empty, and the verdict is the worst. */
  readonly total: OverviewRow;
  /** Number of rows for each verdict, the worst first. */
  readonly verdicts: readonly (readonly [OverviewVerdict, number])[];
  /** The driver that decided, once for each device that it was asked about. */
  readonly decided_by: readonly DecidedBy[];
  /** In the order of the file, and after them parts that could not be read. */
  readonly rows: readonly OverviewRow[];
  /** Every kernel that spills or may spill, the worst first. */
  readonly spilling: readonly SpillingKernel[];
}

export interface OverviewColumn {
  /** Name for `--sort`. */
  readonly key: string;
  /** Lines of the heading. */
  readonly title: readonly string[];
  /** Columns with a smaller number are left out first where there is not enough space. */
  readonly rank: number;
  /** What rows are sorted by: numbers from the largest on, words in order. */
  value(row: OverviewRow): number | string;
  text(row: OverviewRow): string;
}

/** How people see a verdict. `quiet` says nothing about the file. */
interface VerdictWords {
  readonly word: string;
  readonly tone: 'good' | 'quiet' | 'warn' | 'bad';
}

/** Worst first. */
const VERDICT_WORDS: Record<OverviewVerdict, VerdictWords> = {
  unread: { word: 'not read whole', tone: 'bad' },
  crash: { word: 'crash', tone: 'bad' },
  refused: { word: 'refused', tone: 'bad' },
  'not-loaded': { word: 'not loaded', tone: 'bad' },
  'not-decided': { word: 'not decided', tone: 'bad' },
  'rebuilt-from-ir': { word: 'rebuilt from IR', tone: 'warn' },
  compiled: { word: 'compiled', tone: 'quiet' },
  accepted: { word: 'accepted', tone: 'good' },
};
const VERDICTS = Object.keys(VERDICT_WORDS) as OverviewVerdict[];

export const verdictWords = (verdict: OverviewVerdict): VerdictWords => VERDICT_WORDS[verdict];

const number = (n: number): string => (n === 0 ? '-' : String(n).replace(/\B(?=(\d{3})+$)/g, ','));
const amount = (key: string, title: readonly string[], rank: number, value: (row: OverviewRow) => number): OverviewColumn => ({
  key,
  title,
  rank,
  value,
  text: (row) => number(value(row)),
});

export const OVERVIEW_COLUMNS: readonly OverviewColumn[] = [
  {
    key: 'verdict',
    title: ['verdict'],
    rank: 9,
    value: ({ verdict }) => VERDICTS.length - VERDICTS.indexOf(verdict),
    text: ({ verdict }) => VERDICT_WORDS[verdict].word,
  },
  amount('kernels', ['kernels'], 6, ({ kernels }) => kernels),
  {
    ...amount('spilling', ['spilling'], 7, ({ spilling, may_spill }) => spilling + may_spill),
    text: ({ spilling, may_spill: maybe }) => (maybe === 0 ? number(spilling) : `${spilling === 0 ? '' : `${spilling} + `}${maybe}?`),
  },
  amount('code', ['code', 'bytes'], 4, ({ bytes }) => bytes.code),
  amount('ir', ['IR', 'bytes'], 3, ({ bytes }) => bytes.ir),
  amount('debug', ['debug', 'bytes'], 2, ({ bytes }) => bytes.debug),
  amount('errors', ['errors'], 5, ({ errors }) => errors),
  { key: 'device', title: ['device'], rank: 8, value: ({ device }) => device ?? '', text: ({ device }) => device ?? '-' },
  { key: 'address', title: ['address'], rank: 10, value: ({ address }) => address, text: ({ address }) => address },
];

/** The overview of a document of `info`. */
export function overviewOf(document: InfoDocument): Overview {
  return overviewOfImages(document.images, () => document);
}

/** As {@link overviewOf}, for images of which only the rows are kept. @param read what of the file was not read, which is known after them */
export function overviewOfImages(images: Iterable<ImageInfo>, read: () => Completeness): Overview {
  const rows: OverviewRow[] = [];
  const spilling: SpillingKernel[] = [];
  const drivers = new Map<string, DecidedBy>();
  for (const image of images) {
    rows.push(rowOf(image));
    const { address, target, kernels } = image;
    for (const kernel of kernels) if (spillMark(kernel) !== ' ') spilling.push({ address, device: target.names[0] ?? null, kernel });
    const driver = isZebinInfo(image) ? image.verdict.driver : null;
    const device = driver?.device?.from === 'option' ? driver.device.name : null;
    if (driver) drivers.set(`${driver.release} ${device}`, { release: driver.release, device });
  }
  const index = new Map(rows.map(({ address }, i) => [address, i]));
  const parts: OverviewRow[] = [];
  for (const { address, reason } of read().unread) {
    const image = index.get(ancestor(address, (one) => index.has(one)) ?? '');
    const row = image === undefined ? undefined : rows[image];
    if (image !== undefined && row) rows[image] = row.unread === undefined ? { ...row, verdict: 'unread', unread: reason } : row;
    // The file itself is not a row of its own.
    else if (address !== '') parts.push({ ...EMPTY, address, format: null, verdict: 'unread', unread: reason });
  }
  const all = [...rows, ...parts];
  const counts = VERDICTS.map((verdict) => [verdict, all.filter((row) => row.verdict === verdict).length] as const);
  const verdicts = counts.filter(([, count]) => count > 0);
  return {
    total: { ...all.reduce(add, EMPTY), verdict: verdicts[0]?.[0] ?? EMPTY.verdict },
    verdicts,
    decided_by: [...drivers.values()],
    rows: all,
    spilling: worstFirst(spilling),
  };
}

/** The part of an address up to an item for which `test` holds, the innermost; undefined if there is none. */
export function ancestor(address: string, test: (address: string) => boolean): string | undefined {
  for (let end = address.length; end > 0; end = address.lastIndexOf('!', end - 1)) {
    const part = address.slice(0, end);
    if (test(part)) return part;
  }
  return test('') ? '' : undefined;
}

/** Rows in the order of a column, or the worst first: by verdict, spills and errors. Rows that are equal in it keep their order. */
export function sortedRows(rows: readonly OverviewRow[], column?: OverviewColumn): readonly OverviewRow[] {
  if (column) return [...rows].sort((a, b) => order(column.value(a), column.value(b)));
  const rank = ({ verdict }: OverviewRow) => VERDICTS.indexOf(verdict);
  return [...rows].sort((a, b) => rank(a) - rank(b) || b.spill_size - a.spill_size || b.errors - a.errors);
}

function order(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return b - a;
  return a < b ? -1 : Number(a > b);
}

const EMPTY: OverviewRow = {
  address: '',
  format: null,
  device: null,
  verdict: 'accepted',
  kernels: 0,
  spilling: 0,
  may_spill: 0,
  spill_size: 0,
  bytes: { code: 0, ir: 0, debug: 0 },
  errors: 0,
};

function add(sum: OverviewRow, row: OverviewRow): OverviewRow {
  return {
    ...sum,
    kernels: sum.kernels + row.kernels,
    spilling: sum.spilling + row.spilling,
    may_spill: sum.may_spill + row.may_spill,
    spill_size: Math.max(sum.spill_size, row.spill_size),
    bytes: {
      code: sum.bytes.code + row.bytes.code,
      ir: sum.bytes.ir + row.bytes.ir,
      debug: sum.bytes.debug + row.bytes.debug,
    },
    errors: sum.errors + row.errors,
  };
}

function rowOf(image: ImageInfo): OverviewRow {
  const { address, format, target, kernels, size } = image;
  const device = target.names[0] ?? null;
  if (isZebinInfo(image)) {
    const { driver, errors } = image.verdict;
    return {
      address,
      format,
      device,
      verdict: driver?.verdict ?? 'not-decided',
      kernels: kernels.length,
      spilling: kernels.filter((kernel) => spillMark(kernel) === '!').length,
      may_spill: kernels.filter((kernel) => spillMark(kernel) === '?').length,
      spill_size: kernels.reduce((most, { spill_size: spill }) => Math.max(most, spill ?? 0), 0),
      bytes: image.bytes,
      errors,
    };
  }
  const code = formatRow(format)?.code;
  return {
    ...EMPTY,
    address,
    format,
    device,
    verdict: code === 'ir' ? 'compiled' : code === 'native' ? 'not-loaded' : 'not-decided',
    kernels: image.kernel_names.length,
    bytes: { ...EMPTY.bytes, ...(code === 'ir' ? { ir: size } : {}) },
    errors: image.diagnostics.filter(({ severity }) => severity === 'error').length,
  };
}

/** Certain spills before possible ones. */
function worstFirst(kernels: readonly SpillingKernel[]): readonly SpillingKernel[] {
  const unsure = ({ kernel }: SpillingKernel) => Number(spillMark(kernel) === '?');
  const size = ({ kernel }: SpillingKernel) => kernel.spill_size ?? 0;
  return [...kernels].sort((a, b) => unsure(a) - unsure(b) || size(b) - size(a));
}
