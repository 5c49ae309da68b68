import { HEADER_RULES } from './header.ts';
import { LINK_RULES } from './links.ts';
import { NOTE_RULES } from './notes.ts';
import type { FileRule } from './rule.ts';
import { SECTION_RULES } from './sections.ts';
import { SYMBOL_RULES } from './symbols.ts';
import { TEXT_RULES } from './text.ts';

export { FileContext, type FileReport, type FileRule, perVersion } from './rule.ts';

/** Rules about the parts of a zebin, in the order of the reference page: header, sections, symbols, notes, relocations, .ze_info text. */
export const FILE_RULES: readonly FileRule[] = [
  ...HEADER_RULES,
  ...SECTION_RULES,
  ...SYMBOL_RULES,
  ...NOTE_RULES,
  ...LINK_RULES,
  ...TEXT_RULES,
];
