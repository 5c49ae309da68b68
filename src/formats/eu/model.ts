/** The typed model of an instruction. */

import type { Operation } from './table/operations.ts';
import type { Register } from './table/registers.ts';
import type { Scoreboard } from './table/scoreboard.ts';
import type { DataType } from './table/types.ts';

/** A region: how the elements of a source are arranged in registers, or the stride of a destination. */
export interface Region {
  /** Elements from one row to the next; `undefined` if the operand has none, `'VxH'` if each row has an address of its own. */
  readonly vertical: number | 'VxH' | undefined;
  readonly width: number | undefined;
  readonly stride: number | undefined;
  /** As printed: `<8;8,1>`, `<1;0>`, `<1>`. */
  readonly text: string;
}

export type OperandKind =
  /** A register. */
  | 'direct'
  /** A register whose number is in an address register. */
  | 'indirect'
  /** A register with an additional accumulator, in math macros. */
  | 'macro'
  | 'immediate'
  /** The distance to another instruction, or (`calla`) its address. */
  | 'label';

/** A destination or source. */
export interface Operand {
  readonly kind: OperandKind;
  /** `undefined` for an immediate, for a label, and if the number means no register. */
  readonly register: Register | undefined;
  readonly number: number;
  /** The subregister as printed; for an indirect operand, that of the address register. */
  readonly sub: number;
  readonly region: Region | undefined;
  readonly type: DataType | undefined;
  /** 0 none, 1 absolute value, 2 negated, 3 both. For a destination: 1 saturated. */
  readonly modifier: number;
  /** Signed offset that is added to the address of an indirect operand, in bytes. */
  readonly offset: number;
  /** The math macro register: 0 to 7, 8 for none. */
  readonly macro: number;
  /** The lower 32 bits of an immediate, or the distance of a label in bytes: as a signed number. */
  readonly low: number;
  /** The upper 32 bits of an immediate of 64 bits, as a signed number. */
  readonly high: number;
}

/** A descriptor of a message: a number, or the subregister of `a0` that holds it. */
export interface Descriptor {
  readonly imm: number;
  readonly sub: number;
  readonly isRegister: boolean;
}

/** The parts of a send besides its operands. */
export interface Send {
  /** The name of the unit that gets the message; `undefined` if it is in a register. */
  readonly unit: string | undefined;
  readonly desc: Descriptor;
  readonly exDesc: Descriptor;
  /** Offset that is added to an extended descriptor in a register. */
  readonly exDescOffset: number;
  /** Number of registers of the response, and of the first and second payload; -1 if known only at run time. */
  readonly dstLength: number;
  readonly src0Length: number;
  readonly src1Length: number;
  /** The descriptor of the sends of Xe3P: bits 31:0 and 46:32. */
  readonly low: number;
  readonly high: number;
  /** Subregisters of `s0` that hold indirect descriptors; -1 for none. */
  readonly indirect0: number;
  readonly indirect1: number;
}

/** The options of an instruction are bits; `OPTIONS` has their names, in the order in which they are printed. */
export const OPTIONS = [
  'AccWrEn',
  'Atomic',
  'Breakpoint',
  'Compacted',
  'EOT',
  'NoDDChk',
  'NoDDClr',
  'NoPreempt',
  'NoSrcDepSet',
  'Switch',
  'Serialize',
  'ExBSO',
  'CPS',
  'Fwd',
] as const;

export type Option = (typeof OPTIONS)[number];

export const optionBit = (option: Option): number => 1 << OPTIONS.indexOf(option);

/** Why a word is not a valid instruction. */
export type Problem = string;

/**
 * An instruction, as plain data that nothing changes: an edit makes a new one, and `encodeInstruction` turns it into bytes.
 *
 * @example
 * const edited = { ...instruction, predicate: '', noMask: true };
 */
export interface Instruction {
  /** Offset from the start of the code, in bytes. */
  readonly offset: number;
  /** Size in bytes: 8 if it is compacted. */
  readonly size: 8 | 16;
  /**
   * The 16 bytes of the instruction, expanded if it is compacted, as signed words starting with the lowest. Single numbers take less memory
   * than a list, and code has many instructions; `wordsOf` lists them.
   */
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;
  readonly w3: number;
  /** The eight bytes of a compacted instruction, as two signed words; otherwise 0. `compactOf` lists them. */
  readonly compact0: number;
  readonly compact1: number;
  /** `undefined` when the platform does not have the opcode. */
  readonly operation: Operation | undefined;
  /** The part of the mnemonic after the dot. */
  readonly subfunction: string;
  readonly noMask: boolean;
  /** Number of channels, and the first channel. */
  readonly execSize: number;
  readonly channelOffset: number;
  /** The function of the predicate: empty if there is none, else `seq`, `any`, `all16h` and so on. */
  readonly predicate: string;
  readonly predicateInverse: boolean;
  /** The condition that sets the flag; empty if there is none. */
  readonly condition: string;
  /** The flag register of predicate and condition. */
  readonly flag: number;
  readonly flagSub: number;
  readonly dst: Operand | undefined;
  readonly sources: readonly Operand[];
  readonly send: Send | undefined;
  /** A set of `optionBit`. */
  readonly options: number;
  readonly scoreboard: Scoreboard | undefined;
  /** Why the words are not a valid instruction; `undefined` if they are. */
  readonly problem: Problem | undefined;
}

/** The 16 bytes of an instruction, expanded if it is compacted, as unsigned words starting with the lowest. */
export const wordsOf = ({ w0, w1, w2, w3 }: Instruction): [number, number, number, number] => [w0 >>> 0, w1 >>> 0, w2 >>> 0, w3 >>> 0];

/** The eight bytes of a compacted instruction, as unsigned words; `undefined` for one of 16 bytes. */
export const compactOf = ({ size, compact0, compact1 }: Instruction): [number, number] | undefined =>
  size === 16 ? undefined : [compact0 >>> 0, compact1 >>> 0];

/** A record while it is made. */
export type Draft<T> = { -readonly [Name in keyof T]: T[Name] };

/** No sources. */
const NONE: readonly Operand[] = Object.freeze([]);
export const NO_DESCRIPTOR: Descriptor = Object.freeze({ imm: 0, sub: 0, isRegister: false });

export const newOperand = (): Draft<Operand> => ({
  kind: 'direct',
  register: undefined,
  number: 0,
  sub: 0,
  region: undefined,
  type: undefined,
  modifier: 0,
  offset: 0,
  macro: 0,
  low: 0,
  high: 0,
});

export const newSend = (): Draft<Send> => ({
  unit: undefined,
  desc: NO_DESCRIPTOR,
  exDesc: NO_DESCRIPTOR,
  exDescOffset: 0,
  dstLength: -1,
  src0Length: -1,
  src1Length: -1,
  low: 0,
  high: 0,
  indirect0: -1,
  indirect1: -1,
});

export const newInstruction = (
  offset: number,
  size: 8 | 16,
  w0: number,
  w1: number,
  w2: number,
  w3: number,
  compact0: number,
  compact1: number,
): Draft<Instruction> => ({
  offset,
  size,
  w0,
  w1,
  w2,
  w3,
  compact0,
  compact1,
  operation: undefined,
  subfunction: '',
  noMask: false,
  execSize: 1,
  channelOffset: 0,
  predicate: '',
  predicateInverse: false,
  condition: '',
  flag: 0,
  flagSub: 0,
  dst: undefined,
  sources: NONE,
  send: undefined,
  options: 0,
  scoreboard: undefined,
  problem: undefined,
});
