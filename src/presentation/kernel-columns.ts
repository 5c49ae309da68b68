/**
 * The table of kernels that `zebin scan` writes: one row here for each of its columns. NDJSON, CSV, the schema of Parquet, the
 * reference page and `zebin query --columns` derive from it.
 */
import { CODE_COLUMNS, type CodeFigures } from '../analysis/instructions/index.ts';
import { type ImageInfo, isZebinInfo, type KernelInfo, type ZebinInfo } from '../documents/info.ts';
import { KERNEL_RESOURCES, type ResourceName, type ResourceRow } from '../formats/zebin/index.ts';
import { askedColumns } from './asked-columns.ts';
import { TIME_COLUMNS } from './time-columns.ts';

/** A value of the table. Columns of integers hold whole numbers below 2⁵³. */
export type Cell = string | number | boolean | null;
export type CellType = 'text' | 'integer' | 'boolean';

/** A file of a scan. */
export interface ScannedFile {
  /** The given folder. */
  readonly root: string;
  /** Path in the folder, with `/`. */
  readonly path: string;
  /** In bytes; null when the file could not be read. */
  readonly size: number | null;
  /** SHA-256 of its bytes, in hexadecimal; null when the file could not be read. */
  readonly sha256: string | null;
}

/** The data for one row. */
export interface RowSource {
  readonly file: ScannedFile;
  /** Format of the file; null if it is unknown. */
  readonly container: string | null;
  /** Address of the image, or of the damaged container. */
  readonly address?: string;
  /** An image of the file, as in the document of `info`. */
  readonly image?: ImageInfo;
  /** Facts about the image that `info` does not have. */
  readonly facts?: ImageFacts;
  readonly kernel?: RowKernel;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface ImageFacts {
  readonly sha256: string;
  /** Findings of `validate`. */
  readonly errors: number;
  readonly warnings: number;
}

export interface RowKernel {
  /** Counted from 0 within its image. */
  readonly index: number;
  readonly name: string;
  /** The demangled name, or the name. */
  readonly label: string;
  /** As in the document of `info`; absent if only the name is known. */
  readonly info?: KernelInfo;
  /** Code without the padding after it. */
  readonly code?: { readonly bytes: number; readonly sha256: string };
  /** Columns of the code, if they were asked for and it can be analysed. */
  readonly figures?: CodeFigures | undefined;
}

export interface KernelColumn<N extends string = string> {
  readonly name: N;
  readonly type: CellType;
  readonly unit?: string;
  /** One sentence. */
  readonly doc: string;
  /** Whether the column is a resource of the kernel itself, as in the document of `info`. */
  readonly resource?: true;
  value(row: RowSource): Cell;
}

const column = <const N extends string>(
  name: N,
  type: CellType,
  doc: string,
  value: KernelColumn['value'],
  unit?: string,
): KernelColumn<N> => ({ name, type, doc, value, ...(unit === undefined ? {} : { unit }) });

/** The resources of a kernel, under their names in `info --json`. */
const RESOURCES = Object.entries(KERNEL_RESOURCES as Record<ResourceName, ResourceRow>).map(
  ([name, { type, doc, unit }]): KernelColumn<ResourceName> => ({
    ...column(name as ResourceName, type, doc, ({ kernel }) => kernel?.info?.[name as ResourceName] ?? null, unit),
    resource: true,
  }),
);

/** The image, when it is a zebin. */
const zebin = ({ image }: RowSource): ZebinInfo | undefined => (image && isZebinInfo(image) ? image : undefined);

export const KERNEL_COLUMNS = [
  column('root', 'text', 'The scanned folder, as it was given; for a given file, its folder.', (r) => r.file.root),
  column('path', 'text', 'Path of the file in root, with `/`.', (r) => r.file.path),
  column(
    'address',
    'text',
    'Address of the image in the file, as `ls` prints it; empty when the file is the image.',
    (r) => r.address ?? null,
  ),
  column(
    'container',
    'text',
    'Format of the file: zebin, ar, elf, pe, offload-binary and so on; null if it is unknown.',
    (r) => r.container,
  ),
  column('format', 'text', 'Format of the image: zebin, spirv, patch-tokens and so on.', ({ image }) => image?.format ?? null),
  column('file_size', 'integer', 'Size of the file.', (r) => r.file.size, 'bytes'),
  column('file_sha256', 'text', 'SHA-256 of the file.', (r) => r.file.sha256),
  column('image_size', 'integer', 'Size of the image, inflated.', ({ image }) => image?.size ?? null, 'bytes'),
  column('image_sha256', 'text', 'SHA-256 of the image, inflated.', ({ facts }) => facts?.sha256 ?? null),

  column('kernel_index', 'integer', 'Number of the kernel in its image, counted from 0.', ({ kernel }) => kernel?.index ?? null),
  column(
    'name',
    'text',
    'Name of the kernel; null in the row of an image without kernels or of a file that cannot be read.',
    ({ kernel }) => kernel?.name ?? null,
  ),
  column('label', 'text', 'The demangled name; for a SYCL kernel its type.', ({ kernel }) => kernel?.label ?? null),

  column(
    'device',
    'text',
    'The device that the image is for, by its most exact name; null when the image does not name one.',
    ({ image }) => image?.target.names[0] ?? null,
  ),
  column('device_names', 'text', 'All names of that device, best first, separated by commas.', ({ image }) =>
    image && (isZebinInfo(image) || image.target.names.length > 0) ? image.target.names.join(', ') : null,
  ),
  column('ip', 'text', 'IP version of the device (note 6).', ({ image }) => image?.target.product_config?.ip ?? null),
  column('product_family', 'text', 'Product family (note 1) by name, or its number.', ({ image }) => named(image?.target.product_family)),
  column('gfxcore_family', 'text', 'Core family (note 2, or the header of patch tokens) by name, or its number.', ({ image }) =>
    named(image?.target.gfxcore_family),
  ),
  column('grf_bytes', 'integer', 'Width of a register of the device.', ({ image }) => image?.target.grf_bytes ?? null, 'bytes'),

  column('version', 'text', 'Version of ze_info.', (r) => zebin(r)?.version ?? null),
  column(
    'zebin_version',
    'text',
    'Version of the format, as the producer wrote it (note 4).',
    ({ image }) => image?.target.zebin_version ?? null,
  ),
  column('visa_abi_version', 'integer', 'Version of the vISA ABI (note 5).', ({ image }) => image?.target.visa_abi_version ?? null),
  column(
    'generator',
    'integer',
    'The program that wrote the image: generatorId of note 3, which is 1 for IGC and 2 for nGEN.',
    (r) => zebin(r)?.target.target_metadata?.generatorId ?? null,
  ),
  column('elf_class', 'integer', 'Class of the ELF file: pointers of 32 or 64 bits.', (r) => zebin(r)?.elf.class ?? null, 'bits'),
  column(
    'has_ir',
    'boolean',
    'Whether the image has SPIR-V or PISA, from which a driver can rebuild it for another device.',
    (r) => zebin(r)?.has_ir ?? null,
  ),

  ...RESOURCES,
  column(
    'defaults',
    'text',
    'Attributes among these that the file does not have, so that the default is shown; separated by commas.',
    ({ kernel }) => kernel?.info?.defaults.join(', ') ?? null,
  ),
  column('code_bytes', 'integer', 'Size of the code without the padding after it.', ({ kernel }) => kernel?.code?.bytes ?? null, 'bytes'),
  column(
    'code_sha256',
    'text',
    'SHA-256 of the code without padding, before relocation. Equal code has equal hashes.',
    ({ kernel }) => kernel?.code?.sha256 ?? null,
  ),

  column(
    'read_errors',
    'integer',
    'Errors found when the image was read, as in the verdict of `info`.',
    (r) => zebin(r)?.verdict.errors ?? null,
  ),
  column('read_warnings', 'integer', 'Warnings found when the image was read.', (r) => zebin(r)?.verdict.warnings ?? null),
  column(
    'drivers_since',
    'text',
    'First public driver release that knows every name in the image.',
    (r) => zebin(r)?.verdict.names.since ?? null,
  ),
  column(
    'drivers_until',
    'text',
    'First public driver release that no longer knows a name in the image.',
    (r) => zebin(r)?.verdict.names.until ?? null,
  ),
  column('validate_errors', 'integer', 'Errors that `validate` finds in the image.', ({ facts }) => facts?.errors ?? null),
  column('validate_warnings', 'integer', 'Warnings that `validate` finds in the image.', ({ facts }) => facts?.warnings ?? null),

  column(
    'error_code',
    'text',
    'Why the row has no kernel: a diagnostic code, or an error code of the operating system (EACCES); null when there is no error.',
    ({ error }) => error?.code ?? null,
  ),
  column('error', 'text', 'The error in one sentence.', ({ error }) => error?.message ?? null),
] as const satisfies readonly KernelColumn[];

/** Columns of the code, which a table has on request. */
const OF_CODE = CODE_COLUMNS.map(
  ({ name, doc, unit }): KernelColumn => column(name, 'integer', doc, ({ kernel }) => kernel?.figures?.[name] ?? null, unit),
);

/** The name for which a table has the columns of times. */
export const TIMES_GROUP = 'times';

/** Columns of times, which come from the file of a profiler: the scan itself has no values for them (`TimesJoin`). */
const OF_TIMES = TIME_COLUMNS.map(({ name, doc, unit }): KernelColumn => column(name, 'integer', doc, () => null, unit));

/**
 * The columns of a table with those that were asked for: names of columns of code, `code` for all, `times` for those of a profiler. Throws
 * `TypeError` for another name.
 *
 * @example
 * tableColumns(['peak_registers']).length - tableColumns().length; // 1
 */
export function tableColumns(columnNames: readonly string[] = []): readonly KernelColumn[] {
  const hasTimes = columnNames.includes(TIMES_GROUP);
  const names = new Set<string>(askedColumns(columnNames.filter((name) => name !== TIMES_GROUP)).map(({ name }) => name));
  if (names.size === 0 && !hasTimes) return KERNEL_COLUMNS;
  return [...KERNEL_COLUMNS, ...OF_CODE.filter(({ name }) => names.has(name)), ...(hasTimes ? OF_TIMES : [])];
}

export type KernelColumnName = (typeof KERNEL_COLUMNS)[number]['name'];

/** A row of the table. */
export type KernelRow = { readonly [N in KernelColumnName]: Cell };

function named(family: { readonly value: number; readonly name: string | null } | null | undefined): string | null {
  return family ? (family.name ?? String(family.value)) : null;
}

/**
 * The values in the order of the columns, as every format can store them: invalid bytes in text are written as `\x80`, and a number of a
 * damaged file that is 2⁵³ or more is null.
 */
export function cellsOf(source: RowSource, columns: readonly KernelColumn[] = KERNEL_COLUMNS): Cell[] {
  const cells: Cell[] = [];
  for (const { value } of columns) {
    const cell = value(source);
    cells.push(typeof cell === 'string' ? wellFormed(cell) : typeof cell === 'number' && !Number.isSafeInteger(cell) ? null : cell);
  }
  return cells;
}

/** Few texts have a surrogate, and this test is fast for the others. */
const SURROGATE = /[\ud800-\udfff]/;

function wellFormed(text: string): string {
  if (!SURROGATE.test(text)) return text;
  return text.replace(/[\ud800-\udfff]/gu, (c) => {
    const code = c.charCodeAt(0);
    return code >= 0xdc80 && code <= 0xdcff ? `\\x${(code - 0xdc00).toString(16)}` : `\\u{${code.toString(16)}}`;
  });
}
