import { type Bytes, type DumpSpan, dumpParts, findItem } from '../../src/internal.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT } from '../exit.ts';
import { open } from '../input/input.ts';
import type { Io } from '../io.ts';
import { Listed, printJson } from '../json.ts';
import { count, middle, stringWidth, visible, wrap } from '../text.ts';
import type { Context } from './rows.ts';

/** Ways to lay out a row, best first: bytes in it, and the columns that a label next to them needs. */
const LAYOUTS = [
  { row: 16, label: 60 },
  { row: 8, label: 24 },
] as const;
/** Rows shown of content that is not decoded, unless `--full` is given. */
const SHORT = 2;
/** Rows of a field from which on it is shortened; a real field has a few. */
const LONG = 4_096;
/** Characters that are printed at a time. */
const TOGETHER = 16_384;
/** Rows that are made at a time. */
const ROWS = 256;

export async function run({ arguments: [file = ''], options, io }: Context<'dump'>): Promise<number> {
  const { root, item, budget } = await open(file, options, io);
  // A single code section that was named is shown in full.
  const isCode = item.content.kind === 'section' && item.name.startsWith('.text.');
  const image = isCode ? findItem(root, item.address.slice(0, -item.name.length - 1)) : undefined;
  const dumpOptions = { budget, fields: isCode || options.fields, ...(image === undefined ? {} : { image }) };
  const { head, spans, gapBytes, diagnostics } = dumpParts(item, dumpOptions);
  if (options.json) {
    printJson(io, {
      ...head,
      spans: new Listed(spans),
      get gap_bytes() {
        return gapBytes();
      },
      get diagnostics() {
        return diagnostics();
      },
    });
    return EXIT.yes;
  }
  const rows = rowsOf(item.bytes, io.width);
  let total = 0;
  let ready = '';
  const put = (text: string): void => {
    ready += text;
    if (ready.length < TOGETHER) return;
    io.print(ready);
    ready = '';
  };
  for (const span of spans) {
    total++;
    putSpan(span, rows, options.full, io, put);
    for (const field of span.fields ?? []) putField(field, ' '.repeat(rows.digits + 2), io, put);
  }
  const parts = [count(total, 'span'), count(head.size, 'byte'), count(gapBytes(), 'byte')];
  const whole = `${parts[0]} for ${parts[1]}, each byte once; ${parts[2]} in no structure`;
  const findings = diagnostics().filter((d) => d.severity !== 'info');
  io.print(`${ready}${io.colors.dim(wrap(whole, io.width))}\n${diagnosticLines(findings, io, '')}`);
  return EXIT.yes;
}

function putSpan(span: DumpSpan, rows: Rows, full: boolean, io: Io, put: (text: string) => void): void {
  const { offset, end } = span;
  const { perRow, indent, width } = rows;
  const label = labelText(span, io.width - width, io);
  const all = Math.ceil((end - offset) / perRow);
  const short = full || (span.role === 'field' && all < LONG) ? all : SHORT;
  // A line that counts what is left out takes as much space as one row of it.
  const last = all <= short + 1 ? end : offset + short * perRow;
  let at = Math.min(offset + perRow, last);
  // If nothing fits next to the bytes, the label is above.
  if (width === 0) put(`${label}\n${rows.text(offset, at)}\n`);
  else put(`${rows.text(offset, at, label === '' ? 0 : width)}${label}\n`);
  for (; at < last; at += ROWS * perRow) put(`${rows.text(at, Math.min(at + ROWS * perRow, last))}\n`);
  if (last < end) {
    put(`${indent}${' '.repeat(rows.digits)}  ${io.colors.dim(`… ${count(end - last, 'more byte')} (--full)`)}\n`);
  }
}

type BitField = NonNullable<DumpSpan['fields']>[number];

/** The bits of a field, its name, its value and what that means; the fields of a descriptor below it. */
function putField({ name, bits, value, meaning, parts = [] }: BitField, indent: string, io: Io, put: (text: string) => void): void {
  const number = value < 10 ? String(value) : `${value} (0x${value.toString(16)})`;
  const text = `${bits.padEnd(12)} ${name} = ${number}${meaning === undefined ? '' : `: ${visible(meaning)}`}`;
  put(`${io.colors.dim(wrap(text, io.width, indent))}\n`);
  for (const part of parts) putField(part, `${indent}    `, io, put);
}

interface Rows {
  /** Digits of an offset. */
  readonly digits: number;
  /** Bytes in each. */
  readonly perRow: number;
  readonly indent: string;
  /** Columns before what is said about the bytes; 0 if that does not fit next to them. */
  readonly width: number;
  /** Lines with the bytes from one offset to another, the last one without its end, in at least so many columns. */
  text(start: number, end: number, columns?: number): string;
}

const HEX = Buffer.from('0123456789abcdef');
const [SPACE, LINE_FEED] = [0x20, 0x0a];

/** Lines of offset and bytes. Written byte by byte: joining texts took ten times as long (`dump --full` of 10 MB). */
function rowsOf(bytes: Bytes, terminal: number): Rows {
  const digits = Math.max(6, (bytes.base + bytes.length).toString(16).length);
  const columns = (row: number) => digits + 2 + row * 3 + 1;
  const layout = LAYOUTS.find(({ row, label }) => terminal - columns(row) >= label);
  const { row: perRow } = layout ?? { row: 8 };
  const indent = layout ? '' : '  ';
  const line = Buffer.alloc(ROWS * (digits + 64));
  const text = (start: number, end: number, columns = 0): string => {
    const { data } = bytes.sub(start - bytes.base, end - bytes.base);
    let at = 0;
    for (let i = 0; i < data.length; i++) {
      const byte = data[i] ?? 0;
      if (i % perRow === 0) {
        if (i > 0) line[at++] = LINE_FEED;
        for (let n = indent.length; n > 0; n--) line[at++] = SPACE;
        for (let rest = start + i, n = digits - 1; n >= 0; n--, rest = Math.floor(rest / 16)) line[at + n] = HEX[rest % 16] ?? 0;
        at += digits;
        line[at++] = SPACE;
      }
      line[at++] = SPACE;
      line[at++] = HEX[byte >> 4] ?? 0;
      line[at++] = HEX[byte & 15] ?? 0;
    }
    while (at < columns) line[at++] = SPACE;
    return line.toString('latin1', 0, at);
  };
  return { digits, perRow, indent, width: layout ? columns(perRow) : 0, text };
}

/** None for what a structure has. */
const COLOURS = { field: undefined, code: undefined, text: 'green', bytes: 'cyan', padding: 'dim', gap: 'red' } as const;

/** Path and meaning, cut to the terminal: the path first, since long names repeat in it. */
function labelText(span: Pick<DumpSpan, 'path' | 'text' | 'role'>, space: number, { colors }: Io): string {
  const colour = COLOURS[span.role];
  const paint = (part: string) => (colour === undefined ? part : colors[colour](part));
  const text = visible(span.text).trimEnd();
  const path = visible(span.path);
  if (path === '') return paint(middle(text, space));
  if (text === '') return middle(path, space).trimEnd();
  const columns = stringWidth(text);
  if (stringWidth(path) + 2 + columns <= space) return `${path}  ${paint(text)}`;
  const cut = middle(path, Math.max(space - 2 - columns, Math.floor(space / 2) - 2));
  return `${cut}  ${paint(middle(text, space - 2 - stringWidth(cut)))}`;
}
