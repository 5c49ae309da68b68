/** Compacted instructions by form: of all that differ only in copied bits, only one is expanded (bench: machine-code). */
import { COMPACTED, type Copy, type Expansion, expand, expandImmediate, expansionOf, hasImmediate, kindOf } from './compact.ts';
import { type Form, type Forms, formsOf } from './forms.ts';
import type { Words } from './layout.ts';
import { PLATFORMS } from './table/platforms.ts';

/** Number of expansions that are kept for a platform, a power of two. */
const PLACES = 8192;
/** Runs of at least this many bits are register numbers, and waits. */
const LEAST_NUMBER = 7;

const isNumber = ({ mask }: Copy): boolean => mask >= 2 ** LEAST_NUMBER - 1;

/** The bits of an operation's compacted instructions that are not copied numbers. */
class Key {
  readonly low: number;
  readonly high: number;

  constructor({ always, immediate, register }: Expansion) {
    const bits = new Int32Array(2).fill(-1);
    for (const { copies } of [always, immediate, register])
      for (const { from, shift, mask } of copies.filter(isNumber)) bits[from] = (bits[from] as number) & ~(mask << shift);
    this.low = bits[0] as number;
    this.high = bits[1] as number;
  }
}

/** What compacted instructions with the same key have in common. */
class Entry {
  readonly low: number;
  readonly high: number;
  readonly form: Form;
  /** Their words, without the copied bits. */
  private readonly w0: number;
  private readonly w1: number;
  private readonly w2: number;
  private readonly w3: number;
  private readonly copies: readonly Copy[];
  private readonly expansion: Expansion;
  private readonly isImmediate: boolean;

  /** @param words the native words of one of them */
  constructor(low: number, high: number, expansion: Expansion, words: Words, form: Form) {
    const { kind, platform, always, immediate, register } = expansion;
    this.low = low;
    this.high = high;
    this.form = form;
    this.expansion = expansion;
    this.isImmediate = expansion.hasImmediates && hasImmediate(kind, platform, words);
    this.copies = [...always.copies, ...(this.isImmediate ? immediate : register).copies].filter(isNumber);
    const rest = Int32Array.from(words);
    for (const { word, mask, to } of this.copies) rest[word] = (rest[word] as number) & ~(mask << to);
    this.w0 = rest[0] as number;
    this.w1 = rest[1] as number;
    this.w2 = rest[2] as number;
    this.w3 = rest[3] as number;
  }

  write(low: number, high: number, words: Words): void {
    const { copies } = this;
    words[0] = this.w0;
    words[1] = this.w1;
    words[2] = this.w2;
    words[3] = this.w3;
    for (let i = 0; i < copies.length; i++) {
      const { from, shift, mask, word, to } = copies[i] as Copy;
      words[word] = (words[word] as number) | ((((from === 0 ? low : high) >>> shift) & mask) << to);
    }
    if (this.isImmediate) expandImmediate(this.expansion.kind, this.expansion.platform, high, words);
  }
}

/** The forms of compacted instructions of a platform. */
export class CompactForms {
  private readonly forms: Forms;
  private readonly platform: number;
  private readonly entries: (Entry | undefined)[] = new Array<undefined>(PLACES).fill(undefined);
  /** Keys by opcode. */
  private readonly keys: (Key | undefined)[] = new Array<undefined>(128).fill(undefined);

  constructor(platform: number) {
    this.forms = formsOf(platform);
    this.platform = platform;
  }

  /** Writes the native words of an instruction. Returns its form if it is known. */
  find(low: number, high: number, words: Words): Form | undefined {
    const key = this.keys[low & 127];
    if (key === undefined) return this.findNew(low, high, words);
    const k0 = low & key.low;
    const k1 = high & key.high;
    const entry = this.entries[placeOf(k0, k1)];
    if (entry === undefined || entry.low !== k0 || entry.high !== k1) return this.findNew(low, high, words);
    entry.write(low, high, words);
    return entry.form.hasCompacted(words) ? entry.form : this.findNew(low, high, words);
  }

  private findNew(low: number, high: number, words: Words): Form | undefined {
    const form = expand(low, high, this.platform, words) === undefined ? this.forms.find(words, COMPACTED) : undefined;
    const kind = kindOf(low, this.platform);
    // Whether `math` is unary or binary depends on its function.
    if (form === undefined || kind === undefined || form.operands.first.operation?.format === 'math') return form;
    const expansion = expansionOf(kind, this.platform);
    const key = this.keys[low & 127] ?? new Key(expansion);
    this.keys[low & 127] = key;
    const k0 = low & key.low;
    const k1 = high & key.high;
    this.entries[placeOf(k0, k1)] = new Entry(k0, k1, expansion, words, form);
    return form;
  }
}

function placeOf(k0: number, k1: number): number {
  const mixed = Math.imul(k0, 0x9e37_79b1) ^ Math.imul(k1, 0x85eb_ca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e37_79b1) >>> (Math.clz32(PLACES) + 1);
}

const known: (CompactForms | undefined)[] = PLATFORMS.map(() => undefined);

/** The forms of compacted instructions of a platform, shared by all readers of its code. */
export function compactFormsOf(platform: number): CompactForms {
  const forms = known[platform] ?? new CompactForms(platform);
  known[platform] = forms;
  return forms;
}
