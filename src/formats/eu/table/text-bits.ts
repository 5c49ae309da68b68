/**
 * The bits of an instruction that each part of its text determines, compiled for an operation from the rows of fields. All other bits are
 * constant in what the assembler makes of a text.
 */
import type { OperandPlaces, Place } from './layout.ts';
import { GEN9, PLATFORMS, XE, XE_HPC, XE3 } from './platforms.ts';
import type { Shape } from './shapes.ts';

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

function unionOf(...sets: readonly BitSet[]): BitSet {
  const all = new Int32Array(4);
  for (const bits of sets) addBits(all, bits);
  return all;
}

/** The bits of an operand, by what it is. */
export interface OperandBits {
  /** A register without its subregister. */
  readonly register: BitSet;
  /** The subregister, by the binary logarithm of the bytes of an element: the bits below an element are 0. */
  readonly sub: readonly BitSet[];
  /** The ninth bit of the number of a general register; the second one is for an instruction with an immediate. */
  readonly high: readonly [BitSet, BitSet];
  /** A register whose number is in an address register. */
  readonly indirect: BitSet;
  /** What is constant in that, unless it is the place of something else. */
  readonly indirectConstant: BitSet;
  readonly immediate: BitSet;
  /** An immediate of 64 bits. */
  readonly wide: BitSet;
}

/** Bytes of an element as masks of the subregister. */
const ELEMENTS = [-1, -2, -4, -8];
/** The bit of a register file that says that the operand is an immediate, since Xe. Until Gen11 both bits say it. */
const IMMEDIATE = 2;
const GENERAL = 1;
/** The encoding of the type `d`, which a branch to a label has until Gen11. */
const SIGNED = 1;

/** The bits of a send that depend on its parts. */
export interface SendBits {
  /** The number of a destination, where null may have any. */
  readonly destination: BitSet;
  /** What only a second payload in a register has, with a wide descriptor. */
  readonly second: BitSet;
  /** The length of a second payload, with narrow descriptors. */
  readonly length: BitSet;
  /** An extended descriptor: a number, or in a register. */
  readonly exDesc: BitSet;
  readonly exDescRegister: BitSet;
  readonly exBSO: BitSet;
  /** Indirect descriptors, and the bits that the second one replaces. */
  readonly indirect0: BitSet;
  readonly indirect1: BitSet;
  readonly top: BitSet;
}

/** The bits that the parts of the text of an operation determine. */
export class TextBits {
  /** What every text of the operation determines. */
  readonly always: BitSet;
  /** What is constant and not 0. */
  readonly constant: BitSet;
  /** The flag of a predicate or condition. */
  readonly flag: BitSet;
  readonly scoreboard: BitSet;
  readonly dst: OperandBits;
  readonly sources: readonly OperandBits[];
  readonly send: SendBits | undefined;

  constructor(shape: Shape, platform: number) {
    const { control, dst, src } = shape.places;
    this.always = bitsOf(alwaysIn(shape, platform));
    this.constant = constantIn(shape, platform);
    this.flag = bitsOf([control.flagRegister, control.flagSubRegister, ...(platform >= XE_HPC ? [control.predicateInverse] : [])]);
    this.scoreboard = bitsOf([control.scoreboard]);
    this.dst = operandBits(shape, dst, [dst.stride], platform);
    this.sources = src.slice(0, shape.sourceCount).map((places) => operandBits(shape, places, sourceParts(shape, places), platform));
    this.send = shape.isSend ? sendBits(shape) : undefined;
  }
}

const known: (TextBits | undefined)[][] = PLATFORMS.map(() => []);

/** The bits that the text of an operation determines, computed once: when code with it is printed with notes. */
export function textBitsOf(shape: Shape, platform: number): TextBits {
  const ofPlatform = known[platform] ?? [];
  return ofPlatform[shape.operation.opcode] ?? newBits(shape, platform, ofPlatform);
}

function newBits(shape: Shape, platform: number, ofPlatform: (TextBits | undefined)[]): TextBits {
  const bits = new TextBits(shape, platform);
  ofPlatform[shape.operation.opcode] = bits;
  return bits;
}

/** The bits that every instruction of an operation has. */
function constantIn(shape: Shape, platform: number): BitSet {
  const { control, dst, src } = shape.places;
  const { reading, format } = shape;
  if (reading === 'sync') return bitsOf([dst.stride], 1);
  if (shape.isSend) return bitsOf(format === 'send' ? [dst.stride] : [], 1);
  if (shape.isMath && shape.hasExecutionType) return bitsOf([control.executionType]);
  if (reading !== 'branch') return bitsOf([]);
  // A label is in the place of an immediate.
  const label = src[platform < XE && format === 'jump' ? 1 : 0];
  if (platform >= XE) return unionOf(bitsOf([label.file], IMMEDIATE), bitsOf(format === 'jump2' ? [src[1].file] : []));
  return unionOf(bitsOf([dst.stride, label.type], SIGNED), bitsOf([label.file]));
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
    ...has(reading === 'branch' && format === 'jump2', named.uip),
    ...has(reading === 'send', dst.type, dst.reg, src[0].type, src[0].reg, src[1].reg, src[1].file, named['desc.file'], named.desc),
    ...has(reading === 'send', named['exDesc.file'], named.fusion, named.noSrcDepSet),
    ...has(reading === 'sendg', src[0].reg, src[1].file, named.descLow, named.descHigh, named.src0Length, named.indirect0, named.indirect1),
    ...has(mnemonic.startsWith('sendgx'), dst.reg, dst.regHigh, src[0].regHigh, src[1].reg, src[1].regHigh, named.src1Length),
    ...has(isSend, dst.file, src[0].file, named.eot, ...has(platform >= XE, named.sfid)),
  ];
}

function sendBits({ reading, places: { dst, src, named } }: Shape): SendBits {
  const isWide = reading === 'sendg';
  return {
    destination: bitsOf(isWide ? [dst.reg] : []),
    second: bitsOf(isWide ? [src[1].reg, named.src1Length] : []),
    length: bitsOf([named.src1Length]),
    exDesc: bitsOf([named.exDesc]),
    exDescRegister: bitsOf([named['exDesc.sub']]),
    exBSO: bitsOf([named.exBSO]),
    indirect0: bitsOf([named['indirect0.sub']]),
    indirect1: bitsOf([named['indirect1.sub']]),
    top: bitsOf([named.descTop]),
  };
}

/** What a source that is a register has besides its register and type. */
function sourceParts(shape: Shape, { modifier, stride, width, vertical, scalar, precision }: OperandPlaces): Place[] {
  if (shape.isDpas) return [precision];
  return [...(shape.operation.modifiers ? [modifier] : []), stride, width, vertical, scalar];
}

function operandBits(shape: Shape, places: OperandPlaces, parts: readonly Place[], platform: number): OperandBits {
  const { file, type, typeHigh, reg, regHigh, regHighImm, sub, addrSub, addrImm, indirect, imm, imm64Low, imm64High } = places;
  const ofImmediate = (...values: Place[]): BitSet => unionOf(bitsOf([type, ...values]), bitsOf([file], platform >= XE ? IMMEDIATE : -1));
  const types = [type, ...(shape.isWideMove ? [typeHigh] : [])];
  // An indirect source is a general register; since Xe a destination does not say it.
  const isFile = platform < XE || places !== shape.places.dst;
  const subregister = shape.mnemonic === 'shfl' && places === shape.places.src[1] ? shape.places.named['src1.subShuffle'] : sub;
  return {
    register: bitsOf([file, reg, ...types, ...parts]),
    sub: ELEMENTS.map((mask) => bitsOf([subregister], mask)),
    indirect: bitsOf([addrSub, addrImm, ...types, ...parts]),
    indirectConstant: unionOf(bitsOf([indirect]), bitsOf(isFile ? [file] : [], GENERAL)),
    high: [bitsOf([regHigh]), bitsOf([regHighImm.mask === 0 ? regHigh : regHighImm])],
    immediate: ofImmediate(imm),
    wide: imm64Low.mask === 0 ? ofImmediate(imm) : ofImmediate(imm64Low, imm64High),
  };
}
