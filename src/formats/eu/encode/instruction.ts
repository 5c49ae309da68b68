/**
 * Instructions → machine code, the inverse of `read/instruction.ts`.
 *
 * The fields of the instruction are written over the words that it was read from, so that bits that belong to no field are preserved. A
 * field that already has the right meaning is not changed, because several encodings can mean the same.
 */

import { compactOf, type Instruction, type Option, optionBit, wordsOf } from '../model.ts';
import { BFN_EXPRESSIONS } from '../table/bfn.ts';
import {
  BFN_CONDITIONS,
  CONDITIONS,
  DOWNSCALE_FROM,
  DOWNSCALE_ROUNDINGS,
  DOWNSCALE_TO,
  PREDICATES_ALIGN16,
  systolicDepths,
  systolicName,
} from '../table/functions.ts';
import type { Words } from '../table/layout.ts';
import { checkedNumber, GEN9, type Platform, XE, XE_HPC, XE3 } from '../table/platforms.ts';
import { INVALID_SCOREBOARD } from '../table/scoreboard.ts';
import { shapesOf } from '../table/shapes.ts';
import { encodeAlign16, executionSize16 } from './align16.ts';
import { encodeBranch, encodeSync } from './branch.ts';
import { Encoder } from './encoder.ts';
import { encodeBasic, encodeScaled, encodeTernary } from './operand.ts';
import { encodeSend, encodeSendg } from './send.ts';

/**
 * The bytes of an instruction: 8 if it is compacted and still equals its compacted form, otherwise 16.
 *
 * An instruction that could not be read, or that is in Align16 (Gen8 to Gen10), keeps the bytes that it was read from, because the model
 * has less information than the words.
 *
 * Records are readonly, so an edit makes a new one.
 *
 * @throws TypeError for an unknown platform, and RangeError if a value has no encoding on the platform.
 *
 * @example
 * const code = assemble('(W) mov (1|M0) r10.0<1>:f 1.0:f', '2').value;
 * const [instruction] = readCode(code, '2').value.instructions;
 * encodeInstruction({ ...instruction, noMask: false }, '2').length; // 16
 */
export function encodeInstruction(instruction: Instruction, platform: Platform): Uint8Array {
  const { operation, problem } = instruction;
  const words = wordsOf(instruction);
  const compact = compactOf(instruction);
  const shapes = shapesOf(checkedNumber(platform));
  const shape = operation && shapes.shape(operation.opcode);
  const result = Uint32Array.from(words);
  if (shape !== undefined && problem === undefined) {
    const e = new Encoder(instruction, shape, shapes, result);
    if (e.get(shape.places.control.align16) === 0 && shape.places16 !== undefined) encode(e);
  }
  const isSame = words.every((word, i) => word === result[i]);
  return bytesOf(compact !== undefined && isSame ? Uint32Array.from(compact) : result);
}

function bytesOf(words: Words): Uint8Array {
  const bytes = new Uint8Array(4 * words.length);
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => {
    view.setUint32(4 * i, word, true);
  });
  return bytes;
}

/** Writes the fields of an instruction over its words. */
export function encode(e: Encoder): void {
  const { shape, places, instruction } = e;
  const isAlign16 = e.get(places.control.align16) === 1;
  if (shape.mnemonic === 'illegal' || (places.layout === 'ternary16' && !isAlign16)) return;
  e.put(places.named.opcode, shape.operation.opcode);
  if (shape.format !== 'none') {
    encodeFunction(e);
    encodeControl(e);
  }
  if (isAlign16) encodeAlign16(e);
  else if (shape.reading === 'basic') encodeBasic(e);
  else if (shape.reading === 'ternary') encodeTernary(e);
  else if (shape.reading === 'bdpas') encodeScaled(e);
  else if (shape.reading === 'branch') encodeBranch(e);
  else if (shape.reading === 'sync') encodeSync(e);
  else if (shape.reading === 'send') encodeSend(e);
  else if (shape.reading === 'sendg') encodeSendg(e);
  encodeOptions(e);
  if (e.platform < XE) return;
  const { scoreboards } = e.shapes;
  const now = scoreboards.read(e.get(places.control.scoreboard), shape.scoreboardKind);
  const text = now === undefined || now === INVALID_SCOREBOARD ? undefined : now.text;
  if (text === instruction.scoreboard?.text) return;
  const bits = scoreboards.encode(instruction.scoreboard, shape.scoreboardKind);
  if (bits === undefined) throw new RangeError(`{${instruction.scoreboard?.text}} cannot be encoded for ${shape.mnemonic}`);
  e.put(places.control.scoreboard, bits);
}

function encodeControl(e: Encoder): void {
  const { instruction, shape, places } = e;
  const { control } = places;
  e.put(control.noMask, instruction.noMask ? 1 : 0);
  e.put(control.execSize, Math.log2(e.get(control.align16) === 1 ? executionSize16(e) : instruction.execSize));
  if (shape.mnemonic !== 'jmpi') encodeOffset(e);
  if (shape.operation.predicate) {
    const names = e.get(control.align16) === 1 ? PREDICATES_ALIGN16 : e.shapes.functions.predicates;
    e.choose(control.predicate, names, instruction.predicate);
  }
  const usesFlag = instruction.predicate !== '' || instruction.condition !== '';
  if (shape.operation.flags && !shape.isMath && !isWide(e)) {
    if (shape.isBfn) e.choose(places.named.bfnCondition, BFN_CONDITIONS, instruction.condition);
    else e.choose(control.condition, CONDITIONS, instruction.condition);
  }
  if (usesFlag) {
    e.put(control.flagRegister, instruction.flag);
    e.put(control.flagSubRegister, instruction.flagSub);
  }
  if (e.platform >= XE_HPC ? usesFlag : shape.operation.predicate) {
    e.put(control.predicateInverse, instruction.predicateInverse ? 1 : 0);
  }
}

/** Writes the first channel, in units of four or eight. */
function encodeOffset(e: Encoder): void {
  const unit = e.platform >= XE_HPC ? 8 : 4;
  const { channelOffset } = e.instruction;
  if (channelOffset % unit !== 0) throw new RangeError(`the first channel is a multiple of ${unit} on this platform`);
  e.put(e.places.control.channelOffset, channelOffset / unit);
}

/** Since Xe a 64-bit immediate overlaps the condition. */
const isWide = ({ platform, shape, instruction }: Encoder): boolean =>
  platform >= XE && shape.format === 'unary' && instruction.sources[0]?.kind === 'immediate' && instruction.sources[0].type?.bits === 64;

function encodeFunction(e: Encoder): void {
  const { instruction, shape, places } = e;
  const { functions } = e.shapes;
  const { subfunction } = instruction;
  if (shape.isMath) e.choose(places.named.mathFunction, functions.math, subfunction);
  else if (shape.reading === 'sync') {
    if (e.platform >= XE) e.choose(places.named.syncFunction, functions.sync, subfunction);
  } else if (shape.isBfn) e.choose(places.named.bfnFunction, BFN_EXPRESSIONS, subfunction);
  else if (shape.reading === 'bdpas') return;
  else if (shape.isDpas) {
    for (let number = 0; number < 64; number++) {
      const repeat = (number >> 2) + 1;
      if (systolicName(systolicDepths(e.platform)[number & 3] ?? 0, repeat) !== subfunction) continue;
      e.putNamed('systolicDepth', number & 3);
      e.putNamed('repeatCount', repeat - 1);
    }
  } else if (shape.operation.branch) e.put(places.control.branchControl, subfunction === 'b' ? 1 : 0);
  else if (shape.mnemonic === 'shfl') e.choose(places.named.shuffleFunction, functions.shfl, subfunction);
  else if (shape.mnemonic === 'lfsr') e.choose(places.named.lfsrFunction, functions.lfsr, subfunction);
  else if (shape.mnemonic === 'dnscl') {
    const [, from, to, mode, rounding] = /^(.+)to(.+)\.mode(\d)\.(.+)$/.exec(subfunction) ?? [];
    e.choose(places.named.downscaleFrom, DOWNSCALE_FROM, from);
    e.choose(places.named.downscaleTo, DOWNSCALE_TO, to);
    e.putNamed('downscaleMode', Number(mode));
    e.choose<string | undefined>(places.named.downscaleRounding, DOWNSCALE_ROUNDINGS, rounding);
  }
}

function encodeOptions(e: Encoder): void {
  const { instruction, shape, places, platform } = e;
  const { control } = places;
  const has = (option: Option): number => ((instruction.options & optionBit(option)) !== 0 ? 1 : 0);
  e.put(control.breakpoint, has('Breakpoint'));
  if (shape.hasAccWrite) e.put(control.accWrite, has('AccWrEn'));
  if (shape.hasDependency) e.put(control.dependency, has('NoDDClr') | (has('NoDDChk') << 1));
  if (shape.format !== 'none' && !(shape.isSend && (platform < GEN9 || platform >= XE3))) {
    e.put(control.threadControl, has('NoPreempt') ? 3 : has('Switch') ? 2 : has('Atomic'));
  }
  if (shape.isDpas) e.putNamed('forward', has('Fwd'));
}
