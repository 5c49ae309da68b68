// @ts-check
/**
 * Machine code, compared with `iga64 -d` and `-a`: ZEBIN_IGA64, or that of the tree of the newest release (scripts/toolchains.sh igc2), or that
 * of this system, which may be older and then does not know every platform.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readElf } from '../../dist/elf/index.js';
import { assemble, disassemble, PLATFORMS, readCode, readEach } from '../../dist/eu/index.js';
import { ROOT } from '../stamp.mjs';
import { isHere, median } from './measure.mjs';

/** @typedef {import('../../dist/eu/index.js').Platform} Platform */
/** @typedef {{ platform: Platform, code: Buffer, text: Buffer, count: number }} Sample all code of a platform */
/** @typedef {{ wall: number, cpu: number }} Time in milliseconds: of the clock, and of all threads of the process, system time included */

const TREE = '/opt/igc2';
const ROUNDS = 7;
const WARM_UP = 2_000;
/** Instructions that do nothing: what a process of iga64 takes for one of them is its start. */
const NOP = { code: Buffer.from([0x60, ...new Array(15).fill(0)]), text: Buffer.from('nop\n') };

/**
 * Instructions a second, by the clock and by processor time: printed, decoded alone and assembled by us; printed and assembled by iga64, with
 * and without the start of its processes.
 */
export function codeRates() {
  const samples = PLATFORMS.map(sampleOf).filter((sample) => sample !== undefined);
  if (samples.length === 0) return undefined;
  const count = samples.reduce((sum, sample) => sum + sample.count, 0);
  const folder = mkdtempSync(join(existsSync(join(TREE, 'tmp')) ? join(TREE, 'tmp') : tmpdir(), 'zebin-bench-'));
  try {
    const iga64 = igaIn(folder);
    /** @type {Record<string, () => void>} */
    const tasks = {
      print: () => {
        for (const { code, platform } of samples) disassemble(code, platform);
      },
      decode: () => {
        for (const { code, platform } of samples) readEach(code, platform, () => {});
      },
      assemble: () => {
        for (const { text, platform } of samples) assemble(text, platform);
      },
    };
    for (const task of Object.values(tasks)) for (const start = performance.now(); performance.now() - start < WARM_UP; ) task();
    /** @type {Record<string, Time[]>} */
    const times = {};
    const note = (/** @type {string} */ name, /** @type {Time} */ time) => {
      times[name] ??= [];
      times[name].push(time);
    };
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, task] of Object.entries(tasks)) note(name, timeOf(task));
      if (iga64 === undefined) continue;
      note('iga64 -d', iga64('-d', samples, 'code'));
      note('iga64 -a', iga64('-a', samples, 'text'));
      const starts = samples.map(({ platform }) => ({ platform, ...NOP }));
      note('start', iga64('-d', starts, 'code'));
    }
    const medianOf = (/** @type {string} */ name) => {
      const list = times[name] ?? [];
      return { wall: median(list.map(({ wall }) => wall)), cpu: median(list.map(({ cpu }) => cpu)) };
    };
    const rate = (/** @type {Time} */ { wall, cpu }) => ({ wall: (count / wall) * 1000, cpu: (count / cpu) * 1000 });
    const start = medianOf('start');
    const without = (/** @type {Time} */ { wall, cpu }) => ({ wall: wall - start.wall, cpu: cpu - start.cpu });
    const theirs = (/** @type {string} */ name) => ({ whole: rate(medianOf(name)), alone: rate(without(medianOf(name))) });
    return {
      platforms: samples.length,
      count,
      print: rate(medianOf('print')),
      decode: rate(medianOf('decode')),
      assemble: rate(medianOf('assemble')),
      iga64: iga64 && { disassemble: theirs('iga64 -d'), assemble: theirs('iga64 -a') },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {() => void} task @returns {Time} */
function timeOf(task) {
  const before = process.cpuUsage();
  const start = performance.now();
  task();
  const wall = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  return { wall, cpu: (user + system) / 1000 };
}

/** The code of all kernels for a platform, each up to its end; undefined where there is none. @param {Platform} platform */
function sampleOf(platform) {
  const parts = sectionsOf(platform).map((bytes) => bytes.subarray(0, readCode(bytes, platform).value.end));
  if (parts.length === 0) return undefined;
  const code = Buffer.concat(parts);
  let count = 0;
  readEach(code, platform, () => {
    count++;
  });
  return { platform, code, text: Buffer.from(disassemble(code, platform).value, 'latin1'), count };
}

/** The sections of code of the corpus that iga64 can decode; of the fixtures those for one device. @param {Platform} platform */
function sectionsOf(platform) {
  const { ZEBIN_CORPUS, ZEBIN_CORPUS_GEN } = process.env;
  const bytesOf = (/** @type {string} */ path) => readElf(new Uint8Array(readFileSync(path))).value.sections;
  if (ZEBIN_CORPUS && ZEBIN_CORPUS_GEN) {
    const lines = readFileSync(join(ZEBIN_CORPUS_GEN, 'manifest.jsonl'), 'utf8').trimEnd().split('\n');
    const rows = lines.map((line) => JSON.parse(line)).filter((row) => row.platform === platform && row.rc === 0);
    return rows.map(({ zebin, index }) => bytesOf(join(ZEBIN_CORPUS, 'zebin', `${zebin}.zebin`))[index]?.bytes.data ?? new Uint8Array());
  }
  if (platform !== '2') return [];
  const folder = fileURLToPath(new URL('test/fixtures/zebin/igc2/bmg', ROOT));
  const names = readdirSync(folder).filter((name) => name.endsWith('.zebin'));
  return names.flatMap((name) =>
    bytesOf(join(folder, name))
      .filter((section) => section.name.startsWith('.text.'))
      .map(({ bytes }) => bytes.data),
  );
}

/** Runs iga64 once for each platform; undefined where it is not here. @param {string} folder for its files */
function igaIn(folder) {
  const { ZEBIN_IGA64 } = process.env;
  const inTree = !ZEBIN_IGA64 && existsSync(join(TREE, 'usr/bin/iga64'));
  if (!ZEBIN_IGA64 && !inTree && !isHere('iga64')) return undefined;
  const command = inTree ? `chroot ${TREE} iga64` : (ZEBIN_IGA64 ?? 'iga64');
  const inside = (/** @type {string} */ path) => (inTree ? path.slice(TREE.length) : path);
  const [input, output] = [join(folder, 'in'), join(folder, 'out')];
  return (/** @type {string} */ action, /** @type {readonly Omit<Sample, 'count'>[]} */ samples, /** @type {'code' | 'text'} */ what) => {
    const sum = { wall: 0, cpu: 0 };
    for (const sample of samples) {
      writeFileSync(input, sample[what]);
      // The shell says what its children took.
      const script = `${command} ${action} -p=${sample.platform} ${inside(input)} -o ${inside(output)} >/dev/null 2>&1; times`;
      const start = performance.now();
      const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
      sum.wall += performance.now() - start;
      const children = stdout.trim().split('\n').at(-1) ?? '';
      for (const [, minutes, seconds] of children.matchAll(/(\d+)m([\d.]+)s/g))
        sum.cpu += 60_000 * Number(minutes) + 1000 * Number(seconds);
    }
    return sum;
  };
}
