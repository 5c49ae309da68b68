import type { EdgeKind, PipeName, TrafficUse, WaitKind } from '../../analysis/instructions/index.ts';
import type { Budgeted } from '../../core/diag/index.ts';
import type { Platform, PrintOptions } from '../../formats/eu/index.ts';
import type { StallSamples, WaitedBy } from '../../formats/samples/index.ts';
import type { Target } from '../../formats/zebin/index.ts';
import type { Completeness } from '../../walk/damage.ts';
import type { DiagnosticJson } from '../json.ts';
import type { KernelQuery } from '../kernel/kernel-names.ts';
import type { RelocationDetail } from '../kernel/relocation.ts';
import type { InstructionJson } from './instruction.ts';

/** `zebin disasm --json`: the code of kernels, instruction by instruction. */
export interface DisasmDocument extends Completeness {
  readonly schema: 'zebin/disasm/1';
  /** One listing for each code section, in the order of the file. Kernels with the same name share a section. */
  readonly code: readonly CodeListing[];
  /** Findings about the debug information, about samples, and of an analysis that is not whole (`code/unchecked`). */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface CodeListing {
  /** Address of the image in the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  /** Name of the kernel, or of the other content: the section's name without `.text.`. */
  readonly name: string;
  /** The demangled name; the name itself if it is not mangled. */
  readonly label: string;
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
  /** What the code does as a whole; only where the analysis was asked for. */
  readonly analysis?: CodeAnalysis;
  readonly lines: readonly CodeLine[];
}

/** The analysis of a piece of code. Offsets are in bytes from its start. */
export interface CodeAnalysis {
  /** The most general registers that are live at a time, and the first instruction before which they are; null without instructions. */
  readonly peak: { readonly registers: number; readonly offset: number } | null;
  /** Registers of a thread that runs the code; null when the file does not say it. */
  readonly grf_count: number | null;
  /** What fewer registers would bring; null when the device or `grf_count` is not known. */
  readonly next: NextRegisters | null;
  /** Instructions that use an address register: what they read is not counted as live. */
  readonly indirect: number;
  /** Basic blocks up to the end of the code, in the order of addresses. */
  readonly blocks: readonly BlockJson[];
  /** In the order of their headers. */
  readonly loops: readonly LoopJson[];
  /** The arguments that instructions read in the registers where the kernel gets them. */
  readonly arguments: readonly ArgumentRead[];
  /** Samples of stalls; absent when there are none of this code. */
  readonly samples?: CodeSamples;
}

/** An entry of the payload, in registers. */
export interface ArgumentRead {
  /** Its index in `payload.entries` of the kernel's document. */
  readonly entry: number;
  /** Its first register in assembly notation: `r8.5:ud`. */
  readonly operand: string;
  /** Name of the argument or the kind of value, as `kernel` shows it; at most 200 characters. */
  readonly name: string;
}

/** Samples by reason. The reasons are names of `STALL_REASONS`: active, sbid, dist, … */
export interface SampleCounts {
  readonly total: number;
  /** Samples by reason; only reasons that were sampled. */
  readonly reasons: { readonly [reason: string]: number };
}

/** Samples of stalls of a piece of code. */
export interface CodeSamples extends SampleCounts {
  /** Instructions that have samples. */
  readonly instructions: number;
  /** Samples at addresses at which no instruction starts; they are not in the total. */
  readonly elsewhere: number;
  /** The instructions with the most samples, the most first; at most 100. */
  readonly hottest: readonly HotInstruction[];
}

export interface HotInstruction extends SampleCounts {
  readonly offset: number;
  /** Assembly; branches with distances. */
  readonly text: string;
  readonly loop_depth: number;
  /** The instructions that it waited for, as far as the sampled reasons say that it waited for any. */
  readonly waits_for: readonly WaitedInstruction[];
  /** As in the line. */
  readonly source?: readonly SourceJson[];
}

export interface WaitedInstruction {
  /** Whether a token of the scoreboard or a distance names it. */
  readonly by: WaitedBy;
  readonly offset: number;
  readonly op: string;
  /** In instructions; 0 or below: in the turn of the loop before. */
  readonly distance: number;
}

export interface LoopJson {
  /** The number of the block that all paths into the loop go through, in `blocks`. */
  readonly header: number;
  /** 1 for an outermost loop. */
  readonly depth: number;
  /** The index of the enclosing loop; null for none. */
  readonly parent: number | null;
}

export interface NextRegisters {
  /** Threads that an execution unit runs with the registers that the code has. */
  readonly threads_per_eu: number;
  /** The largest smaller GRF mode with more threads, and how many live registers are too many for it; null when there is none. */
  readonly mode: { readonly grf_count: number; readonly threads_per_eu: number; readonly free: number } | null;
}

export interface BlockJson {
  /** Offsets of its first and its last instruction. */
  readonly offset: number;
  readonly last: number;
  /** How many loops it is in. */
  readonly loop_depth: number;
  /** Blocks that control can go to next. */
  readonly successors: readonly { readonly block: number; readonly kind: EdgeKind }[];
}

/** What an instruction costs: absent from lines after the end of the code, and where the analysis was not asked for. */
export interface LineCosts {
  /** General registers of which a byte is live before the instruction. */
  readonly live?: number;
  /** What the instruction waits for. Before Xe the machine waits by itself, and there is nothing. */
  readonly waits?: readonly WaitJson[];
  /** The number of its block in `blocks`. */
  readonly block?: number;
  readonly loop_depth?: number;
  /** What a message to the scratch space is for, and the bytes that it moves with all lanes. */
  readonly scratch?: { readonly use: TrafficUse; readonly bytes: number };
  /** Arguments that it reads in their registers: `entry` of `arguments` of the analysis. */
  readonly arguments?: readonly number[];
  /** Samples of stalls at the instruction. */
  readonly samples?: SampleCounts;
}

export interface WaitJson {
  /** For results, for sources to be read, until a token is free, or until so many instructions are left in a pipe. */
  readonly kind: WaitKind;
  /** The scoreboard token; absent for a distance. */
  readonly token?: number;
  /** The pipe that a distance counts in. */
  readonly pipe?: PipeName;
  /** The instructions that are waited for, the first 32 of them. The distance is in instructions; below 0 around a loop. */
  readonly on: readonly { readonly offset: number; readonly distance: number; readonly op: string }[];
  /** How many there are; 0 when nothing can be under way. */
  readonly producers: number;
}

export interface CodeLine extends LineCosts {
  /** `label` and `comment` are lines of the decoder without bytes; `padding` is the rest after the last instruction. */
  readonly kind: 'instruction' | 'label' | 'comment' | 'padding';
  /** Offset in the section, in bytes. */
  readonly offset: number;
  /** In bytes; 0 for labels and comments. */
  readonly size: number;
  /** In hexadecimal, in the order of the file; empty for labels and comments, and if the option `bytes` is false. */
  readonly bytes: string;
  /** Exactly what the decoder prints, with a note if `notes` asks for it; empty without a decoder. */
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

/** A line while it is made. */
export type LineDraft = { -readonly [Member in keyof CodeLine]: CodeLine[Member] };

/** A list whose items are made each time that they are asked for: there may be a million. An array is one too. */
export interface ListOf<T> extends Iterable<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** The analysis of a listing of any size. */
export interface AnalysisStream extends Omit<CodeAnalysis, 'blocks'> {
  readonly blocks: ListOf<BlockJson>;
}

/** A listing whose lines are made when they are asked for, and can be asked for once. */
export interface ListingStream extends Omit<CodeListing, 'analysis' | 'lines'> {
  readonly analysis?: AnalysisStream;
  readonly lines: Iterable<CodeLine>;
  /** In place of `lines`: the text of the decoder alone, in pieces of lines with their line feeds. */
  readonly text: () => Iterable<string>;
}

/** The parts of a `DisasmDocument`, made when they are asked for, one after the other. */
export interface DisasmStream extends Completeness {
  readonly schema: DisasmDocument['schema'];
  readonly code: Iterable<ListingStream>;
  /** Complete when all lines of all listings were asked for. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface DisasmOptions extends KernelQuery, Budgeted {
  /** Decodes in place of this package. */
  readonly decode?: Decode;
  /** In place of the instruction set that follows from the device of the file. */
  readonly platform?: Platform;
  readonly print?: PrintOptions;
  /**
   * Whether texts end with notes of what they would lose, so that `assembleFile` makes the same bytes of the listing. Without notes they are
   * exactly what iga64 prints; so they are unless this is true.
   */
  readonly notes?: boolean;
  /** Whether lines of instructions have their bytes; they do unless this is false. Bytes that are not decoded always have them. */
  readonly bytes?: boolean;
  /** Whether lines have the instruction as data; they do unless this is false. */
  readonly instructions?: boolean;
  /** Whether lines have their places in the source, for which all debug information is read; they do unless this is false. */
  readonly sources?: boolean;
  /** Whether lines say what they cost: live registers, waits, blocks. It needs the package's own decoder; not done unless this is true. */
  readonly analysis?: boolean;
  /** Samples of stalls, as `readSamples` returns them. They need the analysis. */
  readonly samples?: StallSamples;
}

/** Code for a decoder outside the library. */
export interface CodeToDecode {
  readonly code: Uint8Array;
  /** Names of the device, best first. */
  readonly target: readonly string[];
  /** Name of the instruction set in iga64 (`-p`); absent when the device is not known or iga64 does not support it. */
  readonly platform?: string;
  /** What the file says of the device; `zebinOfCode` makes a file of the code for it. */
  readonly device: Target | undefined;
}

/** Text with one line for each instruction, or the reason why there is no text. */
export type Decoded = { readonly decoder: string; readonly text: string } | { readonly reason: string };

export type Decode = (code: CodeToDecode) => Decoded;
