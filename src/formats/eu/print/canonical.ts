/**
 * Which instructions have the bits that the assembler writes for their record. Nothing is encoded: the bits that the parts of the text
 * determine are known for each operation, and each of their values has a meaning of its own. All other bits are constant.
 */

import { type Instruction, type Operand, optionBit, type Send } from '../model.ts';
import { GEN10, XE, XE_HPC, XE_HPG, XE2 } from '../table/platforms.ts';
import type { Shape } from '../table/shapes.ts';
import { addBits, type BitSet, type OperandBits, type SendBits, type TextBits, textBitsOf } from '../table/text-bits.ts';

const EXBSO = optionBit('ExBSO');

/** Decides it for the instructions of a platform. */
export class Canonical {
  private readonly platform: number;
  /** The bits that the text of the instruction determines, and all others that are not 0. */
  private readonly determined: BitSet = new Int32Array(4);
  private readonly constant: BitSet = new Int32Array(4);

  constructor(platform: number) {
    this.platform = platform;
  }

  /** Whether encoding an instruction that its text expresses makes its words. For some of rare kinds the answer is no, although it does. */
  is(instruction: Instruction, shape: Shape): boolean {
    const bits = textBitsOf(shape, this.platform);
    const { predicate, condition, scoreboard, w0, w1, w2, w3 } = instruction;
    const { determined, constant } = this;
    determined.set(bits.always);
    constant.set(bits.constant);
    if (predicate !== '' || condition !== '') addBits(determined, bits.flag);
    // Of several encodings that wait for nothing, all bits are 0 in the first.
    if (scoreboard !== undefined) addBits(determined, bits.scoreboard);
    if (bits.send !== undefined) this.addSend(instruction, shape.reading === 'sendg', bits.send);
    else if ((shape.reading === 'basic' || shape.isTernary) && !this.addOperands(instruction, shape, bits)) return false;
    return this.isSame(w0, 0) && this.isSame(w1, 1) && this.isSame(w2, 2) && this.isSame(w3, 3);
  }

  private isSame(word: number, index: number): boolean {
    const others = ~(this.determined[index] ?? 0);
    return (word & others) === ((this.constant[index] ?? 0) & others);
  }

  private addSend({ dst, sources: [, second], send, options }: Instruction, isWide: boolean, bits: SendBits): void {
    const { platform, determined } = this;
    const { exDesc, unit, indirect0, indirect1 } = send as Send;
    if (dst?.register?.file === -1) addBits(determined, bits.destination);
    if (second?.register?.file === -1) {
      addBits(determined, bits.second);
      const isUgm = platform >= XE2 && unit === 'ugm';
      if (!isWide && (exDesc.isRegister ? isUgm || (options & EXBSO) !== 0 : platform >= XE_HPG)) addBits(determined, bits.length);
    }
    if (isWide) {
      if (indirect0 >= 0) addBits(determined, bits.indirect0);
      addBits(determined, indirect1 >= 0 ? bits.indirect1 : bits.top);
    } else if (exDesc.isRegister) {
      addBits(determined, bits.exDescRegister);
      if (platform < XE2 || unit !== 'ugm') addBits(determined, bits.exBSO);
    } else addBits(determined, bits.exDesc);
  }

  /** Adds the bits that operands determine; returns false if a value of one has several encodings. */
  private addOperands({ dst, sources, w3 }: Instruction, shape: Shape, bits: TextBits): boolean {
    const { platform, determined } = this;
    const besideImmediate = sources.at(-1)?.kind === 'immediate' ? 1 : 0;
    // The numbers of registers have seven or eight bits there.
    if (shape.isTernary && platform === GEN10) return false;
    if (dst === undefined || !this.addRegister(dst, bits.dst, besideImmediate)) return false;
    for (let index = 0; index < sources.length; index++) {
      const source = sources[index] as Operand;
      const operand = bits.sources[index] as OperandBits;
      if (source.kind !== 'immediate') {
        if (!this.addRegister(source, operand, besideImmediate)) return false;
        continue;
      }
      // A value of 16 bits is in both halves, but only the lower half is read.
      if (!shape.isTernary && source.type?.bits === 16 && w3 >>> 16 !== (w3 & 0xffff)) return false;
      addBits(determined, source.type?.bits === 64 ? operand.wide : operand.immediate);
    }
    return true;
  }

  private addRegister({ kind, register, type }: Operand, bits: OperandBits, besideImmediate: 0 | 1): boolean {
    const { platform, determined } = this;
    // Elements that are smaller than a byte; and accumulators of math macros, which are encoded in Align16.
    if (register === undefined || type === undefined || type.bits < 8 || (platform < XE && register.name === 'mme')) return false;
    // The encoding of an architecture register has no upper bit.
    if (register.file === -1) addBits(determined, bits.high[besideImmediate]);
    if (kind === 'indirect') {
      addBits(determined, bits.indirect);
      addBits(this.constant, bits.indirectConstant);
      return true;
    }
    addBits(determined, bits.register);
    const isScaled = register.scaled(platform);
    addBits(determined, bits.sub[isScaled ? 31 - Math.clz32(type.bits >> 3) : platform >= XE_HPC ? 1 : 0] as BitSet);
    return true;
  }
}
