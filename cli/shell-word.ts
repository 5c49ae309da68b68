import { visible } from './visible.ts';

/** Characters that no shell changes, wherever they are in a word. */
const PLAIN_WORD = /^[\w@%+:,./-]+$/;

/**
 * A path, an address or a name as a word of a command line that can be pasted into a shell: `'multi.ar!64.20.1.0'`. Every command that a
 * message suggests has its words from here.
 */
export function shellWord(text: string): string {
  const shown = visible(text);
  return PLAIN_WORD.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}
