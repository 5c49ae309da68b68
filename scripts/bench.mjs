// @ts-check
/**
 * `npm run bench`: measures whole commands, and the library, next to other tools.
 *
 *   node scripts/bench.mjs [WORD]... [--json] [--rounds N] [--inputs FOLDER] [--write]
 *
 * Only rows whose name begins with one of the words: section, pieces, joined, small, large, archive, import, object, text, run; library; and
 * corpora, which takes the longest. `archive-info` is the row of that verb alone. Rows whose input or tool is not on this machine are named and skipped (bench/inputs.mjs). `--write` puts
 * all rows, with machine and date, into docs/benchmarks.md. Exit code 1: a mark does not hold.
 */
import { join } from 'node:path';
import { COMMANDS, markOf, measureCommand } from './bench/commands.mjs';
import { libraryRows } from './bench/library.mjs';
import { everyVerb } from './bench/limits.mjs';
import { grouped, writeTable } from './bench/page.mjs';
import { canMeasure } from './bench/process.mjs';
import { SCRATCH } from './bench/tools.mjs';
import { scriptOptions } from './options.mjs';
import { isBuilt } from './stamp.mjs';

const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    rounds: { type: 'string' },
    inputs: { type: 'string', default: join(SCRATCH, 'zebin-bench') },
    write: { type: 'boolean' },
  },
});
if (!isBuilt()) stop('dist/ is not what the sources are: npm run build');
if (!canMeasure()) stop('python3 starts the processes whose time and memory are measured: apt-get install python3');

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(2);
}

const isAsked = (/** @type {string} */ name) => positionals.length === 0 || positionals.some((word) => name.startsWith(word));
const seconds = (/** @type {number | undefined} */ value) => (value === undefined ? '' : `${value.toFixed(value < 1 ? 3 : 2)} s`);
const HOLDS = { yes: 'yes', scaled: 'as this machine is', no: 'no' };

/** @param {import('./bench/commands.mjs').Row} row */
function cells(row) {
  const size = row.bytes < 1000 ? '' : `, ${grouped(Math.round(row.bytes / 1000))} KB${row.files > 1 ? ` in ${row.files} files` : ''}`;
  const end = /^answered(: no)?$/.test(row.ended) ? '' : ` (${row.ended})`;
  return [
    `${row.what}${size}`,
    `\`${row.command}\`${end}`,
    seconds(row.seconds),
    `${Math.round(row.megabytes)} MB`,
    [row.peer ? `${row.peer}: ${seconds(row.theirs)}` : '', row.other ? `${row.other.name}: ${seconds(row.other.seconds)}` : '']
      .filter(Boolean)
      .join(', '),
    seconds(row.node),
    markOf(row),
    HOLDS[row.holds],
  ];
}

/** @type {import('./bench/commands.mjs').Row[]} */
const rows = [];
const all = [...COMMANDS, ...(positionals.length === 0 || positionals.some((word) => word.startsWith('corpora')) ? await everyVerb() : [])];
const commands = all.filter(({ name, verb = [] }) => isAsked(`${name}-${verb[0]}`));
for (const command of commands) {
  const row = measureCommand(command, { folder: values.inputs, rounds: values.rounds ? Number(values.rounds) : undefined });
  if (row) rows.push(row);
  else console.error(`${command.name}: skipped, its input or the tool is not here (scripts/bench/inputs.mjs, scripts/toolchains.sh)`);
  if (row && !values.json) console.log(cells(row).filter(Boolean).join('   '));
}
const library = isAsked('library') ? await libraryRows(values.inputs) : [];
if (!values.json) for (const row of library) console.log(row.cells.filter(Boolean).join('   '));
if (values.json) console.log(JSON.stringify({ commands: rows, library }, null, 2));
if (values.write) {
  const head = ['Input', 'Command', 'zebin', 'Memory', 'Other tool', '`node -e 0`', 'Mark', 'Holds'];
  if (rows.length > 0) writeTable('commands', head, rows.map(cells));
  if (library.length > 0)
    writeTable(
      'library',
      ['Task', 'zebin', 'Other tool', 'Ratio', 'Mark', 'Holds'],
      library.map((row) => row.cells),
    );
}
process.exitCode = rows.some(({ holds }) => holds === 'no') || library.some(({ holds }) => !holds) ? 1 : 0;
