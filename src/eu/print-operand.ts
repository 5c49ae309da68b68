/**
 * Operands as they are written.
 *
 * Source: visa/iga/IGALibrary/Frontend/Formatter.cpp of intel/intel-graphics-compiler.
 */
import { labelName, targetOf } from './labels.ts';
import { type Instruction, type Operand, optionBit } from './model.ts';
import { decimal64, float16, float32, float64, hex, hex64 } from './numbers.ts';
import { STRIDE_REGIONS } from './regions.ts';
import type { Shape } from './shapes.ts';
import { XE, XE_HPG } from './table/platforms.ts';
import { TYPES } from './table/types.ts';

/** Text, of which `hidden` characters do not count for the width of its column; `undefined` for text outside of columns. */
export interface Text {
  readonly text: string;
  readonly hidden: number | undefined;
}

/** A register without its subregister. */
export function bareRegister({ register, number }: Operand): string {
  if (register === undefined) return '?';
  return number !== 0 || register.count > 0 ? register.name + number : register.name;
}

function registerText(operand: Operand, withSub: boolean): string {
  const bare = bareRegister(operand);
  return (withSub && operand.register?.subregisters) || operand.sub !== 0 ? `${bare}.${operand.sub}` : bare;
}

const indirectText = ({ sub, offset }: Operand): string => `r[a0.${sub}${offset === 0 ? '' : `,${offset}`}]`;

const macroText = ({ macro }: Operand): string => (macro === 8 ? '.nomme' : `.mme${macro}`);

/** Until Gen11 an operand of a send or a typed branch has a type that goes without saying. */
function isImpliedType({ type }: Operand, shape: Shape, platform: number): boolean {
  if (shape.isSend) return platform >= XE || (shape.format === 'send' && type === TYPES.ud);
  if (!shape.isBranch) return false;
  return platform >= XE || type === (shape.isTypedBranch ? TYPES.d : undefined);
}

/** Whether the stride of a destination goes without saying. */
export const isImpliedDestinationRegion = (instruction: Instruction, shape: Shape): boolean =>
  shape.isSend || shape.isTypedBranch || shape.isDpas || isMacro(instruction, shape);

export function destinationText(instruction: Instruction, dst: Operand, shape: Shape, platform: number): string {
  let text = dst.modifier === 1 ? '(sat)' : '';
  if (dst.kind === 'direct') text += registerText(dst, !shape.isDpas && !shape.isSend);
  else if (dst.kind === 'macro') text += registerText(dst, false) + macroText(dst);
  else text += indirectText(dst);
  const isImplied = isImpliedDestinationRegion(instruction, shape);
  if (!isImplied || (dst.region !== undefined && dst.region !== STRIDE_REGIONS[1])) text += dst.region?.text ?? '';
  return isImpliedType(dst, shape, platform) ? text : text + (dst.type?.text ?? '');
}

const MODIFIERS = ['', '(abs)', '-', '-(abs)'];
const BITWISE_MODIFIERS = ['', '(abs)', '~', '-(abs)'];
const EXBSO = optionBit('ExBSO');

/** Whether the registers of an instruction have accumulators beside them. */
export const isMacro = ({ condition }: Instruction, shape: Shape): boolean => shape.isMadm || (shape.isMath && condition === 'eo');

/** Whether the region of a source goes without saying. */
export function isImpliedRegion(shape: Shape, isMacro: boolean, platform: number): boolean {
  if (isMacro) return shape.isTernary || platform < XE;
  return shape.isSend || shape.isBranch || shape.isDpas || shape.mnemonic === 'sync';
}

export function sourceText(instruction: Instruction, index: number, shape: Shape, platform: number, numericLabels: boolean): Text {
  const source = instruction.sources[index] as Operand;
  switch (source.kind) {
    case 'immediate':
      return immediateText(source, shape, instruction, platform);
    case 'label': {
      const text = numericLabels ? String(source.low) : labelName(targetOf(instruction, source));
      return { text: isImpliedType(source, shape, platform) ? text : text + (source.type?.text ?? ''), hidden: text.length };
    }
    default:
  }
  const { send } = instruction;
  if (send !== undefined && index === 1 && platform >= XE && hasLength(instruction, platform)) {
    return { text: `${bareRegister(source)}:${send.src1Length}`, hidden: 0 };
  }
  let text = (shape.isBitwise ? BITWISE_MODIFIERS : MODIFIERS)[source.modifier] ?? '';
  if (source.kind === 'macro') text += registerText(source, false) + macroText(source);
  else if (source.kind === 'indirect') text += indirectText(source);
  else text += registerText(source, !shape.isSend && !(shape.isDpas && index < 2));
  if (!isImpliedRegion(shape, isMacro(instruction, shape), platform)) text += source.region?.text ?? '';
  const isBareSync = shape.mnemonic === 'sync' && source.register?.name === 'null';
  if (!isBareSync && !isImpliedSourceType(source, index, shape, platform)) text += source.type?.text ?? '';
  return { text, hidden: 0 };
}

function isImpliedSourceType(source: Operand, index: number, shape: Shape, platform: number): boolean {
  if (shape.isSend && shape.format === 'send2' && platform < XE) return index === 1 || source.type === TYPES.ud;
  return isImpliedType(source, shape, platform);
}

/** Whether the length of the second payload is a field of the instruction. */
const hasLength = ({ options, send }: Instruction, platform: number): boolean =>
  (options & EXBSO) !== 0 || (send !== undefined && !send.exDesc.isRegister && platform >= XE_HPG);

function immediateText(source: Operand, shape: Shape, instruction: Instruction, platform: number): Text {
  if (shape.mnemonic === 'sync' && instruction.subfunction.startsWith('all')) return { text: tokensText(source.low), hidden: undefined };
  const value = valueText(source);
  const isImplied = shape.mnemonic === 'sync' ? source.type === TYPES.ud : isImpliedType(source, shape, platform);
  return { text: isImplied ? value : value + (source.type?.text ?? ''), hidden: value === UNKNOWN ? 0 : value.length };
}

/** The set of tokens that `sync.allrd` and `sync.allwr` wait for. */
function tokensText(set: number): string {
  const tokens: string[] = [];
  for (let token = 0; token < 32; token++) if ((set >>> token) & 1) tokens.push(`$${token}`);
  return `(${tokens.join(',')})`;
}

/** What is written for an immediate of a type that has none. */
const UNKNOWN = '???';

/** An immediate as its type has it. */
export function valueText({ low, high, type }: Operand): string {
  switch (type?.name) {
    // iga64 writes the byte itself, not its number.
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
