import type { Context } from '../../cli/command.ts';
import { COMMANDS } from '../../cli/commands/index.ts';
import type { OptionsOf, Verb } from '../../cli/commands/rows.ts';
import { COMMON_OPTIONS } from '../../cli/options.ts';
import { defaultsOf } from '../../cli/words.ts';

/** Options of a verb that are given; the others have their defaults. */
export type Given<V extends Verb> = Partial<OptionsOf<V>>;

/** All options of a verb. */
export function optionsFor<V extends Verb>(verb: V, given: Given<V> = {}): OptionsOf<V> {
  return { ...defaultsOf([...specOf(verb).options, ...COMMON_OPTIONS]), order: [], ...given } as unknown as OptionsOf<V>;
}

/** Runs a verb without words, and returns its exit code. */
export async function runVerb<V extends Verb>(verb: V, names: Context['arguments'], given: Given<V>, io: Context['io']): Promise<number> {
  const { run } = await specOf(verb).load();
  return run({ arguments: names, options: optionsFor(verb, given) as Context['options'], io });
}

function specOf(verb: Verb) {
  const spec = COMMANDS.find(({ name }) => name === verb);
  if (!spec) throw new TypeError(`there is no verb ${verb}`);
  return spec;
}
