/**
 * Prints operands.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */
import type { Line } from './columns.ts';
import { labelName, targetOf } from './labels.ts';
import { type Instruction, type Operand, optionBit } from './model.ts';
import { decimal64, float16, float32, float64, hex, hex64 } from './numbers.ts';
import { STRIDE_REGIONS } from './regions.ts';
import type { Shape } from './shapes.ts';
import { XE, XE_HPG } from './table/platforms.ts';
import { TYPES } from './table/types.ts';

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

export function destinationText(instruction: Instruction, dst: Operand, shape: Shape, platform: number): string {
  let text = dst.modifier === 1 ? '(sat)' : '';
  text += placeText(dst, !shape.isDpas && !shape.isSend);
  const { region, type } = dst;
  if (region !== undefined && (region !== STRIDE_REGIONS[1] || !isImpliedDestinationRegion(instruction, shape))) text += region.text;
  return type === undefined || isImpliedType(dst, shape, platform) ? text : text + type.text;
}

function placeText(operand: Operand, withSub: boolean): string {
  if (operand.kind === 'indirect') return indirectText(operand);
  return operand.kind === 'macro' ? registerText(operand, false) + macroText(operand) : registerText(operand, withSub);
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

/** Prints a source into its column. A set of tokens is outside of columns. */
export function writeSource(
  line: Line,
  instruction: Instruction,
  index: number,
  shape: Shape,
  platform: number,
  numericLabels: boolean,
): void {
  const source = instruction.sources[index] as Operand;
  const width = shape.isSend ? WIDTHS.sendSrc : WIDTHS.src;
  if (source.kind === 'immediate') {
    if (shape.mnemonic === 'sync' && instruction.subfunction.startsWith('all')) {
      line.text += tokensText(source.low);
      return;
    }
    const value = valueText(source);
    const isImplied = shape.mnemonic === 'sync' ? source.type === TYPES.ud : isImpliedType(source, shape, platform);
    line.column(value + typeText(source, isImplied), width, value === UNKNOWN ? 0 : value.length);
  } else if (source.kind === 'label') {
    const text = numericLabels ? String(source.low) : labelName(targetOf(instruction, source));
    line.column(text + typeText(source, isImpliedType(source, shape, platform)), width, text.length);
  } else line.column(registerSourceText(instruction, source, index, shape, platform), width);
}

const typeText = ({ type }: Operand, isImplied: boolean): string => (type === undefined || isImplied ? '' : type.text);

function registerSourceText(instruction: Instruction, source: Operand, index: number, shape: Shape, platform: number): string {
  const { send } = instruction;
  if (send !== undefined && index === 1 && platform >= XE && hasLength(instruction, platform))
    return `${bareRegister(source)}:${send.src1Length}`;
  const { modifier, region, register } = source;
  let text = modifier === 0 ? '' : ((shape.isBitwise ? BITWISE_MODIFIERS : MODIFIERS)[modifier] ?? '');
  text += placeText(source, !shape.isSend && !(shape.isDpas && index < 2));
  if (region !== undefined && !isImpliedRegion(shape, isMacro(instruction, shape), platform)) text += region.text;
  const isBareSync = shape.mnemonic === 'sync' && register?.name === 'null';
  return text + typeText(source, isBareSync || isImpliedSourceType(source, index, shape, platform));
}

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
