import { ByNumber, reading } from '../../core/bytes/index.ts';
import type { Outcome, Reporter } from '../../core/diag/index.ts';
import { type Elf, symbolType } from '../elf/index.ts';
import { readLineTables } from './lines.ts';
import type { Dwarf, LineTable, Unit } from './model.ts';
import { DebugSections } from './sections.ts';
import { readUnits } from './units.ts';

const STT_FUNC = 2;

/**
 * Reads line tables, functions and inlined calls from the debug sections of an ELF file; the result is empty if it has none. Content of the
 * file never makes it throw. Sequences and units whose section cannot be determined have none (`dwarf/no-section`).
 *
 * @example
 * readDwarf(readZebin(debug).value.elf).value.units.length > 0; // true
 */
export function readDwarf(elf: Elf): Outcome<Dwarf> {
  return reading(elf.bytes, (_, out) => decodeDwarf(elf, out));
}

/** As {@link readDwarf}, with the diagnostics to a reporter; and with variables, if they are wanted. */
export function decodeDwarf(elf: Elf, out: Reporter, withVariables = false): Dwarf {
  const sections = new DebugSections(elf);
  const units = readUnits(sections, out, withVariables);
  const tables = readLineTables(sections, out);
  const sectionsOf: { readonly table: number; readonly section: number }[] = [];
  const named = new Functions(elf, sections);
  const placed = units.map((unit): Unit => {
    const section = unit.scopes.some((scope) => scope.ranges.some((range) => range.section === undefined))
      ? named.sectionOf(unit)
      : undefined;
    if (section === undefined) return unit;
    if (unit.stmt_list !== undefined) sectionsOf.push({ table: unit.stmt_list, section });
    return { ...unit, section };
  });
  const byTable = new ByNumber(sectionsOf, ({ table }) => table);
  const lineTables = tables.map((table): LineTable => {
    const section = byTable.get(table.offset)?.section;
    const sequences = table.sequences.map((sequence) =>
      sequence.section !== undefined || section === undefined ? sequence : { ...sequence, section },
    );
    if (sequences.some((sequence) => sequence.section === undefined)) {
      const { bytes } = sections.open('.debug_line');
      const message = 'nothing in the file says which code these lines are for';
      out.report('dwarf/no-section', bytes.span(table.offset, table.offset), `.debug_line@${table.offset}`, message);
    }
    return { ...table, sequences };
  });
  return { kind: 'dwarf', lineTables, units: placed };
}

/** A function in more sections than this identifies none of them: compilers write a unit for each kernel, with a function of its name. */
const MOST_SECTIONS = 64;

/**
 * Finds the code of a unit by its functions, for files in which the symbols of its relocations have lost their names. Compilers write a
 * unit for each kernel, and the file has a symbol for each function in it.
 *
 * The names are lost in intel/intel-graphics-compiler IGC/AdaptorOCL/OCL/sp/zebin_builder.cpp, getElfSymbol, which counts NULs in a
 * string table whose strings share suffixes.
 */
class Functions {
  private readonly places = new Map<string, Set<number>>();

  constructor(elf: Elf, sections: DebugSections) {
    for (const { content } of elf.sections) {
      if (content.kind !== 'symbols') continue;
      for (const symbol of content.symbols) if (symbolType(symbol) === STT_FUNC) this.add(symbol.name, symbol.st_value, symbol.st_shndx);
    }
    for (const [name, section] of sections.names) if (name.startsWith('.text.')) this.add(name.slice('.text.'.length), 0n, section.index);
  }

  private add(name: string, address: bigint, section: number): void {
    const key = `${address} ${name}`;
    const known = this.places.get(key);
    if (known) known.add(section);
    else this.places.set(key, new Set([section]));
  }

  /** The section that has all functions of the unit at their addresses, if exactly one has. */
  sectionOf({ scopes }: Unit): number | undefined {
    /** Functions with the same name and address share a set. */
    const places = new Set<ReadonlySet<number>>();
    for (const { kind, name, linkage_name, ranges } of scopes) {
      if (kind !== 'subprogram') continue;
      for (const one of [linkage_name, name]) {
        const indices = one === undefined ? undefined : this.places.get(`${ranges[0]?.start} ${one}`);
        if (indices) places.add(indices);
      }
    }
    let fewest: ReadonlySet<number> = new Set();
    for (const place of places) if (fewest.size === 0 || place.size < fewest.size) fewest = place;
    if (fewest.size > MOST_SECTIONS) return undefined;
    let left = [...fewest];
    for (const place of places) left = left.filter((section) => place.has(section));
    return left.length === 1 ? left[0] : undefined;
  }
}
