/**
 * The units that are live at one place, and the condition of each: the state of a backward analysis.
 *
 * A unit that is read under a condition is live under that condition, until the flag changes. A conditional write leaves it live under the
 * opposite condition. So a pair of writes, one for a flag and one for its opposite, ends a value as a single write does.
 */
import { type Accesses, ALWAYS, type Guards, opposite, SOMETIMES } from './access.ts';
import type { Space } from './registers.ts';

/** The number of bits that are set in a word. */
export function ones(bits: number): number {
  let n = bits - ((bits >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return (((n + (n >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** So many conditions are distinguished at a time; a unit under a further one is live always. Compiled code has some dozen. */
const MOST_CONDITIONS = 1_024;

export class LiveSet {
  readonly words: Uint32Array;
  private readonly space: Space;
  private readonly guards: Guards;
  /** The first unit of the set; those before it, and those past its words, are ignored. */
  private readonly from: number;
  /** Whether there were more conditions than are distinguished: then units may be live that are not. */
  isCoarse = false;
  /** The condition of each live unit; created with the first that is not `ALWAYS`. */
  private conditions: Uint32Array | undefined;
  /** The units that got each condition; some of them may have lost it. A write of a flag only needs to look at these. */
  private readonly guarded = new Map<number, number[]>();

  /**
   * @param from the first unit of the set, at the beginning of a register
   * @param to the unit after its last
   */
  constructor(space: Space, guards: Guards, from = 0, to = space.size) {
    this.space = space;
    this.guards = guards;
    this.from = from;
    this.words = new Uint32Array(Math.ceil((to - from) / 32));
  }

  /** The number of live units in a range. */
  count(from: number, to: number): number {
    const [first, end] = this.placeOf(from, to);
    let n = 0;
    for (let word = first >> 5; word << 5 < end; word++) n += ones((this.words[word] ?? 0) & mask(word, first, end));
    return n;
  }

  /** The part of a range that is in the set, counted from its first unit. */
  placeOf(from: number, to: number): [from: number, to: number] {
    return [Math.max(from - this.from, 0), Math.min(to - this.from, this.words.length * 32)];
  }

  /** Replaces the live units; all of them are live unconditionally. */
  set(words: Uint32Array): void {
    this.words.set(words);
    this.forget();
  }

  clear(): void {
    this.words.fill(0);
    this.forget();
  }

  /** Makes all units live unconditionally. */
  fill(): void {
    this.words.fill(-1);
    this.forget();
  }

  /** Makes everything that is live unconditionally live. */
  forget(): void {
    const { conditions } = this;
    // Clearing a map makes a new table, even if it is empty.
    if (conditions === undefined || this.guarded.size === 0) return;
    for (const units of this.guarded.values()) for (const unit of units) conditions[unit] = ALWAYS;
    this.guarded.clear();
  }

  /** Steps backwards over writes: what they define is no longer live. Returns whether a live unit gets its value here. */
  define(writes: Accesses): boolean {
    let hit = false;
    for (let i = 0; i < writes.length; i += 3) this.invalidate(writes[i] ?? 0, writes[i + 1] ?? 0);
    for (let i = 0; i < writes.length; i += 3) {
      const [from, to] = this.placeOf(writes[i] ?? 0, writes[i + 1] ?? 0);
      if (from >= to) continue;
      const guard = writes[i + 2] ?? 0;
      if (guard === ALWAYS && this.guarded.size === 0) hit = this.defineAlways(from, to) || hit;
      else hit = this.defineUnits(from, to, guard) || hit;
    }
    return hit;
  }

  private defineAlways(from: number, to: number): boolean {
    let hit = 0;
    for (let word = from >> 5; word << 5 < to; word++) {
      const bits = mask(word, from, to);
      hit |= (this.words[word] ?? 0) & bits;
      this.words[word] = (this.words[word] ?? 0) & ~bits;
    }
    return hit !== 0;
  }

  private defineUnits(from: number, to: number, guard: number): boolean {
    let hit = false;
    for (let at = from; at < to; at++) {
      if (!this.isLive(at)) continue;
      const live = this.conditions?.[at] ?? ALWAYS;
      if (guard > SOMETIMES && live === opposite(guard)) continue;
      hit = true;
      if (guard === SOMETIMES) continue;
      if (guard === ALWAYS || live === guard) this.kill(at);
      else if (live === ALWAYS) this.condition(at, opposite(guard));
    }
    return hit;
  }

  private isLive(at: number): boolean {
    return ((this.words[at >> 5] ?? 0) & (1 << (at & 31))) !== 0;
  }

  private kill(at: number): void {
    this.words[at >> 5] = (this.words[at >> 5] ?? 0) & ~(1 << (at & 31));
    if (this.conditions !== undefined) this.conditions[at] = ALWAYS;
  }

  private condition(at: number, guard: number): void {
    this.conditions ??= new Uint32Array(this.words.length * 32);
    this.conditions[at] = guard;
    const units = this.guarded.get(guard);
    if (units !== undefined) units.push(at);
    else if (this.guarded.size < MOST_CONDITIONS) this.guarded.set(guard, [at]);
    else {
      this.conditions[at] = ALWAYS;
      this.isCoarse = true;
    }
  }

  /** Steps backwards over reads: what they read is live. */
  use(reads: Accesses): void {
    for (let i = 0; i < reads.length; i += 3) {
      const [from, to] = this.placeOf(reads[i] ?? 0, reads[i + 1] ?? 0);
      const guard = reads[i + 2] ?? 0;
      if (guard <= SOMETIMES && this.guarded.size === 0) {
        for (let word = from >> 5; word << 5 < to; word++) this.words[word] = (this.words[word] ?? 0) | mask(word, from, to);
      } else for (let at = from; at < to; at++) this.useUnit(at, guard <= SOMETIMES ? ALWAYS : guard);
    }
  }

  private useUnit(at: number, guard: number): void {
    if (!this.isLive(at)) {
      this.words[at >> 5] = (this.words[at >> 5] ?? 0) | (1 << (at & 31));
      if (guard !== ALWAYS) this.condition(at, guard);
    } else if (this.conditions !== undefined && this.conditions[at] !== guard) this.conditions[at] = ALWAYS;
  }

  /** Steps over a write of a flag: conditions on it before the write differ from those after it. */
  private invalidate(from: number, to: number): void {
    const { conditions } = this;
    if (conditions === undefined) return;
    const flags = this.space.named('f');
    if (from >= flags.end || to <= flags.start) return;
    for (const [guard, units] of this.guarded) {
      if (!this.guards.dependsOn(guard, from, to)) continue;
      for (const unit of units) if (conditions[unit] === guard) conditions[unit] = ALWAYS;
      this.guarded.delete(guard);
    }
  }
}

/** The bits of a word for a range of units. */
function mask(word: number, from: number, to: number): number {
  const low = Math.max(0, from - word * 32);
  const high = Math.min(32, to - word * 32);
  if (high <= low) return 0;
  return ((high === 32 ? -1 : (1 << high) - 1) & ~((1 << low) - 1)) | 0;
}
