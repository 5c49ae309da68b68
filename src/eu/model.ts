/** The typed model of an instruction. */
import type { Words } from './layout.ts';
import type { Scoreboard } from './scoreboard.ts';
import type { Operation } from './table/operations.ts';
import type { Register } from './table/registers.ts';
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

/** A destination or source. Instructions share equal operands, so copy one before you change it. */
export class Operand {
  kind: OperandKind = 'direct';
  register: Register | undefined = undefined;
  number = 0;
  /** The subregister as printed; for an indirect operand, that of the address register. */
  sub = 0;
  region: Region | undefined = undefined;
  type: DataType | undefined = undefined;
  /** 0 none, 1 absolute value, 2 negated, 3 both. For a destination: 1 saturated. */
  modifier = 0;
  /** Signed offset that is added to the address of an indirect operand. */
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

/** The parts of a send besides its operands. Equal instructions share them, so copy one before you change it. */
export class Send {
  /** The name of the unit that gets the message; `undefined` if it is in a register. */
  unit: string | undefined = undefined;
  desc: Descriptor = { imm: 0, sub: 0, isRegister: false };
  exDesc: Descriptor = { imm: 0, sub: 0, isRegister: false };
  /** Offset that is added to an extended descriptor in a register. */
  exDescOffset = 0;
  /** Number of registers of the response, and of the first and second payload; -1 if known only at run time. */
  dstLength = -1;
  src0Length = -1;
  src1Length = -1;
  /** The descriptor of the sends of Xe3P: bits 31:0 and 46:32. */
  low = 0;
  high = 0;
  /** Subregisters of `s0` that hold indirect descriptors; -1 for none. */
  indirect0 = -1;
  indirect1 = -1;
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

/** Reads the operands of instructions that differ only in numbers. */
export interface OperandReader {
  readDestination(words: Words): Operand | undefined;
  readSources(words: Words): readonly Operand[];
}

/** Everything in an instruction except words, operands and waits. */
class Head {
  /** The instruction that owns this head; all others that share it copy it before they change it. */
  owner: Instruction | undefined;
  /** Reads the operands of instructions that have not read theirs yet. */
  operands: OperandReader | undefined;
  operation: Operation | undefined = undefined;
  subfunction = '';
  functionNumber = 0;
  noMask = false;
  execSize = 1;
  channelOffset = 0;
  predicate = '';
  predicateInverse = false;
  condition = '';
  flag = 0;
  flagSub = 0;
  send: Send | undefined = undefined;
  options = 0;
  problem: Problem | undefined = undefined;

  constructor(owner: Instruction | undefined, operands: OperandReader | undefined) {
    this.owner = owner;
    this.operands = operands;
  }
}

export type { Head };

/** No sources. */
const NONE: readonly Operand[] = [];

const scratch: Words = new Uint32Array(4);

/**
 * An instruction. Instructions of the same form share a head until they are changed, and read their operands on demand (bench:
 * machine-code).
 */
export class Instruction {
  /** Offset from the start of the code, in bytes. */
  readonly offset: number;
  /** Size in bytes. */
  readonly size: 8 | 16;
  // Words are stored as single signed numbers: engines do not allocate objects for them, and code has many instructions.
  private readonly w0: number;
  private readonly w1: number;
  private readonly w2: number;
  private readonly w3: number;
  private readonly compact0: number;
  private readonly compact1: number;
  private head: Head;
  private ownDst: Operand | undefined = undefined;
  /** `undefined` until the operands are read. */
  private ownSources: readonly Operand[] | undefined;
  scoreboard: Scoreboard | undefined;

  /**
   * @param words the words of the native instruction, four 32-bit numbers
   * @param compact0 the first of two signed numbers with the eight bytes of a compacted instruction
   */
  constructor(
    offset: number,
    size: 8 | 16,
    words: ArrayLike<number>,
    compact0 = 0,
    compact1 = 0,
    scoreboard: Scoreboard | undefined = undefined,
    head: Head | undefined = undefined,
  ) {
    this.offset = offset;
    this.size = size;
    this.w0 = (words[0] as number) | 0;
    this.w1 = (words[1] as number) | 0;
    this.w2 = (words[2] as number) | 0;
    this.w3 = (words[3] as number) | 0;
    this.compact0 = compact0;
    this.compact1 = compact1;
    this.head = head ?? new Head(this, undefined);
    this.ownSources = head === undefined ? NONE : undefined;
    this.scoreboard = scoreboard;
  }

  /** `undefined` when the platform does not have the opcode. */
  get operation(): Operation | undefined {
    return this.head.operation;
  }

  set operation(value: Operation | undefined) {
    this.own().operation = value;
  }

  /** The part of the mnemonic after the dot. */
  get subfunction(): string {
    return this.head.subfunction;
  }

  set subfunction(value: string) {
    this.own().subfunction = value;
  }

  /** The number of the subfunction. */
  get functionNumber(): number {
    return this.head.functionNumber;
  }

  set functionNumber(value: number) {
    this.own().functionNumber = value;
  }

  get noMask(): boolean {
    return this.head.noMask;
  }

  set noMask(value: boolean) {
    this.own().noMask = value;
  }

  /** Number of channels, and the first channel. */
  get execSize(): number {
    return this.head.execSize;
  }

  set execSize(value: number) {
    this.own().execSize = value;
  }

  get channelOffset(): number {
    return this.head.channelOffset;
  }

  set channelOffset(value: number) {
    this.own().channelOffset = value;
  }

  /** The function of the predicate: empty if there is none, else `seq`, `any`, `all16h` and so on. */
  get predicate(): string {
    return this.head.predicate;
  }

  set predicate(value: string) {
    this.own().predicate = value;
  }

  get predicateInverse(): boolean {
    return this.head.predicateInverse;
  }

  set predicateInverse(value: boolean) {
    this.own().predicateInverse = value;
  }

  /** The condition that sets the flag; empty if there is none. */
  get condition(): string {
    return this.head.condition;
  }

  set condition(value: string) {
    this.own().condition = value;
  }

  get flag(): number {
    return this.head.flag;
  }

  set flag(value: number) {
    this.own().flag = value;
  }

  get flagSub(): number {
    return this.head.flagSub;
  }

  set flagSub(value: number) {
    this.own().flagSub = value;
  }

  get send(): Send | undefined {
    return this.head.send;
  }

  set send(value: Send | undefined) {
    this.own().send = value;
  }

  /** A set of `optionBit`. */
  get options(): number {
    return this.head.options;
  }

  set options(value: number) {
    this.own().options = value;
  }

  get problem(): Problem | undefined {
    return this.head.problem;
  }

  set problem(value: Problem | undefined) {
    this.own().problem = value;
  }

  get dst(): Operand | undefined {
    if (this.ownSources === undefined) this.readOperands();
    return this.ownDst;
  }

  set dst(value: Operand | undefined) {
    if (this.ownSources === undefined) this.readOperands();
    this.ownDst = value;
  }

  get sources(): readonly Operand[] {
    return this.ownSources ?? this.readOperands();
  }

  set sources(value: readonly Operand[]) {
    if (this.ownSources === undefined) this.readOperands();
    this.ownSources = value;
  }

  private readOperands(): readonly Operand[] {
    scratch[0] = this.w0;
    scratch[1] = this.w1;
    scratch[2] = this.w2;
    scratch[3] = this.w3;
    const { operands } = this.head;
    this.ownDst = operands?.readDestination(scratch);
    const sources = operands?.readSources(scratch) ?? NONE;
    this.ownSources = sources;
    return sources;
  }

  /** Makes the head exclusive to this instruction, and returns it. */
  private own(): Head {
    if (this.head.owner !== this) {
      if (this.ownSources === undefined) this.readOperands();
      this.head = this.copiedHead(this, undefined);
    }
    return this.head;
  }

  /** A copy of its head, for instructions of the same form whose operands `operands` reads. */
  headFor(operands: OperandReader): Head {
    return this.copiedHead(undefined, operands);
  }

  private copiedHead(owner: Instruction | undefined, operands: OperandReader | undefined): Head {
    return Object.assign(new Head(owner, operands), this.head, { owner, operands });
  }

  /** A copy of this instruction. */
  clone(): Instruction {
    const made = new Instruction(this.offset, this.size, this.words, this.compact0, this.compact1, this.scoreboard);
    made.head = this.copiedHead(made, undefined);
    made.dst = this.dst;
    made.sources = this.sources;
    return made;
  }

  /** The 16 bytes of the instruction, expanded if it is compacted, as unsigned words starting with the lowest. */
  get words(): [number, number, number, number] {
    return [this.w0 >>> 0, this.w1 >>> 0, this.w2 >>> 0, this.w3 >>> 0];
  }

  /** The eight bytes of a compacted instruction. */
  get compact(): [number, number] | undefined {
    return this.size === 16 ? undefined : [this.compact0 >>> 0, this.compact1 >>> 0];
  }
}
