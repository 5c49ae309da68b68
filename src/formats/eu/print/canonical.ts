/**
 * Which instructions have the bits that the assembler writes for their record. Nothing is encoded: the bits that the parts of the text
 * determine are known for each operation, and each of their values has a meaning of its own. All other bits are constant.
 */

import type { Instruction, Operand } from '../model.ts';
import { GEN10, XE, XE_HPC } from '../table/platforms.ts';
import type { Shape } from '../table/shape.ts';
import { addBits, type BitSet, type OperandBits, type TextBits } from '../table/text-bits.ts';

/**
 * Whether encoding an instruction that its text expresses makes its words. For some of rare kinds the answer is no, although it does.
 *
 * @param determined is overwritten
 */
export function isCanonical(instruction: Instruction, shape: Shape, bits: TextBits, platform: number, determined: BitSet): boolean {
  const { predicate, condition, scoreboard, sources, w0, w1, w2, w3 } = instruction;
  const { always, constant, flag } = bits;
  determined.set(always);
  if (predicate !== '' || condition !== '') addBits(determined, flag);
  // Of several encodings that wait for nothing, all bits are 0 in the first.
  if (scoreboard !== undefined) addBits(determined, bits.scoreboard);
  if (shape.isSend) {
    // For a null payload the length is unused.
    if (sources[1]?.register?.file === -1) addBits(determined, bits.length);
  } else if ((shape.reading === 'basic' || shape.isTernary) && !addOperands(instruction, shape, bits, platform, determined)) return false;
  return (
    (w0 & ~(determined[0] ?? 0)) === constant[0] &&
    (w1 & ~(determined[1] ?? 0)) === constant[1] &&
    (w2 & ~(determined[2] ?? 0)) === constant[2] &&
    (w3 & ~(determined[3] ?? 0)) === constant[3]
  );
}

/** Adds the bits that operands determine; returns false if a value of one has several encodings. */
function addOperands({ dst, sources, w3 }: Instruction, shape: Shape, bits: TextBits, platform: number, determined: BitSet): boolean {
  const besideImmediate = sources.at(-1)?.kind === 'immediate' ? 1 : 0;
  // The numbers of registers have seven or eight bits there.
  if (shape.isTernary && platform === GEN10) return false;
  if (dst === undefined || !addRegister(dst, bits.dst, besideImmediate, platform, determined)) return false;
  for (let index = 0; index < sources.length; index++) {
    const source = sources[index] as Operand;
    const operand = bits.sources[index] as OperandBits;
    if (source.kind !== 'immediate') {
      if (!addRegister(source, operand, besideImmediate, platform, determined)) return false;
      continue;
    }
    // A value of 16 bits is in both halves, but only the lower half is read.
    if (!shape.isTernary && source.type?.bits === 16 && w3 >>> 16 !== (w3 & 0xffff)) return false;
    addBits(determined, source.type?.bits === 64 ? operand.wide : operand.immediate);
  }
  return true;
}

function addRegister(
  { register, type }: Operand,
  { register: bits, sub, high }: OperandBits,
  besideImmediate: 0 | 1,
  platform: number,
  determined: BitSet,
): boolean {
  // Elements that are smaller than a byte; and accumulators of math macros, which are encoded in Align16.
  if (register === undefined || type === undefined || type.bits < 8 || (platform < XE && register.name === 'mme')) return false;
  addBits(determined, bits);
  const isScaled = register.scaled(platform);
  addBits(determined, sub[isScaled ? 31 - Math.clz32(type.bits >> 3) : platform >= XE_HPC ? 1 : 0] as BitSet);
  // The encoding of an architecture register has no upper bit.
  if (register.file === -1) addBits(determined, high[besideImmediate]);
  return true;
}
