// @ts-check
/**
 * Passes the attacks of test/hostile/attacks to every verb, each at sizes that double, and counts the work: it must not grow faster than
 * the input. The suite does the same (test/hostile/attacks.test.ts).
 *
 *   node scripts/attacks.mjs [WORD]... [--verb NAME]... [--turns] [--quiet]
 *   npm run build && node scripts/attacks.mjs --table [--each N] [WORD]... [--verb NAME]...
 *
 * Only attacks whose name has one of the words. With `--turns`, each verb has one attack in one form, and other options with the next;
 * what takes long is left out. Needs no build.
 *
 * With `--table`, the attacks are as large as docs/security.md promises a bounded run for, and the command is measured: a row for each
 * verb with each of the N attacks (6) that cost it most at a part of the size, and for each attack with the verb that it costs most. It
 * fails where a row is above the promised time or memory and did not end at a limit. The figures mean something only on a machine that
 * does nothing else.
 */

import { scriptOptions } from './options.mjs';
import { Attackers } from './work/attack.mjs';
import { PROMISE, Table } from './work/table.mjs';

const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: {
    verb: { type: 'string', multiple: true },
    turns: { type: 'boolean' },
    quiet: { type: 'boolean' },
    table: { type: 'boolean' },
    each: { type: 'string', default: '6' },
  },
});
/** @template {{ name: string }} T @param {readonly T[]} attacks */
const named = (attacks) => attacks.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)));

async function countWork() {
  const attackers = await Attackers.start();
  let [runs, faults] = [0, 0];
  for (const attack of named(attackers.attacks).filter(({ long }) => !(values.turns && long))) {
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
}

async function printTable() {
  const table = await Table.start();
  const pairs = await table.worthMeasuring(named(table.attacks), Number(values.each), values.verb);
  console.log(`${'seconds'.padStart(7)} ${'MB'.padStart(5)} ${'input'.padStart(7)}  verb, attack, end`);
  let [measured, limits, over] = [0, 0, 0];
  for (const pair of pairs) {
    const { seconds, megabytes, ended, size, over: isOver } = table.measure(pair);
    measured++;
    if (ended.startsWith('limit')) limits++;
    if (isOver) over++;
    const figures = [seconds.toFixed(2).padStart(7), megabytes.toFixed(0).padStart(5), `${(size / 1e6).toFixed(1)} MB`.padStart(7)];
    console.log(`${figures.join(' ')}  ${pair.invocation.name}, ${pair.attack.name}, ${ended}${isOver ? '  <-- above the promise' : ''}`);
  }
  const { seconds, megabytes } = PROMISE;
  console.log(`${table.tried} pairs tried at a part of the size, ${measured} measured, ${limits} ended at a limit`);
  console.log(`${over} above ${seconds} s or ${megabytes} MB without a limit`);
  process.exitCode = over === 0 ? 0 : 1;
}

if (values.table) await printTable();
else await countWork();
