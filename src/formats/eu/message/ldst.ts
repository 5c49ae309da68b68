import { hex } from '../numbers.ts';
import { XE_HPG, XE3 } from '../table/platforms.ts';
import { isLoadStoreUnit } from '../table/units.ts';
import type { Message, MessageSource } from './model.ts';
import { narrowSyntax } from './syntax.ts';

/**
 * The load/store syntax, which prints `send` (not `sendc`) as its message: from DG2 to Xe2 only.
 *
 * Source: intel/intel-graphics-compiler, visa/iga/IGALibrary/Frontend/Formatter.cpp (formatLoadStoreSyntax) and IR/Messages.cpp
 * (sendOpSupportsSyntax).
 */

/**
 * A text that is padded to a width. A longer text reduces the padding of those after it. `uncounted` is the number of characters that do
 * not count, because iga64 does not count the digits of lengths.
 */
export interface Column {
  readonly text: string;
  readonly width: number;
  readonly uncounted?: number;
}

/** Registers as printed, without lengths: `r10`, `null`. */
export interface SendRegisters {
  readonly destination: string;
  readonly source0: string;
  readonly source1: string;
}

/** Whether a message has a load/store syntax on any platform: it must be valid, and a load, store or atomic operation of the cache. */
export function isLoadStore(platform: number, { unit, group, operation, isSyntax, faults }: Message): boolean {
  if (!isSyntax || faults.length > 0 || !isLoadStoreUnit(platform, unit)) return false;
  if (group === 'load') return operation !== 'load_status' && operation !== 'load_quad_status';
  return group === 'store' || group === 'atomic';
}

/** Whether a message is printed in this syntax. */
export const printsLoadStore = (platform: number, message: Message | undefined): message is Message =>
  message !== undefined && platform >= XE_HPG && platform < XE3 && isLoadStore(platform, message);

const payload = (register: string, length: number) => (length < 0 ? register : `${register}:${length}`);

const column = (text: string, width: number, length: number): Column => ({
  text,
  width,
  uncounted: length < 0 ? 0 : String(length).length,
});

/**
 * The columns from the predicate to the options, and the text between them, for a message for which {@link printsLoadStore} is true.
 *
 * @param lanes the text of the execution size and offset: `(16|M0)`
 */
export function loadStoreColumns(
  message: Message,
  source: MessageSource,
  lanes: string,
  registers: SendRegisters,
): readonly (Column | string)[] {
  const { mnemonic, controls, surface, scale, offset } = narrowSyntax(message);
  const { dstLength, src0Length, src1Length } = source;
  const head: Column = { text: ` ${mnemonic}${controls} ${lanes}`, width: 25 };
  const address = `${surface}[${scale}${payload(registers.source0, src0Length)}${offset}]`;
  const data = column(payload(registers.source1, src1Length), 16, src1Length);
  if (message.group === 'store') return [head, '  ', column(address, 12, src0Length), ' ', data, ' '];
  const result = column(payload(registers.destination, dstLength), 12, dstLength);
  const start = [head, '  ', result, ' ', column(address, 16, src0Length), ' '];
  return message.group === 'load' ? start : [...start, data, ' '];
}

/** The comment in this syntax: `ex_desc:0x0; desc:0x4100580`. */
export const loadStoreComment = ({ desc, exDesc }: MessageSource): string =>
  `ex_desc:${exDesc.isRegister ? `a0.${exDesc.sub}` : hex(exDesc.imm >>> 0)}; desc:${hex(desc.imm >>> 0)}`;
