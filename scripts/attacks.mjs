// @ts-check
/**
 * Attacks of test/hostile/attacks, passed to the verbs. Without `--table`, each at sizes that double, and the work is counted: it must not
 * grow faster than the input. The suite does the same (test/hostile/attacks.test.ts).
 *
 *   node scripts/attacks.mjs [WORD]... [--verb NAME]... [--turns] [--quiet]
 *   npm run build && node scripts/attacks.mjs --table [WORD]... [--kind NAME] [--sizes 0.1,1,10] [--verb NAME]... [--quiet] [--json] [--write]
 *
 * Only attacks whose name has one of the words. With `--turns`, each verb has one attack in one form, and other options with the next;
 * what takes long is left out. Needs no build.
 *
 * With `--table`, the command is measured: each attack, as large as `--sizes` says in MB, with each verb that reads its kind
 * (test/hostile/genuine.ts). It may take three times what real input of the kind and size takes, over `node -e 0`; 0.3 s in any case; and
 * 1 GB. `--quiet` prints only what takes more, `--write` puts a row for each kind into docs/benchmarks.md. Exit code 1: something takes
 * more, or ended without an answer. The figures mean something only on a machine that does nothing else.
 */

import { writeTable } from './bench/page.mjs';
import { canMeasure } from './bench/process.mjs';
import { scriptOptions } from './options.mjs';
import { Attackers } from './work/attack.mjs';
import { PROMISE, SIZES, summary, Table } from './work/table.mjs';

const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: {
    verb: { type: 'string', multiple: true },
    turns: { type: 'boolean' },
    quiet: { type: 'boolean' },
    table: { type: 'boolean' },
    kind: { type: 'string' },
    sizes: { type: 'string' },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
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
  if (!canMeasure()) throw new Error('python3 starts the processes whose time and memory are measured: apt-get install python3');
  const table = await Table.start();
  const sizes = values.sizes?.split(',').map((megabytes) => Number(megabytes) * 1e6) ?? SIZES;
  const isAsked = (/** @type {Table['attacks'][number]} */ { attack, kind }) =>
    named([attack]).length > 0 && (values.kind ?? kind) === kind;
  const rows = [];
  const { times, seconds, megabytes } = PROMISE;
  if (!values.json)
    console.log(`seconds over those of \`node -e 0\`, ${table.node.toFixed(3)} s, and those of real input of the kind and size`);
  for (const row of table.rows(isAsked, sizes, values.verb)) {
    rows.push(row);
    if (values.json || (values.quiet && !row.over)) continue;
    const figures = [row.seconds.toFixed(2).padStart(7), row.genuine.toFixed(2).padStart(6), `${row.megabytes.toFixed(0)} MB`.padStart(7)];
    const about = `${(row.bytes / 1e6).toFixed(1)} MB of ${row.attack}, ${row.verb}, ${row.ended}`;
    console.log(`${figures.join(' ')}  ${about}${row.over ? '  <-- above the promise' : ''}`);
  }
  if (values.json) console.log(JSON.stringify(rows, null, 2));
  const over = rows.filter((row) => row.over).length;
  if (!values.json)
    console.log(`${rows.length} measured, ${over} above ${times} × real input (${seconds} s always allowed) or ${megabytes} MB`);
  if (values.write) {
    const head = ['Kind', 'Attacks', 'Runs', 'Nearest to what is allowed', 'It takes', 'Real input', 'Allowed', 'Memory, all', 'Above'];
    writeTable('attacks', head, summary(rows));
  }
  process.exitCode = over === 0 ? 0 : 1;
}

if (values.table) await printTable();
else await countWork();
