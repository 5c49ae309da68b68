/**
 * A vISA object as data. Members have the names of their rows in table/header.ts; numbers that refer to something stay numbers, as
 * they are stored.
 */
import type { Bytes } from '../../core/bytes/index.ts';
import type { Version } from '../../core/schema/index.ts';
import type { InstructionStream } from './instruction.ts';
import type { FunctionFields, FunctionTables, GenBinaryFields, HeaderFields, KernelFields, KernelTables } from './records.ts';

export type * from './records.ts';

/** A table that ends before its count is reached, and with it the structure that it is in: what follows is kept as bytes. */
export interface Cut {
  /** Name of the field that could not be read completely; `instructions` if there was no budget left to read them. */
  readonly field: string;
  /** The count that the file states, if the field has one and it exists. */
  readonly count?: number;
}

/** What kernels and functions have besides their tables. */
export interface RoutineContent {
  readonly instructions: InstructionStream;
  /**
   * Whether the instructions were taken out, as from the objects that media drivers contain: the routine ends where they began, and `size`
   * is what they had.
   */
  readonly stripped?: true;
  /** Where the tables ended early; tables after that are empty and there are no instructions. */
  readonly cut?: Cut;
}

export interface KernelRoutine extends KernelTables, RoutineContent {
  readonly kind: 'kernel';
}

export interface FunctionRoutine extends FunctionTables, RoutineContent {
  readonly kind: 'function';
}

/** The tables and instructions of a kernel or function. */
export type Routine = KernelRoutine | FunctionRoutine;

/** Machine code embedded for one device: an entry of the table and the bytes. */
export interface GenBinary extends GenBinaryFields {
  readonly bytes: Uint8Array;
}

/** A kernel: its entry in the header and, unless the entry points outside, its routine. */
export interface KernelEntry extends KernelFields {
  readonly gen_binaries: readonly GenBinary[];
  readonly routine: KernelRoutine | undefined;
}

/** A function: its entry in the header and, unless it is extern or the entry points outside, its routine. */
export interface FunctionEntry extends FunctionFields {
  readonly routine: FunctionRoutine | undefined;
}

/** Bytes that belong to no structure, kept where they are. */
export interface RawPiece {
  /** From the start of the object. */
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** An object as a whole. */
export interface VisaObject extends HeaderFields {
  readonly kind: 'visa-object';
  readonly kernels: readonly KernelEntry[];
  readonly functions: readonly FunctionEntry[];
  /** Where the tables of the header ended early. */
  readonly cut?: Cut;
  readonly raw: readonly RawPiece[];
  /** What its text has in addition, if it was parsed. */
  readonly text?: TextForm;
  /** Its bytes, if it was read from bytes. */
  readonly bytes?: Bytes;
  /** Size of the whole object in bytes; offsets and sizes are those of the file, or those that `layoutVisa` computed. */
  readonly fileSize: number;
}

/** Names of samplers and surfaces that are not those by which instructions refer to them. */
export interface StateNames {
  readonly samplers: readonly string[];
  readonly surfaces: readonly string[];
  /** What comes after `Original Name:` in the heading of a subroutine, by the index of its label. */
  readonly originals?: ReadonlyMap<number, string>;
}

/** What a text has in addition to the object that it describes. */
export interface TextForm {
  /** In the form of the compilers from IGC 1.0.13000 on, which writes a blank line after the version. */
  readonly modern: boolean;
  /** Whether symbol names that are not identifiers are in quotes. */
  readonly quotesSymbols?: boolean;
  /** Names after `.funcdecl`. */
  readonly functions: readonly string[];
  /** For each kernel, then for each function, what comes after `v_name=`; assemblers do not keep it. */
  readonly routines: readonly StateNames[];
  /** What comes after the last instruction. */
  readonly tail: string;
  /** Positions in the text, for findings. */
  readonly places?: TextPlaces;
}

/** Positions in a text. */
export interface TextPlaces {
  /** The text. */
  readonly bytes: Bytes;
  /** For each kernel, then for each function. */
  readonly routines: readonly RoutinePlaces[];
}

/** Where the line of each item begins, from the start of the text. */
export interface RoutinePlaces {
  readonly start: number;
  /** For each entry of a table of the routine, and for each instruction. */
  readonly tables: Readonly<Record<PlacedTable, readonly number[]>>;
}

export const PLACED_TABLES = [
  'variables',
  'addresses',
  'predicates',
  'samplers',
  'surfaces',
  'labels',
  'inputs',
  'attributes',
  'instructions',
] as const;
export type PlacedTable = (typeof PLACED_TABLES)[number];

/** Indices below these are pre-defined and not in the tables of a routine (visa/Common_ISA.h upstream). */
export const PREDEFINED = { variables: 32, predicates: 1, surfaces: 6 } as const;

/** Versions whose binary form is known. Later texts exist; upstream dropped the binary form before (visa/ByteCodeReaderNG.cpp). */
export const OLDEST_BINARY: Version = '3.0';
export const NEWEST_BINARY: Version = '4.1';
export const NEWEST_TEXT: Version = '4.2';

/** `4.0`. */
export function versionOf(object: { readonly major_version: number; readonly minor_version: number }): Version {
  return `${object.major_version}.${object.minor_version}`;
}
