/** The code of a launch with its places in the source. */

import { ByNumber, firstIndex } from '../../core/bytes/index.ts';
import { FormatError, Reporter } from '../../core/diag/index.ts';
import { decodeDwarf, type SourcePlace, sourceMaps } from '../../formats/dwarf/index.ts';
import { symbolType } from '../../formats/elf/index.ts';
import { type Instruction, InstructionPrinter, PLATFORMS, type Platform, readCode } from '../../formats/eu/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import type { CodeSection } from '../section.ts';

/** An instruction in the code of a launch. */
export interface Listed {
  /** The name of its section, and its offset there. */
  readonly section: string;
  readonly offset: number;
  /** In the code window: what instruction pointers of threads are. */
  readonly address: number;
  readonly instruction: Instruction;
  /** The position in the source; absent without a line. */
  readonly place: SourcePlace | undefined;
  /** That position, then the position of each inlined call, innermost first. */
  readonly places: readonly SourcePlace[];
  /** How many calls are inlined around it. */
  readonly depth: number;
  /** A number that instructions of the same line and the same inlined calls share; -1 without a line. */
  readonly line: number;
}

const STT_FUNC = 2;

/** The instructions of all sections of code. */
export class Listing {
  readonly all: readonly Listed[];
  private readonly starts: ReadonlyMap<string, number>;
  private readonly byAddress: ByNumber<Listed>;
  private readonly functions: ReadonlyMap<string, readonly { readonly name: string; readonly start: number }[]>;
  private readonly printer: InstructionPrinter;
  /** All files of the source. */
  readonly files: readonly string[];

  constructor(zebin: Zebin, sections: readonly CodeSection[], platform: Platform) {
    const maps = mapsOf(zebin);
    const lines = new Lines();
    const indices = new Map([...zebin.elf.sections].reverse().map(({ name, index }) => [name, index]));
    this.printer = new InstructionPrinter(PLATFORMS.indexOf(platform));
    this.all = sections.flatMap(({ name: section, start, bytes }) => {
      const map = maps.get(indices.get(section) ?? -1);
      return readCode(bytes, platform).value.instructions.map((instruction): Listed => {
        const { offset } = instruction;
        const places = map?.at(offset) ?? [];
        return new ListedInstruction(section, start + offset, instruction, places[0], lines.of(places));
      });
    });
    this.starts = new Map(sections.map(({ name, start }) => [name, start]));
    this.byAddress = new ByNumber(this.all, ({ address }) => address);
    this.functions = functionsOf(zebin);
    this.files = lines.files;
  }

  /** The instruction at an address of the code window. */
  at(address: number): Listed | undefined {
    return this.byAddress.get(address);
  }

  /** The instruction at an offset in a section. */
  in(section: string, offset: number): Listed | undefined {
    const start = this.starts.get(section);
    return start === undefined ? undefined : this.at(start + offset);
  }

  /** So many instructions from an address on, of its section. */
  from(address: number, count: number): readonly Listed[] {
    const at = this.at(address);
    if (at === undefined) return [];
    const first = firstIndex(this.all.length, (i) => (this.all[i] as Listed).address >= address);
    return this.all.slice(first, first + count).filter(({ section }) => section === at.section);
  }

  /** As the assembly is written. */
  textOf({ instruction }: Listed): string {
    return this.printer.print(instruction).replace(/\s+/g, ' ').trim();
  }

  /** The function of an instruction: by debug information, or by its symbol. */
  functionOf({ place, section, offset }: Listed): string {
    const functions = this.functions.get(section) ?? [];
    const next = firstIndex(functions.length, (i) => (functions[i]?.start ?? 0) > offset);
    const symbol = functions[next - 1]?.name;
    return place?.function ?? symbol ?? section.replace(/^\.text\./, '');
  }

  /** The functions at their first instructions. */
  *functionStarts(): Iterable<{ readonly name: string; readonly at: Listed }> {
    for (const [section, functions] of this.functions)
      for (const { name, start } of functions) {
        const at = this.in(section, start);
        if (at !== undefined) yield { name, at };
      }
  }

  /** Where a line of a file begins: the first instruction of each function or inlined call that has some of it. */
  startsOf(file: string, line: number): readonly Listed[] {
    const found = new Map<string, Listed>();
    for (const one of this.all) {
      if (one.place?.file !== file || one.place.line !== line) continue;
      const [place, ...calls] = one.places;
      const scope = [one.section, place?.function, ...calls.map((call) => `${call.file}:${call.line}:${call.column}`)].join('\n');
      if (!found.has(scope)) found.set(scope, one);
    }
    return [...found.values()];
  }

  /** The first line from a line on that has code. */
  lineFrom(file: string, line: number): number | undefined {
    let best: number | undefined;
    for (const { place } of this.all) {
      if (place?.file === file && place.line >= line && place.line > 0 && (best === undefined || place.line < best)) best = place.line;
    }
    return best;
  }
}

function mapsOf({ elf, bytes }: Zebin): ReturnType<typeof sourceMaps> {
  const out = new Reporter(bytes.length);
  try {
    return sourceMaps(decodeDwarf(elf, out), out);
  } catch (error) {
    if (error instanceof FormatError) return new Map();
    throw error;
  }
}

class ListedInstruction implements Listed {
  readonly section: string;
  readonly address: number;
  readonly instruction: Instruction;
  readonly place: SourcePlace | undefined;
  private readonly lineOf: Line;

  constructor(section: string, address: number, instruction: Instruction, place: SourcePlace | undefined, line: Line) {
    this.section = section;
    this.address = address;
    this.instruction = instruction;
    this.place = place;
    this.lineOf = line;
  }

  get offset(): number {
    return this.instruction.offset;
  }

  get places(): readonly SourcePlace[] {
    return this.place === undefined ? [] : [this.place, ...this.lineOf.calls];
  }

  get depth(): number {
    return this.lineOf.calls.length;
  }

  get line(): number {
    return this.lineOf.number;
  }
}

/** The number of a line within its inlined calls, and these: all instructions of a call have one list of them. */
interface Line {
  readonly number: number;
  readonly calls: readonly SourcePlace[];
}

const NO_LINE: Line = { number: -1, calls: [] };

/** The lines of all instructions. Names are compared once, however many instructions have them. */
class Lines {
  private readonly found = new Set<string>();
  private readonly names = new Map<string, number>();
  private readonly chains = new Map<string, number>();
  private readonly byCall = new Map<SourcePlace, Line>();
  private latest: { readonly places: readonly SourcePlace[]; readonly line: Line } | undefined;

  /** In the order in which instructions have them. */
  get files(): readonly string[] {
    return [...this.found].filter((file) => file !== '');
  }

  of(places: readonly SourcePlace[]): Line {
    if (this.latest?.places !== places) this.latest = { places, line: this.newLine(places) };
    return this.latest.line;
  }

  private newLine(places: readonly SourcePlace[]): Line {
    const [place, call] = places;
    if (place === undefined) return NO_LINE;
    this.found.add(place.file);
    const { number, calls } = call === undefined ? NO_LINE : this.callsFrom(call, places);
    return { number: place.line === 0 ? -1 : this.numbered(number, place), calls };
  }

  /** The calls of a position, by the innermost: it belongs to one function that is inlined at one place. */
  private callsFrom(innermost: SourcePlace, places: readonly SourcePlace[]): Line {
    const known = this.byCall.get(innermost);
    if (known !== undefined) return known;
    const calls = places.slice(1);
    for (const { file } of calls) this.found.add(file);
    const line = { number: calls.reduceRight((outer, one) => this.numbered(outer, one), -1), calls };
    this.byCall.set(innermost, line);
    return line;
  }

  private numbered(outer: number, { file, line, function: name }: SourcePlace): number {
    return numberIn(this.chains, `${outer}:${numberIn(this.names, file)}:${line}:${name === undefined ? -1 : numberIn(this.names, name)}`);
  }
}

function numberIn(known: Map<string, number>, key: string): number {
  const number = known.get(key) ?? known.size;
  known.set(key, number);
  return number;
}

function functionsOf({ elf }: Zebin): ReadonlyMap<string, readonly { readonly name: string; readonly start: number }[]> {
  const found = new Map<string, { readonly name: string; readonly start: number }[]>();
  for (const { content } of elf.sections) {
    if (content.kind !== 'symbols') continue;
    for (const symbol of content.symbols) {
      const section = elf.sections[symbol.st_shndx]?.name;
      if (symbolType(symbol) !== STT_FUNC || section === undefined || symbol.name === '_entry') continue;
      const list = found.get(section) ?? [];
      list.push({ name: symbol.name, start: Number(symbol.st_value) });
      found.set(section, list);
    }
  }
  for (const list of found.values()) list.sort((a, b) => a.start - b.start);
  return found;
}
