import { COMMANDS } from '../commands/index.ts';
import { EXIT, UsageError } from '../exit.ts';
import type { Standard } from '../input/standard.ts';
import { COMMON_OPTIONS } from '../options.ts';
import { answer } from './answer.ts';
import { SCRIPTS } from './scripts.ts';

/** Runs `zebin complete SHELL`, which prints a script, and `zebin complete -- WORD...`, which that script calls. */
export async function complete(words: readonly string[], standard: Standard): Promise<number> {
  const shells = Object.keys(SCRIPTS);
  if (words[0] === '--') {
    const { also, words: offered } = await answer({ specs: COMMANDS, common: COMMON_OPTIONS, shells }, words.slice(1));
    const lines = offered.map(([word, summary = '']) => `${word}\t${summary}\n`);
    standard.print(Buffer.from(`${also}\n${lines.join('')}`));
    return EXIT.yes;
  }
  const [shell = ''] = words;
  const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined;
  if (script === undefined || words.length > 1) {
    throw new UsageError(`zebin complete expects the name of a shell: ${shells.join(', ')}`);
  }
  standard.print(Buffer.from(script));
  return EXIT.yes;
}
