// @ts-check
/**
 * Attacks as files of 0.1, 1 and 10 MB, each given to the verbs that read its kind, in a process of its own: what that takes over
 * `node -e 0`, next to what real input of the kind and size takes.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND, NODE } from '../bench/commands.mjs';
import { endOf, measure, median } from '../bench/process.mjs';
import { ROOT } from '../stamp.mjs';
import { load } from './bundle.mjs';

/**
 * @typedef {import('../../test/hostile/attacks/attack.ts').Attack} Attack
 * @typedef {import('../../test/hostile/genuine.ts').Kind} Kind
 *
 * @typedef {object} Row
 * @property {string} kind
 * @property {string} attack
 * @property {string} verb
 * @property {number} bytes
 * @property {number} seconds over `node -e 0`
 * @property {number} genuine the same for real input of that size
 * @property {number} allowed seconds
 * @property {number} megabytes
 * @property {string} ended
 * @property {boolean} over whether the promise is broken
 */

/**
 * What is promised (docs/security.md): so many times what real input takes, and these seconds in any case; so much memory for so many bytes
 * of input, of both files where there are two, and for less.
 */
export const PROMISE = { times: 3, seconds: 0.3, megabytes: 1_000, bytes: 10_000_000 };
/** How large the other file is, as a part of the first. */
const LESS = 0.9;
export const SIZES = [100_000, 1_000_000, 10_000_000];
/** A process that has not ended by then, in seconds of processor time, does not end. */
const MOST = 60;
/** From this size on, the verbs that came nearest to what is allowed are those measured at the next one. */
const TELLING = 1_000_000;
/** How many of them by time; the one that takes the most memory is added. */
const NEAREST = 2;
/** What is not much larger than at the size before does not grow with its scale. */
const GROWS = 1.5;
const FIXTURES = new URL('test/fixtures/', ROOT);
const ZEBIN = fileURLToPath(new URL('zebin/igc2/bmg/basic.zebin', FIXTURES));
const fixture = (/** @type {string} */ name) => new Uint8Array(readFileSync(new URL(name, FIXTURES)));

export class Table {
  /** @param {readonly Attack[]} attacks @param {{ KINDS: Record<string, Kind>, kindOf: (attack: Attack) => string }} kinds */
  constructor(attacks, { KINDS, kindOf }) {
    this.attacks = attacks.map((attack) => ({ attack, kind: kindOf(attack) }));
    this.kinds = KINDS;
    this.folder = mkdtempSync(join(tmpdir(), 'zebin-table-'));
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    this.node = median(Array.from({ length: 9 }, () => measure(NODE).seconds));
    /** @type {Map<string, { file: string, other: string, bytes: number }>} */
    this.real = new Map();
    /** What real input took, by kind, size and verb. @type {Map<string, number>} */
    this.genuine = new Map();
  }

  static async start() {
    if (!existsSync(COMMAND)) throw new Error('the table measures the command that was built: npm run build');
    const { attacks, kinds } = await load(
      { attacks: 'test/hostile/attacks/index.ts', kinds: 'test/hostile/genuine.ts' },
      { counted: false },
    );
    return new Table(attacks.ATTACKS, kinds);
  }

  /**
   * Rows of attacks, one after another, as they are measured.
   * @param {(attack: { attack: Attack, kind: string }) => boolean} isAsked @param {readonly number[]} sizes @param {readonly string[]} [verbs]
   * @returns {Generator<Row>}
   */
  *rows(isAsked, sizes, verbs) {
    for (const { attack, kind } of this.attacks.filter(isAsked)) {
      let before = 0;
      let lines = this.verbsOf(attack, kind).filter((line) => verbs?.some((word) => line.split(' ').includes(word)) ?? true);
      for (const size of sizes) {
        const { bytes, scale } = largest(attack, size);
        if (bytes.length < before * GROWS) continue;
        before = bytes.length;
        const paths = this.write('attack', bytes, attack.make(Math.max(scale * LESS, 0.1)));
        /** @type {Map<string, Row>} */
        const measured = new Map();
        for (const line of lines) {
          const row = this.row({ attack: attack.name, kind, verb: line, size, paths });
          measured.set(line, row);
          yield row;
        }
        if (size >= TELLING) lines = nearest(measured);
      }
    }
  }

  /** @param {Attack} attack @param {string} kind */
  verbsOf({ verbs }, kind) {
    const all = /** @type {Kind} */ (this.kinds[kind]).verbs;
    return all.filter((line) => verbs?.includes(line.split(' ')[0] ?? '') ?? true);
  }

  /** @param {{ attack: string, kind: string, verb: string, size: number, paths: { file: string, other: string, bytes: number } }} of @returns {Row} */
  row({ attack, kind, verb, size, paths }) {
    const genuine = (this.genuineOf(kind, verb, size) * paths.bytes) / size;
    const allowed = Math.max(PROMISE.times * genuine, PROMISE.seconds);
    let used = this.run(verb, paths);
    // The least is nearest to that of an idle machine.
    for (let again = 0; again < 2 && used.seconds - this.node > allowed * 0.8 && used.seconds < 10; again++) {
      const next = this.run(verb, paths);
      if (next.seconds < used.seconds) used = next;
    }
    const seconds = used.seconds - this.node;
    const isAborted = used.status < 0 || /is a defect of zebin/.test(used.ended);
    const input = paths.bytes * (verb.includes('OTHER') ? 1 + LESS : 1);
    const over = isAborted || seconds > allowed || used.megabytes > PROMISE.megabytes * Math.max(1, input / PROMISE.bytes);
    return {
      kind,
      attack,
      verb: nameOf(verb),
      bytes: paths.bytes,
      seconds,
      genuine,
      allowed,
      megabytes: used.megabytes,
      ended: used.ended,
      over,
    };
  }

  /** @param {string} verb @param {{ file: string, other: string }} paths */
  run(verb, { file, other }) {
    const folder = join(this.folder, 'made');
    /** @type {Record<string, string>} */
    const places = { FILE: file, OTHER: other, ZEBIN, FOLDER: folder };
    const words = verb.split(' ').map((word) => places[word] ?? word);
    const output = words[0] === 'scan' ? ['-o', join(this.folder, 'made.parquet')] : [];
    const used = measure([process.execPath, COMMAND, ...words, ...output], { most: MOST });
    rmSync(folder, { recursive: true, force: true });
    return { ...used, ended: endOf(used).ended };
  }

  /** Seconds that real input of a kind and size takes. @param {string} kind @param {string} verb @param {number} size */
  genuineOf(kind, verb, size) {
    const key = `${kind} ${size} ${verb}`;
    const known = this.genuine.get(key);
    if (known !== undefined) return known;
    const place = `${kind.replaceAll(' ', '-')}-${size}`;
    const real = /** @type {Kind} */ (this.kinds[kind]);
    const paths = this.real.get(place) ?? this.write(place, real.genuine(fixture, size), real.genuine(fixture, size * LESS));
    this.real.set(place, paths);
    const used = this.run(verb, paths);
    if (!/^answered/.test(used.ended)) throw new Error(`real ${kind} of ${size} bytes, ${verb}: ${used.ended}`);
    const seconds = Math.max(used.seconds - this.node, 0);
    this.genuine.set(key, seconds);
    return seconds;
  }

  /** @param {string} name @param {Uint8Array} bytes @param {Uint8Array} less */
  write(name, bytes, less) {
    const [file, other] = [join(this.folder, name), join(this.folder, `${name}-other`)];
    writeFileSync(file, bytes);
    writeFileSync(other, less);
    return { file, other, bytes: bytes.length };
  }
}

/** Verbs that take nearly as much as is allowed, or more: a larger file is given to these. @param {ReadonlyMap<string, Row>} measured */
function nearest(measured) {
  const by = (/** @type {(row: Row) => number} */ part) => [...measured].sort(([, a], [, b]) => part(b) - part(a));
  const chosen = [...by((row) => row.seconds / row.allowed).slice(0, NEAREST), ...by((row) => row.megabytes).slice(0, 1)];
  const over = [...measured].filter(([, row]) => row.over);
  return [...new Set([...chosen, ...over].map(([line]) => line))];
}

/** A verb with its options. @param {string} line */
const nameOf = (line) =>
  line
    .split(' ')
    .filter((word) => !/^(FILE|FOLDER|OTHER|ZEBIN)$/.test(word))
    .join(' ');

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
    const attackBytes = attack.make(next);
    if (attackBytes.length <= most) [scale, bytes] = [next, attackBytes];
    else next = Math.floor(next * (most / attackBytes.length) * 0.97);
  }
  return { bytes, scale };
}

/**
 * A row for each kind: the attack that comes nearest to what is allowed, or is furthest above it.
 * @param {readonly Row[]} rows
 */
export function summary(rows) {
  const part = (/** @type {Row} */ row) => (row.over && row.seconds < row.allowed ? Number.POSITIVE_INFINITY : row.seconds / row.allowed);
  const seconds = (/** @type {number} */ value) => `${value.toFixed(2)} s`;
  return [...new Set(rows.map(({ kind }) => kind))].map((kind) => {
    const kindRows = rows.filter((row) => row.kind === kind);
    const worst = kindRows.reduce((most, row) => (part(row) > part(most) ? row : most));
    return [
      kind,
      String(new Set(kindRows.map(({ attack }) => attack)).size),
      String(kindRows.length),
      `${worst.attack}, ${(worst.bytes / 1e6).toFixed(1)} MB: \`${worst.verb}\`${worst.ended.startsWith('answered') ? '' : ` (${worst.ended})`}`,
      seconds(worst.seconds),
      seconds(worst.genuine),
      seconds(worst.allowed),
      `${Math.round(kindRows.reduce((most, row) => Math.max(most, row.megabytes), 0))} MB`,
      String(kindRows.filter(({ over }) => over).length),
    ];
  });
}
