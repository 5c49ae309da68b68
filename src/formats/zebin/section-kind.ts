/** What sections hold, in the words of a table of sizes. */
import { findSection, type Place, STRIP_GROUPS, stripGroupOf } from './table.ts';

/** What the content of a section is, by its place in the file; a group of `zebin strip` has a kind of its own. */
const PLACE_KINDS: Readonly<Record<Place, string>> = {
  code: 'code',
  data: 'data',
  symbols: 'symbols and relocations',
  others: 'other sections',
  relocations: 'symbols and relocations',
  attributes: 'attributes and notes',
  notes: 'attributes and notes',
  names: 'symbols and relocations',
};

/** What a section holds, for a table of sizes: `code`, `IR`, `debug data`, … */
export function sectionKind(name: string, sh_type: number): string {
  const group = stripGroupOf(name, sh_type);
  return STRIP_GROUPS.find((row) => row.name === group)?.kind ?? PLACE_KINDS[findSection(name, sh_type)?.place ?? 'others'];
}
