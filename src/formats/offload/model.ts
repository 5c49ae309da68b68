import type { Bytes, Compressed } from '../../core/bytes/index.ts';
import type { StructOf } from '../../core/schema/index.ts';
import type { OFFLOAD_ENTRY } from './table.ts';

/** OffloadBinary blobs one after another: a file, or a section `.llvm.offloading`. */
export interface Offload {
  readonly kind: 'offload';
  readonly bytes: Bytes;
  readonly blobs: readonly OffloadBlob[];
  /** What follows the last blob. */
  readonly rest: Bytes;
}

/** One blob. Versions from 2 on have any number of entries, version 1 has one. */
export interface OffloadBlob {
  /** As it stands. Offsets count from the first byte of the blob. */
  readonly header: OffloadHeader;
  /** Its size, including the zeros that align the next one. */
  readonly length: number;
  readonly entries: readonly OffloadEntry[];
  /** The entries whose layout the header describes: if the blob still has exactly this list, `writeOffload` keeps the layout. */
  readonly placed: readonly OffloadEntry[];
  /** As it is in its container, `length` bytes; absent for a blob that was created, not read. */
  readonly bytes?: Bytes;
  /** How everything after the header is compressed. The windows of the entries are then in a separate source. */
  readonly compressed?: Compressed;
}

export interface OffloadHeader {
  readonly version: number;
  readonly size: bigint;
  readonly entries_offset: bigint;
  /** Size of an entry in bytes; only in version 1. */
  readonly entry_size?: bigint;
  /** Number of entries; from version 2 on. */
  readonly entries_count?: bigint;
  /** From version 3 on. */
  readonly inflated_size?: bigint;
}

export interface OffloadEntry {
  /** As it stands. */
  readonly header: StructOf<typeof OFFLOAD_ENTRY>;
  readonly strings: readonly OffloadString[];
  /** The part of the image that exists. */
  readonly image: Bytes;
}

export interface OffloadString {
  /** As it stands. */
  readonly header: { readonly key_offset: bigint; readonly value_offset: bigint; readonly value_size?: bigint };
  /** Display text. */
  readonly key: string;
  /** Display text; from version 2 on it may have NULs. */
  readonly value: string;
}

/** An image to be laid out. */
export interface OffloadImage {
  readonly image_kind: number;
  readonly offload_kind: number;
  readonly flags: number;
  readonly strings: readonly { readonly key: string; readonly value: string }[];
  readonly image: Uint8Array;
}
