/** When V8 optimizes functions, in all threads of the process. */
import { statSync } from 'node:fs';

/** Bytes of a file from which on it is worth loading the module that sets flags, which takes 2 to 6 ms. */
const LARGE = 1_000_000;

/**
 * For large input, lets the V8 of Node 20 optimize a function after six times the bytecode that it takes by default (67,584 bytes). Most
 * runs last a second at most: optimizing was a third of their processor time, for functions that were not called often enough afterwards
 * (`validate` and `check` of 9.5 MB of zebins). Later versions count calls instead; they optimize late enough, and print an error for this
 * flag.
 *
 * @param words of the command line
 * @returns whether it does. V8 then accepts no code that it compiled without the flag
 */
export function optimizeLater(words: readonly string[]): boolean {
  if (!process.versions.v8.startsWith('11.3.') || !words.some(isLarge)) return false;
  process.getBuiltinModule('node:v8').setFlagsFromString('--interrupt-budget=400000');
  return true;
}

/** Whether a word names a large file, or an item in one, or a folder. */
function isLarge(word: string): boolean {
  return [word, word.split('!', 1)[0] as string].some((path) => {
    try {
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats !== undefined && (stats.isDirectory() || stats.size >= LARGE);
    } catch {
      // Most words name no file, and some cannot: SQL is too long for a name.
      return false;
    }
  });
}
