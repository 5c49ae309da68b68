import type { Bytes } from '../../core/bytes/index.ts';
import type { StructOf } from '../../core/schema/index.ts';
import type { Offload, OffloadEntry } from '../offload/index.ts';
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
  /** The content as it was read: if it is still this object, `writeSyclbin` keeps the layout. */
  readonly placed: SyclbinContent;
  /** Metadata that is empty because the reader did not find it; the reader has reported this. */
  readonly unread: ReadonlySet<Bytes>;
  /** The OffloadBinary around version 1, or that is version 2. */
  readonly envelope?: Offload;
  /** For version 1: its numbers and tables. */
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
  /** Its size according to the file: more than there is if it is truncated. */
  readonly declaredSize: number;
  /** For version 2: the entry that it is in. */
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
  /** The whole file, from the magic on. */
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
