import type { FolderFile } from '../bytes/index.ts';
import type { Outcome } from '../diag/index.ts';
import type { ElfParts } from '../elf/index.ts';
import type { Stripped } from '../zebin/index.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin unpack --json`: the files that were written. */
export interface UnpackDocument {
  readonly schema: 'zebin/unpack/1';
  readonly files: readonly FolderEntry[];
}

export interface FolderEntry {
  /** Path within the folder, with `/`. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export function unpackDocument(files: readonly FolderFile[]): UnpackDocument {
  return { schema: 'zebin/unpack/1', files: files.map(({ path, data }) => ({ path, size: data.length })) };
}

/** `zebin pack --json`: what the file would be. */
export interface PackDocument {
  readonly schema: 'zebin/pack/1';
  /** Of the file, in bytes. */
  readonly size: number;
  readonly diagnostics: readonly DiagnosticJson[];
}

export function packDocument({ value, diagnostics }: Outcome<Uint8Array>): PackDocument {
  return { schema: 'zebin/pack/1', size: value.length, diagnostics: diagnostics.map((d) => diagnosticJson(d)) };
}

/** `zebin strip --json`: what is left out. */
export interface StripDocument {
  readonly schema: 'zebin/strip/1';
  /** Bytes of the file before and after. */
  readonly size_before: number;
  readonly size: number;
  /** Sections that are left out, in the order of the file. */
  readonly dropped: readonly DroppedSection[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface DroppedSection {
  readonly name: string;
  /** Bytes of its content. */
  readonly size: number;
}

export function stripDocument(before: ElfParts, sizeBefore: number, stripped: Stripped, written: Outcome<Uint8Array>): StripDocument {
  const kept = new Set(stripped.parts.sections.map(({ id }) => id));
  const dropped = before.sections
    .filter(({ id }) => !kept.has(id))
    .map(({ name, content }) => ({ name, size: 'bytes' in content ? (content.bytes?.length ?? 0) : 0 }));
  const { value, diagnostics } = written;
  return {
    schema: 'zebin/strip/1',
    size_before: sizeBefore,
    size: value.length,
    dropped,
    diagnostics: diagnostics.map((d) => diagnosticJson(d)),
  };
}
