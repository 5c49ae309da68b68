import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { allNames } from '../src/index.ts';

/** Adds the verb `complete SHELL`, which prints a completion script, and answers that script's questions. */
export function addCompletion(program: Command): void {
  const completion = tab(program);
  const explain = completion.commands.get('explain');
  explain?.argument('name', (complete) => {
    for (const name of allNames()) complete(name, '');
  });
}
