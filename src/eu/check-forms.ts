/** Whether words are an instruction: some combinations have no meaning though each of their fields has one. */
import { type LayoutPlaces, type Place, type Words, write } from './layout.ts';
import { InstructionReader } from './read-instruction.ts';
import type { Shape } from './shapes.ts';

/** Number of cached forms, a power of two. */
const FORMS = 1024;

/**
 * Most of the bits that differ between instructions do not matter for that: numbers of registers, constants, waits. Words that are the
 * same without them are read once (bench: assemble).
 */
export class CheckedForms {
  private readonly reader: InstructionReader;
  private readonly masks = new Map<LayoutPlaces, Words>();
  private readonly words = new Uint32Array(4 * FORMS);
  private readonly shapes: (Shape | undefined)[] = new Array<undefined>(FORMS).fill(undefined);

  constructor(platform: number) {
    this.reader = new InstructionReader(platform);
  }

  /** Why the words are not an instruction; `undefined` when they are one. */
  problem(words: Words, shape: Shape): string | undefined {
    const mask = this.masks.get(shape.places) ?? this.maskFor(shape.places);
    const [w0, w1, w2, w3] = [0, 1, 2, 3].map((i) => ((words[i] as number) & (mask[i] as number)) >>> 0) as [
      number,
      number,
      number,
      number,
    ];
    const place =
      (Math.imul(w0, 31) ^ Math.imul(w1, 0x9e37_79b1) ^ Math.imul(w2, 0x85eb_ca6b) ^ w3 ^ (w1 >>> 15) ^ (w2 >>> 13)) & (FORMS - 1);
    const known = this.words;
    const at = 4 * place;
    if (this.shapes[place] === shape && known[at] === w0 && known[at + 1] === w1 && known[at + 2] === w2 && known[at + 3] === w3)
      return undefined;
    const { problem } = this.reader.readNative(0, words[0] as number, words[1] as number, words[2] as number, words[3] as number);
    if (problem === undefined) {
      this.shapes[place] = shape;
      known.set([w0, w1, w2, w3], at);
    }
    return problem;
  }

  /** The bits that matter. */
  private maskFor(places: LayoutPlaces): Words {
    const words = new Uint32Array(4);
    const drop = (place: Place): void => write(words, place, -1);
    drop(places.control.scoreboard);
    if (places.layout !== 'sendg' && places.layout !== 'sendgx') for (const operand of [places.dst, ...places.src]) drop(operand.reg);
    if (places.layout === 'send') drop(places.named.desc);
    const mask = words.map((word) => ~word);
    this.masks.set(places, mask);
    return mask;
  }
}
