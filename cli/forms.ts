import { UsageError } from './exit.ts';

const FORMS = ['json', 'sarif', 'markdown'] as const;

/** Refuses options that request the same answer in two forms. */
export function oneForm(options: { readonly [form in (typeof FORMS)[number]]?: boolean }): void {
  const [first, second] = FORMS.filter((name) => options[name]);
  if (second) throw new UsageError(`--${first} and --${second} exclude each other`);
}
