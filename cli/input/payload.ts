/**
 * The payload of a kernel as a map of its registers: a line for each register, a letter for each argument.
 */
import {
  type ArgumentDetail,
  type KernelDetail,
  noRegisters,
  PAYLOAD_REGIONS,
  payloadAccess,
  payloadName,
  payloadType,
} from '../../src/internal.ts';
import type { Io } from '../io.ts';
import { type Column, commas, count, fill, indentedTable, middle, tableFits, visible, wrap } from '../text.ts';

type Payload = KernelDetail['payload'];
type Entry = Payload['entries'][number];

const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const FREE = '.';
/** Lines of the map before it is cut. */
const MAX_LINES = 64;

/** The map, the meaning of its letters, and what the driver fills in. Empty for a kernel without a payload. */
export function payloadText({ payload, arguments: args }: KernelDetail, io: Io): string {
  const { entries, regions, grf_bytes } = payload;
  if (entries.length === 0) return '';
  const placed = entries
    .filter(({ delivery }) => delivery === 'inline' || delivery === 'cross-thread')
    .sort((a, b) => a.offset - b.offset || a.index - b.index);
  const letters = new Map(placed.map((entry, i) => [entry, LETTERS[i % LETTERS.length] ?? '*']));
  const title = io.colors.bold(wrap('payload: registers when the code of the kernel starts', io.width));
  const why = noRegisters(payload);
  const map = why === undefined ? mapText(grf_bytes ?? 0, regions, letters, io) : `${wrap(why, io.width, '  ')}\n\n`;
  return `\n${title}\n${map}${legend(entries, letters, args, io)}${implicitText(payload, io)}`;
}

function mapText(grf: number, regions: Payload['regions'], letters: ReadonlyMap<Entry, string>, io: Io): string {
  const name = (first: number, last: number) => (first === last ? `r${first}` : `r${first}-r${last}`);
  const lines: { readonly name: string; readonly kind: string; readonly first?: number }[] = [];
  for (const { kind, register, registers, size } of regions) {
    const last = register + registers - 1;
    if (kind === 'header') lines.push({ name: name(register, last), kind: PAYLOAD_REGIONS[kind] });
    else if (kind === 'per-thread') lines.push({ name: name(register, last), kind: `${PAYLOAD_REGIONS[kind]}, ${count(size, 'byte')}` });
    else
      for (const [a, b] of stretches(grf, register, last, letters)) lines.push({ name: name(a, b), kind: PAYLOAD_REGIONS[kind], first: a });
  }
  const shown = lines.slice(0, MAX_LINES);
  const names = Math.max(...shown.map((line) => line.name.length));
  const kinds = Math.max(0, ...shown.map((line) => (line.first === undefined ? 0 : line.kind.length)));
  // Bytes per character: as few as fit the width of the terminal.
  const unit = [1, 2, 4].find((bytes) => grf / bytes <= io.width - names - kinds - 6) ?? 8;
  const text = shown.map(({ name, kind, first }) => {
    const drawing = first === undefined ? '' : `  ${drawn(first, grf, unit, letters)}`;
    return `  ${name.padEnd(names)}  ${drawing === '' ? kind : kind.padEnd(kinds)}${drawing}\n`;
  });
  const more = lines.length > MAX_LINES ? `${count(lines.length - MAX_LINES, 'more line')}; ` : '';
  const scale = unit === 1 ? 'one character per byte' : `one character per ${count(unit, 'byte')}`;
  return `${text.join('')}${io.colors.dim(wrap(`(${more}${scale})`, io.width, '  '))}\n\n`;
}

/** Groups registers into lines: one line for each register in which an entry begins or ends, one for all between them. */
function stretches(grf: number, first: number, last: number, letters: ReadonlyMap<Entry, string>): [number, number][] {
  const alone = new Set<number>();
  for (const { register, byte, size } of letters.keys()) {
    if (register === null || byte === null) continue;
    for (const one of [register, register + Math.floor((byte + size - 1) / grf)]) if (one >= first && one <= last) alone.add(one);
  }
  const ranges: [number, number][] = [];
  let next = first;
  for (const register of [...alone].sort((a, b) => a - b)) {
    if (register > next) ranges.push([next, register - 1]);
    ranges.push([register, register]);
    next = register + 1;
    if (ranges.length > MAX_LINES) return ranges;
  }
  if (next <= last) ranges.push([next, last]);
  return ranges;
}

function drawn(register: number, grf: number, unit: number, letters: ReadonlyMap<Entry, string>): string {
  const cells = Array.from({ length: grf / unit }, () => FREE);
  for (const [entry, letter] of letters) {
    if (entry.register === null || entry.byte === null) continue;
    const at = (entry.register - register) * grf + entry.byte;
    const to = Math.min(Math.ceil((at + entry.size) / unit), cells.length);
    for (let i = Math.max(Math.floor(at / unit), 0); i < to; i++) if (cells[i] === FREE) cells[i] = letter;
  }
  return cells.join('');
}

/** The place of each value: the letters first, then values that take no space in the payload. */
function legend(entries: readonly Entry[], letters: ReadonlyMap<Entry, string>, args: readonly ArgumentDetail[], io: Io): string {
  const shown = [...letters.keys(), ...entries.filter((entry) => !letters.has(entry))];
  const names = shown.map((entry) => visible(middle(payloadName(entry, args), 60)));
  const columns: Column[] = [
    { title: [''], cells: shown.map((entry) => letters.get(entry) ?? '') },
    { title: ['register'], cells: shown.map((entry) => entry.operand ?? '') },
    {
      title: ['payload', 'bytes'],
      cells: shown.map(({ offset, size }) => (size === 0 ? '' : `${offset}-${offset + size - 1}`)),
      align: 'right',
    },
    { title: ['what'], cells: names },
    { title: ['type'], cells: shown.map((entry) => visible(payloadType(entry, args))) },
    { title: ['how'], cells: shown.map((entry) => visible(payloadAccess(entry, args))) },
  ];
  if (tableFits(columns, io.width - 2)) return indentedTable(columns, io.colors);
  return shown
    .map((entry, i) => {
      const facts = columns.slice(1).map(({ cells }) => cells[i] ?? '');
      const text = commas(
        [facts[2] ?? '', facts[3] ?? '', facts[0] ?? '', facts[1] === '' ? '' : `bytes ${facts[1]}`, facts[4] ?? ''].filter(
          (fact) => fact !== '',
        ),
      );
      return `${fill([letters.get(entry) ?? '-', ...text], io.width - 2, '  ').replaceAll('\n', '\n  ')}\n`;
    })
    .join('');
}

function implicitText({ implicit }: Payload, io: Io): string {
  if (implicit.length === 0) return '';
  const lines = implicit.map(
    ({ arg_type, doc }) => `${wrap(`${visible(arg_type)}: ${doc}`, io.width - 2, '  ').replaceAll('\n', '\n  ')}\n`,
  );
  return `\n${io.colors.bold(wrap('what the driver fills in', io.width))}\n${lines.join('')}`;
}
