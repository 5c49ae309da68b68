/**
 * The table of kernels that `zebin scan` writes: one row here for each of its columns. NDJSON, CSV, the schema of Parquet, the
 * reference page and `zebin query --columns` are made from it.
 */
import { kernelLabel } from '../demangle/index.ts';
import { executionEnv } from '../zeinfo/index.ts';
import { type ImageInfo, isZebinInfo, type KernelInfo, type ZebinInfo } from './info.ts';

/** A value of the table. Columns of integers hold whole numbers below 2⁵³. */
export type Cell = string | number | boolean | null;
export type CellType = 'text' | 'integer' | 'boolean';

/** A file of a scan. */
export interface ScannedFile {
  /** The folder that was given. */
  readonly root: string;
  /** Path below it, with `/`. */
  readonly path: string;
  /** In bytes; null when it could not be read. */
  readonly size: number | null;
  /** Of its bytes, in hexadecimal; null when it could not be read. */
  readonly sha256: string | null;
}

/** What a row is made of. */
export interface RowSource {
  readonly file: ScannedFile;
  /** What the file is; null if that is unknown. */
  readonly container: string | null;
  /** Of the image, or of the container that is damaged. */
  readonly address?: string;
  /** An image of the file as `info` has it. */
  readonly image?: ImageInfo;
  /** What `info` does not say of it. */
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
  /** As `info` has it; absent where only the name is known. */
  readonly info?: KernelInfo;
  /** Code without the padding after it. */
  readonly code?: { readonly bytes: number; readonly sha256: string };
}

export interface KernelColumn<N extends string = string> {
  readonly name: N;
  readonly type: CellType;
  readonly unit?: string;
  /** One sentence. */
  readonly doc: string;
  /** Whether it is what the kernel itself needs or has, as `info` says it. */
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

/** A member of a kernel in `info --json`, under its name there. */
const resource = <const N extends keyof KernelInfo>(name: N, type: CellType, doc: string, unit?: string): KernelColumn<N> => ({
  ...column(name, type, doc, ({ kernel }) => (kernel?.info?.[name] as Cell | undefined) ?? null, unit),
  resource: true,
});

/** One that is an attribute of execution_env, whose row says what it is. */
const attribute = <const N extends keyof KernelInfo & keyof typeof executionEnv.attributes>(name: N): KernelColumn<N> => {
  const { type, doc, unit }: { type: { kind: string }; doc: string; unit?: string } = executionEnv.attributes[name];
  return resource(name, type.kind === 'bool' ? 'boolean' : 'integer', doc, unit);
};

/** The image, when it is a zebin. */
const zebin = ({ image }: RowSource): ZebinInfo | undefined => (image && isZebinInfo(image) ? image : undefined);

export const KERNEL_COLUMNS = [
  column(
    'root',
    'text',
    'The folder that was scanned, as it was given; the folder of the file where a file was given.',
    (r) => r.file.root,
  ),
  column('path', 'text', 'Path of the file below root, with `/`.', (r) => r.file.path),
  column(
    'address',
    'text',
    'Address of the image in the file, as `ls` prints it; empty when the file is the image.',
    (r) => r.address ?? null,
  ),
  column(
    'container',
    'text',
    'What the file is: zebin, ar, elf, pe, offload-binary and so on; null if that is unknown.',
    (r) => r.container,
  ),
  column('format', 'text', 'What the image is: zebin, spirv, patch-tokens and so on.', ({ image }) => image?.format ?? null),
  column('file_size', 'integer', 'Size of the file.', (r) => r.file.size, 'bytes'),
  column('file_sha256', 'text', 'SHA-256 of the file.', (r) => r.file.sha256),
  column('image_size', 'integer', 'Size of the image, inflated.', ({ image }) => image?.size ?? null, 'bytes'),
  column('image_sha256', 'text', 'SHA-256 of the image, inflated.', ({ facts }) => facts?.sha256 ?? null),

  column('kernel_index', 'integer', 'Number of the kernel in its image, counted from 0.', ({ kernel }) => kernel?.index ?? null),
  column(
    'name',
    'text',
    'Name of the kernel; null in the row of an image without kernels, and of a file that could not be read.',
    ({ kernel }) => kernel?.name ?? null,
  ),
  column('label', 'text', 'The name as people write it: demangled, and for a SYCL kernel its type.', ({ kernel }) =>
    kernel === undefined ? null : kernelLabel(kernel.name),
  ),

  column(
    'device',
    'text',
    'The device that the image is for, by its most exact name; null when it names none.',
    ({ image }) => image?.target.names[0] ?? null,
  ),
  column('device_names', 'text', 'All names of that device, best first, with commas.', ({ image }) =>
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
    'Version of the format that the producer noted (note 4).',
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
    'Whether SPIR-V or PISA is inside, from which a driver can rebuild for another device.',
    (r) => zebin(r)?.has_ir ?? null,
  ),

  attribute('simd_size'),
  attribute('grf_count'),
  attribute('eu_thread_count'),
  attribute('slm_size'),
  attribute('spill_size'),
  attribute('private_size'),
  resource('scratch_size', 'integer', 'Scratch buffers together.', 'bytes per hardware thread'),
  resource(
    'memory_source',
    'text',
    'Where spill_size and private_size come from: attributes, scratch-buffers, or single-space, with which spill_size is only an upper bound.',
  ),
  attribute('barrier_count'),
  attribute('has_stack_calls'),
  resource('code_size', 'integer', 'Size of the section .text.NAME, with its padding.', 'bytes'),
  resource('cross_thread_size', 'integer', 'Arguments that all threads share: where the last one ends.', 'bytes'),
  resource('per_thread_size', 'integer', 'Arguments that each hardware thread has for itself.', 'bytes'),
  attribute('inline_data_payload_size'),
  column(
    'defaults',
    'text',
    'Attributes among these that the file does not write and whose default is shown, with commas.',
    ({ kernel }) => kernel?.info?.defaults.join(', ') ?? null,
  ),
  column('code_bytes', 'integer', 'Code without the padding after it.', ({ kernel }) => kernel?.code?.bytes ?? null, 'bytes'),
  column(
    'code_sha256',
    'text',
    'SHA-256 of that, before relocation: equal code has it equal.',
    ({ kernel }) => kernel?.code?.sha256 ?? null,
  ),

  column(
    'read_errors',
    'integer',
    'Errors that reading the image reported: the verdict of `info`.',
    (r) => zebin(r)?.verdict.errors ?? null,
  ),
  column('read_warnings', 'integer', 'Warnings of the same.', (r) => zebin(r)?.verdict.warnings ?? null),
  column(
    'drivers_since',
    'text',
    'First public driver release that knows every name in the image.',
    (r) => zebin(r)?.verdict.drivers.since ?? null,
  ),
  column('drivers_until', 'text', 'First release that no longer knows a name in it.', (r) => zebin(r)?.verdict.drivers.until ?? null),
  column('validate_errors', 'integer', 'Errors that `validate` finds in the image.', ({ facts }) => facts?.errors ?? null),
  column('validate_warnings', 'integer', 'Warnings of the same.', ({ facts }) => facts?.warnings ?? null),

  column(
    'error_code',
    'text',
    'Why there is no kernel in the row: a diagnostic code, or what the operating system says (EACCES); null where nothing is wrong.',
    ({ error }) => error?.code ?? null,
  ),
  column('error', 'text', 'The same in one sentence.', ({ error }) => error?.message ?? null),
] as const satisfies readonly KernelColumn[];

export type KernelColumnName = (typeof KERNEL_COLUMNS)[number]['name'];

/** A row of the table. */
export type KernelRow = { readonly [N in KernelColumnName]: Cell };

function named(family: { readonly value: number; readonly name: string | null } | null | undefined): string | null {
  return family ? (family.name ?? String(family.value)) : null;
}

/** The values in the order of the columns. Text that came of damaged bytes has them as `\x80`, so that every format can hold it. */
export function cellsOf(source: RowSource): Cell[] {
  const cells: Cell[] = [];
  for (const { value } of KERNEL_COLUMNS as readonly KernelColumn[]) {
    const cell = value(source);
    cells.push(typeof cell === 'string' ? wellFormed(cell) : cell);
  }
  return cells;
}

/** Hardly any text has one, and engines tell that at once for most. */
const SURROGATE = /[\ud800-\udfff]/;

function wellFormed(text: string): string {
  if (!SURROGATE.test(text)) return text;
  return text.replace(/[\ud800-\udfff]/gu, (c) => {
    const code = c.charCodeAt(0);
    return code >= 0xdc80 && code <= 0xdcff ? `\\x${(code - 0xdc00).toString(16)}` : `\\u{${code.toString(16)}}`;
  });
}
