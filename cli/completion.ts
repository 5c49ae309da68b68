import { ShellCompDirective } from '@bomb.sh/tab';
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
  // Where nothing else can stand the shell is to offer the names of files, which the library never lets it do.
  Object.defineProperty(completion, 'directive', {
    get: () =>
      completion.completions.length > 0 ? ShellCompDirective.ShellCompDirectiveNoFileComp : ShellCompDirective.ShellCompDirectiveDefault,
    set: () => {},
  });
  const setup = completion.setup.bind(completion);
  completion.setup = (name, executable, shell) => {
    setup(name, executable, shell);
    if (shell === 'bash') process.stdout.write(`complete -o default -F __${name}_complete ${name}\n`);
  };
}
