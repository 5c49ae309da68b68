/** The typed model of an instruction. */
import type { Scoreboard } from './scoreboard.ts';
import type { Operation } from './table/operations.ts';
import type { Register } from './table/registers.ts';
import type { DataType } from './table/types.ts';

/** A region: how the elements of a source, or the stride of a destination, are placed in registers. */
export interface Region {
  /** Elements from one row to the next; `undefined` where the operand has none, `'VxH'` when each row has an address of its own. */
  readonly vertical: number | 'VxH' | undefined;
  readonly width: number | undefined;
  readonly stride: number | undefined;
  /** As it is written: `<8;8,1>`, `<1;0>`, `<1>`. */
  readonly text: string;
}

export type OperandKind =
  /** A register. */
  | 'direct'
  /** A register that is addressed by an address register. */
  | 'indirect'
  /** A register with an additional accumulator, in the operations of math macros. */
  | 'macro'
  | 'immediate'
  /** The distance to another instruction, or (`calla`) its address. */
  | 'label';

/** A destination or source. Instructions share operands that are equal: one that is to be changed is copied first. */
export class Operand {
  kind: OperandKind = 'direct';
  register: Register | undefined = undefined;
  number = 0;
  /** The subregister as it is written; of an indirect operand that of the address register. */
  sub = 0;
  region: Region | undefined = undefined;
  type: DataType | undefined = undefined;
  /** 0 none, 1 absolute value, 2 negated, 3 both. Of a destination: 1 saturated. */
  modifier = 0;
  /** What is added to the address of an indirect operand, signed. */
  offset = 0;
  /** The math macro register: 0 to 7, 8 for none. */
  macro = 0;
  /** The lower 32 bits of an immediate, unsigned; the distance of a label, signed. */
  low = 0;
  /** The upper 32 bits of an immediate of 64 bits. */
  high = 0;
}

/** A flag register, and its use. */
export interface FlagUse {
  readonly number: number;
  readonly sub: number;
}

/** A descriptor of a message: a number, or the subregister of `a0` that holds it. */
export interface Descriptor {
  readonly imm: number;
  readonly sub: number;
  readonly isRegister: boolean;
}

/** The parts of a send besides its operands. */
export class Send {
  /** The name of the unit that gets the message; `undefined` when it is in a register. */
  unit: string | undefined = undefined;
  desc: Descriptor = { imm: 0, sub: 0, isRegister: false };
  exDesc: Descriptor = { imm: 0, sub: 0, isRegister: false };
  /** Added to the extended descriptor that a register holds. */
  exDescOffset = 0;
  /** Registers of the response, of the first and of the second payload; -1 when known only at run time. */
  dstLength = -1;
  src0Length = -1;
  src1Length = -1;
  /** The descriptor of the sends of Xe3P: bits 31:0 and 46:32. */
  low = 0;
  high = 0;
  /** Subregisters of `s0` that hold indirect descriptors; -1 when there is none. */
  indirect0 = -1;
  indirect1 = -1;
}

/** The options of an instruction, as bits; their names are in `OPTIONS`, in the order in which they are written. */
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

/** Why a word is not an instruction, or not one that makes sense. */
export type Problem = string;

/** No sources. */
const NONE: readonly Operand[] = [];

export class Instruction {
  /** Bytes from the start of the code. */
  readonly offset: number;
  /** How many bytes it has. */
  readonly size: 8 | 16;
  // Words as single signed numbers: engines do not allocate objects for them, and code has many instructions.
  private readonly w0: number;
  private readonly w1: number;
  private readonly w2: number;
  private readonly w3: number;
  private readonly compact0: number;
  private readonly compact1: number;
  /** `undefined` when the platform does not have the opcode. */
  operation: Operation | undefined = undefined;
  /** The part of the mnemonic after the point. */
  subfunction = '';
  /** The number of the subfunction. */
  functionNumber = 0;
  noMask = false;
  /** The number of channels, and the first. */
  execSize = 1;
  channelOffset = 0;
  /** The function of the predicate: `` when there is none, `seq`, `any`, `all16h` and so on. */
  predicate = '';
  predicateInverse = false;
  /** The condition that sets the flag: `` when there is none. */
  condition = '';
  flag = 0;
  flagSub = 0;
  dst: Operand | undefined = undefined;
  sources: readonly Operand[] = NONE;
  send: Send | undefined = undefined;
  /** A set of `optionBit`. */
  options = 0;
  scoreboard: Scoreboard | undefined = undefined;
  problem: Problem | undefined = undefined;

  /**
   * @param words of the native instruction, four 32-bit numbers
   * @param compact0 the eight bytes of a compacted instruction, in two signed numbers
   */
  constructor(offset: number, size: 8 | 16, words: ArrayLike<number>, compact0 = 0, compact1 = 0) {
    this.offset = offset;
    this.size = size;
    this.w0 = (words[0] as number) | 0;
    this.w1 = (words[1] as number) | 0;
    this.w2 = (words[2] as number) | 0;
    this.w3 = (words[3] as number) | 0;
    this.compact0 = compact0;
    this.compact1 = compact1;
  }

  /** Sets what this instruction has in common with another one: everything but words, operands and waits. */
  copy(like: Instruction): void {
    this.operation = like.operation;
    this.subfunction = like.subfunction;
    this.functionNumber = like.functionNumber;
    this.noMask = like.noMask;
    this.execSize = like.execSize;
    this.channelOffset = like.channelOffset;
    this.predicate = like.predicate;
    this.predicateInverse = like.predicateInverse;
    this.condition = like.condition;
    this.flag = like.flag;
    this.flagSub = like.flagSub;
    this.send = like.send;
    this.options = like.options;
  }

  /** An instruction like this one. What code is read into is shared by all that read it, so changes are made to a clone. */
  clone(): Instruction {
    const made = new Instruction(this.offset, this.size, this.words, this.compact0, this.compact1);
    made.copy(this);
    made.dst = this.dst;
    made.sources = this.sources;
    made.scoreboard = this.scoreboard;
    made.problem = this.problem;
    return made;
  }

  /** The 16 bytes of the instruction, expanded if it is compacted: unsigned, the lowest first. */
  get words(): [number, number, number, number] {
    return [this.w0 >>> 0, this.w1 >>> 0, this.w2 >>> 0, this.w3 >>> 0];
  }

  /** The eight bytes of a compacted instruction. */
  get compact(): [number, number] | undefined {
    return this.size === 16 ? undefined : [this.compact0 >>> 0, this.compact1 >>> 0];
  }
}
