/** `zebin/unstable/dwarf`: places in the source, from line tables and inlined calls of DWARF 2 to 5. */
import type { Outcome } from '../../core/diag/index.ts';
import {
  type Dwarf,
  type LineTable,
  sourceMaps as maps,
  readDwarf as read,
  type SourceMap,
  type SourcePlace,
  type Unit,
} from '../../formats/dwarf/index.ts';
import type { Elf } from '../../formats/elf/index.ts';

export type { Dwarf, Elf, LineTable, Outcome, SourceMap, SourcePlace, Unit };

/**
 * Reads the debug sections of an ELF file.
 *
 * @example
 * readDwarf(readZebin(debug).value.elf).value.units.length > 0; // true
 */
export function readDwarf(elf: Elf): Outcome<Dwarf> {
  return read(elf);
}

/**
 * For each section of code, by its index, where its instructions come from in the source.
 *
 * @example
 * const [map] = [...sourceMaps(readDwarf(readZebin(debug).value.elf).value).values()];
 * map.at(0n)[0].line; // 4
 */
export function sourceMaps(dwarf: Dwarf): ReadonlyMap<number, SourceMap> {
  return maps(dwarf);
}
