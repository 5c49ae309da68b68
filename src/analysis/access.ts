/**
 * Accesses: runs of units that an instruction reads or writes, each with the condition on which a lane does.
 *
 * A condition (guard) is a number. 0: always. 1: on an unknown condition. An even number from 2 on: unit by unit, a bit of
 * a flag; the odd number after it: that the bit is not set. Two accesses have the same guard only if each unit depends on the same bit.
 */

export const ALWAYS = 0;
export const SOMETIMES = 1;

/** From, to (exclusive) and guard of each run, one after the other. */
export type Accesses = number[];

/** Assigns numbers to conditions. */
export class Guards {
  private readonly ids = new Map<string, number>();
  /** The first bit of a flag that a pair of guards depends on, and the end of them. */
  readonly from: number[] = [0];
  readonly to: number[] = [0];

  /**
   * @param from the first unit of the flag that is tested
   * @param lane how units correspond to lanes: the unit at which lane 0 of the flag would be, and the units of a lane
   */
  of(from: number, to: number, lane: string, inverse: boolean): number {
    let id = this.ids.get(lane);
    if (id === undefined) {
      id = this.ids.size + 1;
      this.ids.set(lane, id);
      this.from[id] = from;
      this.to[id] = to;
    } else {
      // The bits of all that share the guard.
      this.from[id] = Math.min(this.from[id] as number, from);
      this.to[id] = Math.max(this.to[id] as number, to);
    }
    return id * 2 + (inverse ? 1 : 0);
  }

  /** Whether a guard depends on some of these bits. */
  dependsOn(guard: number, from: number, to: number): boolean {
    return (this.from[guard >> 1] as number) < to && from < (this.to[guard >> 1] as number);
  }
}

/** The opposite of a guard that is not `ALWAYS` or `SOMETIMES`. */
export const opposite = (guard: number): number => guard ^ 1;
