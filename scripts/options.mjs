// @ts-check
/** Options of the scripts that have several. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * As `parseArgs`. `--help` prints the comment at the beginning of the script; for an unknown option, the error is printed before it.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config
 */
export function scriptOptions(config) {
  if (process.argv.includes('--help')) {
    console.log(usage());
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${usage()}`);
    process.exit(2);
  }
}

function usage() {
  const comment = /\/\*\*\n([\s\S]*?)\n \*\//.exec(readFileSync(process.argv[1] ?? '', 'utf8'))?.[1] ?? '';
  return comment.replace(/^ \* ?/gm, '');
}
