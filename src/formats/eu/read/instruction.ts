/**
 * Reads an instruction from its words.
 *
 * Source: visa/iga/IGALibrary/Backend/GED/Decoder.cpp of intel/intel-graphics-compiler.
 */

import { type Instruction, newInstruction, optionBit } from '../model.ts';
import { BFN_EXPRESSIONS } from '../table/bfn.ts';
import {
  BFN_CONDITIONS,
  BINARY_MATH,
  CONDITIONS,
  DOWNSCALE_FROM,
  DOWNSCALE_ROUNDINGS,
  DOWNSCALE_TO,
  MACRO_MATH,
  PREDICATES_ALIGN16,
  systolicDepths,
  systolicName,
} from '../table/functions.ts';
import { GEN10, GEN11, XE, XE_HPC, XE3P } from '../table/platforms.ts';
import { INVALID_SCOREBOARD } from '../table/scoreboard.ts';
import { type PlatformShapes, type Reading, type Shape, shapesOf } from '../table/shapes.ts';
import { readBranch, readOldBranch, readSync } from './branch.ts';
import { Cursor } from './cursor.ts';
import { expand } from './expand.ts';
import { isImmediate, readDestination, readSource } from './operand.ts';
import { readSend, readSendg } from './send.ts';
import { readScaled, readTernary, readTernary16 } from './ternary.ts';

const BREAKPOINT = optionBit('Breakpoint');
const COMPACTED = optionBit('Compacted');
const ACC_WRITE = optionBit('AccWrEn');
const FORWARD = optionBit('Fwd');
const NO_DD_CHECK = optionBit('NoDDChk');
const NO_DD_CLEAR = optionBit('NoDDClr');
/** Meaning of the thread control field. */
const THREAD = [0, optionBit('Atomic'), optionBit('Switch'), optionBit('NoPreempt')] as const;

/** Whether an instruction with this first word has 8 bytes. */
export const isCompacted = (low: number): boolean => ((low >>> 29) & 1) === 1;

/** Reads single instructions of a platform. Words can be signed or unsigned numbers. */
export class InstructionReader {
  private readonly cursor: Cursor;
  private readonly shapes: PlatformShapes;

  constructor(platform: number, cursor?: Cursor) {
    this.shapes = shapesOf(platform);
    this.cursor = cursor ?? new Cursor(this.shapes, this.shapes.shape(0) as Shape);
  }

  /** Offsets of the instructions that can end a block, and the total length of all: to find blocks, all others need not be decoded. */
  blockEnds(view: DataView): { readonly ends: readonly number[]; readonly length: number } {
    const { blockEnds } = this.shapes;
    const ends: number[] = [];
    const last = view.byteLength - 8;
    let at = 0;
    while (at <= last) {
      const low = view.getInt32(at, true);
      if (blockEnds[low & 127] === 1 && this.endsBlock(view, at, low)) ends.push(at);
      at += isCompacted(low) ? 8 : 16;
    }
    return { ends, length: at > view.byteLength ? at - 16 : at };
  }

  /** Whether a branch, or a send of 16 bytes that ends a thread, is at an offset, and none of its bytes is missing. */
  private endsBlock(view: DataView, offset: number, low: number): boolean {
    if (isCompacted(low)) return true;
    if (offset + 16 > view.byteLength) return false;
    const { isBranch, places } = this.shapes.shape(low & 127) as Shape;
    const { word, shift } = places.named.eot;
    return isBranch || ((view.getInt32(offset + 4 * word, true) >>> shift) & 1) === 1;
  }

  /** Reads the instruction at an offset; all of its bytes must be there. */
  read(view: DataView, offset: number): Instruction {
    const c = this.cursor;
    const { words } = c;
    const low = view.getInt32(offset, true);
    const high = view.getInt32(offset + 4, true);
    const isCompact = isCompacted(low);
    let problem: string | undefined;
    if (isCompact) problem = expand(low, high, this.shapes.platform, words);
    else {
      words[0] = low;
      words[1] = high;
      words[2] = view.getInt32(offset + 8, true);
      words[3] = view.getInt32(offset + 12, true);
    }
    const { 0: w0 = 0, 1: w1 = 0, 2: w2 = 0, 3: w3 = 0 } = words;
    const instruction = newInstruction(offset, isCompact ? 8 : 16, w0, w1, w2, w3, isCompact ? low : 0, isCompact ? high : 0);
    const opcode = low & 127;
    const shape = this.shapes.shape(opcode);
    instruction.operation = shape?.operation;
    if (problem !== undefined || shape === undefined) {
      instruction.problem = problem ?? `opcode 0x${opcode.toString(16)} is not an operation of this platform`;
      return instruction;
    }
    if (isCompact) instruction.options = COMPACTED;
    if (shape.mnemonic === 'illegal') return instruction;
    c.instruction = instruction;
    c.shape = shape;
    c.sourceCount = shape.sourceCount;
    c.load(shape.places);
    const align16 = c.get(c.places.control.align16) === 1;
    if (align16) c.load(shape.places16);
    if (shape.format !== 'none') readControl(c, align16);
    OPERANDS[shape.reading](c, align16);
    readOptions(c);
    return instruction;
  }

  /** Reads an instruction from its four words, or the two of a compacted one. */
  readWords(words: ArrayLike<number>): Instruction {
    const view = new DataView(new ArrayBuffer(16));
    for (let word = 0; word < 4; word++) view.setInt32(4 * word, words[word] ?? 0, true);
    return this.read(view, 0);
  }
}

/** Reads subfunction, execution size, predicate and flag. */
function readControl(c: Cursor, align16: boolean): void {
  const { instruction, shape } = c;
  const { control } = c.places;
  c.isMacro = shape.isMadm;
  if (shape.function !== undefined) FUNCTIONS[shape.function](c);
  instruction.noMask = c.get(control.noMask) === 1;
  const size = c.get(control.execSize);
  instruction.execSize = 1 << size;
  if (size > 5) c.fail('an execution size that does not exist');
  // In units of four channels, or eight since Xe-HPC.
  if (shape.mnemonic !== 'jmpi') instruction.channelOffset = c.get(control.channelOffset) * (c.platform >= XE_HPC ? 8 : 4);
  if (shape.operation.predicate) {
    const number = c.get(control.predicate);
    const name = align16 ? PREDICATES_ALIGN16[number] : c.shapes.functions.predicates[number];
    if (name === undefined) c.fail(`predicate ${number} means nothing`);
    else instruction.predicate = name;
  }
  readCondition(c);
  const usesFlag = instruction.predicate !== '' || instruction.condition !== '';
  if (c.platform >= XE_HPC ? usesFlag : shape.operation.predicate) {
    instruction.predicateInverse = c.get(control.predicateInverse) === 1;
  }
  if (!usesFlag) return;
  instruction.flag = c.get(control.flagRegister);
  instruction.flagSub = c.get(control.flagSubRegister);
}

function readCondition(c: Cursor): void {
  const { instruction, shape, places } = c;
  if (shape.isMath) {
    if (c.isMacro) instruction.condition = 'eo';
    return;
  }
  if (!shape.operation.flags || hasWideImmediate(c)) return;
  const number = shape.isBfn ? c.get(places.named.bfnCondition) : c.get(places.control.condition);
  const condition = (shape.isBfn ? BFN_CONDITIONS : CONDITIONS)[number];
  if (condition === undefined) c.fail(`condition ${number} means nothing`);
  else instruction.condition = condition;
}

/** Since Xe a 64-bit immediate overlaps the condition. */
function hasWideImmediate(c: Cursor): boolean {
  if (c.platform < XE || c.shape.format !== 'unary') return false;
  const places = c.places.src[0];
  return isImmediate(c.get(places.file), c.platform) && c.shape.types.immediate[c.get(places.type)]?.bits === 64;
}

/** Reads the part of the mnemonic after the dot, by what it is. */
const FUNCTIONS: Readonly<Record<NonNullable<Shape['function']>, (c: Cursor) => void>> = {
  math: (c) => {
    named(c, c.shapes.functions.math, c.get(c.places.named.mathFunction));
    c.isMacro = MACRO_MATH.includes(c.instruction.subfunction);
  },
  sync: (c) => named(c, c.shapes.functions.sync, c.get(c.places.named.syncFunction)),
  bfn: (c) => named(c, BFN_EXPRESSIONS, c.get(c.places.named.bfnFunction)),
  dpas: (c) => {
    const { named } = c.places;
    const depth = systolicDepths(c.platform)[c.get(named.systolicDepth)] ?? 0;
    c.instruction.subfunction = systolicName(depth, c.get(named.repeatCount) + 1);
  },
  bdpas: (c) => {
    c.instruction.subfunction = systolicName(8, 8);
  },
  branch: (c) => {
    if (c.get(c.places.control.branchControl) === 1) c.instruction.subfunction = 'b';
  },
  shfl: (c) => named(c, c.shapes.functions.shfl, c.get(c.places.named.shuffleFunction)),
  lfsr: (c) => named(c, c.shapes.functions.lfsr, c.get(c.places.named.lfsrFunction)),
  dnscl: readDownscale,
};

function named(c: Cursor, names: readonly (string | undefined)[], number: number): void {
  const name = names[number];
  if (name === undefined) c.fail(`function ${number} means nothing`);
  else c.instruction.subfunction = name;
}

function readDownscale(c: Cursor): void {
  const from = DOWNSCALE_FROM[c.get(c.places.named.downscaleFrom)];
  const to = DOWNSCALE_TO[c.get(c.places.named.downscaleTo)];
  const mode = c.get(c.places.named.downscaleMode);
  const rounding = DOWNSCALE_ROUNDINGS[c.get(c.places.named.downscaleRounding) as 0 | 1];
  if (from === undefined || to === undefined) c.fail('a conversion that does not exist');
  c.instruction.subfunction = `${from}to${to}.mode${mode}.${rounding}`;
}

const OPERANDS: Readonly<Record<Reading, (c: Cursor, align16: boolean) => void>> = {
  none: () => undefined,
  basic: readBasic,
  ternary: (c, align16) => {
    if (c.platform < GEN10 && !align16) c.fail('three sources that are not Align16');
    if (align16 || c.platform < GEN10) readTernary16(c);
    else readTernary(c);
  },
  bdpas: readScaled,
  branch: (c) => (c.platform < XE ? readOldBranch(c) : readBranch(c)),
  sync: readSync,
  send: readSend,
  sendg: readSendg,
};

function readBasic(c: Cursor, align16: boolean): void {
  const { instruction, shape } = c;
  const count = shape.isMath ? (BINARY_MATH.includes(instruction.subfunction) ? 2 : 1) : shape.sourceCount;
  c.sourceCount = count;
  const besideImmediate = hasImmediate(c, count);
  instruction.dst = readDestination(c, align16, besideImmediate);
  const first = readSource(c, 0, align16, besideImmediate);
  instruction.sources = count === 2 ? [first, readSource(c, 1, align16, besideImmediate)] : [first];
}

/** Whether the last source is an immediate. On Xe3P, `math` uses the second source's field even if it has one source. */
function hasImmediate(c: Cursor, count: number): boolean {
  const { 0: first, 1: second } = c.places.src;
  if (count === 2) return isImmediate(c.get(second.file), c.platform);
  if (isImmediate(c.get(first.file), c.platform)) return true;
  return c.shape.isMath && c.platform >= XE3P && isImmediate(c.get(second.file), c.platform);
}

function readOptions(c: Cursor): void {
  const { instruction, shape, platform } = c;
  const { control } = c.places;
  if (c.get(control.breakpoint) === 1) instruction.options |= BREAKPOINT;
  if (shape.hasAccWrite && c.get(control.accWrite) === 1) instruction.options |= ACC_WRITE;
  if (shape.hasDependency) {
    const dependency = c.get(control.dependency);
    if (dependency & 1) instruction.options |= NO_DD_CLEAR;
    if (dependency & 2) instruction.options |= NO_DD_CHECK;
  }
  if (shape.hasThreadControl) {
    const thread = c.get(control.threadControl);
    if (thread === 3 && platform < GEN10) c.fail('a thread control that does not exist');
    if (thread === 2 && shape.isSend && platform >= GEN10 && platform <= GEN11) c.fail('a thread control that does not exist');
    instruction.options |= THREAD[thread as 0 | 1 | 2 | 3];
  }
  if (shape.isDpas && c.get(c.places.named.forward) === 1) instruction.options |= FORWARD;
  if (platform < XE) return;
  const scoreboard = c.shapes.scoreboards.read(c.get(control.scoreboard), shape.scoreboardKind);
  if (scoreboard === INVALID_SCOREBOARD) c.fail('a scoreboard without a meaning');
  else instruction.scoreboard = scoreboard;
}
