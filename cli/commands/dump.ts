import { type Bytes, type DumpSpan, dumpDocument } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT } from '../exit.ts';
import { open } from '../input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { count, middle, stringWidth, visible, wrap } from '../text.ts';

/** Ways to lay out a row, best first: bytes in it, and the columns that a label next to them needs. */
const LAYOUTS = [
  { row: 16, label: 60 },
  { row: 8, label: 24 },
] as const;
/** Rows shown of content that is not decoded, unless all is asked for. */
const SHORT = 2;
/** Rows of a field, of which a real one has a few, that are more than is shown of it. */
const LONG = 4_096;
/** Characters that are printed at a time. */
const TOGETHER = 16_384;

export async function run({ arguments: [file = ''], options, io }: Context): Promise<number> {
  const { item } = await open(file, options);
  const document = dumpDocument(item);
  if (options.json) {
    printJson(io, document);
    return EXIT.yes;
  }
  const digits = Math.max(6, (document.offset + document.size).toString(16).length);
  let ready = '';
  for (const span of document.spans) {
    const bytes = item.bytes.sub(span.offset - document.offset, span.end - document.offset);
    ready += spanText(span, bytes, digits, options.full === true, io);
    if (ready.length < TOGETHER) continue;
    io.print(ready);
    ready = '';
  }
  io.print(ready);
  const parts = [count(document.spans.length, 'span'), count(document.size, 'byte'), count(document.gap_bytes, 'byte')];
  const whole = `${parts[0]} for ${parts[1]}, each byte once; ${parts[2]} in no structure`;
  const findings = document.diagnostics.filter((d) => d.severity !== 'info');
  io.print(`${io.colors.dim(wrap(whole, io.width))}\n${diagnosticLines(findings, io, '')}`);
  return EXIT.yes;
}

function spanText(span: DumpSpan, bytes: Bytes, digits: number, full: boolean, io: Io): string {
  const { colors } = io;
  const columns = (row: number) => digits + 2 + row * 3 + 1;
  const layout = LAYOUTS.find(({ row, label }) => io.width - columns(row) >= label);
  const perRow = layout?.row ?? 8;
  const used = columns(perRow);
  // Where nothing fits next to it, the label is above.
  const label = labelText(span, layout ? io.width - used : io.width, io);
  const indent = layout ? '' : '  ';
  const rows = Math.ceil(bytes.length / perRow);
  const short = full || (span.role === 'field' && rows < LONG) ? rows : SHORT;
  // A line that counts what is left out takes as much space as one row of it.
  const shown = rows <= short + 1 ? rows : short;
  const { data } = shown < rows ? bytes.sub(0, shown * perRow) : bytes;
  if (rows === 1 && layout) return `${rowText(data, 0, data.length, span.offset, digits).padEnd(used)}${label}`.trimEnd().concat('\n');
  const lines = layout ? [] : [label];
  for (let row = 0; row < shown; row++) {
    const at = row * perRow;
    const head = indent + rowText(data, at, Math.min(at + perRow, data.length), span.offset, digits);
    lines.push(row === 0 && layout ? `${head.padEnd(used)}${label}`.trimEnd() : head);
  }
  if (shown < rows)
    lines.push(`${indent}${' '.repeat(digits)}  ${colors.dim(`… ${count(bytes.length - shown * perRow, 'more byte')} (--full)`)}`);
  return `${lines.join('\n')}\n`;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The offset of a row and its bytes. */
function rowText(data: Uint8Array, from: number, to: number, start: number, digits: number): string {
  let text = `${(start + from).toString(16).padStart(digits, '0')} `;
  for (let i = from; i < to; i++) text += ` ${DIGITS[data[i] ?? 0]}`;
  return text;
}

/** Path and meaning, cut to the terminal: the path first, since long names repeat in it. */
function labelText(span: DumpSpan, space: number, { colors }: Io): string {
  const paint = { field: (s: string) => s, text: colors.green, bytes: colors.cyan, padding: colors.dim, gap: colors.red };
  const text = visible(span.text).trimEnd();
  const path = visible(span.path);
  if (path === '') return paint[span.role](middle(text, space));
  if (text === '') return middle(path, space);
  const wanted = stringWidth(text);
  if (stringWidth(path) + 2 + wanted <= space) return `${path}  ${paint[span.role](text)}`;
  const cut = middle(path, Math.max(space - 2 - wanted, Math.floor(space / 2) - 2));
  return `${cut}  ${paint[span.role](middle(text, space - 2 - stringWidth(cut)))}`;
}
