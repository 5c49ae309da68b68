// @ts-check
/** Attacks on verbs, counted. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from './bundle.mjs';
import { countWork } from './counter.mjs';
import { fasterThanInput, SCALES } from './growth.mjs';
import { invocations, runVerb, VERBS } from './verbs.mjs';

/**
 * @typedef {import('../../test/hostile/attacks/attack.ts').Attack} Attack
 * @typedef {import('./verbs.mjs').Invocation} Invocation
 * @typedef {{ faults: string[], perByte: number, sizes: number[] }} Result
 */

export class Attackers {
  /** @param {readonly Attack[]} attacks @param {Invocation[]} verbs */
  constructor(attacks, verbs) {
    this.attacks = attacks;
    this.verbs = verbs;
    this.folder = mkdtempSync(join(tmpdir(), 'zebin-attack-'));
    process.once('exit', () => rmSync(this.folder, { recursive: true, force: true }));
    /** @type {Map<string, { file: string, other: string, size: number }>} */
    this.made = new Map();
  }

  /** @param {{ open?: boolean }} [options] those that are known to take too much, instead */
  static async start({ open = false } = {}) {
    const { attacks, ...verbs } = await load({ attacks: 'test/hostile/attacks/index.ts', ...VERBS });
    return new Attackers(open ? attacks.OPEN : attacks.ATTACKS, invocations(verbs));
  }

  /** What an attack is given to. @param {Attack} attack @param {readonly string[]} [wanted] */
  invocations({ verbs }, wanted) {
    return this.verbs.filter(({ spec: { name } }) => (verbs ?? [name]).includes(name) && (wanted ?? [name]).includes(name));
  }

  /** @param {Attack} attack @param {number} scale */
  files(attack, scale) {
    const key = `${attack.name} ${scale}`;
    const known = this.made.get(key);
    if (known) return known;
    const bytes = attack.make(scale);
    const file = join(this.folder, `${this.made.size}`);
    writeFileSync(file, bytes);
    // The same at another scale is what it is compared with.
    const other = join(this.folder, `${this.made.size}-other`);
    writeFileSync(other, attack.make(scale * 1.25));
    const made = { file, other, size: bytes.length };
    this.made.set(key, made);
    return made;
  }

  /** @param {Attack} attack @param {Invocation} invocation @returns {Promise<Result>} */
  async try(attack, invocation) {
    const counts = [];
    const sizes = [];
    /** @type {string[]} */
    let faults = [];
    let perByte = 0;
    for (const scale of SCALES) {
      const paths = this.files(attack, scale * (attack.first ?? 1));
      /** @type {{ steps: number, counts: import('./counter.mjs').Counts }} */
      let counted;
      try {
        counted = await countWork(() => runVerb(invocation, paths));
      } catch (error) {
        faults.push(`scale ${scale}: ${error instanceof Error ? error.stack : error}`);
        break;
      }
      counts.push(counted.counts);
      sizes.push(paths.size);
      perByte = counted.steps / paths.size;
      if (counts.length < 3) continue;
      // What looks like it at three sizes may be a step; a fourth tells.
      faults = fasterThanInput(counts);
      if (faults.length === 0) break;
    }
    return { faults, perByte, sizes };
  }
}
