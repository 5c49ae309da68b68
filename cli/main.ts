#!/usr/bin/env node
/** The command `zebin`, as a process. */
import { join } from 'node:path';
import { keepOthers, load } from './compiled.ts';

/**
 * V8 optimises a function once it has run so much bytecode. A verb runs much code for a short time: by default, optimising takes 5 to
 * 23 % of the processor time of a large file (docs/benchmarks.md).
 */
const OPTIMISE_LATER = '--interrupt-budget=500000';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const [first = ''] = words;
  const isWord = /^[a-z]+$/.test(first);
  // Not for `info`, which starts in 20 ms: the module takes 2. Before anything is loaded: what V8 keeps is for its flags alone.
  if (isWord && first !== 'info') (await import('node:v8')).setFlagsFromString(OPTIMISE_LATER);
  keepOthers();
  const { exports, save } = load<typeof import('./run.ts')>(join(__dirname, 'run.js'), isWord ? first : 'info');
  process.exitCode = await exports.run(words);
  const verb = isWord ? (await exports.verbNamed(first))?.name : 'info';
  if (verb !== undefined) save(verb);
}

void main();
