/** A binary heap: returns the item with the largest key first. */
export class Heap<T> {
  private readonly items: T[] = [];
  private readonly rank: (item: T) => number;

  constructor(rank: (item: T) => number) {
    this.rank = rank;
  }

  top(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    const { items } = this;
    let at = items.push(item) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.swapIfLess(parent, at)) break;
      at = parent;
    }
  }

  pop(): void {
    const { items } = this;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    items[0] = last;
    for (let at = 0; ; ) {
      const left = 2 * at + 1;
      const right = left + 1;
      const child = right < items.length && this.rankAt(right) > this.rankAt(left) ? right : left;
      if (child >= items.length || !this.swapIfLess(at, child)) return;
      at = child;
    }
  }

  private rankAt(at: number): number {
    const item = this.items[at];
    return item === undefined ? -1 : this.rank(item);
  }

  private swapIfLess(upper: number, lower: number): boolean {
    if (this.rankAt(upper) >= this.rankAt(lower)) return false;
    const { items } = this;
    const item = items[upper] as T;
    items[upper] = items[lower] as T;
    items[lower] = item;
    return true;
  }
}
