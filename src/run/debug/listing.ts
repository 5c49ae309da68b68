/** The code of a launch with its places in the source. */

import { FormatError, Reporter } from '../../core/diag/index.ts';
import { decodeDwarf, type SourcePlace, sourceMaps } from '../../formats/dwarf/index.ts';
import { symbolType } from '../../formats/elf/index.ts';
import { type Instruction, InstructionPrinter, PLATFORMS, type Platform, readCode } from '../../formats/eu/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import type { CodeSection } from '../program.ts';

/** An instruction in the code of a launch. */
export interface Listed {
  /** The name of its section, and its offset there. */
  readonly section: string;
  readonly offset: number;
  /** In the code window: what instruction pointers of threads are. */
  readonly address: number;
  readonly instruction: Instruction;
  /** The position in the source, then the position of each inlined call, innermost first. */
  readonly places: readonly SourcePlace[];
  /** A number that instructions of the same line and the same inlined calls share; -1 without a line. */
  readonly line: number;
}

const STT_FUNC = 2;

/** The instructions of all sections of code. */
export class Listing {
  readonly all: readonly Listed[];
  private readonly starts: ReadonlyMap<string, number>;
  private readonly byAddress: ReadonlyMap<number, number>;
  private readonly functions: ReadonlyMap<string, readonly { readonly name: string; readonly start: number }[]>;
  private readonly printer: InstructionPrinter;

  constructor(zebin: Zebin, sections: readonly CodeSection[], platform: Platform) {
    const maps = mapsOf(zebin);
    const lines = new Map<string, number>();
    this.printer = new InstructionPrinter(PLATFORMS.indexOf(platform));
    this.all = sections.flatMap(({ name: section, start, bytes }) => {
      const map = maps.get(zebin.elf.sections.find((one) => one.name === section)?.index ?? -1);
      return readCode(bytes, platform).value.instructions.map((instruction): Listed => {
        const places = map?.at(BigInt(instruction.offset)) ?? [];
        return {
          section,
          offset: instruction.offset,
          address: start + instruction.offset,
          instruction,
          places,
          line: numberOf(places, lines),
        };
      });
    });
    this.starts = new Map(sections.map(({ name, start }) => [name, start]));
    this.byAddress = new Map(this.all.map(({ address }, index) => [address, index]));
    this.functions = functionsOf(zebin);
  }

  /** The instruction at an address of the code window. */
  at(address: number): Listed | undefined {
    return this.all[this.byAddress.get(address) ?? -1];
  }

  /** The instruction at an offset in a section. */
  in(section: string, offset: number): Listed | undefined {
    const start = this.starts.get(section);
    return start === undefined ? undefined : this.at(start + offset);
  }

  /** So many instructions from an address on, of its section. */
  from(address: number, count: number): readonly Listed[] {
    const first = this.byAddress.get(address);
    if (first === undefined) return [];
    const { section } = this.all[first] as Listed;
    return this.all.slice(first, first + count).filter((one) => one.section === section);
  }

  /** As the assembly is written. */
  textOf({ instruction }: Listed): string {
    return this.printer.print(instruction).replace(/\s+/g, ' ').trim();
  }

  /** The function of an instruction: by debug information, or by its symbol. */
  functionOf({ places, section, offset }: Listed): string {
    const symbol = (this.functions.get(section) ?? []).filter(({ start }) => start <= offset).at(-1)?.name;
    return places[0]?.function ?? symbol ?? section.replace(/^\.text\./, '');
  }

  /** The functions at their first instructions. */
  *functionStarts(): Iterable<{ readonly name: string; readonly at: Listed }> {
    for (const [section, functions] of this.functions)
      for (const { name, start } of functions) {
        const at = this.in(section, start);
        if (at !== undefined) yield { name, at };
      }
  }

  /** All files of the source. */
  get files(): readonly string[] {
    return [...new Set(this.all.flatMap(({ places }) => places.map(({ file }) => file)))].filter((file) => file !== '');
  }

  /** Where a line of a file begins: the first instruction of each function or inlined call that has some of it. */
  startsOf(file: string, line: number): readonly Listed[] {
    const found = new Map<string, Listed>();
    for (const one of this.all) {
      const [place, ...calls] = one.places;
      if (place?.file !== file || place.line !== line) continue;
      const scope = [one.section, place.function, ...calls.map((call) => `${call.file}:${call.line}:${call.column}`)].join('\n');
      if (!found.has(scope)) found.set(scope, one);
    }
    return [...found.values()];
  }

  /** The first line from a line on that has code. */
  lineFrom(file: string, line: number): number | undefined {
    let best: number | undefined;
    for (const { places } of this.all) {
      const [place] = places;
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

function numberOf(places: readonly SourcePlace[], known: Map<string, number>): number {
  const [place] = places;
  if (place === undefined || place.line === 0) return -1;
  const key = places.map(({ file, line, function: name }) => `${file}:${line}:${name}`).join('\n');
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
