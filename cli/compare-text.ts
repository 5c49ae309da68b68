/** A comparison as text: the verdict, the kernels that changed, the totals, and what was not compared. */
import {
  type CompareDocument,
  type ComparedKernel,
  compareHeadline,
  type KernelComparison,
  type MetricComparison,
  uncomparedGroups,
} from '../src/internal.ts';
import { changesText } from './code/code-changes.ts';
import type { Io } from './io.ts';
import { type Column, commas, count, fill, indentedTable, middle, tableFits, visible, wrap } from './text.ts';
import { unreadText } from './unread.ts';

/** Kernels listed that are not compared, or that a gate found. */
const LISTED = 20;
/** Columns of a name; names of templates can be pages long, and --json has them whole. */
const NAME = 200;

/** @param top changed kernels to list */
export function compareText(document: CompareDocument, top: number, io: Io): string {
  const { base, new: next, matched, metrics, verdict } = document;
  const { colors } = io;
  const changed = metrics.filter((row) => row.verdict !== 'same');
  const same = metrics.filter((row) => row.verdict === 'same' && row.compared > 0);
  const unknown = metrics.filter((row) => row.unknown > 0);
  const line = (text: string, inset = '') => `${wrap(text, io.width, inset)}\n`;
  const paint = verdict === 'worse' || document.gate?.passed === false ? colors.red : colors.bold;
  const unread = { complete: document.complete, unread: document.unread.map((one) => ({ ...one, address: `${one.side} ${one.address}` })) };
  return [
    `${paint(wrap(visible(compareHeadline(document)), io.width))}\n`,
    line(`base  ${sideText(base)}`),
    line(`new   ${sideText(next)}`),
    unreadText(unread, '', io, ''),
    kernelTable(document, top, io),
    // The only kernel is the total.
    matched > 1 && changed.length > 0 ? `\n${totals(changed, io)}` : '',
    changed.length > 0 && same.length > 0 ? line(`same: ${same.map((row) => row.title).join(', ')}`, '  ') : '',
    matched > 0 && unknown.length > 0
      ? line(`not compared where a file has no value: ${unknown.map((row) => `${row.title} (${row.unknown})`).join(', ')}`, '  ')
      : '',
    codeText(document, io),
    ...uncomparedGroups(document).map(({ title, kernels }) => list(`${title}: ${kernels.length}`, kernels.map(place), io)),
    gateText(document, io),
  ].join('');
}

function sideText({ title, kernels, devices }: CompareDocument['base']): string {
  return visible(`${title}: ${count(kernels, 'kernel')}${devices.length === 0 ? '' : ` for ${devices.join(', ')}`}`);
}

/** Each changed kernel by its name, and below it the measures that changed. */
function kernelTable({ kernels, metrics }: CompareDocument, top: number, io: Io): string {
  const shown = kernels.slice(0, top);
  if (shown.length === 0) return '';
  const { colors } = io;
  const titles = new Map(metrics.map(({ metric, title }) => [metric, title]));
  const rows = shown.flatMap((kernel) => kernel.metrics);
  const right = (title: string, cells: string[]): Column => ({ title: [title], cells, align: 'right' });
  const values: Column[] = [
    { title: ['measure'], cells: rows.map(({ metric }) => titles.get(metric) ?? metric) },
    right(
      'base',
      rows.map(({ base }) => String(base)),
    ),
    { title: [''], cells: rows.map(() => '→') },
    right(
      'new',
      rows.map((row) => String(row.new)),
    ),
  ];
  const change = right(
    'change',
    rows.map((row) => signed(row.new - row.base)),
  );
  const relative = right('%', rows.map(percent));
  const verdict = verdicts(
    rows.map((row) => row.change),
    io,
  );
  // If it is too narrow, columns that follow from the others are dropped first.
  const forms = [
    [...values, change, relative, verdict],
    [...values, relative, verdict],
    [...values, verdict],
  ];
  const columns = forms.find((form) => tableFits(form, io.width - 2)) ?? values;
  const [head = '', ...lines] = indentedTable(columns, colors).trimEnd().split('\n');
  const blocks = shown.map((kernel) => `${nameOf(kernel, io)}\n${lines.splice(0, kernel.metrics.length).join('\n')}\n`);
  const rest =
    kernels.length > shown.length
      ? [
          `${wrap(`the worst ${shown.length} of ${count(kernels.length, 'changed kernel')}: --top ${kernels.length} or --json for all`, io.width)}\n`,
        ]
      : [];
  return `\n${head}\n${blocks.join('')}${rest.join('')}`;
}

function nameOf(kernel: KernelComparison, io: Io): string {
  return io.colors.bold(wrap(place(kernel), io.width, ''));
}

function totals(rows: readonly MetricComparison[], io: Io): string {
  const right = (title: string[], cell: (row: MetricComparison) => string): Column => ({ title, cells: rows.map(cell), align: 'right' });
  const measure: Column = { title: ['total of', 'all kernels'], cells: rows.map((row) => row.title) };
  const counts: Column[] = [
    right(['worse'], (row) => String(row.counts.worse)),
    right(['better'], (row) => String(row.counts.better)),
    right(['same'], (row) => String(row.counts.same)),
  ];
  const sums: Column[] = [
    right(['base'], (row) => String(row.total.base)),
    right(['new'], (row) => String(row.total.new)),
    right(['%'], (row) => percent(row.total)),
  ];
  const interval: Column[] = rows.some((row) => row.interval !== null)
    ? [
        right(['95 % interval of', 'the mean change'], ({ interval }) =>
          interval ? `${signed(interval.absolute.low)} to ${signed(interval.absolute.high)}` : '',
        ),
      ]
    : [];
  const verdict = verdicts(
    rows.map((row) => row.verdict),
    io,
  );
  // If it is too narrow, columns that follow from the others are dropped first.
  const forms = [
    [measure, ...counts, ...sums, verdict, ...interval],
    [measure, ...counts, ...sums, verdict],
    [measure, ...counts, verdict],
  ];
  return indentedTable(forms.find((form) => tableFits(form, io.width - 2)) ?? [measure, verdict], io.colors);
}

function verdicts(cells: string[], { colors }: Io): Column {
  const paint = (cell: string, row: number) =>
    cells[row] === 'worse' ? colors.red(cell) : cells[row] === 'better' ? colors.green(cell) : cell;
  return { title: ['verdict'], cells, paint };
}

/** What differs between the instructions of all kernels, and where they differ most. */
function codeText({ code }: CompareDocument, io: Io): string {
  if (!code) return '';
  const { colors } = io;
  const rest = code.unknown === 0 ? '' : `; ${count(code.unknown, 'kernel')} not compared`;
  const counts = `${code.changed} changed, ${code.new} new, ${code.gone} gone, ${code.same} the same`;
  const operations = Object.entries(code.by_operation).map(([name, one]) => `${name} (${changesText(one)})`);
  const head = `instructions, ignoring registers, addresses and waits: ${code.kernels} of ${count(code.compared, 'kernel')} differ`;
  const most = code.most.map((one) => `${wrap(`${changesText(one)}: ${place(one)}`, io.width - 2, '  ')}\n`);
  return [
    `\n${wrap(head, io.width).replace(head, (text) => colors.bold(text))}\n`,
    `${fill([`${counts}${rest}${operations.length > 0 ? ':' : ''}`, ...commas(operations)], io.width, '  ')}\n`,
    ...most,
  ].join('');
}

function place({ label, device, place: where }: ComparedKernel): string {
  return visible(`${middle(label, NAME)} [${device || 'no device named'}]${where === '' ? '' : ` in ${where}`}`);
}

function list(title: string, texts: readonly string[], io: Io, always = false): string {
  if (texts.length === 0 && !always) return '';
  const shown = texts.slice(0, LISTED).map((text) => `${wrap(text, io.width, '  ')}\n`);
  const more = texts.length > LISTED ? [`  and ${count(texts.length - LISTED, 'more', 'more')}: see --json\n`] : [];
  return [`\n${io.colors.bold(wrap(title, io.width))}\n`, ...shown, ...more].join('');
}

function gateText({ gate, base }: CompareDocument, io: Io): string {
  if (!gate) return '';
  const allowed = gate.thresholds.length === 0 ? 'no change is allowed' : `thresholds ${commas(gate.thresholds).join(' ')}`;
  const unknown = gate.unknown.map((one) => `code not analysed: ${place(one)}`);
  if (gate.passed) return `\n${wrap(`gate passed (${allowed})`, io.width)}\n${list('not compared', unknown, io)}`;
  const moved = gate.moved.map((one) => {
    const what = one.metric === undefined ? '' : ` ${one.metric} ${one.base} → ${one.new}:`;
    return `${one.change}${what} ${place(one)}`;
  });
  const reasons = gate.reasons.map((reason) =>
    reason === 'changed'
      ? count(moved.length, 'change')
      : reason === 'code not analysed'
        ? `${count(unknown.length, 'kernel')} not compared`
        : reason,
  );
  const isIntended = gate.reasons.every((reason) => reason === 'changed') && gate.moved.every((one) => one.change !== 'worse');
  const advice = isIntended ? `; if this is intended, write ${visible(base.path)} again` : '';
  return list(`gate FAILED (${allowed}): ${commas(reasons).join(' ')}${advice}`, [...moved, ...unknown], io, true);
}

function percent({ base, new: next }: { readonly base: number; readonly new: number }): string {
  return base === 0 ? '-' : signed(((next - base) / base) * 100, 1);
}

function signed(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits));
  return rounded > 0 ? `+${rounded}` : String(rounded + 0);
}
