// @ts-check
/**
 * Gives the attacks of test/hostile/attacks to every verb, each at sizes that double, and counts the work: it must not grow faster than
 * the input. The suite does the same (test/hostile/attacks.test.ts).
 *
 *   node scripts/attacks.mjs [WORD]... [--verb NAME]... [--turns] [--quiet]
 *
 * Only attacks whose name has one of the words. With `--turns`, each verb has one attack in one form, and other options with the next;
 * what takes long is left out. Needs no build.
 */

import { scriptOptions } from './options.mjs';
import { Attackers } from './work/attack.mjs';

const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: { verb: { type: 'string', multiple: true }, turns: { type: 'boolean' }, quiet: { type: 'boolean' } },
});
const attackers = await Attackers.start();
let [runs, faults] = [0, 0];
const wanted = attackers.attacks.filter(
  ({ name, long }) => !(values.turns && long) && (positionals.length === 0 || positionals.some((word) => name.includes(word))),
);
for (const attack of wanted) {
  const start = process.cpuUsage();
  let most = '';
  let [steps, tried, answered] = [0, 0, 0];
  for (const invocation of values.turns ? attackers.inTurn(attack) : attackers.invocations(attack, values.verb)) {
    const result = await attackers.try(attack, invocation);
    runs++;
    tried++;
    if (result.answered) answered++;
    if (result.perByte > steps) [steps, most] = [result.perByte, invocation.name];
    for (const fault of result.faults) console.log(`  ${attack.name}: ${invocation.name}: ${fault}`);
    faults += result.faults.length;
  }
  const { user, system } = process.cpuUsage(start);
  if (!values.quiet)
    console.log(
      `${attack.name}: answered by ${answered} of ${tried}, at most ${Math.round(steps)} steps a byte (${most}), ${((user + system) / 1e6).toFixed(1)} s`,
    );
}
console.log(`${runs} runs of verbs at ${faults === 0 ? 'no' : faults} fault`);
process.exitCode = faults === 0 ? 0 : 1;
