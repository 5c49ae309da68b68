/** Positions of instructions, and targets of labels: the inverse of `read/labels.ts`. */
import { Fault } from '../../../core/diag/index.ts';
import { type NoteBits, putBits } from '../print/notes.ts';
import type { Words } from '../table/layout.ts';
import { XE } from '../table/platforms.ts';
import type { Shape } from '../table/shapes.ts';
import { compact } from './compact.ts';

/** A use of a label, or of a distance in place of one, in an instruction. */
export interface Target {
  /** `''` for a distance. */
  readonly label: string;
  /** Distance in bytes from the instruction. */
  readonly distance: number;
  /** Index of the source. */
  readonly index: number;
  /** Position in the text. */
  readonly start: number;
  readonly end: number;
}

/** A use of a label that is written once all labels are known. */
interface Use extends Target {
  readonly offset: number;
  /** Position of the instruction, as in `places`. */
  readonly place: number;
  readonly shape: Shape;
  readonly bits: readonly NoteBits[] | undefined;
  /** The native words, if the instruction is compacted. */
  readonly native: Words | undefined;
}

export class Layout {
  private readonly platform: number;
  private readonly labels = new Map<string, number>();
  private readonly uses: Use[] = [];
  private words: Uint32Array<ArrayBuffer>;
  /** Number of bytes in use. */
  private size = 0;
  /** Offsets of instructions, and their positions in the text: there, only instructions that it marks as compacted have 8 bytes. */
  private offsets: Uint32Array<ArrayBuffer>;
  private places: Uint32Array<ArrayBuffer>;
  private count = 0;
  private place = 0;

  /** @param capacity initial capacity in words; it grows as needed */
  constructor(platform: number, capacity: number) {
    this.platform = platform;
    this.words = new Uint32Array(capacity);
    // An instruction has at least two words.
    this.offsets = new Uint32Array(capacity >> 1);
    this.places = new Uint32Array(capacity >> 1);
  }

  /** Defines a label here; returns `false` if it is already defined. */
  define(label: string): boolean {
    if (this.labels.has(label)) return false;
    this.labels.set(label, this.size);
    return true;
  }

  /** Records that the next instruction uses a label. @param native its native words, if it is compacted */
  refer({ label, distance, index, start, end }: Target, shape: Shape, bits?: readonly NoteBits[], native?: Words): void {
    // Field by field: copying with spread syntax took most of the time and memory for a text of branches.
    this.uses.push({ label, distance, index, start, end, offset: this.size, place: this.place, shape, bits, native });
  }

  /** Adds an instruction. If it is short, its first two words are the compacted form. */
  keep(instruction: Words, isShort: boolean, saysCompacted: boolean): void {
    this.reserve();
    const { words } = this;
    const at = this.size >> 2;
    words[at] = instruction[0] ?? 0;
    words[at + 1] = instruction[1] ?? 0;
    if (!isShort) {
      words[at + 2] = instruction[2] ?? 0;
      words[at + 3] = instruction[3] ?? 0;
    }
    this.advance(isShort ? 8 : 16, saysCompacted ? 8 : 16);
  }

  /** Adds the words of an instruction: two or four. */
  add(words: ArrayLike<number>): void {
    this.reserve();
    this.words.set(words, this.size >> 2);
    this.advance(4 * words.length, 4 * words.length);
  }

  private reserve(): void {
    if (this.size + 16 > 4 * this.words.length) this.grow();
  }

  private advance(size: number, place: number): void {
    this.offsets[this.count] = this.size;
    this.places[this.count++] = this.place;
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

  /** Number of bytes from here to the next multiple. */
  missing(multiple: number): number {
    return (multiple - (this.size % multiple)) % multiple;
  }

  /** Adds zero bytes: `least`, and as many as needed to reach a multiple. */
  addZeros(least: number, multiple: number): void {
    const { size } = this;
    this.size += least;
    this.size += this.missing(multiple);
    this.place += this.size - size;
    while (this.size + 16 > 4 * this.words.length) this.grow();
  }

  /** The offset of the next instruction, in bytes. */
  get end(): number {
    return this.size;
  }

  private grow(): void {
    this.words = grown(this.words);
    this.offsets = grown(this.offsets);
    this.places = grown(this.places);
  }

  /** Writes the targets of branches. */
  resolve(report: (fault: Fault) => void): void {
    for (const use of this.uses) {
      const target =
        use.label === '' ? this.offsetOf(use.distance + (use.shape.mnemonic === 'calla' ? 0 : use.place)) : this.labels.get(use.label);
      if (target === undefined) {
        const what = use.label === '' ? `no instruction is ${use.distance} bytes from this one` : `the label ${use.label} is not defined`;
        report(new Fault('eu-text/label', what, use.start, use.end));
      } else if (!this.write(use, target)) {
        const what = `this ${use.shape.mnemonic} has no compacted form`;
        report(new Fault('eu-text/compact', what, use.start, use.end));
      }
    }
  }

  /** The offset of the instruction at a position in the text. */
  private offsetOf(place: number): number | undefined {
    if (place === this.place) return this.size;
    const { places } = this;
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    return low < this.count && places[low] === place ? this.offsets[low] : undefined;
  }

  /** Returns false if the distance does not fit in the compacted form. */
  private write({ index, offset, shape, bits, native }: Use, target: number): boolean {
    const isAbsolute = shape.mnemonic === 'calla' || shape.mnemonic === 'mov';
    // Until Gen11 the distance counts from the next instruction.
    const isAfter = shape.mnemonic === 'jmpi' && this.platform < XE;
    const value = isAbsolute ? target : target - offset - (isAfter ? (native === undefined ? 16 : 8) : 0);
    const word = index === 0 ? 3 : 2;
    const at = offset >> 2;
    if (native === undefined) {
      this.words[at + word] = value;
      if (bits !== undefined) putBits(this.words.subarray(at, at + 4), bits);
      return true;
    }
    native[word] = value;
    if (bits !== undefined) putBits(native, bits);
    const short = native.slice();
    if (!compact(short, this.platform)) return false;
    this.words.set(short.subarray(0, 2), at);
    return true;
  }

  /** The bytes of everything that was added. */
  bytes(): Uint8Array {
    return new Uint8Array(this.words.buffer.slice(0, this.size));
  }
}

/** A copy with twice the capacity. */
function grown(words: Uint32Array) {
  const larger = new Uint32Array(2 * words.length);
  larger.set(words);
  return larger;
}
