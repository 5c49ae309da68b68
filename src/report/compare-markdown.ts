import type { CompareDocument, ComparedKernel, KernelChange, MetricComparison, MovedKernel } from './compare.ts';
import type { ChangeCounts } from './diff-code.ts';
import { code } from './markdown.ts';

/** Kernels listed of those that were added, were removed or moved. A comment on GitHub has at most 65,536 characters. */
const LISTED = 20;

/** The comparison as GitHub's Markdown, for a pull request: a table, and below it the kernels in a folded block. */
export function compareMarkdown(document: CompareDocument): string {
  const changed = document.metrics.filter((row) => row.helped + row.hurt > 0);
  const { base, new: next, matched, gate } = document;
  const only = [
    ...(document.only_base.length > 0 ? [`${document.only_base.length} only in the base`] : []),
    ...(document.only_new.length > 0 ? [`${document.only_new.length} only in the new build`] : []),
  ];
  const parts = [
    `### Kernels: ${verdictOf(document)}`,
    `${code(base.path)} → ${code(next.path)}: ${[`${matched} kernels in both`, ...only].join(', ')}.`,
    ...(changed.length > 0 ? [metricTable(changed)] : []),
    ...(gate && gate.moved.length > 0 ? [movedList(gate.moved)] : []),
    ...kernelList('Not compared, because the code of a side was not analysed', gate?.unknown ?? []),
    ...codeSummary(document),
    ...changed.map(details),
    ...kernelList('Only in the base', document.only_base),
    ...kernelList('Only in the new build', document.only_new),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** How the aligned instructions differ, by operation; nothing unless the code was compared. */
function codeSummary({ code: found }: CompareDocument): string[] {
  if (!found) return [];
  const { kernels, compared, unknown, same, changed, new: added, gone, by_operation, most } = found;
  const left = unknown === 0 ? '' : ` ${unknown} kernels are not compared.`;
  const head =
    `Instructions, ignoring registers, addresses and waits: ${kernels} of ${compared} kernels differ; ` +
    `${changed} changed, ${added} new, ${gone} gone, ${same} the same.${left}`;
  if (kernels === 0) return [head];
  const row = (name: string, counts: ChangeCounts): string => `| ${name} | ${counts.changed} | ${counts.new} | ${counts.gone} |`;
  const table = (title: string, rows: readonly string[]): string =>
    [`| ${title} | changed | new | gone |`, '| --- | ---: | ---: | ---: |', ...rows].join('\n');
  const operations = Object.entries(by_operation).map(([name, counts]) => row(code(name), counts));
  const kernelRows = most.map((one) => row(kernel(one), one));
  return [
    head,
    `<details><summary>instructions by operation, and kernels with the most differences</summary>\n\n${table('operation', operations)}\n\n${table('kernel', kernelRows)}\n\n</details>`,
  ];
}

/** The result in one sentence. */
function verdictOf({ metrics, only_base, only_new, gate }: CompareDocument): string {
  const names = (verdict: MetricComparison['verdict']) => metrics.filter((row) => row.verdict === verdict).map((row) => row.title);
  const parts = [
    ...(names('hurt').length > 0 ? [`${names('hurt').join(', ')} HURT`] : []),
    ...(names('helped').length > 0 ? [`${names('helped').join(', ')} helped`] : []),
    ...(names('inconclusive').length > 0 ? [`${names('inconclusive').join(', ')} inconclusive`] : []),
  ];
  const change = parts.length > 0 ? parts.join('; ') : only_base.length + only_new.length > 0 ? 'not the same ones' : 'no change';
  return gate ? `${change} (gate ${gate.passed ? 'passed' : 'FAILED'})` : change;
}

function metricTable(rows: readonly MetricComparison[]): string {
  const lines = rows.map((row) => {
    const { total, affected } = row;
    const cells = [
      row.title,
      row.unit,
      row.helped,
      row.hurt,
      change(total),
      change(affected),
      row.verdict === 'hurt' ? '**HURT**' : row.verdict,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| metric | unit | helped | HURT | total | affected | verdict |',
    '| --- | --- | ---: | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n');
}

function change({ base, new: next }: { readonly base: number; readonly new: number }): string {
  const part = base === 0 ? '' : ` (${next >= base ? '+' : '−'}${Math.abs(((next - base) / base) * 100).toFixed(1)} %)`;
  return `${base} → ${next}${part}`;
}

function details(row: MetricComparison): string {
  const lines = (title: string, list: readonly KernelChange[]) =>
    list.length === 0
      ? []
      : [
          `| ${title} | base | new | device |`,
          '| --- | ---: | ---: | --- |',
          ...list.map((one) => `| ${kernel(one)} | ${one.base} | ${one.new} | ${code(one.device)} |`),
          '',
        ];
  const body = [...lines('most HURT', row.worst), ...lines('most helped', row.best)].join('\n');
  return `<details><summary>${row.title}: ${row.hurt} HURT, ${row.helped} helped</summary>\n\n${body}\n</details>`;
}

function movedList(moved: readonly MovedKernel[]): string {
  const lines = moved.slice(0, LISTED).map((one) => {
    const what = one.metric === undefined ? '' : `: ${one.metric} ${one.base} → ${one.new}`;
    return `- ${one.change} ${kernel(one)}${what}`;
  });
  const more = moved.length > LISTED ? [`- and ${moved.length - LISTED} more`] : [];
  return ['**Beyond the thresholds of the gate:**', '', ...lines, ...more].join('\n');
}

function kernelList(title: string, kernels: readonly ComparedKernel[]): string[] {
  if (kernels.length === 0) return [];
  const lines = kernels.slice(0, LISTED).map((one) => `- ${kernel(one)}`);
  const more = kernels.length > LISTED ? [`- and ${kernels.length - LISTED} more`] : [];
  return [`<details><summary>${title}: ${kernels.length}</summary>\n\n${[...lines, ...more].join('\n')}\n\n</details>`];
}

function kernel({ label, place }: ComparedKernel): string {
  return place === '' ? code(label) : `${code(label)} in ${code(place)}`;
}
