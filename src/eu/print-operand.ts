/**
 * Prints operands.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */
import { labelName, targetOf } from './labels.ts';
import { type Instruction, type Operand, optionBit } from './model.ts';
import { decimal64, float16, float32, float64, hex, hex64 } from './numbers.ts';
import { STRIDE_REGIONS } from './regions.ts';
import type { Sink } from './row.ts';
import type { Shape } from './shapes.ts';
import { XE, XE_HPG } from './table/platforms.ts';
import type { Register } from './table/registers.ts';
import { TYPES } from './table/types.ts';

/** A register without its subregister. */
export function bareRegister({ register, number }: Operand): string {
  if (register === undefined) return '?';
  return textsOf(register, number).bare;
}

/** The texts of a register: without a subregister, and with each subregister that has occurred. */
interface RegisterTexts {
  readonly bare: string;
  readonly withSub: string[];
}

const registerTexts = new Map<Register, RegisterTexts[]>();

function textsOf(register: Register, number: number): RegisterTexts {
  let all = registerTexts.get(register);
  if (all === undefined) {
    all = [];
    registerTexts.set(register, all);
  }
  all[number] ??= { bare: number !== 0 || register.count > 0 ? register.name + number : register.name, withSub: [] };
  return all[number];
}

export function registerText(operand: Operand, withSub: boolean): string {
  const { register, number, sub } = operand;
  if (register === undefined) return sub !== 0 ? `?.${sub}` : '?';
  const texts = textsOf(register, number);
  if (!(withSub && register.subregisters) && sub === 0) return texts.bare;
  texts.withSub[sub] ??= `${texts.bare}.${sub}`;
  return texts.withSub[sub];
}

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

export function writeDestination(out: Sink, instruction: Instruction, dst: Operand, shape: Shape, platform: number): void {
  if (dst.modifier === 1) out.add('(sat)');
  writeRegister(out, dst, !shape.isDpas && !shape.isSend);
  const isImplied = isImpliedDestinationRegion(instruction, shape);
  if (dst.region !== undefined && (!isImplied || dst.region !== STRIDE_REGIONS[1])) out.add(dst.region.text);
  if (dst.type !== undefined && !isImpliedType(dst, shape, platform)) out.add(dst.type.text);
}

function writeRegister(out: Sink, operand: Operand, withSub: boolean): void {
  if (operand.kind === 'indirect') out.add(indirectText(operand));
  else if (operand.kind === 'macro') {
    out.add(registerText(operand, false));
    out.add(macroText(operand));
  } else out.variable(withSub ? 'register' : 'bare', operand, registerText(operand, withSub));
}

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

/**
 * Prints a source.
 *
 * @returns the number of its characters that do not count for the width of its column; `undefined` for a text outside of columns
 */
export function writeSource(
  out: Sink,
  instruction: Instruction,
  index: number,
  shape: Shape,
  platform: number,
  numericLabels: boolean,
): number | undefined {
  const source = instruction.sources[index] as Operand;
  if (source.kind === 'immediate') return writeImmediate(out, source, shape, instruction, platform);
  if (source.kind === 'label') {
    const text = numericLabels ? String(source.low) : labelName(targetOf(instruction, source));
    out.variable('label', source, text);
    if (source.type !== undefined && !isImpliedType(source, shape, platform)) out.add(source.type.text);
    return text.length;
  }
  const { send } = instruction;
  if (send !== undefined && index === 1 && platform >= XE && hasLength(instruction, platform)) {
    out.variable('bare', source, bareRegister(source));
    out.add(`:${send.src1Length}`);
    return 0;
  }
  if (source.modifier !== 0) out.add((shape.isBitwise ? BITWISE_MODIFIERS : MODIFIERS)[source.modifier] ?? '');
  writeRegister(out, source, !shape.isSend && !(shape.isDpas && index < 2));
  if (source.region !== undefined && !isImpliedRegion(shape, isMacro(instruction, shape), platform)) out.add(source.region.text);
  const isBareSync = shape.mnemonic === 'sync' && source.register?.name === 'null';
  if (source.type !== undefined && !isBareSync && !isImpliedSourceType(source, index, shape, platform)) out.add(source.type.text);
  return 0;
}

function isImpliedSourceType(source: Operand, index: number, shape: Shape, platform: number): boolean {
  if (shape.isSend && shape.format === 'send2' && platform < XE) return index === 1 || source.type === TYPES.ud;
  return isImpliedType(source, shape, platform);
}

/** Whether the instruction has a field for the length of the second payload. */
const hasLength = ({ options, send }: Instruction, platform: number): boolean =>
  (options & EXBSO) !== 0 || (send !== undefined && !send.exDesc.isRegister && platform >= XE_HPG);

function writeImmediate(out: Sink, source: Operand, shape: Shape, instruction: Instruction, platform: number): number | undefined {
  if (shape.mnemonic === 'sync' && instruction.subfunction.startsWith('all')) {
    out.variable('tokens', source, tokensText(source.low));
    return undefined;
  }
  const value = valueText(source);
  out.variable('value', source, value);
  const isImplied = shape.mnemonic === 'sync' ? source.type === TYPES.ud : isImpliedType(source, shape, platform);
  if (!isImplied && source.type !== undefined) out.add(source.type.text);
  return value === UNKNOWN ? 0 : value.length;
}

/** The set of tokens that `sync.allrd` and `sync.allwr` wait for. */
export function tokensText(set: number): string {
  const tokens: string[] = [];
  for (let token = 0; token < 32; token++) if ((set >>> token) & 1) tokens.push(`$${token}`);
  return `(${tokens.join(',')})`;
}

/** Printed for an immediate of a type that cannot have one. */
export const UNKNOWN = '???';

/** An immediate in the notation of its type. */
export function valueText({ low, high, type }: Operand): string {
  switch (type?.name) {
    // iga64 prints the byte itself, not its number.
    case 'b':
      return String.fromCharCode(low & 0xff);
    case 'w':
      return String((low << 16) >> 16);
    case 'd':
      return String(low | 0);
    case 'q':
      return decimal64(low, high);
    case 'ub':
    case 'bf8':
    case 'hf8':
      return hex(low & 0xff);
    case 'uw':
    case 'bf':
      return hex(low & 0xffff);
    case 'uq':
      return hex64(low, high);
    case 'hf':
      return float16(low & 0xffff);
    case 'f':
    case 'tf32':
      return float32(low);
    case 'df':
      return float64(low, high);
    case 'ud':
    case 'v':
    case 'uv':
    case 'vf':
      return hex(low);
    default:
      return UNKNOWN;
  }
}
