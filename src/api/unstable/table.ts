/** `zebin/unstable/table`: the kernels of many files as rows of one table, as `zebin scan` writes them. */
import { Bytes } from '../../core/bytes/index.ts';
import type { Cell, KernelColumn, ScannedFile } from '../../presentation/kernel-columns.ts';
import { kernelRows as rows } from '../../presentation/kernel-rows.ts';
import type { Input } from '../reading.ts';

export { KERNEL_COLUMNS, tableColumns } from '../../presentation/kernel-columns.ts';
export type { Cell, Input, KernelColumn, ScannedFile };

/**
 * A row for each kernel in a file, in the order of {@link KERNEL_COLUMNS}, or of {@link tableColumns} for the columns of code that are
 * asked for. These take decoding the code.
 *
 * @param columns names of columns of code, or `code` for all
 *
 * @example
 * const file = { root: '.', path: 'a.zebin', size: bytes.length, sha256: null };
 * kernelRows(file, bytes).length; // 1
 */
export function kernelRows(file: ScannedFile, input: Input, columns: readonly string[] = []): readonly (readonly Cell[])[] {
  return rows(file, Bytes.from(input), { columns });
}
