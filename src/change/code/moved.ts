import { type Diagnostic, diagnostic, NOWHERE } from '../../core/diag/index.ts';
import type { ElfParts, SectionPart } from '../../formats/elf/index.ts';
import {
  findSection,
  STRIP_GROUPS,
  type StripGroup,
  type StripGroupRow,
  sectionSubject,
  stripGroupOf,
  TEXT_PREFIX,
} from '../../formats/zebin/index.ts';
import { stripZebin } from '../strip.ts';

const GROUPS = (STRIP_GROUPS as readonly StripGroupRow[]).filter((row) => row.describesPlaces).map(({ name }) => name as StripGroup);

/** Whether a section describes where instructions are, in a form that an edit does not update. */
export function isAboutPlaces({ name, sh_type }: SectionPart): boolean {
  const group = stripGroupOf(name, sh_type);
  return group !== undefined && GROUPS.includes(group);
}

/**
 * A zebin without the parts that are wrong once instructions have moved: debug information, and what the compiler recorded for GTPin about
 * the code of these sections.
 */
export function withoutMoved(parts: ElfParts, sections: readonly string[]): { parts: ElfParts; diagnostics: readonly Diagnostic[] } {
  const moved = new Set(sections.map((name) => name.slice(TEXT_PREFIX.length)));
  const keep = (name: string): boolean => {
    const row = findSection(name);
    const subject = row?.type === 'SHT_ZEBIN_GTPIN_INFO' ? sectionSubject(row, name) : undefined;
    return subject !== undefined && !moved.has(subject);
  };
  const { parts: kept, dropped } = stripZebin(parts, { groups: GROUPS, keep });
  if (dropped.length === 0) return { parts, diagnostics: [] };
  const message = `left out, because they describe where instructions were: ${dropped.slice(0, 20).join(', ')}${dropped.length > 20 ? ', …' : ''}`;
  return {
    parts: kept,
    diagnostics: [diagnostic('patch/debug', message, NOWHERE, sections[0] ?? '', { dropped })],
  };
}
