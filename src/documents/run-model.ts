/** The document of `zebin run`, what it is asked, and what it may use. */
import type { Budget } from '../core/diag/index.ts';
import type { Zebin, ZebinKernel } from '../formats/zebin/index.ts';
import type { CheckKind, Observer, ParameterAccess, ParameterKind, Programs } from '../run/index.ts';

/** `zebin run --json`: what kernels computed, and whether it is what was expected. */
export interface RunDocument {
  readonly schema: 'zebin/run/1';
  /** What the kernel is given; only if it was not run, because nothing was given. */
  readonly signature?: RunSignature;
  readonly cases: readonly RunCase[];
  readonly totals: RunTotals;
  /** What checks found, if there were any: without those that are known. */
  readonly reports?: readonly RunReport[];
  /** What the instructions of all cases did together, in the order of their addresses. Only with `--profile`. */
  readonly profile?: readonly RunProfileRow[];
  /** The same cases with the build of `--against`. */
  readonly against?: readonly RunCase[];
  /** Where what the two builds leave begins to differ, of the first case that differs; null if none does. Only with `--against`. */
  readonly difference?: RunBuildDifference | null;
}

/** What an instruction did: counts, not times. */
export interface RunProfileRow {
  readonly section: string;
  /** Offset in the section, in hexadecimal digits. */
  readonly address: string;
  readonly source: RunSource | null;
  readonly text: string;
  /** How often it ran. */
  readonly runs: number;
  /** The lanes for which it ran, of all runs together, and its width. */
  readonly lanes: number;
  readonly width: number;
  /** The part of its lanes that were enabled: 1 without divergence. */
  readonly enabled: number;
  /** Bytes that messages moved for lanes that are enabled. */
  readonly bytes_read: number;
  readonly bytes_written: number;
  /** Lines of 64 bytes that each message touched outside of local memory, all messages together. */
  readonly cache_lines: number;
  /** Bytes for each of these lines: 64 if all of them are used. Null for instructions that touch none. */
  readonly bytes_per_line: number | null;
  /** Accesses to local memory that waited for another of the same message in the same bank; null after Gen11, whose banks are not documented. */
  readonly bank_conflicts: number | null;
}

/** The same of both builds; null where a build has none. */
export interface TwoOf<T> {
  readonly a: T;
  readonly b: T;
}

/** Where what two builds leave begins to differ. */
export interface RunBuildDifference {
  /** The name of the case; null for a run by hand. */
  readonly case: string | null;
  /** The argument with the first byte that differs, in the order of the work-items that stored it; null for what was printed, or for none. */
  readonly argument: number | null;
  readonly name: string | null;
  /** The memory of that byte: `argument 2`, `the buffer of printf`; null if no byte differs. */
  readonly memory: string | null;
  readonly byte: number | null;
  /** Bytes of arguments that differ. */
  readonly bytes: number;
  /** The store of that byte, or where one of the two ended; null if it is not known. */
  readonly store: RunLink | null;
  /** The instruction with the first value that differs; null if the chain does not lead to one. */
  readonly origin: RunLink | null;
  /**
   * Why the chain ends: the `instruction` is another one; its `result` differs, though what it reads does not; it reads what threads `start`
   * with, or `memory` that nothing wrote; the record was `cut`; the two cannot be aligned from there on (`unaligned`). Null without a chain.
   */
  readonly end: 'instruction' | 'result' | 'start' | 'memory' | 'cut' | 'unaligned' | null;
  /** From the store back to the origin. */
  readonly chain: readonly RunLink[];
}

/** An instruction of both builds, as one work-item executed it. */
export interface RunLink {
  readonly section: TwoOf<string | null>;
  /** Offset in the section, in hexadecimal digits. */
  readonly address: TwoOf<string | null>;
  readonly text: TwoOf<string | null>;
  readonly source: TwoOf<RunSource | null>;
  /** How often the thread had executed it before. */
  readonly count: TwoOf<number | null>;
  readonly item: RunItem;
  /** What it wrote or stored, as a number in hexadecimal digits. */
  readonly values: TwoOf<string | null>;
  /** What of the things that it reads differs, and leads to the next link; null for the last. */
  readonly via: 'source' | 'accumulator' | 'address' | 'data' | 'predicate' | 'control' | 'memory' | null;
}

/** A kernel and its arguments, as the file describes them. */
export interface RunSignature {
  /** Address of the image in the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  readonly kernel: string;
  /** The demangled name. */
  readonly label: string;
  /** Lanes of a hardware thread; null when the file does not say. */
  readonly simd_size: number | null;
  readonly arguments: readonly RunParameter[];
}

export interface RunParameter {
  readonly index: number;
  /** As in the source; null if the file does not have it. */
  readonly name: string | null;
  readonly type: string | null;
  /** Null for an argument that the code does not use and the file does not describe. */
  readonly kind: ParameterKind | null;
  /** Bytes of a value; null for the others. */
  readonly size: number | null;
  readonly access: ParameterAccess | null;
  /** Whether the code uses it. */
  readonly used: boolean;
}

/** How many cases ended how. */
export type RunTotals = { readonly [R in RunResult]: number };

/**
 * `equal` and `different` say whether a kernel left what is expected, `completed` that nothing is expected. The others did not end:
 * `unsupported` at an instruction or message that has no semantics here, `limit` at the limits of the run, `fault` at what the device could
 * not do. An `invalid` case was not run, because of what its message says.
 */
export type RunResult = 'equal' | 'different' | 'completed' | 'unsupported' | 'limit' | 'fault' | 'invalid';

export interface RunCase {
  /** Null for a run by hand. */
  readonly name: string | null;
  /** The file with the kernel, of runs with kernels of several files. */
  readonly file?: string;
  readonly address: string;
  readonly kernel: string;
  readonly label: string;
  readonly result: RunResult;
  /** Why it was not run or did not end; null if it did. */
  readonly message: string | null;
  /** The code of that reason: `run/limit`; null if there is none. */
  readonly code: string | null;
  /** The first element or line that is not the expected one. */
  readonly first_difference: RunDifference | null;
  /** How many outputs differ. */
  readonly different_outputs: number;
  /** Where it ended, if not at the end. */
  readonly stop: RunStop | null;
  /** Null for a case that was not run. */
  readonly counts: RunCounts | null;
  /** What the kernel printed. */
  readonly stdout: string;
  /** Contents of arguments after the run that were asked for. */
  readonly printed?: readonly RunPrinted[];
  /** What checks found, if there were any: without those that are known. In `zebin/run/1`, those of all cases are together. */
  readonly reports?: readonly RunReport[];
}

/** A finding of a check: each kind once at an instruction. */
export interface RunReport {
  readonly kind: CheckKind;
  /** Name of the case; null for a run by hand. */
  readonly case: string | null;
  readonly kernel: string;
  readonly label: string;
  /** Offset of the instruction in its section: `0x1a0`; null for a finding about the whole launch. */
  readonly address: string | null;
  readonly section: string | null;
  /** The instruction. */
  readonly text: string | null;
  /** Position in the source, for a file with debug information; then the calls that were inlined there, innermost first. */
  readonly source: RunSource | null;
  readonly calls: readonly RunSource[];
  /** How often it happened. */
  readonly count: number;
  /** Where it happened first. */
  readonly item: RunItem | null;
  /** What happened there, and what would be right. */
  readonly message: string;
  readonly right: string;
  readonly access: 'read' | 'write' | 'atomic' | null;
  /** Index of the argument whose memory it is, and its name in the source. */
  readonly argument: number | null;
  readonly name: string | null;
  /** `argument 0`, `local memory`; and the byte there, which is outside of it for an access out of bounds. */
  readonly memory: string | null;
  readonly offset: number | null;
  /** Bytes of the access. */
  readonly size: number | null;
  readonly value: string | null;
  /** The other of two accesses. */
  readonly other: RunOther | null;
}

export interface RunSource {
  readonly path: string;
  readonly line: number;
  /** The function that contains it. */
  readonly function: string | null;
}

/** A work-item, and the lane that computes it. */
export interface RunItem {
  /** Ids in x, y, z. */
  readonly global: readonly number[];
  readonly local: readonly number[];
  readonly group: readonly number[];
  /** Index of the thread in the group. */
  readonly thread: number;
  /** Null for what is of the whole thread: then the work-item is that of its first lane. */
  readonly lane: number | null;
}

export interface RunOther {
  readonly address: string;
  readonly section: string;
  readonly text: string | null;
  readonly source: RunSource | null;
  readonly item: RunItem | null;
  readonly access: 'read' | 'write' | 'atomic';
}

export interface RunDifference {
  /** Index of the argument; null for what the kernel printed. */
  readonly argument: number | null;
  /** Its name in the source; null if the file does not have it. */
  readonly name: string | null;
  /** `size` if there are more or fewer bytes than expected. */
  readonly what: 'element' | 'line' | 'size';
  readonly index: number;
  /** Type of the elements; null for lines and bytes. */
  readonly type: string | null;
  /** Null for a line that should not be there. */
  readonly expected: string | null;
  /** Null for a line that is missing. */
  readonly got: string | null;
  readonly expected_bits: string | null;
  readonly got_bits: string | null;
  /** Elements, lines or bytes that differ, */
  readonly different: number;
  /** and how many are expected. */
  readonly of: number;
}

export interface RunStop {
  readonly reason: 'limit' | 'breakpoint' | 'fault' | 'unsupported';
  /** Section of the instruction, and its offset there in bytes. */
  readonly section: string | null;
  readonly offset: number | null;
  /** The instruction. */
  readonly text: string | null;
  /** The work-group in x, y, z, and the thread in it. */
  readonly group: readonly number[] | null;
  readonly thread: number | null;
  /** Position in the source, for a file with debug information. */
  readonly source: { readonly file: string; readonly line: number } | null;
}

export interface RunCounts {
  readonly threads: number;
  /** Executed instructions of all threads. */
  readonly instructions: number;
  /** The same by mnemonic. */
  readonly by_operation: { readonly [mnemonic: string]: number };
  readonly messages: number;
  /** Bytes that messages moved for lanes that are enabled. */
  readonly bytes_read: number;
  readonly bytes_written: number;
}

/** A kernel in an image. */
export interface RunTarget {
  readonly address: string;
  readonly zebin: Zebin;
  readonly kernel: ZebinKernel;
}

/** What a run may use. */
export interface RunOptions {
  readonly maxInstructions?: number | undefined;
  readonly maxMemory?: number | undefined;
  readonly schedule?: number | undefined;
  /** Observers of the run. */
  readonly observers?: readonly Observer[] | undefined;
  readonly budget?: Budget | undefined;
  /** Where what a zebin has been loaded as is kept for the next launch. */
  readonly programs?: Programs | undefined;
  /** The kinds of findings to look for. */
  readonly checks?: readonly CheckKind[] | undefined;
}

/** The content of an argument after the run. */
export interface RunPrinted {
  readonly argument: number;
  /** Type of the elements. */
  readonly type: string;
  /** Elements of the argument. */
  readonly count: number;
  /** The first elements; equal ones in a row are one. */
  readonly values: readonly RunValue[];
}

/** Elements in a row with the same bits. */
export interface RunValue {
  /** Index of the first. */
  readonly index: number;
  readonly times: number;
  readonly value: string;
}
