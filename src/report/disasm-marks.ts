/** What a file says about its code besides the instructions: symbols, relocations, source positions. */
import type { SourceMap, SourcePlace } from '../dwarf/index.ts';
import { type Section, symbolsOf } from '../elf/index.ts';
import { clip } from '../schema/index.ts';
import type { Zebin } from '../zebin/index.ts';
import type { CodeLine, SourceJson } from './disasm-model.ts';
import { type RelocationDetail, relocationDetail } from './relocation.ts';

/** What is at offsets of one section, in their order. */
type Placed<T> = { readonly at: number; readonly mark: T }[];

/** Symbols and relocations of the code sections that are shown, by section and offset. */
export class Marks {
  private readonly symbols = new Map<number, Placed<string>>();
  private readonly relocations = new Map<number, Placed<RelocationDetail>>();

  /** Names of files and functions as they are shown. Many places share few names. */
  private readonly clipped = new Map<string, string>();
  /** Places of callers, which many lines share. */
  private readonly places = new WeakMap<SourcePlace, SourceJson>();
  private last: { readonly places: readonly SourcePlace[]; readonly sources: readonly SourceJson[] } = { places: [], sources: [] };

  /** @param shown indexes of sections */
  constructor({ elf }: Zebin, shown: ReadonlySet<number>) {
    for (const index of shown) {
      this.symbols.set(index, []);
      this.relocations.set(index, []);
    }
    for (const section of elf.sections) {
      const { content } = section;
      if (content.kind === 'symbols')
        for (const { st_shndx, st_value, name } of content.symbols)
          this.symbols.get(st_shndx)?.push({ at: Number(st_value), mark: clip(name, 200) });
      if (content.kind !== 'relocations' || !shown.has(section.sh_info)) continue;
      const names = symbolsOf(elf, section);
      for (const r of content.relocations)
        this.relocations
          .get(section.sh_info)
          ?.push({ at: Number(r.r_offset), mark: relocationDetail(r, clip(names[r.r_sym]?.name ?? '', 200)) });
    }
    for (const list of [...this.symbols.values(), ...this.relocations.values()]) list.sort((a, b) => a.at - b.at);
  }

  /** Places of an address, with shortened names. */
  private sourcesAt(map: SourceMap, offset: number): readonly SourceJson[] {
    const places = map.at(BigInt(offset));
    if (places !== this.last.places) this.last = { places, sources: places.map((place) => this.sourceOf(place)) };
    return this.last.sources;
  }

  private sourceOf(place: SourcePlace): SourceJson {
    let source = this.places.get(place);
    if (!source) {
      const { file, line, column, function: name } = place;
      source = { file: this.clip(file), line, column, ...(name === undefined ? {} : { function: this.clip(name) }) };
      this.places.set(place, source);
    }
    return source;
  }

  private clip(name: string): string {
    let shown = this.clipped.get(name);
    if (shown === undefined) {
      shown = clip(name, 200);
      this.clipped.set(name, shown);
    }
    return shown;
  }

  /** The line with the symbols, relocations and places of its bytes. */
  marked(line: CodeLine, section: Section, places: SourceMap | undefined): CodeLine {
    if (line.size === 0) return line;
    const symbols = within(this.symbols.get(section.index), line.offset, line.offset + Math.min(line.size, 16));
    const relocations = within(this.relocations.get(section.index), line.offset, line.offset + line.size);
    const source = line.kind === 'instruction' && places ? this.sourcesAt(places, line.offset) : [];
    if (symbols.length + relocations.length + source.length === 0) return line;
    return {
      ...line,
      ...(symbols.length === 0 ? {} : { symbols }),
      ...(relocations.length === 0 ? {} : { relocations }),
      ...(source.length === 0 ? {} : { source }),
    };
  }
}

function within<T>(list: Placed<T> = [], from: number, to: number): T[] {
  const found: T[] = [];
  for (let i = lowerBound(list, from); (list[i]?.at ?? to) < to; i++) found.push((list[i] as Placed<T>[number]).mark);
  return found;
}

function lowerBound(list: readonly { readonly at: number }[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
