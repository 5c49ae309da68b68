/** What a file says about its code besides the instructions: symbols, relocations, source positions. */
import { firstIndex } from '../../core/bytes/index.ts';
import { clip } from '../../core/schema/index.ts';
import type { SourceMap } from '../../formats/dwarf/index.ts';
import { type Section, symbolsOf } from '../../formats/elf/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import { type RelocationDetail, relocationDetail } from '../kernel/relocation.ts';
import type { LineDraft, SourceJson } from './model.ts';

/** Characters of a name that are shown. */
export const LONGEST_NAME = 200;

/** What is at offsets of one section, in their order. */
type Placed<T> = { readonly at: number; readonly mark: T }[];

/** Symbols and relocations of the code sections that are shown, by section and offset. */
export class Marks {
  private readonly symbols = new Map<number, Placed<string>>();
  private readonly relocations = new Map<number, Placed<RelocationDetail>>();

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
          this.symbols.get(st_shndx)?.push({ at: Number(st_value), mark: clip(name, LONGEST_NAME) });
      if (content.kind !== 'relocations' || !shown.has(section.sh_info)) continue;
      const names = symbolsOf(elf, section);
      for (const r of content.relocations)
        this.relocations
          .get(section.sh_info)
          ?.push({ at: Number(r.r_offset), mark: relocationDetail(r, clip(names[r.r_sym]?.name ?? '', LONGEST_NAME)) });
    }
    for (const list of [...this.symbols.values(), ...this.relocations.values()]) list.sort((a, b) => a.at - b.at);
  }

  /** Those of one section. @param places with names of up to `LONGEST_NAME` */
  of({ index }: Section, places: SourceMap | undefined): SectionMarks {
    return new SectionMarks(this.symbols.get(index) ?? [], this.relocations.get(index) ?? [], places);
  }
}

/** What a file says about the code of one section. */
export class SectionMarks {
  private readonly symbols: Placed<string>;
  private readonly relocations: Placed<RelocationDetail>;
  private readonly places: SourceMap | undefined;

  constructor(symbols: Placed<string>, relocations: Placed<RelocationDetail>, places: SourceMap | undefined) {
    this.symbols = symbols;
    this.relocations = relocations;
    this.places = places;
  }

  /** The lines with the symbols, relocations and places of their bytes. */
  *added(lines: Iterable<LineDraft>): Generator<LineDraft> {
    for (const line of lines) {
      this.add(line);
      yield line;
    }
  }

  /** The places in the source of the instruction at an offset. */
  sourceAt(offset: number): readonly SourceJson[] {
    return this.places === undefined ? NONE : this.places.at(offset);
  }

  private add(line: LineDraft): void {
    const { kind, offset, size } = line;
    if (size === 0) return;
    const symbols = within(this.symbols, offset, offset + Math.min(size, 16));
    const relocations = within(this.relocations, offset, offset + size);
    const source = kind === 'instruction' ? this.sourceAt(offset) : NONE;
    if (symbols.length > 0) line.symbols = symbols;
    if (relocations.length > 0) line.relocations = relocations;
    if (source.length > 0) line.source = source;
  }
}

const NONE: readonly never[] = [];

function within<T>(list: Placed<T>, from: number, to: number): readonly T[] {
  // Most lines are past the last mark: symbols are where code begins.
  if ((list.at(-1)?.at ?? -1) < from) return NONE;
  const first = firstIndex(list.length, (i) => (list[i]?.at ?? 0) >= from);
  const end = firstIndex(list.length, (i) => (list[i]?.at ?? 0) >= to);
  return first === end ? NONE : list.slice(first, end).map(({ mark }) => mark);
}
