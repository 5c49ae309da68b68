import type { Bytes } from '../../core/bytes/index.ts';
import type { StructOf } from '../../core/schema/index.ts';
import type { KERNEL_BINARY_HEADER, KERNEL_PARTS, PROGRAM_BINARY_HEADER } from './table.ts';

/** A program in patch tokens. */
export interface PatchTokens {
  readonly kind: 'patch-tokens';
  readonly bytes: Bytes;
  readonly header: StructOf<typeof PROGRAM_BINARY_HEADER>;
  readonly tokens: readonly PatchToken[];
  readonly kernels: readonly PatchTokenKernel[];
  /** After the last kernel that could be read. */
  readonly rest: Bytes;
}

export interface PatchTokenKernel {
  readonly index: number;
  /** Display text without its end mark. */
  readonly name: string;
  readonly header: StructOf<typeof KERNEL_BINARY_HEADER>;
  readonly headerBytes: Bytes;
  readonly parts: Readonly<Record<(typeof KERNEL_PARTS)[number]['name'], Bytes>>;
  readonly tokens: readonly PatchToken[];
}

export interface PatchToken {
  readonly Token: number;
  /** Absent for a number that has no name. */
  readonly name?: string;
  /** Header and content. */
  readonly bytes: Bytes;
}
