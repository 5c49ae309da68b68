// @ts-check
/** Every verb on all corpora in one file: none of them may end in a limit. */
import { load } from '../work/bundle.mjs';
import { invocations, VERBS, wordsOf } from '../work/verbs.mjs';

/** Verbs as they are without options. @returns {Promise<import('./commands.mjs').Command[]>} */
export async function everyVerb() {
  const all = invocations(/** @type {any} */ (await load(VERBS, { counted: false })));
  const first = [...new Map(all.toReversed().map((one) => [one.spec.name, one])).values()].toReversed();
  return first.map((one) => ({
    name: 'corpora',
    what: 'all corpora in one file',
    input: 'corpora.ar',
    verb: wordsOf(one, { file: 'FILE', other: 'FILE' }, 'FOLDER'),
    mayRefuse: true,
    mark: {},
    rounds: 1,
  }));
}
