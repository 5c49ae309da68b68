/** What the page and the worker that runs kernels say to each other: the form, what it is filled with, and what a run left. */
import type { ElementType, ProfileRow, RunCase, RunParameter, RunReport } from '../../../src/internal.ts';

/** An argument of the form. */
export interface FormParameter extends RunParameter {
  /** What it is when nothing is given. */
  readonly default: string;
  /** Type of its elements in the source; null if it is not known. */
  readonly element: ElementType | null;
  /** Of images: `2d_array`. */
  readonly dim: string | null;
}

/** What the form of a kernel is made from. */
export interface RunForm {
  readonly parameters: readonly FormParameter[];
  /** Why the kernel cannot be run; null if it can. */
  readonly cannot: string | null;
  readonly lanes: number | null;
  /** The sizes when none are given: `32`; the local one only if the kernel requires it. */
  readonly global: string;
  readonly local: string | null;
  readonly channels: readonly string[];
  readonly orders: readonly string[];
  /** How many sizes each kind of image has. */
  readonly dimensions: Readonly<Record<string, readonly string[]>>;
}

/** What a run is given, as options of `zebin run` have it. */
export interface GivenRun {
  readonly global?: string | undefined;
  readonly local?: string | undefined;
  readonly offset?: string | undefined;
  /** By argument; null for one that is not given. */
  readonly args: readonly (string | null)[];
  /** Files that the texts of arguments name. */
  readonly files: readonly { readonly name: string; readonly content: Blob }[];
  readonly limits: RunLimits;
}

/** As the options of the command, as texts; empty for none. */
export interface RunLimits {
  readonly maxInstructions: string;
  readonly schedule: string;
  /** Whether the run is looked at by the usual checks: not of a kernel that is debugged. */
  readonly checks: boolean;
}

/** Why a run cannot begin: of an argument, by its index, of the sizes, or of the limits. */
export interface Problem {
  readonly of: number | 'sizes' | 'limits';
  readonly message: string;
}

export interface RunOutcome {
  readonly document: RunCase;
  /** What follows the result in the first line. */
  readonly text: string;
  readonly milliseconds: number;
  /** What was not given, as sentences. */
  readonly defaults: readonly string[];
  readonly buffers: readonly LeftBuffer[];
  /** How often each instruction ran. */
  readonly profile: readonly ProfileRow[];
  /** What checks found; null without them. */
  readonly reports: readonly RunReport[] | null;
}

/** A buffer or image after the run. */
export interface LeftBuffer {
  readonly argument: number;
  readonly name: string | null;
  /** In bytes. */
  readonly size: number;
  readonly type: ElementType;
}

/** As what elements are shown: their type, or their bits in hexadecimal. */
export type ValueFormat = ElementType | 'x8' | 'x16' | 'x32' | 'x64';

/** A case of a file, in words. */
export interface CaseView {
  readonly name: string;
  readonly sizes: string;
  /** Devices that it is for; null if it is for all. */
  readonly devices: readonly string[] | null;
  readonly args: readonly string[];
  /** What is compared after the run. */
  readonly expected: string;
}

export interface CasesView {
  readonly cases: readonly CaseView[];
  /** Cases of other kernels. */
  readonly others: number;
  /** What is wrong with cases that were left out. */
  readonly problems: readonly string[];
}
