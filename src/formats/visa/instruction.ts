/**
 * Instructions as data: the opcode and the values of its row's fields (table/ops.ts) in the order of the file. Indices and numbers are as
 * stored; the printer and the parser convert them to and from names.
 */

/** A part of a general variable: row and column of its first element, and how the elements follow each other. */
export interface GeneralOperand {
  readonly kind: 'general';
  readonly modifier: number;
  readonly index: number;
  readonly row: number;
  readonly col: number;
  readonly region: number;
}

export interface AddressOperand {
  readonly kind: 'address';
  readonly modifier: number;
  readonly index: number;
  readonly offset: number;
  readonly width: number;
}

export interface PredicateOperand {
  readonly kind: 'predicate';
  readonly modifier: number;
  readonly index: number;
}

/** What the element of an address variable points at. */
export interface IndirectOperand {
  readonly kind: 'indirect';
  readonly modifier: number;
  readonly index: number;
  readonly addr_offset: number;
  /** Signed, in bytes. */
  readonly indirect_offset: number;
  readonly type: number;
  readonly region: number;
}

export interface ImmediateOperand {
  readonly kind: 'immediate';
  readonly modifier: number;
  readonly type: number;
  /** The lower 32 bits. */
  readonly bits: number;
  /** The upper 32 bits of types of 8 bytes; else 0. */
  readonly high: number;
}

/** An element of a surface (class 0), sampler (1) or motion estimation variable (2). */
export interface StateOperand {
  readonly kind: 'state';
  readonly modifier: number;
  readonly class: number;
  readonly index: number;
  readonly offset: number;
}

/** An operand whose first byte has its class in bits 0-2 and the `modifier` in the bits above. */
export type VectorOperand = GeneralOperand | AddressOperand | PredicateOperand | IndirectOperand | ImmediateOperand | StateOperand;

/** A general variable from a byte offset on. */
export interface RawOperand {
  readonly kind: 'raw';
  readonly index: number;
  readonly offset: number;
}

/** The value of one field: an unsigned number unless its row says otherwise, an operand, several, or nothing when it does not exist. */
export type Value = number | VectorOperand | RawOperand | readonly Value[] | undefined;

/** The value of a field that is a number, as its row says. */
export function integerAt(values: readonly Value[], field: number): number {
  return values[field] as number;
}

/** One instruction. */
export interface Instruction {
  readonly opcode: number;
  readonly values: readonly Value[];
}

/** The instructions of a kernel or function. */
export interface InstructionStream {
  readonly instructions: readonly Instruction[];
  /** What follows the last instruction that could be read, up to the end of the stream. */
  readonly raw?: Uint8Array;
}

/** Version of the object, as in its header. */
export interface VisaVersion {
  readonly major_version: number;
  readonly minor_version: number;
}

/** The version as one number that can be compared: 304 for 3.4. */
export function versionNumber(version: VisaVersion): number {
  return version.major_version * 100 + version.minor_version;
}

/** What the reader of instructions needs to know of its routine. */
export interface StreamContext {
  /** Place in the structure, for diagnostics: such as `kernels[0]`. */
  readonly path: string;
}
