// @ts-check
import { METRICS } from '../../../../dist/diff/index.js';
import { code, page, prose, table } from '../../markdown.mjs';

export default function metricsPage() {
  return page(
    'Metrics',
    'The figures by which `zebin compare` compares the kernels of two builds, in its order ([how to use it](../comparing.md)). They have the ' +
      'names and values of `zebin info --json`; `code_bytes` is a column of `zebin scan`.',
    table(
      ['Metric', 'Title', 'Unit', 'Better', 'Meaning'],
      METRICS.map((row) => [code(row.key), row.title, row.unit, row.better, prose(row.doc)]),
    ),
  );
}
