import { statSync } from 'node:fs';
import { basename, isAbsolute, join, normalize } from 'node:path';
import {
  type CodeLine,
  type CodeListing,
  codeNames,
  disasmDocument,
  findItem,
  placeText,
  relocationText,
  type SourceJson,
} from '../../src/index.ts';
import type { Context } from '../command.ts';
import { decoderNamed } from '../decoder.ts';
import { EXIT, UsageError } from '../exit.ts';
import { openWhole, readText } from '../input.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { count, fill, visible, wrap } from '../text.ts';
import { listNames } from './info.ts';

export async function run({ arguments: [file = '', pattern], options, io }: Context): Promise<number> {
  const decode = decoderNamed(options.decoder);
  const sources = new Sources(typeof options.source === 'string' ? options.source : undefined);
  const opened = await openWhole(file, options);
  const { path } = opened;
  // A code section by its address is the code of that name in the image around it.
  const [, image = '', section] = opened.item.content.kind === 'section' ? (/^(.*)!\.text\.(.*)$/s.exec(opened.item.address) ?? []) : [];
  const item = section === undefined ? opened.item : (findItem(opened.root, image) ?? opened.root);
  const document = disasmDocument(item, section ?? pattern, decode);
  if (options.json) printJson(io, document);
  else {
    for (const [i, code] of document.code.entries()) {
      if (i > 0) io.print('\n');
      printListing(code, visible(path), options.hex === true, sources, io);
    }
  }
  for (const { message, code } of document.diagnostics) io.warn(`${path}: ${message} [${code}]`);
  if (document.code.length > 0) {
    // The user learns that bytes are not an answer only after naming a decoder.
    const named = typeof options.decoder === 'string' && options.decoder !== 'none';
    const bytesOnly = named ? document.code.filter(({ size, decoder }) => size > 0 && decoder === null) : [];
    if (bytesOnly.length === 0) return EXIT.yes;
    io.warn(`${path}: ${options.decoder} does not decode ${listNames(bytesOnly.map(({ name }) => name))}: ${bytesOnly[0]?.reason}`);
    return EXIT.no;
  }
  const names = codeNames(item);
  io.warn(names.length === 0 ? `${path}${item.address} has no kernels` : `no kernel matches ${pattern}; available: ${listNames(names)}`);
  return EXIT.no;
}

/** Lines of source files below a folder that the user names: a file from elsewhere may name any file of this machine. */
class Sources {
  private readonly folder: string | undefined;
  private readonly files = new Map<string, readonly string[]>();

  constructor(folder: string | undefined) {
    if (folder !== undefined && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
      throw new UsageError(`${folder} is not a folder`);
    this.folder = folder;
  }

  line({ file, line }: SourceJson): string | undefined {
    return this.folder === undefined || line === 0 ? undefined : this.linesOf(this.folder, file)[line - 1]?.trim();
  }

  private linesOf(folder: string, file: string): readonly string[] {
    let lines = this.files.get(file);
    if (!lines) {
      const inside = normalize(file);
      const paths = isAbsolute(inside) || inside.startsWith('..') ? [basename(file)] : [inside, basename(file)];
      const found = paths.map((path) => join(folder, path)).find((path) => isFile(path));
      lines = found === undefined ? [] : readText(found).split(/\r?\n/);
      this.files.set(file, lines);
    }
    return lines;
  }
}

function isFile(path: string): boolean {
  return !path.includes('\0') && statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Everything that is not the decoder's is a comment of the assembler, or is in the column of addresses. */
function printListing(code: CodeListing, path: string, hex: boolean, sources: Sources, io: Io): void {
  const { colors } = io;
  const target = code.target.map(visible).join(', ') || 'no device named';
  const head = [
    `in ${path}${visible(code.address)}: ${target}`,
    `${visible(code.section)}, ${count(code.size, 'byte')} at 0x${code.offset.toString(16)}; ${
      code.decoder === null ? `bytes only: ${visible(code.reason ?? '')}` : `decoded by ${visible(code.decoder)}`
    }`,
  ];
  const digits = Math.max(code.size.toString(16).length, 4);
  io.print(`${comment(visible(code.name), io, colors.bold)}${head.map((line) => comment(line, io)).join('')}\n`);
  let last = '';
  let shown: { readonly source: CodeLine['source']; readonly text: string } = { source: undefined, text: '' };
  for (const line of code.lines) {
    for (const symbol of line.symbols ?? []) io.print(comment(`symbol ${visible(symbol)}`, io, colors.bold));
    // Lines of one place share it.
    if (line.source !== shown.source) shown = { source: line.source, text: placesText(line.source, sources) };
    const place = shown.text;
    // A place is printed once, where it begins.
    if (place !== '' && place !== last) io.print(comment(place, io));
    if (line.kind === 'instruction') last = place;
    io.print(lineText(line, digits, hex || code.decoder === null, io));
    for (const relocation of line.relocations ?? []) io.print(comment(`^ ${visible(relocationText(relocation, line))}`, io));
  }
}

function comment(text: string, { width, colors }: Io, paint = colors.dim): string {
  return `${wrap(text, width, '// ')
    .split('\n')
    .map((line) => paint(line))
    .join('\n')}\n`;
}

/** `saxpy.cl:3:11 in weight, inlined at saxpy.cl:9 in blend, …`, with the text of the line when it is there. */
function placesText(places: readonly SourceJson[] | undefined, sources: Sources): string {
  const [first] = places ?? [];
  if (!first || !places) return '';
  const source = sources.line(first);
  return `${visible(places.map(placeText).join(', inlined at '))}${source === undefined || source === '' ? '' : `: ${visible(source)}`}`;
}

function lineText({ kind, offset, bytes, text }: CodeLine, digits: number, hex: boolean, io: Io): string {
  const margin = ' '.repeat(digits + 2);
  const address = kind === 'instruction' || kind === 'padding' ? `${offset.toString(16).padStart(digits, '0')}  ` : margin;
  const words = hex ? `${dwords(bytes).padEnd(35)}  ` : kind === 'padding' ? `// padding ${bytes}` : '';
  const plain = `${address}${kind === 'padding' && hex ? `${words}// padding` : words + visible(text)}`.trimEnd();
  if (plain.length <= io.width) return `${plain}\n`;
  // Too narrow for columns: one blank between the pieces, and what does not fit continues below.
  const pieces = `${words}${visible(text)}`.trim().split(/\s+/);
  return `${address}${fill(pieces, io.width - margin.length).replaceAll('\n', `\n${margin}`)}\n`;
}

/** Hexadecimal digits by four bytes. */
function dwords(digits: string): string {
  let text = digits.slice(0, 8);
  for (let at = 8; at < digits.length; at += 8) text += ` ${digits.slice(at, at + 8)}`;
  return text;
}
