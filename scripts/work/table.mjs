// @ts-check
/**
 * Attacks at 10 MB, each passed to a verb in a separate process: its processor time, its memory, and how it ended. There are thousands of
 * pairs, so all are first run at a part of the size in this process, and only those are measured that took the most there.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './bundle.mjs';
import { beginningOf, invocations, runVerb, VERBS } from './verbs.mjs';

/**
 * @typedef {import('../../test/hostile/attacks/attack.ts').Attack} Attack
 * @typedef {import('./verbs.mjs').Invocation} Invocation
 * @typedef {{ attack: Attack, invocation: Invocation, seconds: number }} Pair seconds: at a part of the size
 * @typedef {{ seconds: number, megabytes: number, ended: string, size: number, over: boolean }} Row over: the promise is broken
 */

/** What is promised, and for which size (docs/security.md). */
export const PROMISE = { bytes: 10_000_000, seconds: 1, megabytes: 512 };
/** The size at which pairs are compared, as a part of the whole. */
const SAMPLE = 1 / 25;
/** From this part of the promised time on, a row is measured again. */
const NEAR = 0.8;
/** A process that has not ended by then does not end. */
const DEADLINE = 60;

const COMMAND = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const USAGE = fileURLToPath(new URL('usage.cjs', import.meta.url));

export class Table {
  /** @param {readonly Attack[]} attacks @param {readonly Invocation[]} verbs */
  constructor(attacks, verbs) {
    this.attacks = attacks;
    this.verbs = verbs;
    this.folder = mkdtempSync(join(tmpdir(), 'zebin-table-'));
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    this.paths = { file: join(this.folder, 'file'), other: join(this.folder, 'other') };
    /** What the files at `paths` are made of. */
    this.made = '';
    this.size = 0;
    /** Pairs that were run at a part of the size. */
    this.tried = 0;
  }

  static async start() {
    if (!existsSync(COMMAND)) throw new Error('the table measures the command that was built: npm run build');
    const { attacks, ...verbs } = await load({ attacks: 'test/hostile/attacks/index.ts', ...VERBS }, { counted: false });
    return new Table(attacks.ATTACKS, invocations(verbs));
  }

  /** Writes an attack as large as a part of the promised size allows, and the same a little smaller to compare it with. @param {Attack} attack @param {number} part */
  write(attack, part) {
    const key = `${attack.name} ${part}`;
    if (this.made === key) return;
    const { bytes, scale } = largest(attack, PROMISE.bytes * part);
    writeFileSync(this.paths.file, bytes);
    writeFileSync(this.paths.other, attack.make(Math.max(Math.floor(scale * 0.9), 1)));
    [this.made, this.size] = [key, bytes.length];
  }

  /**
   * Pairs worth measuring: for each verb the attacks that cost it most at a part of the size, and for each attack the verb that it costs
   * most, each in the form of the verb that takes longest; in the order of the attacks.
   * @param {readonly Attack[]} attacks
   * @param {number} each attacks of a verb
   * @param {readonly string[]} [verbs]
   * @returns {Promise<Pair[]>}
   */
  async worthMeasuring(attacks, each, verbs) {
    /** @type {Pair[]} */
    const all = [];
    for (const attack of attacks) {
      this.write(attack, SAMPLE);
      for (const invocation of this.verbs) {
        const { name } = invocation.spec;
        if (!(attack.verbs ?? [name]).includes(name) || !(verbs ?? [name]).includes(name)) continue;
        const start = process.cpuUsage();
        await runVerb(invocation, this.paths);
        const { user, system } = process.cpuUsage(start);
        all.push({ attack, invocation, seconds: (user + system) / 1e6 });
      }
    }
    this.tried = all.length;
    // What a form takes for any input, such as loading a table, does not grow with the size.
    const least = new Map();
    for (const { invocation, seconds } of all) least.set(invocation, Math.min(seconds, least.get(invocation) ?? seconds));
    const grows = (/** @type {Pair} */ { invocation, seconds }) => seconds - least.get(invocation);
    all.sort((a, b) => grows(b) - grows(a));
    const [ofVerb, ofAttack] = [new Map(), new Map()];
    const found = all.filter(({ attack, invocation: { spec, options } }) => {
      const verb = `${spec.name}${options.raw ? ' --raw' : ''}`;
      const seen = ofVerb.get(verb) ?? new Set();
      ofVerb.set(verb, seen);
      const isFirst = !ofAttack.has(attack);
      if (seen.has(attack) || (seen.size >= each && !isFirst)) return false;
      seen.add(attack);
      ofAttack.set(attack, verb);
      return true;
    });
    return attacks.flatMap((attack) => found.filter((pair) => pair.attack === attack));
  }

  /** As {@link measureOnce}, three times where the first comes near what is promised: the least is nearest to that of an idle machine. @param {Pair} pair @returns {Row} */
  measure(pair) {
    const first = this.measureOnce(pair);
    if (first.seconds < NEAR * PROMISE.seconds || first.seconds >= DEADLINE) return first;
    const rows = [first, this.measureOnce(pair), this.measureOnce(pair)];
    return rows.reduce((least, row) => (row.seconds < least.seconds ? row : least));
  }

  /** @param {Pair} pair @returns {Row} */
  measureOnce({ attack, invocation }) {
    this.write(attack, 1);
    const usage = join(this.folder, 'usage');
    rmSync(usage, { force: true });
    const target = join(this.folder, 'target');
    const { stderr, status, signal } = spawnSync(
      process.execPath,
      ['--require', USAGE, COMMAND, ...wordsOf(invocation, this.paths, target)],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        timeout: DEADLINE * 1000,
        env: { ...process.env, USAGE_FILE: usage },
      },
    );
    rmSync(target, { recursive: true, force: true });
    const used = existsSync(usage) ? JSON.parse(readFileSync(usage, 'utf8')) : undefined;
    if (!used) return { seconds: DEADLINE, megabytes: 0, ended: `no answer: ${signal ?? status}`, size: this.size, over: true };
    const ended = endOf(stderr, status);
    const isOver = used.seconds > PROMISE.seconds || used.megabytes > PROMISE.megabytes;
    return { ...used, ended, size: this.size, over: ended.startsWith('defect') || (isOver && !ended.startsWith('limit')) };
  }
}

/** How a run ended, by what it said: the limits, or the exit code. @param {string} stderr @param {number | null} status */
function endOf(stderr, status) {
  if (/is a defect of zebin/.test(stderr)) return `defect: ${stderr.split('\n')[0]}`;
  const limits = new Set([...stderr.matchAll(/\[(limit\/[\w-]+)\]/g)].map(([, code]) => code));
  if (limits.size > 0) return [...limits].join(', ');
  return status === 2 ? 'refused' : status === 1 ? 'answered: no' : 'answered';
}

/** An attack of nearly so many bytes, if it grows that far. @param {Attack} attack @param {number} most bytes */
function largest(attack, most) {
  let scale = 1;
  let bytes = attack.make(scale);
  let next = scale;
  // Most grow in proportion to the scale: steps of at most 64 times find where they do not.
  for (let tries = 0; tries < 8 && bytes.length < most * 0.9; tries++) {
    if (next <= scale) next = Math.floor(scale * Math.min(most / bytes.length, 64) * 0.97);
    next = Math.min(next, attack.most ?? next);
    if (next <= scale) break;
    const made = attack.make(next);
    if (made.length <= most) [scale, bytes] = [next, made];
    else next = Math.floor(next * (most / made.length) * 0.97);
  }
  return { bytes, scale };
}

/** The words of the command line. @param {Invocation} invocation @param {{ file: string, other: string }} paths @param {string} target a path where nothing is */
function wordsOf({ spec, arguments: args, options }, { file, other }, target) {
  const path = (/** @type {unknown} */ word) =>
    String(word)
      .replace(/^(@?)FILE/, (_, mark) => mark + file)
      .replace(/^OTHER/, other)
      .replace(/^FOLDER/, target)
      .replace(/^TEXT$/, () => beginningOf(file));
  // The order of options is a fact of the run, not an option.
  const { order: _, ...given } = options;
  const words = Object.entries(given).flatMap(([key, value]) => {
    const flag = `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    return value === true ? [flag] : [value].flat().flatMap((one) => [flag, path(one)]);
  });
  // In a run of its own `scan` writes a table.
  const output = spec.name === 'scan' ? ['-o', `${target}.parquet`] : [];
  return [spec.name, ...args.map(path), ...words, ...output];
}
