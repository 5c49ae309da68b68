/** What a container says about its content, in the form in which the walk opens it. */
import type { Bytes, Compressed } from '../core/bytes/index.ts';
import { diagnostic, FormatError, type Reporter } from '../core/diag/index.ts';
import type { Elf, Section } from '../formats/elf/index.ts';
import type { PropertySet } from '../formats/props/index.ts';
import type { FormatKind } from './formats.ts';

/**
 * Kinds besides formats: a section, an archive's filler and tables of names, what is none of the formats, and a file of a package that is
 * neither code nor a container.
 */
export type OwnKind = 'section' | 'padding' | 'index' | 'data' | 'file';

/** What a container says about an item in it, in its own words: `triple`, `spir64_gen-unknown-unknown`. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** One item in a container. */
export interface Part {
  /** The container's name for it, which becomes a step of its address; may be empty or repeated. */
  readonly name: string;
  /** As it is in the container. */
  readonly bytes: Bytes;
  /** Its size according to the container, which may be more than there is. */
  readonly declaredSize?: number;
  /** Name of the file that its content is, for members of thin archives. */
  readonly elsewhere?: string;
  /** Absent when it is stored as it is. */
  readonly compressed?: Compressed;
  /** Its kind if it is not opened or if its content has no known format; `data` by default. */
  readonly kind?: OwnKind;
  /** False for parts without content of interest, such as filler. */
  readonly open?: boolean;
  /** The section that it is. */
  readonly section?: Section;
  /** True for a section of a program: images may begin anywhere in it, and do not move. */
  readonly placed?: true;
  /** Its format, if the container determines it and the bytes may not. */
  readonly as?: FormatKind;
  readonly facts?: readonly Fact[];
  /** Names of its kernels, if the container lists them. */
  readonly kernels?: readonly string[];
  /** What the container says of it in property sets. */
  readonly properties?: readonly PropertySet[];
  /** Its place in the container; absent if it cannot be replaced. */
  readonly slot?: Slot;
}

/** A place in a container whose content can be replaced. */
export interface Slot {
  /** The container's key for the place. */
  readonly key: object;
  /**
   * The container with new content in some places, by their keys: one function for all places of a container. Compressed content becomes
   * uncompressed, except for bundles that are compressed as a whole.
   */
  readonly write: (changes: Changes) => Uint8Array | Bytes;
}

/** The new content for the places of a container, by their keys. */
export type Changes = ReadonlyMap<object, Uint8Array>;

/** As many parts as a file of this size can have, with one `limit/work` for the others. */
export function listed<T>(parts: readonly T[], bytes: Bytes, out: Reporter): readonly T[] {
  const { listable } = out;
  if (parts.length <= listable) return parts;
  out.report('limit/work', bytes.span(), '', `${parts.length} parts are far more than a file of this size holds; ${listable} are listed`);
  return parts.slice(0, listable);
}

/**
 * The sections of an ELF file.
 *
 * @param open for files whose sections are separate images.
 */
export function sectionParts(elf: Elf, open: boolean, out: Reporter): Part[] {
  const parts: Part[] = [];
  const write = (changes: Changes) => overwritten(elf, changes);
  for (const section of listed(elf.sections, elf.bytes, out))
    parts.push({
      name: section.name,
      bytes: section.bytes,
      kind: 'section',
      open,
      section,
      ...(open ? {} : { slot: { key: section, write } }),
    });
  return parts;
}

/** The file with other bytes in sections. Throws `FormatError` for content of another size: all that refers to places would be wrong. */
function overwritten(elf: Elf, changes: Changes): Uint8Array {
  const { bytes } = elf;
  const data = bytes.data.slice();
  for (const section of elf.sections) {
    const content = changes.get(section);
    if (!content) continue;
    const { name, bytes: old } = section;
    if (content.length !== old.length)
      throw new FormatError(diagnostic('replace/fixed', otherSize(name, old.length, content.length), old.span(), name));
    data.set(content, old.base - bytes.base);
  }
  return data;
}

const otherSize = (name: string, before: number, after: number): string =>
  `${name} has ${before} bytes and its new content ${after}: only content of the same size can replace a section; ` +
  '`zebin patch` inserts and deletes instructions, and `zebin unpack` and `zebin pack` write a zebin with any content';
