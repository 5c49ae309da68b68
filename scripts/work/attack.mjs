// @ts-check
/** Attacks on verbs, counted. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './bundle.mjs';
import { countWork } from './counter.mjs';
import { fasterThanInput, manyArguments, SCALES } from './growth.mjs';
import { editors } from './language.mjs';
import { inTurn, invocations, runVerb, VERBS } from './verbs.mjs';

/**
 * @typedef {import('../../test/hostile/attacks/attack.ts').Attack} Attack
 * @typedef {import('./verbs.mjs').Invocation} Invocation
 * What came of an attack: what is wrong, steps for each byte of the largest input, and whether that was answered.
 * @typedef {{ faults: string[], perByte: number, answered: boolean }} Result
 */

export class Attackers {
  /** @param {Attack[]} attacks @param {Invocation[]} verbs */
  constructor(attacks, verbs) {
    this.attacks = attacks;
    this.verbs = verbs;
    this.folder = mkdtempSync(join(tmpdir(), 'zebin-attack-'));
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    /** @type {Map<string, { file: string, other: string, size: number }>} */
    this.made = new Map();
  }

  static async start() {
    const { attacks, language, ...verbs } = await load({
      attacks: 'test/hostile/attacks/index.ts',
      language: 'src/language/index.ts',
      ...VERBS,
    });
    return new Attackers(attacks.ATTACKS, [...invocations(verbs), ...editors(language, verbs)]);
  }

  /** What an attack is given to. @param {Attack} attack @param {readonly string[]} [names] */
  invocations({ verbs }, names) {
    return this.verbs.filter(({ spec: { name } }) => (verbs ?? [name]).includes(name) && (names ?? [name]).includes(name));
  }

  /** One of them for each verb. @param {Attack} attack */
  inTurn(attack) {
    return inTurn(this.invocations(attack), this.attacks.indexOf(attack));
  }

  /** @param {Attack} attack @param {number} scale */
  files(attack, scale) {
    const key = `${attack.name} ${scale}`;
    const known = this.made.get(key);
    if (known) return known;
    const bytes = attack.make(scale);
    // A folder of its own: `test` looks for binaries beside a file of cases.
    const folder = join(this.folder, `${this.made.size}`);
    mkdirSync(folder);
    const file = join(folder, 'file');
    writeFileSync(file, bytes);
    // The same at another scale is what it is compared with.
    const other = join(folder, 'other');
    writeFileSync(other, attack.make(scale * 1.25));
    const input = { file, other, size: bytes.length };
    this.made.set(key, input);
    return input;
  }

  /** @param {Attack} attack @param {Invocation} invocation @returns {Promise<Result>} */
  async try(attack, invocation) {
    const counts = [];
    const spreads = [];
    /** @type {number[]} */
    const sizes = [];
    const says = attack.says?.includes(invocation.name) === true;
    let answered = false;
    /** @type {string[]} */
    let faults = [];
    let perByte = 0;
    for (const scale of SCALES) {
      const paths = this.files(attack, scale * (attack.first ?? 1));
      /** @type {Awaited<ReturnType<typeof countWork>>} */
      let counted;
      try {
        let printed = 0;
        counted = await countWork(async () => {
          const answer = await runVerb(invocation, paths);
          printed = answer.printed;
          answered = answer.refused === undefined;
        });
        sizes.push(paths.size + printed);
      } catch (error) {
        faults.push(`scale ${scale}: ${error instanceof Error ? error.stack : error}`);
        break;
      }
      counts.push(counted.counts);
      spreads.push(counted.spreads);
      perByte = counted.steps / paths.size;
      if (counts.length < 3) continue;
      // What looks like it at three sizes may be a step; a fourth shows which.
      faults = says ? fasterThanInput(counts, sizes) : fasterThanInput(counts);
      if (faults.length === 0) break;
    }
    return { faults: [...faults, ...manyArguments(spreads)], perByte, answered };
  }
}
