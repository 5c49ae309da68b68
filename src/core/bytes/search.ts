/** The first index below `count` for which a condition holds that holds for all later ones too; `count` if there is none. */
export function firstIndex(count: number, holds: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Entries by a number that the input chooses, such as the place of a relocation.
 *
 * They are searched in sorted order. The hash of numbers in a `Map` has no seed in V8: a file could choose numbers that share a bucket, so
 * that finding one takes as long as comparing it with all. Numbers below some ten million, such as indices and offsets in a small file,
 * are too few for that, and strings are hashed with a seed.
 */
export class ByNumber<T> {
  private readonly sorted: readonly T[];
  private readonly numbers: Float64Array;

  constructor(entries: readonly T[], numberOf: (entry: T) => number) {
    // Sorting what is in order already, as most tables are, takes linear time.
    this.sorted = [...entries].sort((a, b) => numberOf(a) - numberOf(b));
    this.numbers = Float64Array.from(this.sorted, numberOf);
  }

  /** Of several with this number, the last. */
  get(number: number): T | undefined {
    const { numbers, sorted } = this;
    if (numbers.length === 0) return undefined;
    const next = firstIndex(numbers.length, (i) => (numbers[i] ?? 0) > number);
    return next > 0 && numbers[next - 1] === number ? sorted[next - 1] : undefined;
  }
}
