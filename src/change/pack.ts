import type { FolderFile } from '../core/bytes/index.ts';
import type { Outcome } from '../core/diag/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';

/** `zebin unpack --json`: the written files. */
export interface UnpackDocument {
  readonly schema: 'zebin/unpack/1';
  readonly files: readonly FolderEntry[];
}

export interface FolderEntry {
  /** Path in the folder, with `/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export function unpackDocument(files: readonly FolderFile[]): UnpackDocument {
  return { schema: 'zebin/unpack/1', files: files.map(({ path, data }) => ({ path, size: data.length })) };
}

/** `zebin pack --json`: the resulting file. */
export interface PackDocument {
  readonly schema: 'zebin/pack/1';
  /** Size of the file, in bytes. */
  readonly size: number;
  readonly diagnostics: readonly DiagnosticJson[];
}

export function packDocument({ value, diagnostics }: Outcome<Uint8Array>): PackDocument {
  return { schema: 'zebin/pack/1', size: value.length, diagnostics: diagnostics.map((d) => diagnosticJson(d)) };
}
