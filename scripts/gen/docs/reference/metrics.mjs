// @ts-check
import { GATE_FAILURES, METRICS, UNMATCHED, VERDICTS } from '../../../../dist/analysis/comparison/index.js';
import { code, page, prose, table } from '../../markdown.mjs';

/** @param {readonly { readonly word: string, readonly doc: string }[]} rows */
const words = (rows) =>
  table(
    ['Word', 'Meaning'],
    rows.map(({ word, doc }) => [word, prose(doc)]),
  );

export default function metricsPage() {
  return page(
    'Metrics',
    'The figures by which `zebin compare` compares the kernels of two builds, in its order ([how to use it](../comparing.md)). They have the ' +
      'names and values of `zebin info --json`; `code_bytes` is a column of `zebin scan`.',
    table(
      ['Metric', 'Title', 'Unit', 'Better', 'Meaning'],
      METRICS.map((row) => [code(row.key), row.title, row.unit, row.better, prose(row.doc)]),
    ),
    '## Verdicts',
    'Of a measure, of a kernel and of a build.',
    words(VERDICTS),
    '## Why a kernel is not compared',
    words(UNMATCHED),
    '## Why a gate fails',
    words(GATE_FAILURES),
  );
}
