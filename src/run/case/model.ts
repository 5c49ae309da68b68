/** A file of cases: kernels with arguments, and what they compute. Its keys are those of the file, where they have no other form here. */
import type { ImageShape } from '../image-formats.ts';
import type { ElementType } from './elements.ts';

/** What a file of cases says. */
export interface CaseFile {
  readonly cases: readonly Case[];
}

/** A kernel, what it is given, and what it should leave. */
export interface Case {
  /** Unique in the file. */
  readonly name: string;
  readonly kernel: string;
  readonly global: readonly number[];
  readonly local: readonly number[];
  readonly offset: readonly number[];
  readonly args: readonly CaseArgument[];
  readonly outputs: readonly CaseOutput[];
  /** Launches in a row. */
  readonly launches: number;
  /** Devices that the case is for, by the names of ocloc; absent if it is for all. */
  readonly devices?: readonly string[];
  /** Where the source of the kernel is, and how it is compiled: for what compiles it. */
  readonly source?: string;
  readonly options?: string;
  /** Where the case is in the file, for messages: `cases[3]`. */
  readonly path: string;
}

/** Bytes as they are written in the file. */
export interface Packed {
  readonly encoding: 'hex' | 'base64';
  readonly text: string;
  /** Whether they are a zlib stream of the bytes. */
  readonly deflate: boolean;
  /** Where they are in the file. */
  readonly path: string;
}

/** The first bytes of a buffer or image. */
export type Fill =
  | { readonly kind: 'zero' }
  /** These bytes, then zeros. */
  | { readonly kind: 'data'; readonly data: Packed | Uint8Array }
  /** In turn, each `repeat` times; or in random order. */
  | { readonly kind: 'values'; readonly elements: Uint8Array; readonly repeat: number; readonly pick?: bigint }
  | { readonly kind: 'iota'; readonly start: number | bigint; readonly step: number | bigint }
  | { readonly kind: 'bits'; readonly seed: bigint }
  | { readonly kind: 'integers'; readonly seed: bigint; readonly low: bigint; readonly count: bigint }
  | { readonly kind: 'floats'; readonly seed: bigint; readonly low: number; readonly high: number; readonly step?: number };

/** An argument as a file of cases has it: what `Argument` has as bytes is still a fill. */
export type CaseArgument =
  | {
      readonly kind: 'buffer';
      readonly type: ElementType;
      readonly count: number;
      readonly fill: Fill;
      readonly pointers?: readonly { readonly at: number; readonly arg: number; readonly offset: number }[];
      /** Whether it has no contents, for checks. */
      readonly uninitialized?: boolean;
      readonly path: string;
    }
  | {
      readonly kind: 'value';
      readonly bytes: Uint8Array;
      /** The type of its numbers, if they have one; structures and files have none. */
      readonly element?: ElementType;
    }
  | { readonly kind: 'local'; readonly size: number }
  | {
      readonly kind: 'image';
      readonly shape: ImageShape;
      readonly type: ElementType;
      readonly count: number;
      readonly fill: Fill;
      readonly path: string;
    }
  | {
      readonly kind: 'sampler';
      readonly normalized: boolean;
      readonly addressing: 'none' | 'clamp_to_edge' | 'clamp' | 'repeat' | 'mirrored_repeat';
      readonly filter: 'nearest' | 'linear';
    }
  | { readonly kind: 'null' }
  | { readonly kind: 'address'; readonly arg: number; readonly offset: number };

/** Expected bytes. */
export interface Expected extends Packed {
  /** What the file says of the bytes, if it does. */
  readonly size?: number;
  readonly sha256?: string;
}

/** How far a float may be from the expected one. */
export interface FloatRule {
  readonly ulp: number;
  readonly abs: number;
  readonly rel: number;
  /** Whether denormals may be 0. */
  readonly ftz: boolean;
  /** Whether the result may overflow where the expected one is near. */
  readonly overflow: boolean;
  /** Whether zeros may differ in their sign. */
  readonly anyZero: boolean;
  /** Whether any number will do. */
  readonly any: boolean;
}

/** What is compared after the run, and how. */
export interface CaseOutput {
  /** Index of the argument; absent for what the kernel printed. */
  readonly arg?: number;
  readonly class: 'exact' | 'float' | 'sorted' | 'stdout' | 'any';
  /** Type of the elements that are compared. */
  readonly type: ElementType;
  /** Absent if nothing is compared. */
  readonly expect?: Expected;
  /** Other expected bytes: an element agrees if it agrees with one of them. */
  readonly or: readonly Expected[];
  /** Element i has rule i modulo their number. */
  readonly rules: readonly FloatRule[];
  /** Ranges of elements that are not compared: from the first to before the second. */
  readonly skip: readonly (readonly [from: number, to: number])[];
  /** Elements i are not compared for which i modulo `every` is one of `elements`. */
  readonly skipEvery?: { readonly every: number; readonly elements: readonly number[] };
  /** Elements of a stretch that is sorted; absent if it is all of them. */
  readonly run?: number;
  /** Whether lines have their order. */
  readonly ordered: boolean;
  readonly path: string;
}
