import type { Bytes } from '../../core/bytes/index.ts';
import type { Elf, Section } from '../elf/index.ts';
import type { Kernel, ZeFunction, ZeInfo } from '../zeinfo/index.ts';
import type { IntelNote, Target } from './notes.ts';

/** An Intel GPU program binary: its ELF file, and what its sections mean together. */
export interface Zebin {
  readonly kind: 'zebin';
  readonly bytes: Bytes;
  readonly elf: Elf;
  readonly notes: readonly IntelNote[];
  readonly target: Target;
  /** Absent when there is no .ze_info section. */
  readonly zeInfo?: ZeInfo;
  /** The version in ze_info, or otherwise that of the version note; absent if neither has one. */
  readonly version?: string;
  /** What a host can start, in the order of .ze_info. */
  readonly kernels: readonly ZebinKernel[];
  /** All entries of `kernels` in .ze_info: the kernels, and those that only hold the code of functions. */
  readonly kernelEntries: readonly ZebinKernel[];
  readonly functions: readonly ZeFunction[];
}

/** An entry of `kernels` in .ze_info, with its code. */
export interface ZebinKernel {
  /** Its place among the entries, from 0. */
  readonly index: number;
  /** Display text; empty if the entry has no name. */
  readonly name: string;
  readonly zeInfo: Kernel;
  /** Section .text.NAME; absent when the file has none. */
  readonly text?: Section;
  /** `.ze_info/kernels[0]` */
  readonly path: string;
}
