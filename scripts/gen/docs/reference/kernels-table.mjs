// @ts-check
import { KERNEL_COLUMNS } from '../../../../dist/report/index.js';
import { code, page, prose, table } from '../../markdown.mjs';

export default function kernelsTablePage() {
  const columns = /** @type {readonly import('../../../../dist/report/index.js').KernelColumn[]} */ (KERNEL_COLUMNS);
  return page(
    'The table of kernels',
    'What `zebin scan` writes and `zebin query` asks: one row for each kernel ([how to use it](../scale.md)). Where a kernel has a column ' +
      'of the same name in `zebin info --json`, the values are equal.',
    'In Parquet text is `BYTE_ARRAY` (UTF8), an integer `INT64`, and every column may be null.',
    table(
      ['Column', 'Type', 'Unit', 'Meaning'],
      columns.map((row) => [code(row.name), row.type, row.unit ?? '', prose(row.doc)]),
    ),
  );
}
