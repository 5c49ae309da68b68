import { type Diagnostic, diagnostic } from '../diag/index.ts';
import type { ElfParts } from '../elf/index.ts';
import { stripZebin, TEXT_PREFIX } from '../zebin/index.ts';

const GTPIN_PREFIX = '.gtpin_info.';

/**
 * A zebin without what is no longer right when instructions have moved: debug information, and what the compiler told GTPin of the code of
 * these sections.
 */
export function withoutMoved(parts: ElfParts, sections: readonly string[]): { parts: ElfParts; diagnostics: readonly Diagnostic[] } {
  const moved = new Set(sections.map((name) => name.slice(TEXT_PREFIX.length)));
  const keep = (name: string): boolean => name.startsWith(GTPIN_PREFIX) && !moved.has(name.slice(GTPIN_PREFIX.length));
  const { parts: kept, dropped } = stripZebin(parts, { groups: ['debug', 'gtpin'], keep });
  if (dropped.length === 0) return { parts, diagnostics: [] };
  const message = `left out, because they describe where instructions were: ${dropped.slice(0, 20).join(', ')}${dropped.length > 20 ? ', …' : ''}`;
  return {
    parts: kept,
    diagnostics: [diagnostic('patch/debug', message, { source: '', start: 0, end: 0 }, sections[0] ?? '', { dropped })],
  };
}
