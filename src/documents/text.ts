/**
 * Any file as one text for people and for `diff`: structure, attributes, symbols, relocations and notes as `unpack` writes them, vISA and
 * machine code as assembly, and hashes of the rest. The same file always gives the same text, and different files give different texts:
 * the hash of the whole file is in it.
 */

import { Bytes, decodeText, encodeText, everyByte, hexBytes, sha256 } from '../core/bytes/index.ts';
import { type Budget, caughtFinding, type Diagnostic } from '../core/diag/index.ts';
import { linesOf, printProps } from '../formats/props/index.ts';
import { printVisa, type VisaObject } from '../formats/visa/index.ts';
import { unpackZebin } from '../formats/zebin/index.ts';
import { type Completeness, completenessOf } from '../walk/damage.ts';
import { holdsOthers } from '../walk/formats.ts';
import { filesOfPass, type Item, type Pass, passOver } from '../walk/item.ts';
import { modelOf } from '../walk/model-of.ts';
import { disasmStream } from './disasm/disasm.ts';
import type { CodeLine } from './disasm/model.ts';

/** `zebin text --json`: the text, line by line. */
export interface TextDocument extends Completeness {
  readonly schema: 'zebin/text/1';
  readonly lines: readonly string[];
}

/** The document with lines that are made when they are asked for, and can be asked for once. */
export interface TextStream extends Omit<TextDocument, 'lines'> {
  readonly lines: Iterable<string>;
}

const SCHEMA = 'zebin/text/1';

/** Folder and extension of the code sections of an unpacked zebin. */
const CODE_FILE = /^text\/.*\.bin$/;

/** Bytes that are shown in hexadecimal; more are given by their hash. */
const SHORT = 64;

/**
 * The text of a file, as lines without line feeds. They can contain any character that a name in the file contains.
 *
 * @example
 * for (const line of textStream(inspect(bytes).value).lines) console.log(line);
 */
export function textStream(root: Item, budget?: Budget): TextStream {
  return { schema: SCHEMA, ...completenessOf(root), lines: textLines(passOver(root), budget) };
}

/** The lines of {@link textStream}, of an item whose pass is still to come. */
export function* textLines(pass: Pass, budget?: Budget): Generator<string> {
  yield SCHEMA;
  let shown: string | undefined;
  // Only its pass finds that a zip has no images, which is said with its first lines.
  for (const item of filesOfPass(pass.root.kind === 'zip' ? passOver(pass.whole()) : pass)) {
    if (shown !== undefined && item.address.startsWith(`${shown}!`)) continue;
    yield* headLines(item, budget);
    const content = contentLines(item, budget);
    if (content === undefined) continue;
    shown = item.address;
    yield* content;
  }
}

function* headLines(item: Item, budget: Budget | undefined): Generator<string> {
  const { address, kind, bytes, compression, facts, properties, diagnostics } = item;
  budget?.check();
  yield '';
  yield `== ${address === '' ? '(file)' : address}`;
  yield `kind: ${kind}`;
  if (compression !== undefined) yield `compression: ${compression}`;
  for (const { name, value } of facts) yield `${name}: ${value}`;
  yield* diagnostics.map(finding);
  yield `size: ${bytes.length} bytes, SHA-256 ${sha256(bytes)}`;
  if (properties.length > 0 && kind !== 'property-sets') yield* part('properties', encodeText(printProps(linesOf(properties))), budget);
}

/** The content of an item that is shown as a whole; undefined if its parts follow, or nothing but its hash is shown. */
function contentLines(item: Item, budget: Budget | undefined): Generator<string> | undefined {
  const { content, bytes, kind } = item;
  if (content.kind === 'zebin') return zebinLines(item, budget);
  const object = modelOf(content, 'visa-object');
  if (object) return visaLines(object, budget);
  if (!holdsOthers(kind) && item.children.length === 0 && isText(bytes)) return part('text', bytes.data, budget);
  return undefined;
}

function* visaLines(object: VisaObject, budget: Budget | undefined): Generator<string> {
  try {
    yield* part('vISA', encodeText(printVisa(object, budget && { budget })), budget);
  } catch (error) {
    yield finding(caughtFinding(error));
  }
}

function* zebinLines(item: Item, budget: Budget | undefined): Generator<string> {
  if (item.content.kind !== 'zebin') return;
  let files: ReturnType<typeof unpackZebin>;
  try {
    files = unpackZebin(item.content.zebin);
  } catch (error) {
    yield finding(caughtFinding(error));
    return;
  }
  const code = files.filter(({ path }) => CODE_FILE.test(path));
  for (const { path, data } of files) if (!CODE_FILE.test(path)) yield* part(path, data, budget);
  if (code.length === 0) return;
  const options = { instructions: false, bytes: false, sources: false, ...(budget && { budget }) };
  for (const listing of disasmStream(item, options).code) {
    const { section, decoder, reason, lines, offset, size, code_end } = listing;
    yield '';
    yield `-- ${section}${decoder === null ? `, not decoded: ${reason}` : ''}`;
    const end = code_end ?? size;
    yield* codeLines(lines, end);
    const start = offset - item.bytes.base;
    if (end < size) yield `  after the code: ${dataText(item.bytes.sub(start + end, start + size).data)}`;
  }
}

/** Instructions with labels that are counted, so that an inserted instruction does not rename the labels after it. */
function* codeLines(lines: Iterable<CodeLine>, end: number): Generator<string> {
  const numbers = new Map<string, number>();
  const renamed = (text: string): string => {
    // Few lines name a label.
    if (!text.includes('L')) return text;
    return text.replace(/\bL\d+\b/g, (label) => {
      const number = numbers.get(label) ?? numbers.size + 1;
      numbers.set(label, number);
      return `L${number}`;
    });
  };
  for (const { kind, offset, text, bytes, symbols = [], relocations = [] } of lines) {
    if (offset >= end) return;
    for (const symbol of symbols) yield `  ${symbol}:`;
    const marks = relocations.map(({ type, type_name, symbol }) => ` // ${type_name ?? type} ${symbol}`).join('');
    yield `  ${kind === 'padding' || text === '' ? bytes : renamed(text).trimEnd()}${marks}`;
  }
}

const finding = ({ code, message }: Diagnostic): string => `finding: ${code}: ${message}`;

/** Content under a heading. Its lines are indented, so that none can be mistaken for a heading. */
function* part(title: string, data: Uint8Array, budget: Budget | undefined): Generator<string> {
  yield '';
  yield `-- ${title}`;
  if (data.length === 0 || !isText(Bytes.from(data))) {
    yield `  ${dataText(data)}`;
    return;
  }
  const text = decodeText(data);
  const last = text.endsWith('\n') ? text.length - 1 : text.length;
  for (let at = 0; at <= last; ) {
    budget?.tick();
    const feed = text.indexOf('\n', at);
    const end = feed < 0 ? last : feed;
    yield `  ${text.slice(at, end)}`;
    at = end + 1;
  }
}

function dataText(data: Uint8Array): string {
  if (data.length <= SHORT) return `hex:${hexBytes(data)}`;
  return `${data.length} bytes, SHA-256 ${sha256(Bytes.from(data))}`;
}

/** Whether it has no control characters except those that end lines. */
function isText(bytes: Bytes): boolean {
  return everyByte(bytes, (byte) => (byte >= 0x20 && byte !== 0x7f) || byte === 0x0a || byte === 0x09 || byte === 0x0d);
}
