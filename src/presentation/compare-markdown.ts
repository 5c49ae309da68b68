import type { ChangeCounts } from '../documents/compare/diff-code.ts';
import type {
  ChangedMetric,
  CompareDocument,
  ComparedKernel,
  KernelComparison,
  MetricComparison,
  MovedKernel,
} from '../documents/compare/model.ts';
import { headline, uncomparedGroups } from './compare-words.ts';
import { code } from './markdown.ts';

/** Kernels listed that changed, were not compared or moved. A comment on GitHub has at most 65,536 characters. */
const LISTED = 20;

/** The comparison as GitHub's Markdown, for a pull request: the verdict, the kernels that changed, the totals; what is long is folded. */
export function compareMarkdown(document: CompareDocument): string {
  const { base, new: next, matched, kernels, metrics, gate, unread, identical } = document;
  const changed = metrics.filter(({ verdict }) => verdict !== 'same');
  const parts = [
    `### Kernels: ${headline(document)}`,
    `${code(base.title)} (${devices(base.devices)}) → ${code(next.title)} (${devices(next.devices)}): ${matched} ${matched === 1 ? 'kernel' : 'kernels'} in both, ${kernels.length} changed.`,
    ...unreadList(unread),
    ...(gate && gate.moved.length > 0 ? [movedList(gate.moved)] : []),
    ...(kernels.length > 0 ? [kernelTable(kernels, metrics)] : []),
    ...(changed.length > 0 && matched > 1 ? [metricTable(changed)] : []),
    ...kernelList('Not compared, because the code of a side was not analysed', gate?.unknown ?? []),
    ...(identical ? [] : codeSummary(document)),
    ...uncomparedGroups(document).flatMap(({ title, kernels: list }) => kernelList(title, list)),
  ];
  return `${parts.join('\n\n')}\n`;
}

const devices = (names: readonly string[]): string => (names.length === 0 ? 'no device named' : names.join(', '));

function unreadList(unread: CompareDocument['unread']): string[] {
  if (unread.length === 0) return [];
  const lines = unread
    .slice(0, LISTED)
    .map(({ side, address, reason }) => `- ${side}: ${address === '' ? 'the file' : code(address)}: ${reason}`);
  const more = unread.length > LISTED ? [`- and ${unread.length - LISTED} more`] : [];
  return [['**Not read whole:**', '', ...lines, ...more].join('\n')];
}

/** The worst kernels, with each measure that changed. */
function kernelTable(kernels: readonly KernelComparison[], metrics: readonly MetricComparison[]): string {
  const titles = new Map(metrics.map(({ metric, title }) => [metric, title]));
  const row = (one: KernelComparison, { metric, change: verdict, ...values }: ChangedMetric, i: number): string =>
    `| ${[i === 0 ? `${kernel(one)} for ${one.device === '' ? 'no device named' : code(one.device)}` : '', titles.get(metric) ?? metric, change(values), bold(verdict)].join(' | ')} |`;
  const lines = kernels.slice(0, LISTED).flatMap((one) => one.metrics.map((metric, i) => row(one, metric, i)));
  const more = kernels.length > LISTED ? [`\nThe worst ${LISTED} of ${kernels.length} changed kernels.`] : [];
  return ['| kernel | measure | base → new | verdict |', '| --- | --- | ---: | --- |', ...lines, ...more].join('\n');
}

const bold = (verdict: string): string => (verdict === 'worse' ? `**${verdict}**` : verdict);

function metricTable(rows: readonly MetricComparison[]): string {
  const hasInterval = rows.some(({ interval }) => interval !== null);
  const lines = rows.map(({ title, unit, counts, total, interval, verdict }) => {
    const mean = interval ? `${interval.absolute.low.toFixed(2)} to ${interval.absolute.high.toFixed(2)}` : '';
    const cells = [title, unit, counts.worse, counts.better, counts.same, change(total), ...(hasInterval ? [mean] : []), bold(verdict)];
    return `| ${cells.join(' | ')} |`;
  });
  const [title, rule] = hasInterval ? [' mean change, 95 % |', ' ---: |'] : ['', ''];
  return [
    `| measure | unit | worse | better | same | total |${title} verdict |`,
    `| --- | --- | ---: | ---: | ---: | ---: |${rule} --- |`,
    ...lines,
  ].join('\n');
}

function change({ base, new: next }: { readonly base: number; readonly new: number }): string {
  const part = base === 0 ? '' : ` (${next >= base ? '+' : '−'}${Math.abs(((next - base) / base) * 100).toFixed(1)} %)`;
  return `${base} → ${next}${part}`;
}

/** How the aligned instructions differ, by operation; nothing unless the code was compared. */
function codeSummary({ code: comparison }: CompareDocument): string[] {
  if (!comparison) return [];
  const { kernels, compared, unknown, same, changed, new: added, gone, by_operation, most } = comparison;
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
