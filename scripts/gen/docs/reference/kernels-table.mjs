// @ts-check
import { CODE_GROUP, KERNEL_COLUMNS, TIMES_GROUP, tableColumns } from '../../../../dist/presentation/index.js';
import { code, page, prose, table } from '../../markdown.mjs';

export default function kernelsTablePage() {
  /** @type {readonly import('../../../../dist/presentation/index.js').KernelColumn[]} */
  const columns = KERNEL_COLUMNS;
  const ofCode = tableColumns([CODE_GROUP]).slice(columns.length);
  const ofTimes = tableColumns([TIMES_GROUP]).slice(columns.length);
  const rows = (/** @type {typeof columns} */ some) => some.map((row) => [code(row.name), row.type, row.unit ?? '', prose(row.doc)]);
  return page(
    'The table of kernels',
    'What `zebin scan` writes and `zebin query` queries: one row for each kernel ([how to use it](../scale.md)). Where a kernel has a column ' +
      'of the same name in `zebin info --json`, the values are equal.',
    'In Parquet text is `BYTE_ARRAY` (UTF8), an integer `INT64`, and every column may be null.',
    table(['Column', 'Type', 'Unit', 'Meaning'], rows(columns)),
    '## On request',
    'Written with `--columns code`, or with the names of single columns. `info` and `compare` have the same columns ([what they count](../analysis.md#figures)).',
    table(['Column', 'Type', 'Unit', 'Meaning'], rows(ofCode)),
    'With `--times`, from the file of a profiler ([how they are joined](../scale.md#times)):',
    table(['Column', 'Type', 'Unit', 'Meaning'], rows(ofTimes)),
  );
}
