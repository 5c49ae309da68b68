import type { Bytes } from '../bytes/index.ts';
import type { Offload, OffloadEntry } from '../offload/index.ts';
import type { StructOf } from '../schema/index.ts';
import type { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_HEADER } from './table.ts';

/** What a SYCLBIN file holds. */
export interface SyclbinContent {
  /** Property text about the file. */
  readonly metadata: Bytes;
  readonly modules: readonly SyclbinModule[];
}

/** A SYCLBIN file of version 1 or 2. */
export interface Syclbin extends SyclbinContent {
  readonly kind: 'syclbin';
  readonly version: 1 | 2;
  readonly bytes: Bytes;
  /** The content as it was read: while it is this, `writeSyclbin` keeps the layout. */
  readonly placed: SyclbinContent;
  /** Metadata that is empty because the reader did not find it, which it has reported. */
  readonly unread: ReadonlySet<Bytes>;
  /** The OffloadBinary around version 1, or that is version 2. */
  readonly envelope?: Offload;
  /** Of version 1: its numbers and tables. */
  readonly layout?: SyclbinLayout;
}

/** An abstract module: the same code in several forms. */
export interface SyclbinModule {
  /** Property text about all of its forms. */
  readonly metadata: Bytes;
  readonly ir: readonly SyclbinImage[];
  readonly native: readonly SyclbinImage[];
}

export interface SyclbinImage {
  /** Property text. */
  readonly metadata: Bytes;
  readonly bytes: Bytes;
  /** Bytes that the file says it has: more than there are when it is cut short. */
  readonly declaredSize: number;
  /** Of version 2: the entry that it is in. */
  readonly entry?: OffloadEntry;
}

/** Numbers of version 1 as they are. */
export interface SyclbinLayout {
  readonly header: StructOf<typeof SYCLBIN_HEADER>;
  readonly modules: readonly StructOf<typeof MODULE_HEADER>[];
  readonly ir: readonly StructOf<typeof IMAGE_HEADER>[];
  readonly native: readonly StructOf<typeof IMAGE_HEADER>[];
  readonly metadataTable: Bytes;
  readonly binaryTable: Bytes;
  /** All of it from the magic on. */
  readonly bytes: Bytes;
}

/** What a SYCLBIN file is made of. */
export interface SyclbinParts {
  /** Property text. */
  readonly metadata: Uint8Array;
  readonly modules: readonly {
    readonly metadata: Uint8Array;
    readonly ir: readonly SyclbinImageParts[];
    readonly native: readonly SyclbinImageParts[];
  }[];
}

export interface SyclbinImageParts {
  readonly metadata: Uint8Array;
  readonly bytes: Uint8Array;
}
