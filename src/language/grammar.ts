/** Grammars for editors that colour text by TextMate's rules, made from the tables. */
import { allEntries } from '../explain/explain.ts';
import type { GrammarMark, GrammarWords, TextLanguage } from './languages.ts';
import { spelled } from './words.ts';

export interface TextMateGrammar {
  readonly name: string;
  readonly scopeName: string;
  readonly patterns: readonly { readonly name: string; readonly match: string }[];
}

/** The grammar of a language, as a document of TextMate. */
export function grammarOf({ id, title, grammar }: TextLanguage): TextMateGrammar {
  return {
    name: title,
    scopeName: `source.${id}`,
    patterns: grammar.map((row) => ({ name: `${row.scope}.${id}`, match: 'kinds' in row ? wordPattern(row) : (row as GrammarMark).match })),
  };
}

function wordPattern({ kinds, before = '\\b', after = '\\b' }: GrammarWords): string {
  const words = allEntries()
    .filter(({ kind }) => kinds.includes(kind))
    .flatMap((entry) =>
      entry.kind === 'vISA directive' ? [entry.name] : entry.kind === 'EU function' ? (entry.also ?? []) : spelled(entry),
    );
  // The longest first, because the first that fits is used.
  const all = [...new Set(words)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  return `${before}(?:${all.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')})${after}`;
}
