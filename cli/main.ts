#!/usr/bin/env node
/** The command `zebin`, as a process. */
import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Lets Node keep what V8 compiles, from 22.1 on. Its own folder for that is one that all users of a machine can write. */
function keepCompiled(): void {
  const { enableCompileCache } = module as { enableCompileCache?(folder: string): unknown };
  try {
    enableCompileCache?.(join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zebin'));
  } catch {
    // Node throws for a user that the system does not know, as in many containers.
  }
}

async function main(): Promise<void> {
  keepCompiled();
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
}

void main();
