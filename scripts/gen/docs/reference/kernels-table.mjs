// @ts-check

import { TIMES_FORMS } from '../../../../dist/formats/samples/index.js';
import { CODE_GROUP, KERNEL_COLUMNS, TIMES_GROUP, tableColumns } from '../../../../dist/presentation/index.js';
import { code, page, prose, table } from '../../markdown.mjs';

/** @type {Record<string, string>} */
const PROFILERS = { unitrace: 'unitrace', vtune: 'VTune' };
/** @type {Record<string, string>} */
const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

/** What is read of the file of a profiler. */
function timesTable() {
  /** @type {readonly import('../../../../dist/formats/samples/index.js').TimesForm[]} */
  const forms = TIMES_FORMS;
  const names = (/** @type {readonly (string | undefined)[]} */ all) =>
    all.flatMap((one) => (one === undefined ? [] : code(one))).join(' or ');
  return table(
    ['Profiler', 'Kernel', 'Device', 'Calls', 'Total time', 'Shortest, longest', 'Unit', 'Delimiters'],
    forms.map(({ form, kernel, device, calls, total, least, most, unit, delimiters }) => [
      PROFILERS[form] ?? form,
      names(kernel),
      names([device]),
      names([calls]),
      names([total]),
      [least, most].flatMap((one) => (one === undefined ? [] : code(one))).join(', '),
      unit === 1 ? 'nanosecond' : 'second',
      delimiters.map((one) => DELIMITERS[one] ?? one).join(', '),
    ]),
  );
}

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
    'They come from these columns of the file, whose names are read without regard to case; other columns and lines are skipped:',
    timesTable(),
  );
}
