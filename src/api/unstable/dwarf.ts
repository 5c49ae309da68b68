/** `zebin/unstable/dwarf`: places in the source, from line tables and inlined calls of DWARF 2 to 5. */
import { type Dwarf, sourceMaps as maps, type SourceMap } from '../../formats/dwarf/index.ts';

export type { Outcome } from '../../core/diag/index.ts';
export { type Dwarf, type LineTable, readDwarf, type SourceMap, type SourcePlace, type Unit } from '../../formats/dwarf/index.ts';
export type { Elf } from '../../formats/elf/index.ts';

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
