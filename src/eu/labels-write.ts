/** Where instructions are, and what labels mean: the inverse of `labels.ts`. */
import { Fault } from '../diag/index.ts';
import type { Words } from './layout.ts';
import { type NoteBits, putBits } from './notes.ts';
import type { Shape } from './shapes.ts';
import type { Reference } from './statement.ts';
import { XE } from './table/platforms.ts';

/** A use of a label, which is written once all labels are known. */
interface Use extends Reference {
  readonly offset: number;
  readonly size: number;
  /** The place of the instruction in the text. */
  readonly place: number;
  readonly shape: Shape;
  readonly bits: readonly NoteBits[] | undefined;
}

export class Layout {
  private readonly platform: number;
  private readonly labels = new Map<string, number>();
  private readonly uses: Use[] = [];
  private words = new Uint32Array(1 << 10);
  /** Bytes that are filled. */
  private size = 0;
  /** Offsets of instructions, and their places: only instructions that the text marks as compacted count as such. */
  private readonly offsets: number[] = [];
  private readonly places: number[] = [];
  private place = 0;
  private readonly next = new Uint32Array(4);

  constructor(platform: number) {
    this.platform = platform;
  }

  /** Defines a label here; `false` when it is defined. */
  define(label: string): boolean {
    if (this.labels.has(label)) return false;
    this.labels.set(label, this.size);
    return true;
  }

  /** Four words that are 0, for the next instruction. */
  blank(): Words {
    const { next } = this;
    for (let i = 0; i < 4; i++) next[i] = 0;
    return next;
  }

  /** Keeps the instruction in the words that were blank, or its compacted form. */
  keep(
    shape: Shape,
    references: readonly Reference[],
    short: readonly [number, number] | undefined,
    saysCompacted: boolean,
    bits?: readonly NoteBits[],
  ): void {
    const { size: offset, place } = this;
    const size = short === undefined ? 16 : 8;
    // Field by field: a copy by spreading took most of the time and memory of a text of branches.
    for (const { name, distance, index, start, end } of references) {
      this.uses.push({ name, distance, index, start, end, offset, size, place, shape, bits });
    }
    this.reserve();
    const { words, next } = this;
    const at = offset >> 2;
    words[at] = (short === undefined ? next[0] : short[0]) as number;
    words[at + 1] = (short === undefined ? next[1] : short[1]) as number;
    if (short === undefined) {
      words[at + 2] = next[2] as number;
      words[at + 3] = next[3] as number;
    }
    this.advance(size, saysCompacted ? 8 : 16);
  }

  /** Adds the words of an instruction, two or four. */
  add(words: readonly number[]): void {
    this.reserve();
    this.words.set(words, this.size >> 2);
    this.advance(4 * words.length, 4 * words.length);
  }

  private reserve(): void {
    if (this.size + 16 > 4 * this.words.length) this.grow();
  }

  private advance(size: number, place: number): void {
    this.offsets.push(this.size);
    this.places.push(this.place);
    this.size += size;
    this.place += place;
  }

  /** Whether bytes were added that no instruction can follow. */
  get isOver(): boolean {
    return this.size % 8 !== 0;
  }

  /** Adds bytes that are not an instruction. */
  addBytes(bytes: readonly number[]): void {
    while (this.size + bytes.length + 16 > 4 * this.words.length) this.grow();
    new Uint8Array(this.words.buffer).set(bytes, this.size);
    this.size += bytes.length;
    this.place += bytes.length;
  }

  /** Bytes from here to the next multiple. */
  missing(multiple: number): number {
    return (multiple - (this.size % multiple)) % multiple;
  }

  /** Adds bytes that are 0: `least`, and those up to a multiple. */
  addZeros(least: number, multiple: number): void {
    const { size } = this;
    this.size += least;
    this.size += this.missing(multiple);
    this.place += this.size - size;
    while (this.size + 16 > 4 * this.words.length) this.grow();
  }

  /** Where the next instruction will be, in bytes. */
  get end(): number {
    return this.size;
  }

  private grow(): void {
    const words = new Uint32Array(2 * this.words.length);
    words.set(this.words);
    this.words = words;
  }

  /** Writes the targets of branches, until `report` returns that no more errors are wanted. */
  resolve(report: (fault: Fault) => boolean): void {
    for (const use of this.uses) {
      const target =
        use.name === '' ? this.offsetOf(use.distance + (use.shape.mnemonic === 'calla' ? 0 : use.place)) : this.labels.get(use.name);
      if (target === undefined) {
        const what = use.name === '' ? `no instruction is ${use.distance} bytes from this one` : `the label ${use.name} is not defined`;
        if (!report(new Fault('eu-text/label', what, use.start, use.end))) return;
      } else this.write(use, target);
    }
  }

  /** The offset of the instruction at a place. */
  private offsetOf(place: number): number | undefined {
    if (place === this.place) return this.size;
    const { places } = this;
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return places[low] === place ? this.offsets[low] : undefined;
  }

  private write({ index, offset, size, shape, bits }: Use, target: number): void {
    const isAbsolute = shape.mnemonic === 'calla' || shape.mnemonic === 'mov';
    // Until Gen11 it counts from the instruction after it.
    const isAfter = shape.mnemonic === 'jmpi' && this.platform < XE;
    const at = offset >> 2;
    this.words[at + (index === 0 ? 3 : 2)] = isAbsolute ? target : target - offset - (isAfter ? size : 0);
    if (bits !== undefined) putBits(this.words.subarray(at, at + 4), bits);
  }

  /** The bytes of everything that was added. */
  bytes(): Uint8Array {
    return new Uint8Array(this.words.buffer.slice(0, this.size));
  }
}
