// @ts-check
/** The tables of docs/benchmarks.md. The text around them is written by hand. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { ROOT } from '../stamp.mjs';

const PAGE = new URL('docs/benchmarks.md', ROOT);

/** @param {number} value */
export const grouped = (value) => value.toLocaleString('en');

/**
 * Puts a table into its place on the page, with machine and date.
 * @param {string} name @param {readonly string[]} head @param {readonly (readonly string[])[]} rows
 */
export function writeTable(name, head, rows) {
  const page = readFileSync(PAGE, 'utf8');
  const [begin, end] = [`<!-- ${name}: written by a script -->`, `<!-- end of ${name} -->`];
  const [start, stop] = [page.indexOf(begin), page.indexOf(end)];
  if (start < 0 || stop < start) throw new Error(`docs/benchmarks.md has no place for the table of ${name}`);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB; Node ${process.version.slice(1)}`;
  const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
  const section = `${begin}\n\n${new Date().toISOString().slice(0, 10)}, ${machine}.\n\n${table}\n\n`;
  writeFileSync(PAGE, `${page.slice(0, start)}${section}${page.slice(stop)}`);
}
