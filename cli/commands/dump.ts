import { type DumpSpan, dumpDocument } from '../../src/index.ts';
import type { Context } from '../command.ts';
import { diagnosticLines } from '../diagnostics.ts';
import { EXIT } from '../exit.ts';
import { type Io, open } from '../io.ts';
import { printJson } from '../json.ts';
import { middle, visible } from '../text.ts';

const ROW = 16;
/** Rows shown of content that is not decoded, unless all is asked for. */
const SHORT = 2;

export function run({ arguments: [file = ''], options, io }: Context): number {
  const { item } = open(file);
  const document = dumpDocument(item);
  if (options.json) {
    printJson(io, document);
    return EXIT.yes;
  }
  const digits = Math.max(6, (document.offset + document.size).toString(16).length);
  for (const span of document.spans) {
    const bytes = item.bytes.data.subarray(span.offset - document.offset, span.end - document.offset);
    io.print(spanText(span, bytes, digits, options.full === true, io));
  }
  const whole = `${document.spans.length} spans cover ${document.size} bytes, each once; ${document.gap_bytes} bytes belong to no structure`;
  io.print(`${io.colors.dim(whole)}\n${diagnosticLines(document.diagnostics, io, '')}`);
  return EXIT.yes;
}

function spanText(span: DumpSpan, bytes: Uint8Array, digits: number, full: boolean, io: Io): string {
  const { colors } = io;
  const paint = { field: (s: string) => s, text: colors.green, bytes: colors.cyan, padding: colors.dim, gap: colors.red };
  const path = span.path === '' ? '' : `${visible(span.path)}  `;
  const label = `${path}${paint[span.role](visible(span.text))}`;
  const rows = Math.ceil(bytes.length / ROW);
  const shown = full || span.role === 'field' ? rows : Math.min(rows, SHORT);
  const lines: string[] = [];
  for (let row = 0; row < shown; row++) {
    const at = row * ROW;
    const part = bytes.subarray(at, at + ROW);
    const hex = [...part].map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const head = `${(span.offset + at).toString(16).padStart(digits, '0')}  ${hex.padEnd(ROW * 3 - 1)}  `;
    if (row > 0) lines.push(head.trimEnd());
    else lines.push(head + (Number.isFinite(io.width) ? fitLabel(label, path, span, io, head.length) : label));
  }
  if (shown < rows) lines.push(`${' '.repeat(digits)}  ${colors.dim(`… ${bytes.length - shown * ROW} more bytes (--full)`)}`);
  return `${lines.join('\n')}\n`;
}

/** Cuts the label to the terminal: the path first, since long names repeat in it. */
function fitLabel(label: string, path: string, span: DumpSpan, io: Io, used: number): string {
  const room = Math.max(io.width - used, 24);
  const text = visible(span.text);
  if (path.length + text.length <= room) return label;
  const pathRoom = Math.max(room - text.length, Math.floor(room / 2));
  const shortPath = middle(path.trimEnd(), Math.max(pathRoom - 2, 8));
  return `${shortPath}  ${middle(text, Math.max(room - shortPath.length - 2, 8))}`;
}
