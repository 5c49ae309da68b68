/** What the code tab asks: the lines of the code with their places in the source, and the texts of vISA that are in the image. */
import { visible } from '../../cli/visible.ts';
import {
  AFTER_CODE,
  type CodeLine,
  disasmStream,
  type Item,
  type ListingStream,
  openVisa,
  placeText,
  printVisa,
  relocationText,
} from '../../src/internal.ts';
import { itemAt } from './files.ts';
import type { KernelParams } from './kernel-place.ts';

/** The code of a kernel as text, and by line what the line is. */
export interface CodeView {
  readonly section: string;
  /** Place of the code in the file, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** The instruction set that it was decoded as; null when there are bytes only. */
  readonly platform: string | null;
  /** Why there are bytes only. */
  readonly reason: string | null;
  readonly text: string;
  /** Offset in the section; -1 for lines that are not an instruction. */
  readonly offsets: Int32Array;
  readonly sizes: Uint32Array;
  /** Place in {@link chains}; -1 without a place in the source. */
  readonly chain: Int32Array;
  /** Lines of the source, as places in {@link sources}: the innermost, then where that was called, and so on outwards. */
  readonly chains: readonly (readonly number[])[];
  readonly sources: readonly SourceLine[];
  /** Bytes of code that are left out. */
  readonly left: number;
}

/** A line of the source that instructions come from. */
export interface SourceLine {
  readonly file: string;
  /** 0 for code of the file that belongs to no line. */
  readonly line: number;
  /** Functions it was found in, as many as differ. */
  readonly functions: readonly string[];
  /** Instructions that come from it, with those of calls on it that were inlined. */
  readonly instructions: number;
}

export interface VisaText {
  readonly address: string;
  readonly routine: string;
}

const MAX_LINES = 100_000;
const MAX_TEXT = 8 << 20;
const MAX_VISA = 1_000;

export const CODE_HANDLERS = {
  /** The code of a kernel. */
  code: ({ file, at, name }: KernelParams): CodeView | null => {
    for (const listing of disasmStream(itemAt(file, at), name, { instructions: false }).code) {
      if (listing.address === at && listing.name === name) return viewOf(listing);
    }
    return null;
  },

  /** The texts of vISA of an image, those of the kernel first. */
  visaTexts: ({ file, at, name }: { file: number; at: string; name?: string }): VisaText[] => {
    const texts = visaOf(itemAt(file, at)).map(({ address, bytes }) => ({
      address,
      routine: routineOf(bytes.sub(0, Math.min(bytes.length, 4_096)).text()),
    }));
    return [...texts.filter(({ routine }) => routine === name), ...texts.filter(({ routine }) => routine !== name)];
  },

  /** A text of vISA as it is written, or as an object prints. */
  visaText: ({ file, address }: { file: number; address: string }): { text: string; left: number } => {
    const { bytes } = itemAt(file, address);
    const text = bytes.startsWith('CISA')
      ? printVisa(openVisa(bytes).value)
      : new TextDecoder().decode(bytes.sub(0, Math.min(bytes.length, MAX_TEXT)).data);
    return {
      text: linesVisible(text.slice(0, MAX_TEXT)),
      left: Math.max(bytes.startsWith('CISA') ? text.length - MAX_TEXT : bytes.length - MAX_TEXT, 0),
    };
  },
};

/** The texts of vISA of an image: the item itself when it is one. */
export function visaOf(item: Item): readonly Item[] {
  const found = item.kind.startsWith('visa-') ? [item] : item.children.filter(({ name }) => name.startsWith('.visaasm'));
  return found.slice(0, MAX_VISA);
}

function routineOf(text: string): string {
  return /^\.(?:kernel|global_function) "?([^"\n]*)"?/m.exec(text)?.[1] ?? '';
}

function linesVisible(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => visible(line.replaceAll('\t', '    ')))
    .join('\n');
}

function viewOf(listing: ListingStream): CodeView {
  const lines: string[] = [];
  const offsets: number[] = [];
  const sizes: number[] = [];
  const chain: number[] = [];
  const places = new Places();
  const put = (text: string, line?: CodeLine) => {
    lines.push(visible(text));
    const own = line?.kind === 'instruction' || line?.kind === 'padding' ? line : undefined;
    offsets.push(own?.offset ?? -1);
    sizes.push(own?.size ?? 0);
    chain.push(own?.source === undefined ? -1 : places.chain(own.source));
  };
  const end = listing.code_end ?? listing.size;
  let shown = 0;
  let inCode = true;
  for (const line of listing.lines) {
    if (lines.length >= MAX_LINES) break;
    if (inCode && line.kind !== 'padding' && line.offset >= end && line.offset < listing.size) {
      inCode = false;
      put(`// ${AFTER_CODE}`);
    }
    shown = line.offset + line.size;
    for (const symbol of line.symbols ?? []) put(`// symbol ${symbol}`);
    put(textOf(line), line);
    for (const relocation of line.relocations ?? []) put(`// ^ ${relocationText(relocation, line)}`);
  }
  const { section, offset, size, decoder, platform, reason } = listing;
  return {
    section,
    offset,
    size,
    platform: decoder === null ? null : platform,
    reason,
    text: lines.join('\n'),
    offsets: Int32Array.from(offsets),
    sizes: Uint32Array.from(sizes),
    chain: Int32Array.from(chain),
    chains: places.chains,
    sources: places.sources,
    left: listing.size - shown,
  };
}

function textOf({ kind, bytes, text }: CodeLine): string {
  if (text !== '') return text;
  return (kind === 'padding' ? '// padding ' : '') + (bytes.match(/.{1,8}/g) ?? []).join(' ');
}

/** Lines of the source, each once, and the ways in which they were inlined. */
class Places {
  readonly chains: number[][] = [];
  readonly sources: { file: string; line: number; functions: string[]; instructions: number }[] = [];
  private readonly known = new Map<string, number>();
  private readonly lines = new Map<string, number>();

  chain(places: NonNullable<CodeLine['source']>): number {
    const key = places.map(placeText).join('\n');
    let index = this.known.get(key);
    if (index === undefined) {
      index = this.chains.push([...new Set(places.map((place) => this.line(place)))]) - 1;
      this.known.set(key, index);
    }
    for (const line of this.chains[index] ?? []) (this.sources[line] as (typeof this.sources)[0]).instructions++;
    return index;
  }

  private line({ file, line, function: name }: NonNullable<CodeLine['source']>[0]): number {
    const key = `${line}\n${file}`;
    let index = this.lines.get(key);
    if (index === undefined) {
      index = this.sources.push({ file, line, functions: [], instructions: 0 }) - 1;
      this.lines.set(key, index);
    }
    const { functions } = this.sources[index] as (typeof this.sources)[0];
    if (name !== undefined && functions.length < 8 && !functions.includes(name)) functions.push(name);
    return index;
  }
}
