import type { Bytes, Compressed } from '../../core/bytes/index.ts';

export interface Zip {
  readonly kind: 'zip';
  readonly bytes: Bytes;
  /** In the order of the list at the end; without one, in the order of the file. */
  readonly entries: readonly ZipEntry[];
  /** The list and what closes it: from here to the end. Absent if there is none. */
  readonly list?: ZipList;
}

export interface ZipList {
  readonly start: number;
  /** The 64-bit end of the list, if there is one. */
  readonly end64?: number;
  /** The end of the list. */
  readonly end: number;
  /** To be added to the offsets in the list: bytes before the archive, such as a program that unpacks it. */
  readonly shift: number;
}

export interface ZipEntry {
  readonly index: number;
  /** Display text: `torch/lib/libsycl.so`. */
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  /** As the archive states it. */
  readonly crc32: number;
  readonly size: number;
  readonly storedSize: number;
  /** Offset of the local header. */
  readonly at: number;
  /** The part of the stored bytes that exists. */
  readonly bytes: Bytes;
  /** How it is compressed; absent for one that is stored as it is, and for one that is not read. */
  readonly compressed?: Compressed;
  /** Why it is not read: encrypted, by a method that is not known, or with bytes that are also those of another. */
  readonly unread?: string;
  /** Offset of its header in the list; absent without a list. */
  readonly listAt?: number;
}
