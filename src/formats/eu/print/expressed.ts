/**
 * Which instructions their text expresses completely: the parser makes the same record of it, as far as it is encoded. Whether the text is
 * exact then follows from the bits (`canonical.ts`), and the text need not be parsed. For instructions of rare kinds the answer is no,
 * although their text may express them.
 */

import { type Instruction, type Operand, type Option, optionBit, type Send } from '../model.ts';
import { namesOf } from '../parse/names.ts';
import { targetOf } from '../read/labels.ts';
import { registerBytes, XE, XE_HPG } from '../table/platforms.ts';
import type { Shape } from '../table/shapes.ts';

/** Options that the parser keeps as they are wherever an instruction has them. */
const KEPT: readonly Option[] = ['AccWrEn', 'Atomic', 'Compacted', 'EOT', 'ExBSO', 'NoDDChk', 'NoDDClr', 'NoPreempt', 'NoSrcDepSet', 'Fwd'];
const OTHERS = ~KEPT.reduce((set, option) => set | optionBit(option), 0);
/** Which is ignored since Xe. */
const SWITCH = optionBit('Switch');
/** The largest distance of a scoreboard. */
const MOST_DISTANCE = 7;
/** The last channel offset that has a name. */
const LAST_OFFSET = 28;
/** The most registers of a payload whose length is in the text. */
const MOST_REGISTERS = 256;
/** Immediates of these types are printed with fewer bits than their field has. */
const BYTES = ['ub', 'bf8', 'hf8'];
/** Immediates that are printed as a character, that the parser refuses, and that have no notation. */
const UNWRITTEN = ['b', 'bf', 'nf', 'Type::INVALID'];

/** Whether the text of an instruction expresses all of it. @param isStart whether an instruction starts at an offset */
export function isExpressed(instruction: Instruction, shape: Shape, platform: number, isStart: (offset: number) => boolean): boolean {
  const { predicate, predicateInverse, subfunction, options, scoreboard, execSize, channelOffset } = instruction;
  if (namesOf(platform).mnemonics.get(shape.mnemonic) !== shape || subfunction.includes('?')) return false;
  if (predicateInverse && predicate === '') return false;
  if (shape.isSizeless ? execSize !== 1 || channelOffset !== 0 : channelOffset > LAST_OFFSET) return false;
  if ((options & OTHERS & ~(platform < XE ? SWITCH : 0)) !== 0) return false;
  // The parser takes a distance of 0 as none, and refuses one that no compiler needs.
  if (scoreboard?.isCounted && (scoreboard.distance === 0 || scoreboard.distance > MOST_DISTANCE)) return false;
  switch (shape.reading) {
    case 'none':
      return true;
    case 'basic':
    case 'ternary':
      return areOperandsExpressed(instruction, shape, platform);
    case 'sync':
      return platform >= XE && isBareSync(instruction);
    case 'branch':
      return areTargetsExpressed(instruction, shape, platform, isStart);
    case 'send':
      return instruction.send !== undefined && isSendExpressed(instruction, instruction.send, platform);
    case 'sendg':
      return instruction.send !== undefined && isWideSendExpressed(instruction, instruction.send);
    default:
      return false;
  }
}

function areOperandsExpressed({ dst, sources, condition }: Instruction, shape: Shape, platform: number): boolean {
  if (dst === undefined || shape.isMadm || (shape.isMath && condition !== '')) return false;
  if (shape.isDpas) return [dst, ...sources].every((operand, index) => isMatrix(operand, index === 1));
  const stride = dst.region?.stride;
  if (stride !== 1 && stride !== 2 && stride !== 4) return false;
  return isRegister(dst, platform) && sources.every((source) => isSource(source, platform));
}

const isSource = (source: Operand, platform: number): boolean =>
  source.kind === 'immediate' ? isImmediate(source) : isRegister(source, platform) && isRegion(source);

/** A register with a type, and with a subregister inside of it; or one whose number is in an address register. */
function isRegister({ kind, register, number, sub, type }: Operand, platform: number): boolean {
  if (register === undefined || type === undefined || type.name === 'Type::INVALID') return false;
  if (kind !== 'direct') return kind === 'indirect';
  if (number >= Math.max(register.count, 1)) return false;
  return register.file !== -1 || sub * type.bits < registerBytes(platform) * 8;
}

const isRegion = ({ kind, region }: Operand): boolean =>
  region !== undefined && region.stride !== undefined && (kind === 'indirect' || region.vertical !== 'VxH');

function isImmediate({ type, low }: Operand): boolean {
  if (type === undefined || UNWRITTEN.includes(type.name)) return false;
  return !BYTES.includes(type.name) || low === (low & 0xff);
}

/** An operand of a matrix product. */
const isMatrix = ({ kind, register, number, modifier, type }: Operand, canBeNull: boolean): boolean =>
  kind === 'direct' &&
  modifier === 0 &&
  type !== undefined &&
  type.name !== 'Type::INVALID' &&
  register !== undefined &&
  (register.file === -1 ? number < register.count : canBeNull && register.name === 'null');

/** A wait for nothing but its scoreboard. */
const isBareSync = ({ dst, sources: [source] }: Instruction): boolean =>
  dst === undefined && source?.kind === 'direct' && source.register?.name === 'null' && source.sub === 0 && source.modifier === 0;

function areTargetsExpressed(
  instruction: Instruction,
  { format, mnemonic }: Shape,
  platform: number,
  isStart: (offset: number) => boolean,
): boolean {
  // The place of a compacted branch is known only when all instructions are.
  if (instruction.size === 8) return false;
  const isJump = mnemonic === 'jmpi' && platform >= XE && instruction.noMask;
  if (format !== 'jump' && format !== 'jump2' && !isJump) return false;
  return instruction.sources.every((source) => source.kind === 'label' && isStart(targetOf(instruction, source)));
}

/** Sends whose descriptor is a number, without bits that other parts of the text say. */
function isSendExpressed({ dst, sources }: Instruction, send: Send, platform: number): boolean {
  const { desc, exDesc, exDescOffset, src1Length } = send;
  if (desc.isRegister || exDescOffset !== 0) return false;
  const [first, second] = sources;
  if (!isPayload(dst) || !isPayload(first)) return false;
  if (second === undefined) return platform < XE;
  if (!isPayload(second)) return false;
  if (platform < XE) return !exDesc.isRegister;
  if (!exDesc.isRegister && (exDesc.imm & (platform >= XE_HPG ? 0x7ff : 0x3f)) !== 0) return false;
  return second.number + src1Length <= MOST_REGISTERS && (platform < XE_HPG || src1Length >= 0 || exDesc.isRegister);
}

/** Sends of Xe3P that gather no payload. */
function isWideSendExpressed({ dst, sources: [first, second] }: Instruction, { indirect0, indirect1 }: Send): boolean {
  return isPayload(dst) && isPayload(first) && isPayload(second) && (indirect0 >= 0 || indirect1 < 0);
}

/** A general register that exists, or null. */
const isPayload = (operand: Operand | undefined): operand is Operand =>
  operand?.kind === 'direct' &&
  operand.sub === 0 &&
  (operand.register?.file === -1 ? operand.number < operand.register.count : operand.register?.name === 'null');
