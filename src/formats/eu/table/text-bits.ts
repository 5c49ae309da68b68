/**
 * The bits of an instruction that each part of its text determines, compiled for an operation from the rows of fields. All other bits are
 * constant in what the assembler makes of a text.
 */
import type { OperandPlaces, Place } from './layout.ts';
import { GEN9, XE, XE_HPC, XE3 } from './platforms.ts';
import type { Shape } from './shape.ts';

/** A set of bits of the four words. */
export type BitSet = Int32Array;

/** Adds bits to a set. */
export function addBits(to: BitSet, bits: BitSet): void {
  for (let word = 0; word < 4; word++) to[word] = (to[word] ?? 0) | (bits[word] ?? 0);
}

/** The bits of places. @param mask the bits of each value that count */
function bitsOf(places: readonly Place[], mask = -1): BitSet {
  const bits = new Int32Array(4);
  for (const place of places) {
    for (let part: Place | undefined = place; part !== undefined; part = part.rest)
      bits[part.word] = (bits[part.word] ?? 0) | (((mask >>> part.to) & part.mask) << part.shift);
  }
  return bits;
}

/** The bits of an operand that is a register or an immediate. */
export interface OperandBits {
  /** A register without its subregister. */
  readonly register: BitSet;
  /** The subregister, by the binary logarithm of the bytes of an element: the bits below an element are 0. */
  readonly sub: readonly BitSet[];
  /** The ninth bit of the number of a general register; the second one is for an instruction with an immediate. */
  readonly high: readonly [BitSet, BitSet];
  readonly immediate: BitSet;
  /** An immediate of 64 bits. */
  readonly wide: BitSet;
}

/** Bytes of an element as masks of the subregister. */
const ELEMENTS = [-1, -2, -4, -8];
/** The bit of a register file that says that the operand is an immediate, since Xe. Until Gen11 both bits say it. */
const IMMEDIATE = 2;

export class TextBits {
  /** What every text of the operation determines. */
  readonly always: BitSet;
  /** What is constant and not 0. */
  readonly constant: BitSet;
  /** The flag of a predicate or condition. */
  readonly flag: BitSet;
  readonly scoreboard: BitSet;
  /** The length of a second payload in a register. */
  readonly length: BitSet;
  readonly dst: OperandBits;
  readonly sources: readonly OperandBits[];

  constructor(shape: Shape, platform: number) {
    const { control, named, dst, src } = shape.places;
    this.always = bitsOf(alwaysIn(shape, platform));
    if (shape.reading === 'branch') addBits(this.always, bitsOf([src[0].file], IMMEDIATE));
    this.constant = shape.reading === 'sync' ? bitsOf([dst.stride], 1) : bitsOf([]);
    if (shape.hasExecutionType && shape.isMath) addBits(this.constant, bitsOf([control.executionType]));
    this.flag = bitsOf([control.flagRegister, control.flagSubRegister, ...(platform >= XE_HPC ? [control.predicateInverse] : [])]);
    this.scoreboard = bitsOf([control.scoreboard]);
    this.length = bitsOf(shape.isSend ? [named.src1Length] : []);
    this.dst = operandBits(shape, dst, [dst.stride], platform);
    this.sources = src.slice(0, shape.sourceCount).map((places) => operandBits(shape, places, sourceParts(shape, places), platform));
  }
}

/** The places of what is not an operand, and of the operands of branches and sends. */
function alwaysIn(shape: Shape, platform: number): Place[] {
  const { operation, isMath, isBfn, isSend, reading, format, mnemonic } = shape;
  const { control, named, dst, src } = shape.places;
  const { predicate, flags, saturate, branch } = operation;
  const has = (condition: boolean, ...places: Place[]): Place[] => (condition ? places : []);
  if (reading === 'none') return [named.opcode];
  return [
    ...[named.opcode, control.noMask, control.execSize],
    ...has(mnemonic !== 'jmpi', control.channelOffset),
    ...has(predicate, control.predicate),
    ...has(predicate && platform < XE_HPC, control.predicateInverse),
    ...has(flags && !isMath, isBfn ? named.bfnCondition : control.condition),
    ...has(saturate, control.saturate),
    ...has(branch, control.branchControl),
    ...has(shape.hasAccWrite, control.accWrite),
    ...has(shape.hasDependency, control.dependency),
    ...has(!isSend || (platform >= GEN9 && platform < XE3), control.threadControl),
    ...has(isMath, named.mathFunction),
    ...has(isBfn, named.bfnFunction),
    ...has(shape.isDpas, named.repeatCount, named.systolicDepth, named.forward),
    ...has(reading === 'sync' && platform >= XE, named.syncFunction),
    ...has(mnemonic === 'lfsr', named.lfsrFunction),
    ...has(mnemonic === 'shfl', named.shuffleFunction),
    ...has(mnemonic === 'dnscl', named.downscaleFrom, named.downscaleTo, named.downscaleMode, named.downscaleRounding),
    ...has(shape.isTernary || (shape.hasExecutionType && !isMath), control.executionType),
    ...has(reading === 'branch', named.jip),
    ...has(reading === 'branch' && format === 'jump2', named.uip, src[1].file),
    ...has(isSend, ...[dst, src[0], src[1]].flatMap(({ file, reg }) => [file, reg])),
    ...has(isSend, named.sfid, named.eot, named.fusion, named.desc, named.exDesc),
  ];
}

/** What a source that is a register has besides its register and type. */
function sourceParts(shape: Shape, { modifier, stride, width, vertical, scalar, precision }: OperandPlaces): Place[] {
  if (shape.isDpas) return [precision];
  return [...(shape.operation.modifiers ? [modifier] : []), stride, width, vertical, scalar];
}

function operandBits(shape: Shape, places: OperandPlaces, parts: readonly Place[], platform: number): OperandBits {
  const { file, type, typeHigh, reg, regHigh, regHighImm, sub, imm, imm64Low, imm64High } = places;
  const ofImmediate = (...values: Place[]): BitSet => {
    const bits = bitsOf([type, ...values]);
    addBits(bits, bitsOf([file], platform >= XE ? IMMEDIATE : -1));
    return bits;
  };
  const subregister = shape.mnemonic === 'shfl' && places === shape.places.src[1] ? shape.places.named['src1.subShuffle'] : sub;
  return {
    register: bitsOf([file, type, reg, ...(shape.isWideMove ? [typeHigh] : []), ...parts]),
    sub: ELEMENTS.map((mask) => bitsOf([subregister], mask)),
    high: [bitsOf([regHigh]), bitsOf([regHighImm.mask === 0 ? regHigh : regHighImm])],
    immediate: ofImmediate(imm),
    wide: imm64Low.mask === 0 ? ofImmediate(imm) : ofImmediate(imm64Low, imm64High),
  };
}
