/** What is known of each instruction, in little memory: large code has a million instructions. */

/** Something for each instruction, by its index. An array is one. */
export interface OfEach<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** Numbers of a list, for which there is room from the start. */
const USUAL = 4;

/** Lists of numbers, one after another: an array of its own for each would take several times the memory. */
export class NumberLists {
  private numbers: Int32Array;
  private readonly ends: Uint32Array;
  private count = 0;

  constructor(lists: number) {
    this.numbers = new Int32Array(USUAL * lists);
    this.ends = new Uint32Array(lists);
  }

  /** Adds the next list. */
  add(list: readonly number[]): void {
    const start = this.startOf(this.count);
    const end = start + list.length;
    if (end > this.numbers.length) {
      const larger = new Int32Array(Math.max(end, Math.ceil(this.numbers.length * 1.5)));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    for (let i = 0; i < list.length; i++) this.numbers[start + i] = list[i] ?? 0;
    this.ends[this.count++] = end;
  }

  /** A number of any list: those of a list are from `startOf` to `endOf`. */
  number(at: number): number {
    return this.numbers[at] ?? 0;
  }

  /** Where a list begins, by its number. */
  startOf(index: number): number {
    return index === 0 ? 0 : (this.ends[index - 1] ?? 0);
  }

  endOf(index: number): number {
    return this.ends[index] ?? 0;
  }
}
