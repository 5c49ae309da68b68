/**
 * Accesses: runs of units that an instruction reads or writes, each with the condition under which a lane does so.
 *
 * A condition (guard) is a number. 0: always. 1: under an unknown condition. An even number from 2 on: the unit is accessed if its bit of
 * a flag is set; the odd number after it: if that bit is not set. Accesses have the same guard only if each unit depends on the same bit.
 */

export const ALWAYS = 0;
export const SOMETIMES = 1;

/** Start, end (exclusive) and guard of each run, concatenated. */
export type Accesses = number[];

/** The effects of one instruction on registers. */
export interface Effects {
  readonly reads: Accesses;
  readonly writes: Accesses;
  /** Whether it reads a general register whose number is in an address register. */
  readonly readsUnknown: boolean;
  readonly writesUnknown: boolean;
}

/** Assigns numbers to conditions. */
export class Guards {
  private readonly ids = new Map<string, number>();
  /** For each pair of guards, the first bit of a flag that it depends on, and the end of these bits. */
  readonly from: number[] = [0];
  readonly to: number[] = [0];

  /**
   * @param from the first unit of the flag that is tested
   * @param lane describes how units correspond to lanes: the unit that lane 0 of the flag would have, and the units per lane
   */
  of(from: number, to: number, lane: string, inverse: boolean): number {
    let id = this.ids.get(lane);
    if (id === undefined) {
      id = this.ids.size + 1;
      this.ids.set(lane, id);
      this.from[id] = from;
      this.to[id] = to;
    } else {
      // The range covers the bits of all accesses that share the guard.
      this.from[id] = Math.min(this.from[id] ?? 0, from);
      this.to[id] = Math.max(this.to[id] ?? 0, to);
    }
    return id * 2 + (inverse ? 1 : 0);
  }

  /** Whether a guard depends on any of these bits. */
  dependsOn(guard: number, from: number, to: number): boolean {
    return (this.from[guard >> 1] ?? 0) < to && from < (this.to[guard >> 1] ?? 0);
  }
}

/** The opposite of a guard other than `ALWAYS` and `SOMETIMES`. */
export const opposite = (guard: number): number => guard ^ 1;
