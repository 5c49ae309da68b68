import type { Bytes, Compressed } from '../../core/bytes/index.ts';
import type { Span } from '../../core/diag/index.ts';
import type { RawPropertySet } from '../props/index.ts';
import type { HostSectionRole } from './table.ts';

/** A host file, as far as device images go. Nothing else of it is read. */
export interface Host {
  readonly kind: 'host';
  readonly bytes: Bytes;
  readonly format: 'elf' | 'pe' | 'coff';
  /** `x86_64`, `i386`, `aarch64`, or the number. */
  readonly machine: string;
  /** True when pointers have eight bytes. */
  readonly is64: boolean;
  /** Images that SYCL descriptors describe, in their order. */
  readonly images: readonly HostImage[];
  /** Sections with device code that no descriptor describes. */
  readonly sections: readonly HostSection[];
}

export interface HostImage {
  readonly index: number;
  /** Which of the file's descriptors. Absent for an image that only `.tgtimg` names. */
  readonly descriptor?: number;
  /** Version of the structure: 1, 2 or 3. */
  readonly version?: number;
  /** Offload kind as it is, see KINDS. */
  readonly offloadKind?: number;
  /** Format as it is, see FORMATS and LLVM_FORMATS. */
  readonly format?: number;
  /** `spir64_gen`; empty when only `.tgtimg` names the image. Display text. */
  readonly target: string;
  readonly compileOptions?: string;
  readonly linkOptions?: string;
  readonly kernels: readonly string[];
  /** Form of the entries that name the kernels; absent when there are none. */
  readonly entryForm?: 'old' | 'new';
  readonly propertySets: readonly RawPropertySet[];
  /** As it is in the file. */
  readonly bytes: Bytes;
  readonly compressed?: Compressed;
  /** The structure. */
  readonly span: Span;
  /** Where its end and its size are written, to update them for shorter content. */
  readonly extent: HostExtent;
}

/** Offsets in the source. */
export interface HostExtent {
  /** Words that make up the address of the end; each changes by the difference in size. */
  readonly ends: readonly number[];
  /** Words with the size. */
  readonly sizes: readonly number[];
  /** The byte that says how the image is stored. */
  readonly format?: number;
}

export interface HostSection {
  /** As it is in the file; display text. */
  readonly name: string;
  readonly role: HostSectionRole;
  /** For an entry of a bundle: its id. */
  readonly id?: string;
  readonly bytes: Bytes;
  /** Offset in the source of the field with its size, and the width of that; absent when the file has no such field. */
  readonly sizeAt?: readonly [offset: number, width: 4 | 8];
}
