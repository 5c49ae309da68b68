// @ts-check
/**
 * `npm run bench [TASK…] [-- --write]`: measures speed, as ratios of tools that run side by side. Tasks are those of bench/tasks.mjs.
 * ocloc, iga64 and the files of ZEBIN_CORPUS are used if they are available. `--write` puts the table, with machine and date, into
 * docs/benchmarks.md; the text around it is written by hand.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { NEWEST_DRIVER, TASKS } from './bench/tasks.mjs';
import { isBuilt, ROOT } from './stamp.mjs';

const PAGE = new URL('docs/benchmarks.md', ROOT);
const BEGIN = '<!-- Written by `npm run bench -- --write` -->';
const END = '<!-- end -->';

const args = process.argv.slice(2);
const write = args.includes('--write');
const names = args.filter((arg) => arg !== '--write');
const all = [...TASKS, NEWEST_DRIVER];
const unknown = names.find((name) => !all.some((task) => task.name === name));
if (unknown !== undefined) stop(`there is no task ${unknown}: ${all.map(({ name }) => name).join(', ')}`);
if (write && names.length > 0) stop('the table is written with all tasks');
if (!isBuilt()) stop('dist/ is not what the sources are: npm run build');

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(2);
}

/** @param {number} value @param {string} unit */
function number(value, unit) {
  const digits = unit === 'ms' && value < 1000 ? 1 : unit === 'µs' && value < 10 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits })} ${unit}`;
}

/** @param {import('./bench/tasks.mjs').Row} row */
const cells = ({ what, unit, ours, than = '', theirs, ratio = '', target = '', met }) => [
  what,
  number(ours, unit),
  than && `${than}: ${number(theirs ?? Number.NaN, unit)}`,
  ratio,
  target && `${target}: ${met ? 'yes' : 'no'}`,
];

const table = [];
for (const task of names.length > 0 ? all.filter(({ name }) => names.includes(name)) : write ? all : TASKS) {
  const rows = await task.run();
  if (rows.length === 0) console.log(`${task.name}: what it is compared with is not here (scripts/toolchains.sh)`);
  for (const row of rows) {
    table.push(cells(row));
    console.log(cells(row).filter(Boolean).join('   '));
  }
}

if (write) {
  const page = readFileSync(PAGE, 'utf8');
  const [cpu] = cpus();
  const machine = `${cpu?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.version.slice(1)}`;
  const lines = [['Task', 'zebin', 'Compared with', 'Ratio', 'Target'], ['---', '---', '---', '---', '---'], ...table];
  const made = `${new Date().toISOString().slice(0, 10)}, ${machine}.\n\n${lines.map((row) => `| ${row.join(' | ')} |`).join('\n')}`;
  const start = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (start < 0 || end < start) stop('docs/benchmarks.md has no place for the table');
  writeFileSync(PAGE, `${page.slice(0, start)}${BEGIN}\n\n${made}\n\n${page.slice(end)}`);
}
