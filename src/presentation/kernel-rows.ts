import { CodeEnds } from '../analysis/comparison/index.ts';
import { Bytes, type Input, sha256 } from '../core/bytes/index.ts';
import { Budget, caughtFinding, type Diagnostic } from '../core/diag/index.ts';
import { type ImageInfo, imageInfo, isZebinInfo } from '../documents/info.ts';
import { FiguresOf } from '../documents/kernel/code-measures.ts';
import { findingsOf } from '../documents/validate/kinds.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { unreadIn } from '../walk/damage.ts';
import { detectByStart } from '../walk/detect.ts';
import { FORMATS, type FormatRow, formatRow } from '../walk/formats.ts';
import { filesOfPass, type Item, inspection, type Pass } from '../walk/inspect.ts';
import { type Cell, cellsOf, type ImageFacts, type RowKernel, type RowSource, type ScannedFile, tableColumns } from './kernel-columns.ts';

/** Kinds that their first bytes identify, and that never have code for a device. */
const WITHOUT_CODE: readonly (string | undefined)[] = [
  ...(FORMATS as readonly FormatRow[]).flatMap(({ kind, plain }) => (plain ? kind : [])),
  'visa-object',
  'visa-text',
  'sycl-cache-key',
];

/** False if the first bytes show that there is no device code. Of a source that is not in memory only these bytes are read. */
export function mayHoldCode(bytes: Bytes): boolean {
  return bytes.length > 0 && !WITHOUT_CODE.includes(detectByStart(bytes));
}

export interface KernelRowsOptions {
  /** Columns of the code to add, by name, or `code` for all: see {@link tableColumns}. They take decoding the code. */
  readonly columns?: readonly string[];
  /** What it may use; as much as a file of its size needs when left out. */
  readonly budget?: Budget;
}

/**
 * The rows of a file in the table of kernels, each with the values of {@link tableColumns}: one for each kernel that `info` lists for an image
 * of device code, one for an image without kernels, and one with the reason for a file that cannot be read. A file without device code
 * has no rows. Does not throw for any content of a file.
 *
 * @param columns names of columns of code, or `code` for all
 *
 * @example
 * const file = { root: '.', path: 'a.zebin', size: bytes.length, sha256: null };
 * kernelRows(file, bytes).length; // 1
 */
export function kernelRows(file: ScannedFile, input: Input, options: KernelRowsOptions = {}): readonly (readonly Cell[])[] {
  return [...eachKernelRow(file, input, options)];
}

/** As {@link kernelRows}, one row at a time, for a file that may have very many: it is read while they are asked for. */
export function* eachKernelRow(file: ScannedFile, input: Input, options: KernelRowsOptions = {}): Generator<readonly Cell[]> {
  const columns = tableColumns(options.columns);
  for (const source of sourcesOf(file, input, options)) yield cellsOf(source, columns);
}

function* sourcesOf(
  file: ScannedFile,
  input: Input,
  { columns = [], budget = new Budget(input.length) }: KernelRowsOptions,
): Generator<RowSource> {
  const bytes = Bytes.from(input);
  if (!mayHoldCode(bytes)) return;
  const whole = bytes.span();
  // An image that is the whole file has the hash of the file.
  const hash = (one: Bytes) => {
    const { source, start, end } = one.span();
    const isFile = source === whole.source && start === whole.start && end === whole.end;
    return isFile && file.sha256 !== null ? file.sha256 : sha256(one);
  };
  try {
    yield* rowsOfPass(inspection(bytes, { budget }), file, hash, columns.length > 0, budget);
  } catch (error) {
    yield* refused(caughtFinding(error), file);
  }
}

/** The row of a file that cannot be read at all. */
export function errorRow(file: ScannedFile, code: string, message: string, columns: readonly string[] = []): Cell[] {
  return cellsOf({ file, container: null, error: { code, message } }, tableColumns(columns));
}

function refused(diagnostic: Diagnostic, file: ScannedFile): RowSource[] {
  if (!isOfCode(diagnostic)) return [];
  const { code, message } = diagnostic;
  return [{ file, container: kindIn(diagnostic), error: { code, message } }];
}

const kindIn = ({ data }: Diagnostic): string | null => (typeof data?.kind === 'string' ? data.kind : null);

/** Whether a file that was refused for this reason could have device code. */
export function isOfCode(diagnostic: Diagnostic): boolean {
  // Data of no known format that is not a damaged container is a file of another kind. So is a manual page in a `.gz`.
  const kind = kindIn(diagnostic) ?? undefined;
  return diagnostic.code !== 'detect/unknown' && diagnostic.code !== 'detect/empty' && (kind === undefined || !WITHOUT_CODE.includes(kind));
}

function* rowsOfPass(
  pass: Pass,
  file: ScannedFile,
  digest: (bytes: Bytes) => string,
  hasFigures: boolean,
  budget: Budget,
): Generator<RowSource> {
  const container = pass.root.kind;
  for (const item of filesOfPass(pass)) {
    if (item.content.kind === 'section') continue;
    const { address } = item;
    const image = imageInfo(item, { labelOf: kernelLabel });
    const [unread] = unreadIn(item);
    const isCode = image !== undefined && formatRow(image.format)?.code !== undefined;
    // A damaged container may have had more in it, and an item that cannot be read may have been code.
    if (!isCode && !unread) continue;
    const kernels = isCode ? kernelsOf(image, item, digest, hasFigures, budget) : [];
    const source = { file, container, address, ...(image ? { image, facts: factsOf(item, digest) } : {}) };
    for (const kernel of kernels) yield { kernel, ...source };
    // Kernels of an image that was not read whole may be missing: a row of its own says so.
    if (unread) yield { error: { code: unread.code, message: unread.reason }, ...source };
    else if (kernels.length === 0) yield source;
  }
}

function factsOf(item: Item, digest: (bytes: Bytes) => string): ImageFacts {
  const findings = findingsOf(item);
  const counted = (severity: string) => findings.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  return { sha256: digest(item.bytes), errors: counted('error'), warnings: counted('warning') };
}

function kernelsOf(image: ImageInfo, item: Item, digest: (bytes: Bytes) => string, hasFigures: boolean, budget: Budget): RowKernel[] {
  const { content } = item;
  if (!isZebinInfo(image)) return image.kernel_names.map((name, index) => ({ index, name, label: kernelLabel(name) }));
  if (content.kind !== 'zebin') return [];
  const figures = hasFigures ? new FiguresOf(content.zebin, budget) : undefined;
  const ends = new CodeEnds(content.zebin.elf);
  return content.zebin.kernels.flatMap((kernel, index): RowKernel[] => {
    const info = image.kernels[index];
    if (!info) return [];
    const { text } = kernel;
    return [
      {
        index,
        name: info.name,
        label: info.label,
        info,
        ...(text ? { code: { bytes: ends.of(text), sha256: digest(text.bytes.sub(0, ends.of(text))) } } : {}),
        ...(figures && { figures: figures.of(kernel) }),
      },
    ];
  });
}
