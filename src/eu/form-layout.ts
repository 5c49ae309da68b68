/** Where the numbers of an instruction are: of general registers and their subregisters, of immediates, and of the scoreboard. */
import { NOWHERE, type OperandPlaces, type Place, type Words } from './layout.ts';
import type { Instruction, Operand } from './model.ts';
import type { Shape } from './shapes.ts';
import { XE } from './table/platforms.ts';

/** The numbers of an operand. What it does not have is `NOWHERE`, which reads as 0. */
export interface Numbers {
  /** The number of a general register, or the lower half of an immediate. */
  readonly number: Place;
  /** The field of the subregister, of which the part with the most bits counts; of an immediate of 64 bits the upper half. */
  readonly more: Place;
}

/** The part of a place with the most bits. */
export function mainPart(place: Place): Place {
  let main = place;
  for (let part = place.rest; part !== undefined; part = part.rest) if (part.mask > main.mask) main = part;
  return main;
}

/** Where lists of bits begin that have four words. */
const VALUES = 4;
export const FIXED = 8;

/**
 * The places of numbers in instructions of one operation whose operands are of the same kinds.
 *
 * The rows say where the numbers of each kind are, and register files and addressing modes say of which kind an operand is.
 */
export class FormLayout {
  /** Four words each: the bits that say of which kinds the operands are, their values, and all bits except those of numbers. */
  readonly bits: Int32Array = new Int32Array(12).fill(-1, FIXED);
  readonly dst: Numbers | undefined;
  readonly sources: readonly (Numbers | undefined)[];
  readonly scoreboard: Place;

  constructor({ dst, sources, words }: Instruction, shape: Shape, platform: number) {
    const { places } = shape;
    this.select(places.control.align16);
    // Without operands the text depends on whether there is a scoreboard.
    this.scoreboard = platform >= XE && sources.length > 0 ? places.control.scoreboard : NOWHERE;
    this.drop(this.scoreboard);
    this.dst = dst && this.numbersOf(dst, places.dst, shape, platform);
    this.sources = sources.map((source, index) =>
      source.kind === 'label'
        ? this.numbers(index === 0 ? places.named.jip : places.named.uip, NOWHERE)
        : this.numbersOf(source, places.src[index] as OperandPlaces, shape, platform),
    );
    for (let i = 0; i < 4; i++) this.bits[VALUES + i] = (words[i] as number) & (this.bits[i] as number);
  }

  /** Whether an instruction with these words has operands of these kinds. */
  matches(words: Words): boolean {
    const { bits } = this;
    for (let i = 0; i < 4; i++) if (((words[i] as number) & (bits[i] as number)) !== bits[VALUES + i]) return false;
    return true;
  }

  /** Whether the numbers are in the same places. */
  isSame({ bits }: FormLayout): boolean {
    return this.bits.every((word, i) => word === bits[i]);
  }

  private numbersOf(operand: Operand, places: OperandPlaces, shape: Shape, platform: number): Numbers | undefined {
    if (operand.kind === 'immediate') {
      // Since Xe the upper bit of the file says it; the lower one can be a bit of the immediate.
      this.select(platform >= XE ? (places.file.rest ?? places.file) : places.file);
      const isWide = operand.type?.bits === 64 && places.imm64Low.mask !== 0;
      return isWide ? this.numbers(places.imm64Low, places.imm64High) : this.numbers(places.imm, NOWHERE);
    }
    this.select(places.file);
    this.select(places.indirect);
    const isPlain = operand.kind === 'direct' && operand.register?.file === -1 && places.reg.rest === undefined;
    if (!isPlain || places.regShort.mask !== 0) return undefined;
    return this.numbers(places.reg, shape.isSend ? NOWHERE : places.sub);
  }

  private numbers(number: Place, more: Place): Numbers {
    this.drop(number);
    this.drop(mainPart(more));
    return { number, more };
  }

  private select(place: Place): void {
    for (let part: Place | undefined = place; part !== undefined; part = part.rest) {
      this.bits[part.word] = (this.bits[part.word] as number) | (part.mask << part.shift);
    }
  }

  private drop({ word, shift, mask }: Place): void {
    this.bits[FIXED + word] = (this.bits[FIXED + word] as number) & ~(mask << shift);
  }
}

/** Whether the numbers of an instruction mean nothing but themselves, so that others of its form can be read by them. */
export function hasLayout({ operation, problem, words, sources }: Instruction, shape: Shape): boolean {
  if (operation === undefined || problem !== undefined) return false;
  // A branch to a register has other places, and `calla` goes to an address.
  if (shape.isBranch && (sources[0]?.kind !== 'label' || shape.mnemonic === 'calla')) return false;
  const { align16 } = shape.places.control;
  // In Align16 channels are a part of the subregister.
  if (align16.mask !== 0 && (((words[align16.word] as number) >>> align16.shift) & 1) === 1) return false;
  // The sends with nine bits for a register give some numbers a meaning; the scales of a matrix product are in several parts; a shuffle has a
  // subregister of its own.
  return shape.reading !== 'bdpas' && !shape.mnemonic.startsWith('sendgx') && shape.mnemonic !== 'shfl';
}
