import { releaseText } from '../core/schema/index.ts';
import type { Support } from '../documents/verdict-info.ts';

/** Names in one sentence. */
const NAMES = 20;

/**
 * The content of {@link Support} as sentences without a full stop.
 *
 * @param word draws a name, which may come from the file.
 */
export function supportNotes(support: Support, word: (name: string) => string = (name) => name): string[] {
  const { understood_since: since, first_release: first, forced_by, unread, accepted } = support;
  const until = accepted.at(-1)?.until;
  return [
    first === null
      ? 'no known release accepts it as it is'
      : `first release that accepts: ${releaseText(first)}${forNames(forced_by, word)}`,
    ...(until === undefined ? [] : [`first release that no longer does: ${releaseText(until)}`]),
    ...(since !== null && since !== first ? [`first release that knows every name in it: ${releaseText(since)}`] : []),
    ...(unread.length > 0 ? [`no public release reads ${listed(unread, word)}`] : []),
  ];
}

/** The names that require a release, as text after the release; empty when there are none. */
export function forNames(names: readonly string[], word: (name: string) => string = (name) => name): string {
  return names.length === 0 ? '' : `, for ${listed(names, word)}`;
}

function listed(names: readonly string[], word: (name: string) => string): string {
  return names.slice(0, NAMES).map(word).join(', ') + (names.length > NAMES ? ', …' : '');
}
