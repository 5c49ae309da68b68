/**
 * Prints operands.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */

import { type Instruction, type Operand, optionBit } from '../model.ts';
import { decimal64, float16, float32, float64, hex, hex64 } from '../numbers.ts';
import { labelName, targetOf } from '../read/labels.ts';
import { XE, XE_HPG } from '../table/platforms.ts';
import { STRIDE_REGIONS } from '../table/regions.ts';
import type { Shape } from '../table/shapes.ts';
import { TYPES } from '../table/types.ts';
import type { Line } from './line.ts';

/** A register without its subregister. */
export function bareRegister({ register, number }: Operand): string {
  if (register === undefined) return '?';
  return number !== 0 || register.count > 0 ? register.name + number : register.name;
}

export function registerText(operand: Operand, withSub: boolean): string {
  const { register, sub } = operand;
  const bare = bareRegister(operand);
  return sub !== 0 || (withSub && register?.subregisters) ? `${bare}.${sub}` : bare;
}

/** Widths of the columns: predicate, mnemonic, flag modifier, destination, source, descriptor of a send, its destination and source. */
export const WIDTHS = { predicate: 7, mnemonic: 13, flag: 9, dst: 12, src: 16, desc: 10, sendDst: 7, sendSrc: 6 } as const;

const indirectText = ({ sub, offset }: Operand): string => `r[a0.${sub}${offset === 0 ? '' : `,${offset}`}]`;

const macroText = ({ macro }: Operand): string => (macro === 8 ? '.nomme' : `.mme${macro}`);

/** Whether the type is implied and not printed, as for operands of sends and typed branches until Gen11. */
function isImpliedType({ type }: Operand, shape: Shape, platform: number): boolean {
  if (shape.isSend) return platform >= XE || (shape.format === 'send' && type === TYPES.ud);
  if (!shape.isBranch) return false;
  return platform >= XE || type === (shape.isTypedBranch ? TYPES.d : undefined);
}

/** Whether the stride of a destination is implied and not printed. */
export const isImpliedDestinationRegion = (instruction: Instruction, shape: Shape): boolean =>
  shape.isSend || shape.isTypedBranch || shape.isDpas || isMacro(instruction, shape);

const SATURATIONS = ['', '(sat)'];
const MODIFIERS = ['', '(abs)', '-', '-(abs)'];
const BITWISE_MODIFIERS = ['', '(abs)', '~', '-(abs)'];
const EXBSO = optionBit('ExBSO');

/** Whether the registers of an instruction have additional accumulators. */
export const isMacro = ({ condition }: Instruction, shape: Shape): boolean => shape.isMadm || (shape.isMath && condition === 'eo');

/** Whether the region of a source is implied and not printed. */
export function isImpliedRegion(shape: Shape, isMacro: boolean, platform: number): boolean {
  if (isMacro) return shape.isTernary || platform < XE;
  return shape.isSend || shape.isBranch || shape.isDpas || shape.mnemonic === 'sync';
}

function destinationText(instruction: Instruction, dst: Operand, shape: Shape, platform: number): string {
  const text = placeText(dst, !shape.isDpas && !shape.isSend);
  const { region } = dst;
  const isShown = region !== undefined && (region !== STRIDE_REGIONS[1] || !isImpliedDestinationRegion(instruction, shape));
  return text + (isShown ? region.text : '') + typeText(dst, isImpliedType(dst, shape, platform));
}

function sourceText(instruction: Instruction, source: Operand, index: number, shape: Shape, platform: number): string {
  const { send } = instruction;
  if (send !== undefined && index === 1 && platform >= XE && hasLength(instruction, platform))
    return `${bareRegister(source)}:${send.src1Length}`;
  const { region, register } = source;
  const text = placeText(source, !shape.isSend && !(shape.isDpas && index < 2));
  const isShown = region !== undefined && !isImpliedRegion(shape, isMacro(instruction, shape), platform);
  const isBareSync = shape.mnemonic === 'sync' && register?.name === 'null';
  return text + (isShown ? region.text : '') + typeText(source, isBareSync || isImpliedSourceType(source, index, shape, platform));
}

function placeText(operand: Operand, withSub: boolean): string {
  if (operand.kind === 'indirect') return indirectText(operand);
  return operand.kind === 'macro' ? registerText(operand, false) + macroText(operand) : registerText(operand, withSub);
}

const typeText = ({ type }: Operand, isImplied: boolean): string => (type === undefined || isImplied ? '' : type.text);

function isImpliedSourceType(source: Operand, index: number, shape: Shape, platform: number): boolean {
  if (shape.isSend && shape.format === 'send2' && platform < XE) return index === 1 || source.type === TYPES.ud;
  return isImpliedType(source, shape, platform);
}

/** Whether the instruction has a field for the length of the second payload. */
const hasLength = ({ options, send }: Instruction, platform: number): boolean =>
  (options & EXBSO) !== 0 || (send !== undefined && !send.exDesc.isRegister && platform >= XE_HPG);

/** The set of tokens that `sync.allrd` and `sync.allwr` wait for. */
export function tokensText(set: number): string {
  const tokens: string[] = [];
  for (let token = 0; token < 32; token++) if ((set >>> token) & 1) tokens.push(`$${token}`);
  return `(${tokens.join(',')})`;
}

/** Printed for an immediate of a type that cannot have one. */
export const UNKNOWN = '???';

/** How immediates are written, by the name of their type. */
const NOTATIONS: Readonly<Record<string, (low: number, high: number) => string>> = {
  // iga64 prints the byte itself, not its number.
  b: (low) => String.fromCharCode(low & 0xff),
  w: (low) => String((low << 16) >> 16),
  d: (low) => String(low),
  q: decimal64,
  ub: (low) => hex(low & 0xff),
  bf8: (low) => hex(low & 0xff),
  hf8: (low) => hex(low & 0xff),
  uw: (low) => hex(low & 0xffff),
  bf: (low) => hex(low & 0xffff),
  uq: hex64,
  hf: (low) => float16(low & 0xffff),
  f: float32,
  tf32: float32,
  df: float64,
  ud: (low) => hex(low),
  v: (low) => hex(low),
  uv: (low) => hex(low),
  vf: (low) => hex(low),
};

/** An immediate in the notation of its type. */
export const valueText = ({ low, high, type }: Operand): string => NOTATIONS[type?.name ?? '']?.(low, high) ?? UNKNOWN;

/** Prints a register. */
function writeRegister(line: Line, instruction: Instruction, operand: Operand, index: number, shape: Shape, platform: number): void {
  const { kind, register, number, sub, region, type, modifier } = operand;
  let text = (index < 0 ? SATURATIONS : shape.isBitwise ? BITWISE_MODIFIERS : MODIFIERS)[modifier] ?? '';
  // Most operands are general registers with all that they can have.
  if (shape.isPlain && kind === 'direct' && register?.file === -1 && region !== undefined && type !== undefined)
    text += `r${number}.${sub}${region.text}${type.text}`;
  else if (index < 0) text += destinationText(instruction, operand, shape, platform);
  else text += sourceText(instruction, operand, index, shape, platform);
  line.column(text, widthOf(index, shape), 0);
}

const widthOf = (index: number, { isSend }: Shape): number =>
  index < 0 ? (isSend ? WIDTHS.sendDst : WIDTHS.dst) : isSend ? WIDTHS.sendSrc : WIDTHS.src;

/** Prints an immediate. Its number does not count for the width of the column, and a set of tokens is outside of columns. */
function writeImmediate(line: Line, instruction: Instruction, source: Operand, index: number, shape: Shape, platform: number): void {
  if (shape.mnemonic === 'sync' && instruction.subfunction.startsWith('all')) {
    line.text += tokensText(source.low);
    return;
  }
  const value = valueText(source);
  const isImplied = shape.mnemonic === 'sync' ? source.type === TYPES.ud : isImpliedType(source, shape, platform);
  line.column(value + typeText(source, isImplied), widthOf(index, shape), 0, value === UNKNOWN ? 0 : value.length);
}

/** Prints a label, whose name does not count for the width of the column. */
function writeLabel(
  line: Line,
  instruction: Instruction,
  source: Operand,
  index: number,
  shape: Shape,
  platform: number,
  isNumeric: boolean,
): void {
  const text = isNumeric ? String(source.low) : labelName(targetOf(instruction, source));
  line.column(text + typeText(source, isImpliedType(source, shape, platform)), widthOf(index, shape), 0, text.length);
}

/** Prints an operand into its column. @param index that of the source, or -1 for the destination */
export function writeOperand(
  line: Line,
  instruction: Instruction,
  operand: Operand,
  index: number,
  shape: Shape,
  platform: number,
  isNumeric: boolean,
): void {
  if (operand.kind === 'immediate') writeImmediate(line, instruction, operand, index, shape, platform);
  else if (operand.kind === 'label') writeLabel(line, instruction, operand, index, shape, platform, isNumeric);
  else writeRegister(line, instruction, operand, index, shape, platform);
}
