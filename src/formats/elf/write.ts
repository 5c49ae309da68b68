import { ByteWriter, byteTextToBytes, inMemory } from '../../core/bytes/index.ts';
import { type FormatError, NOWHERE, refusal } from '../../core/diag/index.ts';
import { type StructOf, type StructRows, structSize, structWriter } from '../../core/schema/index.ts';
import type { ElfHeader, ElfIdent, ProgramHeader, SectionHeader } from './model.ts';
import type { Patch } from './parts.ts';
import { ELF_HEADER, ELF_IDENT, PROGRAM_HEADER, SECTION_HEADER } from './table.ts';

/** A file with all numbers assigned. `writeElf` writes it unchanged. */
export interface ElfLayout {
  /** Size of the whole file, in bytes. */
  readonly size: number;
  readonly is64: boolean;
  readonly ident: ElfIdent;
  readonly header: ElfHeader;
  readonly programHeaders: readonly ProgramHeader[];
  /** Includes section 0. */
  readonly sections: readonly PlacedSection[];
  /** Written last, over everything else. */
  readonly patches: readonly Patch[];
  /** Whether parts may overlap or be outside the file, as in a damaged original. */
  readonly verbatim: boolean;
}

export interface PlacedSection {
  readonly header: SectionHeader;
  /** The bytes at sh_offset; with reserved space they are more than sh_size. */
  readonly content: Uint8Array;
}

const MAGIC = byteTextToBytes('\x7fELF');

/**
 * The bytes of a file whose numbers `layoutElf` assigned. Nothing is moved. A layout whose numbers no longer match its contents, because it
 * was changed afterwards, is refused with `FormatError` (`write/stale-layout`), and so is one that memory cannot hold (`bytes/too-large`).
 */
export function writeElf(layout: ElfLayout): Uint8Array {
  const { is64, size, header, sections, programHeaders, verbatim } = layout;
  if (!verbatim) check(layout);
  const data = inMemory(size, NOWHERE, () => new Uint8Array(size));
  for (const { header: place, content } of sections) set(data, content, place.sh_offset);
  table(
    data,
    SECTION_HEADER,
    sections.map((section) => section.header),
    header.e_shoff,
    header.e_shentsize,
    is64,
  );
  table(data, PROGRAM_HEADER, programHeaders, header.e_phoff, header.e_phentsize, is64);
  const head = encoded(ELF_HEADER, [header], is64);
  head.set(encoded(ELF_IDENT, [layout.ident], is64));
  head.set(MAGIC);
  set(data, head, 0);
  for (const { at, bytes } of layout.patches) set(data, bytes, at);
  return data;
}

/** A range of such a file; headers are left out unless a patch contains them. */
export function contentsAt({ sections, patches }: ElfLayout, start: number, end: number): Uint8Array {
  const data = new Uint8Array(end - start);
  for (const { header, content } of sections) set(data, content, header.sh_offset - start);
  for (const { at, bytes } of patches) set(data, bytes, at - start);
  return data;
}

function check({ sections, size, header, is64 }: ElfLayout): void {
  let end = structSize(ELF_HEADER, is64);
  sections.forEach(({ header: place, content }, i) => {
    if (place.sh_offset < end)
      throw stale(i, `section ${i} begins at ${place.sh_offset}, before the end of the previous content at ${end}`);
    end = place.sh_offset + content.length;
  });
  const last = header.e_shoff + sections.length * header.e_shentsize;
  if (header.e_shoff < end || last > size) {
    throw stale(
      sections.length,
      `the section headers are from ${header.e_shoff} to ${last}, the contents end at ${end}, the file at ${size}`,
    );
  }
}

function stale(index: number, message: string): FormatError {
  return refusal('write/stale-layout', `sections[${index}]`, `${message}: lay the parts out again`);
}

function table<S extends StructRows>(
  data: Uint8Array,
  rows: S,
  entries: readonly StructOf<S>[],
  at: number,
  stride: number,
  is64: boolean,
): void {
  const size = structSize(rows, is64);
  // Overlapping entries cannot be distinguished, so they were not read.
  if (stride < size) return;
  const all = encoded(rows, entries, is64);
  if (stride === size) set(data, all, at);
  else for (let i = 0; i < entries.length; i++) set(data, all.subarray(i * size, (i + 1) * size), at + i * stride);
}

function encoded<S extends StructRows>(rows: S, values: readonly StructOf<S>[], is64: boolean): Uint8Array {
  const out = new ByteWriter(values.length * structSize(rows, is64));
  const write = structWriter(rows, is64);
  try {
    for (const value of values) write(value, out);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refusal('write/value', rows.name, `a number does not fit its field in ${rows.name}: ${error.message}`);
  }
  return out.finish();
}

/** Copies bytes to an offset, clipped to the data; the offset may be negative. */
function set(data: Uint8Array, bytes: Uint8Array, at: number): void {
  if (at >= data.length || at + bytes.length <= 0) return;
  data.set(bytes.subarray(Math.max(-at, 0), data.length - at), Math.max(at, 0));
}
