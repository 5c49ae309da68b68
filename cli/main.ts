#!/usr/bin/env node
/** The command `zebin`, as a process. */
import * as nodeModule from 'node:module';

/** A reader that has seen enough, such as `head`, is not a failure. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Node from 22.1 on can keep what it compiles for the next run. */
function keepCompiled(): void {
  if ('enableCompileCache' in nodeModule && typeof nodeModule.enableCompileCache === 'function') nodeModule.enableCompileCache();
}

async function main(): Promise<void> {
  process.stdout.on('error', ignoreClosedPipe);
  process.stderr.on('error', ignoreClosedPipe);
  keepCompiled();
  const { run } = await import('./run.ts');
  process.exitCode = await run(process.argv.slice(2));
}

void main();
