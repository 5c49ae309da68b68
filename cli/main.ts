#!/usr/bin/env node
/** The command `zebin`, as a process. */
import { join } from 'node:path';
import { load } from './compiled.ts';
import { optimizeLater } from './optimizer.ts';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const [first = ''] = words;
  const isWord = /^[a-z]+$/.test(first);
  const mode = optimizeLater(words) ? '-large' : '';
  const { exports, save } = load<typeof import('./run.ts')>(join(__dirname, 'run.js'), isWord ? [first, 'info'] : ['info'], mode);
  process.exitCode = await exports.run(words);
  save((isWord && (await exports.verbNamed(first))?.name) || 'info');
}

void main();
