/** Positions in the source of instructions that ran. */
import { FormatError, Reporter } from '../core/diag/index.ts';
import { decodeDwarf, type SourceMap, sourceMaps } from '../formats/dwarf/index.ts';
import type { Zebin } from '../formats/zebin/index.ts';
import type { RunSource } from './run-model.ts';

/** Positions in the source of one file, read when they are first asked for. */
export class Sources {
  private readonly zebin: Zebin;
  private maps: ReadonlyMap<number, SourceMap> | undefined;

  constructor(zebin: Zebin) {
    this.zebin = zebin;
  }

  /** Those of an instruction: the innermost first, then the calls that were inlined there. */
  at(name: string, offset: number): readonly RunSource[] {
    const { elf, bytes } = this.zebin;
    const section = elf.sections.find((one) => one.name === name);
    if (section === undefined) return [];
    const out = new Reporter(bytes.length);
    try {
      this.maps ??= sourceMaps(decodeDwarf(elf, out), out);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      this.maps = new Map();
    }
    const places = this.maps.get(section.index)?.at(BigInt(offset)) ?? [];
    return places.map(({ file, line, function: within }) => ({ path: file, line, function: within ?? null }));
  }
}
