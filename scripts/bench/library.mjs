// @ts-check
/** The library when it is warm: machine code, next to iga64 on the same bytes. And what a page loads of it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { assemble, disassemble } from 'zebin/eu';
import { inputFiles } from './inputs.mjs';
import { grouped } from './page.mjs';
import { measure, median } from './process.mjs';
import { bundleSize } from './sizes.mjs';
import { TOOLS } from './tools.mjs';

/** @typedef {{ cells: string[], holds: boolean, ours: number, theirs?: number }} Row */

const ROUNDS = 5;
/** Calls before one is measured: until then the engine has compiled what is hot. */
const WARM_UP = 6;
/** An instruction that does nothing: what a process of iga64 takes for it is its start, which is not counted. */
const NOP = Buffer.from([0x60, ...new Array(15).fill(0)]);

/** Processor time of this process, in seconds: of all its threads. @param {() => unknown} task */
function timeOf(task) {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** @param {string} folder where the inputs are @returns {Row[]} */
function machineCode(folder) {
  const path = inputFiles(folder, 'code.bin')?.[0];
  const { iga64 } = TOOLS;
  if (path === undefined || !iga64) return [];
  const code = new Uint8Array(readFileSync(path));
  const text = disassemble(code, '2').value;
  const scratch = mkdtempSync(join(folder, 'library-'));
  const [listing, nop] = [join(scratch, 'code.asm'), join(scratch, 'nop.bin')];
  writeFileSync(listing, text, 'latin1');
  writeFileSync(nop, NOP);
  /** @param {string[]} args */
  const iga = (...args) => {
    const { status, seconds, stderr } = measure(iga64(...args, '-p=2', '-o', join(scratch, 'out')));
    if (status !== 0) throw new Error(`iga64 ${args.join(' ')}: ${stderr.slice(0, 400)}`);
    return seconds;
  };
  /** @param {string} what @param {() => unknown} task @param {string} flag @param {string} file @param {number} least times as fast */
  const row = (what, task, flag, file, least) => {
    for (let call = 0; call < WARM_UP; call++) task();
    const rounds = Array.from({ length: ROUNDS }, () => ({ ours: timeOf(task), theirs: iga(flag, file) - iga('-d', nop) }));
    const time = median(rounds.map((round) => round.ours));
    const peerTime = median(rounds.map((round) => round.theirs));
    const holds = peerTime / time >= least;
    const rate = (/** @type {number} */ seconds) => `${(code.length / 1e6 / seconds).toFixed(1)} MB/s`;
    const ratio = `${(peerTime / time).toFixed(1)} × as fast`;
    return {
      ours: time,
      theirs: peerTime,
      holds,
      cells: [what, rate(time), `iga64 ${flag}: ${rate(peerTime)}`, ratio, `≥ ${least} ×`, holds ? 'yes' : 'no'],
    };
  };
  try {
    return [
      row('machine code read and printed', () => disassemble(code, '2'), '-d', path, 3),
      row('machine code assembled', () => assemble(text, '2'), '-a', listing, 1.5),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** @returns {Promise<Row[]>} */
async function sizes() {
  const rows = [];
  for (const [what, entry, names, most] of /** @type {const} */ ([
    ['`readZebin` alone, in a page', 'index.js', ['readZebin'], 40_000],
    ['`inspect` and `infoDocument`, in a page', 'index.js', ['inspect', 'infoDocument'], Number.POSITIVE_INFINITY],
    ['all of `zebin/zebin`', 'api/zebin.js', [], Number.POSITIVE_INFINITY],
    ['all of `zebin`', 'index.js', [], Number.POSITIVE_INFINITY],
  ])) {
    const { bytes, compressed } = await bundleSize(entry, names);
    const holds = compressed <= most;
    const mark = Number.isFinite(most) ? [`≤ ${grouped(most)} bytes`, holds ? 'yes' : 'no'] : ['', ''];
    rows.push({
      ours: compressed,
      holds,
      cells: [`${what}: compressed`, `${grouped(compressed)} bytes`, '', `${grouped(bytes)} minified`, ...mark],
    });
  }
  return rows;
}

/** Tasks whose input or tool is not here have no row. @param {string} folder where the inputs are */
export const libraryRows = async (folder) => [...machineCode(folder), ...(await sizes())];
