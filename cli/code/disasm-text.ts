/** The listing of code as text. */
import {
  AFTER_CODE,
  type CodeLine,
  hexDigits,
  type ListingStream,
  placeText,
  relocationText,
  type SourceJson,
} from '../../src/internal.ts';
import type { SourceFiles } from '../input/source-files.ts';
import type { Io } from '../io.ts';
import { count, fill, visible, wrap } from '../text.ts';
import { CostColumns, type CostViews } from './cost-columns.ts';

/** What is shown in addition to the instructions. */
export interface ListingView {
  readonly hex: boolean;
  readonly sources: SourceFiles;
  readonly views: CostViews;
}

export function printListing(code: ListingStream, path: string, view: ListingView, io: Io): void {
  io.print(headText(code, path, io));
  const listing = new Listing(code, view, io);
  let waiting: string[] = [];
  for (const line of code.lines) {
    waiting.push(listing.text(line));
    if (waiting.length < PRINTED_AT_ONCE) continue;
    io.print(waiting.join(''));
    waiting = [];
  }
  io.print(waiting.join(''));
  for (const sentence of listing.costs.summary()) io.print(comment(sentence, io, io.colors.bold));
}

function headText(code: ListingStream, path: string, io: Io): string {
  const target = code.target.map(visible).join(', ') || 'no device named';
  const head = [
    `in ${path}${visible(code.address)}${code.section === '' ? '' : `: ${target}`}`,
    `${code.section === '' ? 'code' : visible(code.section)}, ${count(code.size, 'byte')} at 0x${code.offset.toString(16)}${decoderText(code)}`,
  ];
  const label = code.label === '' ? '' : comment(visible(code.label), io, io.colors.bold);
  return `${label}${head.map((line) => comment(line, io)).join('')}\n`;
}

const NONE: readonly never[] = [];
/** Lines that are printed at once: each call charges and keeps what it is given. */
const PRINTED_AT_ONCE = 64;

/** The lines of a listing. Everything that the decoder did not print is an assembler comment, or is in the address column. */
class Listing {
  readonly costs: CostColumns;
  private readonly io: Io;
  private readonly places: PlaceTexts;
  private readonly digits: number;
  private readonly hex: boolean;
  private readonly end: number;
  private readonly size: number;
  private inCode = true;
  /** Place of the last instruction in its source. */
  private place = '';
  private shown: { readonly source: CodeLine['source']; readonly text: string } = { source: undefined, text: '' };

  constructor(code: ListingStream, { hex, sources, views }: ListingView, io: Io) {
    this.io = io;
    this.costs = new CostColumns(code, views, io);
    this.places = new PlaceTexts(sources);
    this.digits = Math.max(code.size.toString(16).length, 4);
    this.hex = hex || code.decoder === null;
    this.size = code.size;
    this.end = code.code_end ?? code.size;
  }

  /** A line with its line feed, and with the comments before and after it. Lines are requested in order. */
  text(line: CodeLine): string {
    const { io } = this;
    let text = '';
    if (this.inCode && line.kind !== 'padding' && line.offset >= this.end && line.offset < this.size) {
      this.inCode = false;
      text = comment(AFTER_CODE, io);
    }
    for (const symbol of line.symbols ?? NONE) text += comment(`symbol ${visible(symbol)}`, io, io.colors.bold);
    // Lines with the same source position share its comment.
    if (line.source !== this.shown.source) this.shown = { source: line.source, text: this.places.of(line.source) };
    const place = this.shown.text;
    // A source position is printed once, where it begins.
    if (place !== '' && place !== this.place) text += comment(place, io);
    if (line.kind === 'instruction') this.place = place;
    text += lineText(line, this.digits, this.hex, this.costs, io);
    for (const note of this.costs.after(line)) text += comment(note, io);
    for (const relocation of line.relocations ?? NONE) text += comment(`^ ${visible(relocationText(relocation, line))}`, io);
    return text;
  }
}

function decoderText({ decoder, platform, reason, size }: ListingStream): string {
  if (size === 0) return '';
  if (decoder === null) return `; bytes only: ${visible(reason ?? '')}`;
  return decoder === 'zebin' ? `; decoded as ${platform}` : `; decoded by ${visible(decoder)}`;
}

/** The text of the decoder alone, byte for byte as it is. */
export function plainText({ text }: ListingStream, io: Io): void {
  for (const piece of text()) {
    // iga64 writes some immediates as the character with their number.
    if (/^[\x20-\x7e\n]*$/.test(piece)) io.print(piece);
    else io.write(Buffer.from(piece, 'latin1'));
  }
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

  of(places: readonly SourceJson[] = NONE): string {
    const [first] = places;
    if (first === undefined) return '';
    let text = visible(placeText(first));
    for (let i = 1; i < places.length; i++) text += this.callText(places[i] as SourceJson);
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
  const { kind, offset, bytes } = line;
  const text = visible(line.text);
  const address = kind === 'instruction' || kind === 'padding' ? `${hexDigits(offset, digits)}  ` : ' '.repeat(digits + 2);
  const before = costs.before(line);
  const words = hex ? `${dwords(bytes).padEnd(35)}  ` : kind === 'padding' && text === '' ? `// padding ${bytes}` : '';
  const rest = (kind === 'padding' && hex ? `${words}// padding` : words + text).trimEnd();
  if (address.length + costs.width + rest.length <= io.width)
    return rest === '' ? `${`${address}${before}`.trimEnd()}\n` : `${address}${before}${rest}\n`;
  // If it is too narrow for columns, there is one blank between the parts, and what does not fit continues below.
  const pieces = `${words}${text}`.trim().split(/\s+/);
  const indent = ' '.repeat(digits + 2 + costs.width);
  return `${address}${before}${fill(pieces, io.width - indent.length).replaceAll('\n', `\n${indent}`)}\n`;
}

/** Hexadecimal digits by four bytes. */
function dwords(digits: string): string {
  let text = digits.slice(0, 8);
  for (let at = 8; at < digits.length; at += 8) text += ` ${digits.slice(at, at + 8)}`;
  return text;
}
