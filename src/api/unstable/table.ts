/** `zebin/unstable/table`: the kernels of many files as rows of one table, as `zebin scan` writes them. */
export type { Input } from '../../core/bytes/index.ts';
export { type Cell, KERNEL_COLUMNS, type KernelColumn, type ScannedFile, tableColumns } from '../../presentation/kernel-columns.ts';
export { type KernelRowsOptions, kernelRows } from '../../presentation/kernel-rows.ts';
