import type { Platform, PrintOptions } from '../eu/index.ts';
import type { InstructionJson } from './disasm-instruction.ts';
import type { DiagnosticJson } from './json.ts';
import type { RelocationDetail } from './relocation.ts';

/** `zebin disasm --json`: the code of kernels, instruction by instruction. */
export interface DisasmDocument {
  readonly schema: 'zebin/disasm/1';
  /** One listing for each code section, in the order of the file. Kernels with the same name share a section. */
  readonly code: readonly CodeListing[];
  /** Findings about the debug information. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface CodeListing {
  /** Address of the image in the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  /** Name of the kernel, or of the other content: the section's name without `.text.`. */
  readonly name: string;
  readonly section: string;
  /** Place of the code in the file, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** The decoder of the instructions: `zebin`, or what another one is called; null when none decoded them, and the lines have bytes only. */
  readonly decoder: string | null;
  /** The instruction set, by its name in iga64 (`-p`): that of the device, or the one that was asked for. Null when it is not known. */
  readonly platform: string | null;
  /** Why the instructions are not decoded, as a sentence. */
  readonly reason: string | null;
  /**
   * Where the code ends, in bytes from its start: no instruction after it is ever reached. Compilers put zeros there, and a hash, which
   * are printed as the instructions that they look like. Null when it is not known.
   */
  readonly code_end: number | null;
  readonly lines: readonly CodeLine[];
}

export interface CodeLine {
  /** `label` and `comment` are lines of the decoder without bytes; `padding` is the rest after the last instruction. */
  readonly kind: 'instruction' | 'label' | 'comment' | 'padding';
  /** Offset in the section, in bytes. */
  readonly offset: number;
  /** In bytes; 0 for labels and comments. */
  readonly size: number;
  /** In hexadecimal, in the order of the file. */
  readonly bytes: string;
  /** Exactly what the decoder prints; empty without one. */
  readonly text: string;
  /** The instruction as data; absent when another decoder printed the text. */
  readonly instruction?: InstructionJson;
  /** Why the bytes are not an instruction, as a part of a sentence. */
  readonly problem?: string;
  /** Symbols of the file that are at these bytes. */
  readonly symbols?: readonly string[];
  /** Relocations of these bytes. */
  readonly relocations?: readonly RelocationDetail[];
  /** The place in the source. For inlined code, the places of the calls follow, from the innermost outwards. */
  readonly source?: readonly SourceJson[];
}

export interface SourceJson {
  /** Path as the compiler was given it. */
  readonly file: string;
  /** 0 for code that belongs to no line. */
  readonly line: number;
  /** Counted from 1; 0 when it is not known. */
  readonly column: number;
  readonly function?: string;
}

/** A listing whose lines are made when they are asked for, and can be asked for once. */
export interface ListingStream extends Omit<CodeListing, 'lines'> {
  readonly lines: Iterable<CodeLine>;
}

/** The parts of a `DisasmDocument`, made when they are asked for, one after the other. */
export interface DisasmStream {
  readonly schema: DisasmDocument['schema'];
  readonly code: Iterable<ListingStream>;
  /** Complete when all lines of all listings were asked for. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface DisasmOptions {
  /** Decodes in place of this package. */
  readonly decode?: Decode;
  /** In place of the instruction set that follows from the device of the file. */
  readonly platform?: Platform;
  readonly print?: PrintOptions;
  /** Whether lines have the instruction as data; they do unless this is false. */
  readonly instructions?: boolean;
}

/** Code for a decoder outside the library. */
export interface CodeToDecode {
  readonly code: Uint8Array;
  /** Names of the device, best first. */
  readonly target: readonly string[];
  /** Name of the instruction set in iga64 (`-p`); absent when the device is not known or iga64 does not support it. */
  readonly platform?: string;
  /** A zebin with this code alone, in a section `.text.k`, for tools that read files. Undefined when the device is not known. */
  zebin(): Uint8Array | undefined;
}

/** Text with one line for each instruction, or the reason why there is no text. */
export type Decoded = { readonly decoder: string; readonly text: string } | { readonly reason: string };

export type Decode = (code: CodeToDecode) => Decoded;
