import { ByNumber, firstIndex } from '../../core/bytes/index.ts';
import { type Elf, type ElfSymbol, type Section, symbolsOf, symbolType } from '../elf/index.ts';
import type { Place } from './model.ts';

const STT_SECTION = 3;

interface Entry {
  /** In the section, in bytes. */
  readonly at: number;
  readonly symbol: ElfSymbol | undefined;
  /** Absent for REL. */
  readonly addend?: bigint;
}

/**
 * The relocations of a section of debug information. They are looked up when an address or offset is read, not applied: each section has
 * its own address space, and the relocation names the section.
 */
export class Relocations {
  private readonly entries: ByNumber<Entry>;
  private readonly elf: Elf;
  private readonly names: ReadonlyMap<string, Section>;
  private readonly placed: readonly Section[];

  /**
   * @param names the first section of each name
   * @param placed sections with an address, in ascending order of address
   */
  constructor(elf: Elf, section: Section | undefined, names: ReadonlyMap<string, Section>, placed: readonly Section[]) {
    this.elf = elf;
    this.names = names;
    this.placed = placed;
    const entries: Entry[] = [];
    for (const table of section ? elf.sections : []) {
      if (table.content.kind !== 'relocations' || table.sh_info !== section?.index) continue;
      const symbols = symbolsOf(elf, table);
      for (const { r_offset, r_sym, r_addend } of table.content.relocations) {
        const at = Number(r_offset);
        const symbol = symbols[r_sym];
        entries.push(r_addend === undefined ? { at, symbol } : { at, symbol, addend: r_addend });
      }
    }
    this.entries = new ByNumber(entries, ({ at }) => at);
  }

  at(offset: number): Entry | undefined {
    return this.entries.get(offset);
  }

  /** The position that an address with the stored `value` at `offset` refers to. */
  place(offset: number, value: bigint): Place {
    const entry = this.entries.get(offset);
    if (!entry) return this.absolute(value);
    const address = BigInt.asUintN(64, (entry.symbol?.st_value ?? 0n) + (entry.addend ?? value));
    const section = entry.symbol && this.sectionOf(entry.symbol);
    return section === undefined ? { address } : { section, address };
  }

  /**
   * The position of an address without a relocation: in a linked file, sections have addresses of their own.
   *
   * Source: intel/compute-runtime shared/source/device_binary_format/zebin/debug_zebin.cpp sets them in the copy for debuggers.
   */
  absolute(value: bigint): Place {
    // Nearly all files are not linked.
    if (this.placed.length === 0) return { address: value };
    const section = this.placed[firstIndex(this.placed.length, (i) => (this.placed[i]?.sh_addr ?? 0n) > value) - 1];
    // The end of a section counts as inside it, because ranges end there.
    if (!section || value - section.sh_addr > BigInt(section.sh_size)) return { address: value };
    return { section: section.index, address: value - section.sh_addr };
  }

  /**
   * The section that a debug relocation's symbol stands for. Compilers give such symbols the index of the debug section that uses them and
   * the name of the section that they mean. One release leaves some of these names empty; then the section is unknown.
   *
   * Source: intel/compute-runtime shared/source/device_binary_format/zebin/debug_zebin.cpp, DebugZebinCreator::applyRelocations.
   */
  private sectionOf(symbol: ElfSymbol): number | undefined {
    const section = this.elf.sections[symbol.st_shndx];
    if (symbolType(symbol) !== STT_SECTION && section?.name.startsWith('.debug')) return this.names.get(symbol.name)?.index;
    return section === undefined || symbol.st_shndx === 0 ? undefined : symbol.st_shndx;
  }
}
