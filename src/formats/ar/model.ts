import type { Bytes } from '../../core/bytes/index.ts';
import type { ArField, ArRole } from './table.ts';

export interface Ar {
  readonly kind: 'ar';
  readonly bytes: Bytes;
  /** A thin archive holds file names instead of their content. */
  readonly thin: boolean;
  readonly members: readonly ArMember[];
  /** Offset after the last readable member; what follows belongs to no member. */
  readonly end: number;
}

export interface ArMember {
  readonly index: number;
  /** Display text, resolved through the long-name table and without the closing `/`. */
  readonly name: string;
  readonly role: ArRole;
  /** The header's fields as they are, padding included. */
  readonly header: Readonly<Record<ArField, string>>;
  /** Offset of the header in the archive. */
  readonly at: number;
  /** The content; in a thin archive, nothing. */
  readonly bytes: Bytes;
}
