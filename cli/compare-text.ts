/** A comparison as text: what changed in a table, then each metric with its spread and its kernels. */
import type { ChangeSpread, CompareDocument, ComparedKernel, KernelChange, MetricComparison } from '../src/internal.ts';
import { changesText } from './code-changes.ts';
import type { Io } from './io.ts';
import { type Column, commas, count, fill, indentedTable, middle, tableWidth, visible, wrap } from './text.ts';

/** Kernels listed that one side lacks, or that a gate found. */
const LISTED = 20;
/** Columns of a name; names of templates can be pages long, and --json has them whole. */
const NAME = 200;

export function compareText(document: CompareDocument, io: Io): string {
  const { base, new: next, matched, metrics, only_base, only_new } = document;
  const changed = metrics.filter((row) => row.helped + row.hurt > 0);
  const same = metrics.filter((row) => row.helped + row.hurt === 0 && row.compared > 0);
  const unknown = metrics.filter((row) => row.unknown > 0);
  const line = (text: string, inset = '') => `${wrap(text, io.width, inset)}\n`;
  return [
    line(`base  ${visible(base.path)}: ${count(base.kernels, 'kernel')}`),
    line(`new   ${visible(next.path)}: ${count(next.kernels, 'kernel')}`),
    line(`${matched} in both, ${only_base.length} only in the base, ${only_new.length} only in the new`),
    '\n',
    changed.length > 0 ? summary(changed, io) : line(io.colors.bold('no change')),
    changed.length > 0 && same.length > 0 ? line(`no change: ${same.map((row) => row.title).join(', ')}`, '  ') : '',
    unknown.length > 0
      ? line(`not compared where a file has no value: ${unknown.map((row) => `${row.title} (${row.unknown})`).join(', ')}`, '  ')
      : '',
    ...changed.map((row) => details(row, io)),
    codeText(document, io),
    list('only in the base', only_base.map(place), io),
    list('only in the new', only_new.map(place), io),
    gateText(document, io),
  ].join('');
}

function summary(rows: readonly MetricComparison[], io: Io): string {
  const { colors } = io;
  const right = (title: string[], cell: (row: MetricComparison) => string): Column => ({ title, cells: rows.map(cell), align: 'right' });
  const paint = (cell: string, row: number) =>
    rows[row]?.verdict === 'hurt' ? colors.red(cell) : rows[row]?.verdict === 'helped' ? colors.green(cell) : cell;
  const counts: Column[] = [
    { title: ['metric'], cells: rows.map((row) => row.title) },
    right(['helped'], (row) => String(row.helped)),
    right(['HURT'], (row) => String(row.hurt)),
    right(['same'], (row) => String(row.same)),
  ];
  const totals: Column[] = [
    right(['total', 'base'], (row) => String(row.total.base)),
    right(['total', 'new'], (row) => String(row.total.new)),
    right(['%'], (row) => percent(row.total)),
  ];
  const affected: Column[] = [
    right(['affected', 'base'], (row) => String(row.affected.base)),
    right(['affected', 'new'], (row) => String(row.affected.new)),
    right(['%'], (row) => percent(row.affected)),
  ];
  const verdict: Column = { title: ['verdict'], cells: rows.map((row) => verdictText(row)), paint };
  // If it is too narrow, columns that follow from the others are dropped first.
  const forms = [
    [...counts, ...totals, ...affected, verdict],
    [...counts, ...totals, verdict],
    [...counts, verdict],
  ];
  const columns = forms.find((form) => tableWidth(form) + 2 <= io.width) ?? counts;
  return indentedTable(columns, colors);
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

function verdictText({ verdict }: MetricComparison): string {
  return verdict === 'hurt' ? 'HURT' : verdict;
}

function details(row: MetricComparison, io: Io): string {
  const { colors } = io;
  const { interval } = row;
  const text = (...pieces: readonly string[]) => `${fill(pieces, io.width - 2, '  ').replaceAll('\n', '\n  ')}\n`;
  const heading = `${row.title} (${row.unit}; ${row.better} is better): ${verdictText(row)}`;
  const range = interval
    ? text(
        '95 % interval of the mean change:',
        `${signed(interval.absolute.low)} to ${signed(interval.absolute.high)}`,
        ...(interval.relative ? [`(${part(interval.relative.low)} to ${part(interval.relative.high)})`] : []),
      )
    : text('only one kernel is affected, so there is no interval');
  return [
    `\n${colors.bold(wrap(heading, io.width))}\n`,
    row.helped_by ? text(...spreadText(`helped ${row.helped}:`, row.helped_by)) : '',
    row.hurt_by ? text(...spreadText(`HURT ${row.hurt}:`, row.hurt_by)) : '',
    range,
    ...changes('worst', row.worst, row.hurt, io),
    ...changes('best', row.best, row.helped, io),
  ].join('');
}

function spreadText(label: string, { absolute, relative }: ChangeSpread): string[] {
  const parts = relative ? figures(relative, part) : [];
  return [
    label,
    ...figures(absolute, signed),
    ...parts.map((text, i) => `${i === 0 ? '(' : ''}${text}${i === parts.length - 1 ? ')' : ''}`),
  ];
}

/** If all changes are the same, one number is enough. */
function figures({ minimum, maximum, mean, median }: ChangeSpread['absolute'], print: (value: number) => string): string[] {
  if (minimum === maximum) return [print(minimum)];
  return commas([`minimum ${print(minimum)}`, `maximum ${print(maximum)}`, `mean ${print(mean)}`, `median ${print(median)}`]);
}

function changes(title: string, list: readonly KernelChange[], all: number, io: Io): string[] {
  if (list.length === 0) return [];
  const lines = list.map((one) => {
    const pieces = [`${signed(one.new - one.base)}:`, `${one.base} → ${one.new}`, ...place(one).split(' ')];
    return `${fill(pieces, io.width - 4, '    ').replaceAll('\n', '\n  ')}\n`;
  });
  return [`  ${title}${all > list.length ? ` ${list.length} of ${all}` : ''}\n`, ...lines];
}

function place({ label, device, place: where }: ComparedKernel): string {
  return visible(`${middle(label, NAME)} [${device || 'no device named'}]${where === '' ? '' : ` in ${where}`}`);
}

function list(title: string, texts: readonly string[], io: Io): string {
  if (texts.length === 0) return '';
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
  const counts = [
    ...(moved.length > 0 ? [count(moved.length, 'change')] : []),
    ...(unknown.length > 0 && !gate.certain ? [`${count(unknown.length, 'kernel')} not compared`] : []),
  ];
  const isWorse = moved.length === 0 || gate.moved.some((one) => one.change === 'worse');
  const advice = isWorse ? '' : `; if this is intended, write ${visible(base.path)} again`;
  return list(`gate FAILED (${allowed}): ${counts.join(', ')}${advice}`, [...moved, ...unknown], io);
}

function percent({ base, new: next }: { readonly base: number; readonly new: number }): string {
  return base === 0 ? '-' : signed(((next - base) / base) * 100, 1);
}

function part(value: number): string {
  return `${signed(value * 100, 1)} %`;
}

function signed(value: number, digits = 2): string {
  const rounded = Number(value.toFixed(digits));
  return rounded > 0 ? `+${rounded}` : String(rounded + 0);
}
