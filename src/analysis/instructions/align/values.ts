/**
 * Whether two builds use the same values, in whatever registers these are: it tracks which unit of one build corresponds to which unit of
 * the other, as paired instructions write them.
 *
 * The mapping follows the order of addresses. Where it does not match, because the code in between is on another path, the definitions
 * themselves are compared.
 */

import type { Effects } from '../access.ts';
import { definitionsOf, type LinkModel, type Search, searchOf } from '../links.ts';

const NONE = -1;

export class Values {
  private readonly base: LinkModel;
  private readonly next: LinkModel;
  /** The counterpart of each instruction of the base; `NONE` where it has none. */
  private readonly pairs: Int32Array;
  private readonly toNext: Int32Array;
  private readonly toBase: Int32Array;
  /** Where it ends, values are taken to differ. */
  readonly search: Search;

  constructor(base: LinkModel, next: LinkModel, pairs: Int32Array) {
    this.search = searchOf(base.effects.length + next.effects.length);
    this.base = base;
    this.next = next;
    this.pairs = pairs;
    this.toNext = new Int32Array(base.space.size).fill(NONE);
    this.toBase = new Int32Array(next.space.size).fill(NONE);
  }

  /** Whether two instructions read the same values; also maps the units that they write from here on. */
  areSame(a: number, b: number): boolean {
    const [baseEffects, nextEffects] = [this.base.effects.at(a) as Effects, this.next.effects.at(b) as Effects];
    const same =
      baseEffects.reads.length === nextEffects.reads.length &&
      (this.fits(baseEffects.reads, nextEffects.reads) || this.comeFromPairs(a, b));
    this.write(baseEffects.writes, nextEffects.writes);
    return same && baseEffects.writes.length === nextEffects.writes.length;
  }

  private fits(baseUnits: readonly number[], nextUnits: readonly number[]): boolean {
    for (let i = 0; i < baseUnits.length; i += 3) {
      const [from, to, other] = [baseUnits[i] ?? 0, baseUnits[i + 1] ?? 0, nextUnits[i] ?? 0];
      if (to - from !== (nextUnits[i + 1] ?? 0) - other) return false;
      for (let at = from; at < to; at++) {
        const expected = this.toNext[at] ?? 0;
        const there = other + at - from;
        if (expected === there && this.toBase[there] === at) continue;
        // A value from before the code: its first use determines the counterpart.
        if (expected !== NONE || this.toBase[there] !== NONE) return false;
        this.pair(at, there);
      }
    }
    return true;
  }

  private pair(at: number, there: number): void {
    this.toNext[at] = there;
    this.toBase[there] = at;
  }

  private write(baseUnits: readonly number[], nextUnits: readonly number[]): void {
    for (let i = 0; i < Math.min(baseUnits.length, nextUnits.length); i += 3) {
      const [from, to, other] = [baseUnits[i] ?? 0, baseUnits[i + 1] ?? 0, nextUnits[i] ?? 0];
      for (let at = from; at < to && other + at - from < this.toBase.length; at++) this.pair(at, other + at - from);
    }
  }

  /** Whether the definitions of each run in the base are paired with the definitions in the other build. */
  private comeFromPairs(a: number, b: number): boolean {
    const [baseReads, nextReads] = [(this.base.effects.at(a) as Effects).reads, (this.next.effects.at(b) as Effects).reads];
    for (let i = 0; i < baseReads.length; i += 3) {
      const [left, right] = [this.definitions(this.base, a, baseReads, i), this.definitions(this.next, b, nextReads, i)];
      if (left.length === 0 || left.length !== right.length) return false;
      const expected = new Set(right);
      if (!left.every((at) => expected.has(this.pairs[at] ?? NONE))) return false;
    }
    return true;
  }

  /** The instructions that define the run at an index of a list of accesses. */
  private definitions(model: LinkModel, at: number, reads: readonly number[], i: number): readonly number[] {
    if (this.search.left > 0) return definitionsOf(model, at, reads.slice(i, i + 3), this.search);
    this.search.exceeded.add('values/search');
    return [];
  }
}
