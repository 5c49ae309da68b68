/** A set of units for each block. All units of large code at once would fill the memory, so they are handled in parts. */

/** The most words of all sets: 128 MB. */
const MOST_WORDS = 1 << 25;
/** Parts begin at a register: one has 32 or 64 units. */
const STEP = 64;

/** Ranges of units, so small that so many sets of them fit the memory. */
export function partsOf(from: number, to: number, sets: number): { readonly from: number; readonly to: number }[] {
  const units = Math.max(1, Math.floor((MOST_WORDS * 32) / STEP / Math.max(sets, 1))) * STEP;
  const parts: { from: number; to: number }[] = [];
  for (let at = Math.floor(from / STEP) * STEP; at < to; at += units) parts.push({ from: at, to: Math.min(at + units, to) });
  return parts;
}

/** The sets of all blocks, as bits. */
export class BlockSets {
  /** Words of a set, at most. */
  private readonly words: number;
  private readonly bits: Uint32Array;

  constructor(blocks: number, words: number) {
    this.words = words;
    this.bits = new Uint32Array(blocks * words);
  }

  clear(): void {
    this.bits.fill(0);
  }

  set(block: number, words: Uint32Array): void {
    this.bits.set(words, block * this.words);
  }

  /** Copies the set of a block. */
  copyTo(words: Uint32Array, block: number): void {
    const first = block * this.words;
    // A window for each block would be most of the garbage of code of many blocks.
    for (let i = 0; i < words.length; i++) words[i] = this.bits[first + i] ?? 0;
  }

  /** Adds the set of a block to others. */
  addTo(words: Uint32Array, block: number): void {
    const first = block * this.words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) | (this.bits[first + i] ?? 0);
  }

  /** Leaves of others what is in the set of a block. */
  keepIn(words: Uint32Array, block: number): void {
    const first = block * this.words;
    for (let i = 0; i < words.length; i++) words[i] = (words[i] ?? 0) & (this.bits[first + i] ?? 0);
  }

  /**
   * What is in the set of a block and in that of `kept`, and what is in that of `added`: one pass over what is visited most.
   *
   * @param places the words that it is about: in all sets the others are empty
   */
  through(words: Uint32Array, places: readonly number[], block: number, kept: BlockSets, added: BlockSets, at: number): void {
    const [first, other] = [block * this.words, at * this.words];
    for (let place = 0; place < places.length; place++) {
      const i = places[place] ?? 0;
      words[i] = ((this.bits[first + i] ?? 0) & (kept.bits[other + i] ?? 0)) | (added.bits[other + i] ?? 0);
    }
  }

  /** Adds others to the set of a block; returns whether any was new. @param places the words that are not empty in any set */
  grow(block: number, words: Uint32Array, places: readonly number[]): boolean {
    const first = block * this.words;
    let changed = 0;
    for (let place = 0; place < places.length; place++) {
      const i = places[place] ?? 0;
      const had = this.bits[first + i] ?? 0;
      const has = had | (words[i] ?? 0);
      changed |= had ^ has;
      this.bits[first + i] = has;
    }
    return changed !== 0;
  }
}
