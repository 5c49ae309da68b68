/** The code of a kernel as the page draws it: its text, and by line what the line is and what it costs. */
import { visible } from '../../cli/visible.ts';
import {
  AFTER_CODE,
  type AnalysisStream,
  type CodeAnalysis,
  type CodeLine,
  type CodeSamples,
  hexDigits,
  type ListingStream,
  nextText,
  placeText,
  relocationText,
  type SampleCounts,
  type WaitJson,
  waitText,
} from '../../src/internal.ts';
import { type FlowPicture, flowPicture } from './code-flow.ts';

export interface CodeView {
  readonly section: string;
  /** Place of the code in the file, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** Digits of an offset in hexadecimal. */
  readonly digits: number;
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
  /** Null for code that is not decoded. */
  readonly costs: CodeCosts | null;
  /** Bytes of code that are left out. */
  readonly left: number;
  /** What the analysis leaves out or estimates, as sentences. */
  readonly unchecked: readonly string[];
}

/** What the code costs, by line. */
export interface CodeCosts extends Pick<CodeAnalysis, 'peak' | 'grf_count' | 'next' | 'indirect'> {
  /** What fewer registers would bring, as a part of a sentence; empty when that is not known. */
  readonly nextText: string;
  /** The line of the peak; -1 without one. */
  readonly peakLine: number;
  /** Live registers before the line; -1 for lines that are not in the code. */
  readonly live: Int32Array;
  /** The block of each line, as its number; -1 without. */
  readonly blocks: Int32Array;
  readonly flow: FlowPicture;
  readonly waits: ReadonlyMap<number, readonly WaitView[]>;
  readonly scratch: ReadonlyMap<number, NonNullable<CodeLine['scratch']>>;
  /** Entries of the payload that a line reads in their registers. */
  readonly arguments: ReadonlyMap<number, readonly number[]>;
  /** Samples of stalls at each line, where any are of this code. */
  readonly samples: ReadonlyMap<number, SampleCounts>;
  readonly sampled: CodeSamples | null;
}

/** A wait, and the sentence about it. */
export interface WaitView extends WaitJson {
  readonly text: string;
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
  /** The instructions of each function whose calls on it were inlined, with those that were inlined there in turn. */
  readonly inlined: ReadonlyMap<string, number>;
}

const MAX_LINES = 100_000;

export function viewOf(listing: ListingStream): Omit<CodeView, 'unchecked'> {
  const lines: string[] = [];
  const viewLines: (CodeLine | undefined)[] = [];
  const chain: number[] = [];
  const places = new Places();
  const put = (text: string, line?: CodeLine) => {
    lines.push(visible(text));
    viewLines.push(line);
    chain.push(line?.source === undefined ? -1 : places.chain(line.source));
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
    put(textOf(line), line.kind === 'instruction' || line.kind === 'padding' ? line : undefined);
    for (const relocation of line.relocations ?? []) put(`// ^ ${relocationText(relocation, line)}`);
  }
  const { section, offset, size, decoder, platform, reason, analysis } = listing;
  const offsets = viewLines.map((line) => line?.offset ?? -1);
  const digits = Math.max(size.toString(16).length, 4);
  return {
    section,
    offset,
    size,
    digits,
    platform: decoder === null ? null : platform,
    reason,
    text: lines.join('\n'),
    offsets: Int32Array.from(offsets),
    sizes: Uint32Array.from(viewLines, (line) => line?.size ?? 0),
    chain: Int32Array.from(chain),
    chains: places.chains,
    sources: places.sources,
    costs: analysis ? costsOf(analysis, viewLines, offsets, digits) : null,
    left: listing.size - shown,
  };
}

function costsOf(
  analysis: AnalysisStream,
  lines: readonly (CodeLine | undefined)[],
  offsets: readonly number[],
  digits: number,
): CodeCosts {
  const { peak, grf_count, next, indirect } = analysis;
  const addressOf = (offset: number) => hexDigits(offset, digits);
  const by = <K extends 'waits' | 'scratch' | 'arguments' | 'samples'>(key: K) =>
    new Map(lines.flatMap((line, i) => (line?.[key] === undefined ? [] : [[i, line[key] as NonNullable<CodeLine[K]>] as const])));
  return {
    peak,
    grf_count,
    next,
    indirect,
    nextText: nextText(analysis),
    peakLine: peak === null ? -1 : offsets.indexOf(peak.offset),
    live: Int32Array.from(lines, (line) => line?.live ?? -1),
    blocks: Int32Array.from(lines, (line) => line?.block ?? -1),
    flow: flowPicture(analysis, offsets, depthsOf(lines)),
    waits: new Map([...by('waits')].map(([line, waits]) => [line, waits.map((wait) => ({ ...wait, text: waitText(wait, addressOf) }))])),
    scratch: by('scratch'),
    arguments: by('arguments'),
    samples: by('samples'),
    sampled: analysis.samples ?? null,
  };
}

/** Loops that each line is in; those of a line that is not an instruction are what is around it. */
function depthsOf(lines: readonly (CodeLine | undefined)[]): Uint16Array {
  const depths = Uint16Array.from(lines, (line) => Math.min(line?.loop_depth ?? 0, 0xffff));
  let next = 0;
  for (let i = lines.length - 1; i >= 0; i--) {
    if (lines[i] === undefined) depths[i] = next;
    else next = depths[i] ?? 0;
  }
  for (let i = 1; i < lines.length; i++) if (lines[i] === undefined) depths[i] = Math.min(depths[i] ?? 0, depths[i - 1] ?? 0);
  return depths;
}

function textOf({ kind, bytes, text }: CodeLine): string {
  if (text !== '') return text;
  return (kind === 'padding' ? '// padding ' : '') + (bytes.match(/.{1,8}/g) ?? []).join(' ');
}

type SourcePlaces = NonNullable<CodeLine['source']>;

interface Counted extends SourceLine {
  readonly functions: string[];
  instructions: number;
  readonly inlined: Map<string, number>;
}

/** Lines of the source, each once, and the ways in which they were inlined. */
class Places {
  readonly chains: number[][] = [];
  readonly sources: Counted[] = [];
  private readonly known = new Map<string, { readonly index: number; readonly calls: readonly Call[] }>();
  private readonly lines = new Map<string, number>();

  /** Counts an instruction. */
  chain(places: SourcePlaces): number {
    const key = places.map(placeText).join('\n');
    const { index, calls } = this.known.get(key) ?? this.add(key, places);
    for (const line of this.chains[index] ?? []) (this.sources[line] as Counted).instructions++;
    for (const { line, callee } of calls) {
      const { inlined } = this.sources[line] as Counted;
      inlined.set(callee, (inlined.get(callee) ?? 0) + 1);
    }
    return index;
  }

  private add(key: string, places: SourcePlaces) {
    const lines = places.map((place) => this.line(place));
    // A function that was inlined into itself is on its line several times.
    const calls = new Map<string, Call>();
    for (const [depth, line] of lines.slice(1).entries()) {
      const callee = places[depth]?.function;
      if (callee !== undefined) calls.set(`${line} ${callee}`, { line, callee });
    }
    const added = { index: this.chains.push([...new Set(lines)]) - 1, calls: [...calls.values()] };
    this.known.set(key, added);
    return added;
  }

  private line({ file, line, function: name }: SourcePlaces[0]): number {
    const key = `${line}\n${file}`;
    let index = this.lines.get(key);
    if (index === undefined) {
      index = this.sources.push({ file, line, functions: [], instructions: 0, inlined: new Map() }) - 1;
      this.lines.set(key, index);
    }
    const { functions } = this.sources[index] as Counted;
    if (name !== undefined && functions.length < 8 && !functions.includes(name)) functions.push(name);
    return index;
  }
}

/** A call that was inlined: the place in {@link Places.sources} of its line. */
interface Call {
  readonly line: number;
  readonly callee: string;
}
