/** What a file says about its code besides the instructions: symbols, relocations, source positions. */
import type { SourceMap, SourcePlace } from '../dwarf/index.ts';
import { type ElfSymbol, type Section, symbolsOf } from '../elf/index.ts';
import { clip } from '../schema/index.ts';
import type { Zebin } from '../zebin/index.ts';
import type { CodeLine, SourceJson } from './disasm-model.ts';
import { type RelocationDetail, relocationDetail } from './relocation.ts';

/** Symbols and relocations of the code sections that are shown, by section and offset. */
export class Marks {
  private readonly symbols = new Map<number, Map<number, string[]>>();
  private readonly relocations = new Map<number, { readonly at: number; readonly detail: RelocationDetail }[]>();

  /** Names of files and functions as they are shown. Many places share few names. */
  private readonly clipped = new Map<string, string>();
  /** Places of callers, which many lines share. */
  private readonly places = new WeakMap<SourcePlace, SourceJson>();
  private last: { readonly places: readonly SourcePlace[]; readonly sources: readonly SourceJson[] } = { places: [], sources: [] };

  /** @param shown indexes of sections */
  constructor({ elf }: Zebin, shown: ReadonlySet<number>) {
    for (const section of elf.sections) {
      const { content } = section;
      if (content.kind === 'symbols') for (const symbol of content.symbols) if (shown.has(symbol.st_shndx)) this.addSymbol(symbol);
      if (content.kind !== 'relocations' || !shown.has(section.sh_info)) continue;
      const names = symbolsOf(elf, section);
      const list = this.relocations.get(section.sh_info) ?? [];
      this.relocations.set(section.sh_info, list);
      for (const r of content.relocations) {
        list.push({ at: Number(r.r_offset), detail: relocationDetail(r, clip(names[r.r_sym]?.name ?? '', 200)) });
      }
    }
    for (const list of this.relocations.values()) list.sort((a, b) => a.at - b.at);
  }

  private addSymbol({ st_shndx, st_value, name }: ElfSymbol): void {
    const section = this.symbols.get(st_shndx) ?? new Map<number, string[]>();
    this.symbols.set(st_shndx, section);
    const at = Number(st_value);
    const names = section.get(at);
    if (names) names.push(clip(name, 200));
    else section.set(at, [clip(name, 200)]);
  }

  /** Places of an address, with shortened names. */
  private sourcesAt(map: SourceMap, offset: number): readonly SourceJson[] {
    const places = map.at(BigInt(offset));
    if (places === this.last.places) return this.last.sources;
    const sources = places.map((place) => this.sourceOf(place));
    this.last = { places, sources };
    return sources;
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
    const end = line.offset + line.size;
    const symbols = within(this.symbols.get(section.index), line);
    const list = this.relocations.get(section.index) ?? [];
    const relocations: RelocationDetail[] = [];
    for (let i = lowerBound(list, line.offset); (list[i]?.at ?? end) < end; i++) relocations.push((list[i] as (typeof list)[0]).detail);
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

function within(names: ReadonlyMap<number, readonly string[]> | undefined, { offset, size }: CodeLine): string[] {
  if (!names) return [];
  const found: string[] = [];
  for (let i = 0; i < Math.min(size, 16); i++) for (const name of names.get(offset + i) ?? []) found.push(name);
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
