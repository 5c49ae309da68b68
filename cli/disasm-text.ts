/** The listing of code as text. */
import { AFTER_CODE, type CodeLine, hexDigits, type ListingStream, placeText, relocationText, type SourceJson } from '../src/internal.ts';
import { CostColumns, type CostViews } from './cost-columns.ts';
import type { Io } from './io.ts';
import type { SourceFiles } from './source-files.ts';
import { count, fill, visible, wrap } from './text.ts';

/** What is shown in addition to the instructions. */
export interface ListingView {
  readonly hex: boolean;
  readonly sources: SourceFiles;
  readonly views: CostViews;
}

export function printListing(code: ListingStream, path: string, view: ListingView, io: Io): void {
  printJoined(listingTexts(code, path, view, io), (text) => io.print(text));
}

/** Texts that are joined before they are printed, which charges and keeps what it is given. */
const PRINTED_AT_ONCE = 64;

function printJoined(texts: Iterable<string>, print: (text: string) => void): void {
  let waiting: string[] = [];
  for (const text of texts) {
    waiting.push(text);
    if (waiting.length < PRINTED_AT_ONCE) continue;
    print(waiting.join(''));
    waiting = [];
  }
  if (waiting.length > 0) print(waiting.join(''));
}

/** Everything that the decoder did not print is an assembler comment, or is in the address column. */
function* listingTexts(code: ListingStream, path: string, { hex, sources, views }: ListingView, io: Io): Generator<string> {
  const { colors } = io;
  const target = code.target.map(visible).join(', ') || 'no device named';
  const head = [
    `in ${path}${visible(code.address)}${code.section === '' ? '' : `: ${target}`}`,
    `${code.section === '' ? 'code' : visible(code.section)}, ${count(code.size, 'byte')} at 0x${code.offset.toString(16)}${decoderText(code)}`,
  ];
  const digits = Math.max(code.size.toString(16).length, 4);
  yield `${code.label === '' ? '' : comment(visible(code.label), io, colors.bold)}${head.map((line) => comment(line, io)).join('')}\n`;
  const costs = new CostColumns(code, views, io);
  const places = new PlaceTexts(sources);
  let last = '';
  let shown: { readonly source: CodeLine['source']; readonly text: string } = { source: undefined, text: '' };
  const end = code.code_end ?? code.size;
  let inCode = true;
  for (const line of code.lines) {
    if (inCode && line.kind !== 'padding' && line.offset >= end && line.offset < code.size) {
      inCode = false;
      yield comment(AFTER_CODE, io);
    }
    for (const symbol of line.symbols ?? []) yield comment(`symbol ${visible(symbol)}`, io, colors.bold);
    // Lines with the same source position share its comment.
    if (line.source !== shown.source) shown = { source: line.source, text: places.of(line.source) };
    const place = shown.text;
    // A source position is printed once, where it begins.
    if (place !== '' && place !== last) yield comment(place, io);
    if (line.kind === 'instruction') last = place;
    yield lineText(line, digits, hex || code.decoder === null, costs, io);
    for (const note of costs.after(line)) yield comment(note, io);
    for (const relocation of line.relocations ?? []) yield comment(`^ ${visible(relocationText(relocation, line))}`, io);
  }
  for (const sentence of costs.summary()) yield comment(sentence, io, colors.bold);
}

function decoderText({ decoder, platform, reason, size }: ListingStream): string {
  if (size === 0) return '';
  if (decoder === null) return `; bytes only: ${visible(reason ?? '')}`;
  return decoder === 'zebin' ? `; decoded as ${platform}` : `; decoded by ${visible(decoder)}`;
}

/** The text of the decoder alone, byte for byte as it is. */
export function plainText({ lines }: ListingStream, io: Io): void {
  printJoined(plainTexts(lines), (text) => printPlain(text, io));
}

function* plainTexts(lines: ListingStream['lines']): Generator<string> {
  for (const { kind, text } of lines) if (kind !== 'padding') yield `${text}\n`;
}

/** iga64 writes some immediates as the character with their number. */
function printPlain(text: string, io: Io): void {
  if (/^[\x20-\x7e\n]*$/.test(text)) io.print(text);
  else io.write(Buffer.from(text, 'latin1'));
}

function comment(text: string, { width, colors }: Io, paint = colors.dim): string {
  if (width === Number.POSITIVE_INFINITY) return `${paint(`// ${text}`)}\n`;
  return `${wrap(text, width, '// ')
    .split('\n')
    .map((line) => paint(line))
    .join('\n')}\n`;
}

/** `saxpy.cl:3:11 in weight, inlined at saxpy.cl:9 in blend, …`, with the text of the line when it is there. */
class PlaceTexts {
  private readonly sources: SourceFiles;
  /** Texts of calls, made once: the code of a call is in many pieces, whose places share it. */
  private readonly calls = new Map<SourceJson, string>();

  constructor(sources: SourceFiles) {
    this.sources = sources;
  }

  of([first, ...calls]: readonly SourceJson[] = []): string {
    if (first === undefined) return '';
    let text = visible(placeText(first));
    for (const call of calls) text += this.callText(call);
    const source = this.sources.line(first);
    return source === undefined || source === '' ? text : `${text}: ${visible(source)}`;
  }

  private callText(call: SourceJson): string {
    const text = this.calls.get(call) ?? `, inlined at ${visible(placeText(call))}`;
    this.calls.set(call, text);
    return text;
  }
}

function lineText(line: CodeLine, digits: number, hex: boolean, costs: CostColumns, io: Io): string {
  const { kind, offset, bytes, text } = line;
  const address = kind === 'instruction' || kind === 'padding' ? `${hexDigits(offset, digits)}  ` : ' '.repeat(digits + 2);
  const before = costs.before(line);
  const words = hex ? `${dwords(bytes).padEnd(35)}  ` : kind === 'padding' && text === '' ? `// padding ${bytes}` : '';
  const rest = (kind === 'padding' && hex ? `${words}// padding` : words + visible(text)).trimEnd();
  if (address.length + costs.width + rest.length <= io.width)
    return rest === '' ? `${`${address}${before}`.trimEnd()}\n` : `${address}${before}${rest}\n`;
  // If it is too narrow for columns, there is one blank between the parts, and what does not fit continues below.
  const pieces = `${words}${visible(text)}`.trim().split(/\s+/);
  const indent = ' '.repeat(digits + 2 + costs.width);
  return `${address}${before}${fill(pieces, io.width - indent.length).replaceAll('\n', `\n${indent}`)}\n`;
}

/** Hexadecimal digits by four bytes. */
function dwords(digits: string): string {
  let text = digits.slice(0, 8);
  for (let at = 8; at < digits.length; at += 8) text += ` ${digits.slice(at, at + 8)}`;
  return text;
}
