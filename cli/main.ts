#!/usr/bin/env node
/** The command `zebin`, as a process. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import { load } from './compiled.ts';

/** Where compiled code is kept: a folder of the user. */
function cacheFolder(): string | undefined {
  try {
    return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zebin');
  } catch {
    // Node throws for a user that the system does not know, as in many containers.
    return undefined;
  }
}

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const folder = cacheFolder();
  if (folder === undefined || process.env.NODE_DISABLE_COMPILE_CACHE) {
    const { run } = await import('./run.ts');
    process.exitCode = await run(words);
    return;
  }
  const [first = ''] = words;
  const word = /^[a-z]+$/.test(first) ? first : 'info';
  const { exports, save } = load<typeof import('./run.ts')>(join(__dirname, 'run.js'), folder, word);
  process.exitCode = await exports.run(words);
  save((await exports.verbNamed(word))?.name ?? 'info');
  // All is written: without this, Node would take its heap apart before it ends.
  process.exit();
}

void main();
