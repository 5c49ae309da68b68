/** The lines of a text that have what is searched for. */
import type { SearchQuery } from '@codemirror/search';

/**
 * Each line once, counted from 0; of a literal or a regular expression that is valid. The cursor of the editor finds the same, and compares
 * letter by letter: too slow for a whole text.
 */
export function linesWith(
  { search, regexp, caseSensitive, wholeWord }: Pick<SearchQuery, 'search' | 'regexp' | 'caseSensitive' | 'wholeWord'>,
  text: string,
): readonly number[] {
  const source = regexp ? search : search.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  const pattern = new RegExp(wholeWord ? `\\b(?:${source})\\b` : source, caseSensitive ? 'u' : 'iu');
  return text.split('\n').flatMap((line, at) => (pattern.test(line) ? [at] : []));
}
