/**
 * Operands as data, with the keys of `iga64 -d -Xprint-json`; see `json.ts`.
 *
 * Source: visa/iga/IGALibrary/Frontend/FormatterJSON2.cpp of intel/intel-graphics-compiler.
 */

import type { Message } from '../message/model.ts';
import type { Descriptor, Draft, Instruction, Operand, Region } from '../model.ts';
import { hex, hex64 } from '../numbers.ts';
import { targetOf } from '../read/labels.ts';
import { NO_REGION } from '../table/regions.ts';
import type { Shape } from '../table/shapes.ts';
import { isImpliedDestinationRegion, isImpliedRegion, isMacro, valueText } from './operand.ts';

/** A register: name, number and subregister; numbers that are 0 are left out. */
export interface RegisterElement {
  readonly rn: string;
  readonly r?: number;
  readonly sr?: number;
}

/** Element strides: between rows, number per row, and within a row. A destination has only the last. `v` is missing in `VxH` regions. */
export interface RegionElement {
  readonly v?: number;
  readonly w?: number;
  readonly h: number;
}

/**
 * An operand: a register (`RD`), a register with an accumulator (`RM`), a register that `a0` addresses (`RI`), an immediate (`IM`), a label
 * (`LB`), or the addresses (`AD`) and data (`DA`) of a send.
 */
export interface OperandElement {
  readonly kind: 'RD' | 'RM' | 'RI' | 'IM' | 'LB' | 'AD' | 'DA';
  readonly reg?: RegisterElement;
  /** The address register. */
  readonly areg?: RegisterElement;
  /** Offset that is added to an address, in bytes, or to the coordinates of a 2D block, in elements. */
  readonly aoff?: number | readonly [number, number];
  /** `mme0` to `mme7`, or `nomme`. */
  readonly mme?: string;
  /** `n` negated, `a` absolute value, `na` both. */
  readonly mods?: string;
  readonly sat?: true;
  readonly rgn?: RegionElement;
  readonly type?: string;
  readonly value?: string;
  readonly target?: string;
  /** Number of data registers; for the destination of `sendg`, bytes. */
  readonly len?: number;
  /** Number of address registers. */
  readonly alen?: number;
  /** Scale of addresses, in bytes. */
  readonly ascale?: number;
  /** The addressing mode. */
  readonly stype?: string;
  /** Index of a surface, offset of its state, or the register that holds it. */
  readonly soff?: number | RegisterElement;
  /** Part of `s0` with the base address or with the sampler state. */
  readonly sbase?: RegisterElement;
  readonly sbase2?: RegisterElement;
  readonly uvroffs?: readonly [number, number, number];
}

/** The name of a label in JSON, which differs slightly from that in assembly. */
export const labelSymbol = (offset: number): string => `L${String(offset).padStart(4, '0')}`;

export function register(rn: string, r: number, sr: number): RegisterElement {
  const element: Draft<RegisterElement> = { rn };
  if (r !== 0) element.r = r;
  if (sr !== 0) element.sr = sr;
  return element;
}

const registerOf = (operand: Operand, sub: number): RegisterElement => register(operand.register?.name ?? '?', operand.number, sub);

const MODIFIERS = [undefined, 'a', 'n', 'na'];
const macroName = ({ macro }: Operand): string => (macro === 8 ? 'nomme' : `mme${macro}`);

/** A destination of an instruction that is not a send. */
export function destinationElement(instruction: Instruction, dst: Operand, shape: Shape): OperandElement {
  const { region } = dst;
  const element = place(dst);
  if (dst.modifier === 1) element.sat = true;
  if (region !== undefined && !isImpliedDestinationRegion(instruction, shape)) element.rgn = { h: region.stride ?? 0 };
  setType(element, dst);
  return element;
}

/** Sets the type, if it has a name. */
function setType(element: Draft<OperandElement>, { type }: Operand): void {
  if (type !== undefined && type.bits !== 0 && !type.name.includes('INVALID')) element.type = type.name;
}

/** The register of an operand, in one of three forms. */
function place(operand: Operand): Draft<OperandElement> {
  if (operand.kind === 'indirect') return { kind: 'RI', areg: register('a', 0, operand.sub), aoff: operand.offset };
  if (operand.kind === 'macro') return { kind: 'RM', reg: registerOf(operand, 0), mme: macroName(operand) };
  return { kind: 'RD', reg: registerOf(operand, operand.sub) };
}

/** A source of an instruction that is not a send. */
export function sourceElement(instruction: Instruction, source: Operand, shape: Shape, platform: number): OperandElement {
  const isImmediate = source.kind === 'immediate';
  const isUntyped = shape.isBranch || (shape.mnemonic === 'sync' && isImmediate);
  if (source.kind === 'label') return { kind: 'LB', target: labelSymbol(targetOf(instruction, source)) };
  const element: Draft<OperandElement> = isImmediate ? { kind: 'IM', value: valueText(source) } : place(source);
  if (!isImmediate) {
    const mods = MODIFIERS[source.modifier];
    const { region } = source;
    if (mods !== undefined) element.mods = mods;
    if (region !== undefined && !isImpliedRegion(shape, isMacro(instruction, shape), platform)) element.rgn = regionElement(region);
  }
  if (!isUntyped) setType(element, source);
  return element;
}

/** A region, with the values that three-source instructions leave out. */
function regionElement(region: Region): RegionElement {
  const { vertical, width, stride = 0 } = region;
  // iga64 prints this for a missing region.
  if (region === NO_REGION) return { v: 15, w: 1, h: 0 };
  if (vertical === 'VxH') return { w: width ?? 0, h: stride };
  if (vertical === undefined) return stride === 0 ? { v: 0, w: 1, h: 0 } : { v: stride, w: 1, h: 0 };
  return { v: vertical, w: width ?? widthOf(vertical, stride), h: stride };
}

const widthOf = (vertical: number, stride: number): number =>
  stride !== 0 ? Math.trunc(vertical / stride) : vertical === 0 ? 1 : vertical;

const SIZE = 64;

/** The destination of a send: its data registers, if the message or the descriptor determines their number. */
export function sendDestinationElement({ dst, send }: Instruction, message: Message | undefined, isWide: boolean): OperandElement {
  if (dst === undefined || send === undefined) return { kind: 'RD' };
  const isNull = dst.register?.name === 'null';
  const bytes = message?.destinationBytes;
  const len = !isWide ? send.dstLength : isNull ? 0 : bytes === undefined ? -1 : Math.max(bytes, SIZE);
  return len < 0 ? { kind: 'RD', reg: registerOf(dst, dst.sub) } : { kind: 'DA', reg: registerOf(dst, 0), len };
}

/** The payloads of a send, and its descriptors. */
export function sendSourceElements(instruction: Instruction, message: Message | undefined, isWide: boolean): OperandElement[] {
  const { sources, send } = instruction;
  const [src0, src1] = sources;
  if (send === undefined || src0 === undefined) return [];
  const { src0Length, src1Length, indirect0 } = send;
  const first: OperandElement =
    src0Length < 0
      ? { kind: 'RD', reg: registerOf(src0, src0.sub) }
      : {
          kind: 'AD',
          // iga64 uses this name for the address register, also for `a0` of old sends.
          areg: src0.kind === 'indirect' ? register('s', 0, src0.sub) : registerOf(src0, 0),
          alen: src0Length,
          ...(message && surfaceElement(instruction, message, isWide)),
        };
  const second: OperandElement[] =
    src1 === undefined
      ? []
      : [src1Length < 0 ? { kind: 'RD', reg: registerOf(src1, src1.sub) } : { kind: 'DA', reg: registerOf(src1, 0), len: src1Length }];
  if (!isWide) return [first, ...second, descriptorElement(send.exDesc), descriptorElement(send.desc)];
  // iga64 2.40.14 prints the first register twice and the second one never.
  const base: OperandElement = { kind: 'RD', reg: register('s', 0, indirect0) };
  return [first, ...second, ...(indirect0 < 0 ? [] : [base, base]), { kind: 'IM', value: hex64(send.low, send.high) }];
}

const descriptorElement = ({ isRegister, sub, imm }: Descriptor): OperandElement =>
  isRegister ? { kind: 'RD', reg: register('a', 0, sub) } : { kind: 'IM', value: hex(imm) };

/** The address part of a message. */
function surfaceElement({ send }: Instruction, message: Message, isWide: boolean): Omit<OperandElement, 'kind'> {
  const { model, offset = 0, offsetX = 0, offsetY = 0, offsetU = 0, offsetV = 0, offsetR = 0, scale = 1 } = message;
  const aoff = offsetX !== 0 || offsetY !== 0 ? ([offsetX, offsetY] as const) : offset === 0 ? undefined : offset;
  const stype = model === undefined ? 'invalid' : model === 'scratch' ? 'bti' : model;
  const isStateful = stype === 'bti' || stype === 'bss' || stype === 'ss';
  const { indirect0 = -1, indirect1 = -1 } = isWide && (stype === 'flat' || stype === 'surf') ? (send ?? {}) : {};
  const { surface = 0, surfaceRegister } = message;
  return {
    ...(aoff === undefined ? undefined : { aoff }),
    ...(scale === 1 ? undefined : { ascale: scale }),
    stype,
    ...(isStateful ? { soff: surfaceRegister === undefined ? surface : register('a', 0, surfaceRegister) } : undefined),
    ...(indirect0 < 0 ? undefined : { sbase: register('s', 0, indirect0) }),
    ...(indirect1 < 0 ? undefined : { sbase2: register('s', 0, indirect1) }),
    ...(stype === 'surf' && (offsetU !== 0 || offsetV !== 0 || offsetR !== 0) ? { uvroffs: [offsetU, offsetV, offsetR] } : undefined),
  };
}
