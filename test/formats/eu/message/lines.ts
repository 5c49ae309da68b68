import type { MessageDescriptor, MessageSource } from '../../../../src/formats/eu/message/model.ts';
import { printMessage, printWideMessage } from '../../../../src/formats/eu/message/print.ts';
import { readMessage, readWideMessage } from '../../../../src/formats/eu/message/read.ts';
import { XE, XE_HPG } from '../../../../src/formats/eu/table/platforms.ts';
import { unitOf } from '../../../../src/formats/eu/table/units.ts';

/** What a line of iga64 with a send says, and its comment. */
export interface SendLine {
  readonly source: MessageSource;
  readonly isWide: boolean;
  readonly lanes: number;
  /** The destination is `null`. */
  readonly discards: boolean;
  readonly comment: string;
}

const LINE = /^\s*(?:\([^|]*?\)\s*)?(sends?g?x?c?)(?:\.(\w+))? \((\d+)\|M\d+\)\s+(.*?)\s*(?:\{[^}]*\})?\s*(?:\/\/ (.*))?$/;

function descriptorOf(text: string): MessageDescriptor {
  const isRegister = text.startsWith('a0.');
  return { isRegister, imm: isRegister ? 0 : Number(text), sub: isRegister ? Number(text.slice(3)) : 0 };
}
/** The length that is written after a register, or -1. */
const lengthOf = (text = ''): number => (text.includes(':') ? Number(text.slice(text.indexOf(':') + 1)) : -1);

/** Reads a line; without a result where it has no send. */
export function parseSendLine(line: string, platform: number): SendLine | undefined {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  const [, mnemonic = '', subfunction, lanes, operands = '', comment = ''] = match;
  const tokens = operands.split(/\s+/);
  const isWide = mnemonic.startsWith('sendg');
  const discards = tokens[0]?.startsWith('null') ?? false;
  const source = isWide ? wideSource(subfunction, tokens) : narrowSource(platform, subfunction, tokens);
  return { source, isWide, lanes: Number(lanes), discards, comment };
}

const NONE: MessageDescriptor = { isRegister: false, imm: 0, sub: 0 };

function narrowSource(platform: number, subfunction: string | undefined, tokens: readonly string[]): MessageSource {
  const desc = descriptorOf(tokens.at(-1) ?? '');
  const [first = '', second] = (tokens.at(-2) ?? '').split(':');
  const exDesc = descriptorOf(second ?? first);
  const gathers = tokens[1]?.startsWith('r[s') ?? false;
  const source1 = tokens.length >= 5 ? tokens[2] : undefined;
  let src1Length = gathers ? 0 : lengthOf(source1);
  if (src1Length < 0 && !exDesc.isRegister && platform < XE_HPG) src1Length = (exDesc.imm >>> 6) & 31;
  if (src1Length < 0 && source1?.startsWith('null')) src1Length = 0;
  const old = exDesc.isRegister ? undefined : unitOf(platform, exDesc.imm & 15)?.name;
  return {
    unit: platform >= XE ? subfunction : old,
    desc,
    exDesc,
    exDescOffset: second === undefined ? 0 : Number(first),
    low: 0,
    high: 0,
    indirect0: -1,
    indirect1: -1,
    dstLength: desc.isRegister ? -1 : (desc.imm >>> 20) & 31,
    src0Length: desc.isRegister ? -1 : (desc.imm >>> 25) & 15,
    src1Length,
  };
}

function wideSource(unit: string | undefined, tokens: readonly string[]): MessageSource {
  const [first = -1, second = -1] = tokens.filter((token) => token.startsWith('s0.')).map((token) => Number(token.slice(3)));
  const value = BigInt(tokens.at(-1) ?? '0');
  return {
    unit,
    desc: NONE,
    exDesc: NONE,
    exDescOffset: 0,
    low: Number(value & 0xffff_ffffn),
    high: Number(value >> 32n),
    indirect0: first,
    indirect1: second,
    dstLength: -1,
    src0Length: lengthOf(tokens[1]),
    src1Length: tokens[1]?.startsWith('r[') ? 0 : lengthOf(tokens[2]),
  };
}

/** The comment that we print. */
export function commentOf({ source, isWide, lanes, discards }: SendLine, platform: number): string {
  if (isWide) return printWideMessage(platform, source, readWideMessage(platform, lanes, source), discards);
  return printMessage(platform, source, readMessage(platform, lanes, source));
}
