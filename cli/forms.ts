import type { Options } from './command.ts';
import { UsageError } from './exit.ts';

const FORMS = ['json', 'sarif', 'markdown'];

/** Refuses options that request the same answer in two forms. */
export function oneForm(options: Options): void {
  const [first, second] = FORMS.filter((name) => options[name] === true);
  if (second) throw new UsageError(`--${first} and --${second} exclude each other`);
}
