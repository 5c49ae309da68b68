/**
 * What a container says of the things in it, in the form in which the walk opens them.
 */
import type { Bytes, Compressed } from '../bytes/index.ts';
import type { Elf, Section } from '../elf/index.ts';
import type { PropertySet } from '../props/index.ts';
import type { FormatKind } from './formats.ts';

/** Kinds besides formats: a section, an archive's filler and tables of names, and what is none of the formats. */
export type OwnKind = 'section' | 'padding' | 'index' | 'data';

/** What a container says of a thing in it, in its own words: `triple`, `spir64_gen-unknown-unknown`. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** One item in a container. */
export interface Part {
  /** The container's name for it, from which the step of its address is made; may be empty or repeated. */
  readonly name: string;
  /** As it is in the container. */
  readonly bytes: Bytes;
  /** Bytes that the container says it has, which may be more than there are. */
  readonly declaredSize?: number;
  /** Name of the file that its content is, for members of thin archives. */
  readonly elsewhere?: string;
  /** Absent when it is stored as it is. */
  readonly compressed?: Compressed;
  /** What it is when it is not opened, and when its content is of no known format; `data` when left out. */
  readonly kind?: OwnKind;
  /** False for what is known to hold nothing, such as filler. */
  readonly open?: boolean;
  /** The section that it is. */
  readonly section?: Section;
  /** Its format, where the container decides that and the bytes may not say. */
  readonly as?: FormatKind;
  readonly facts?: readonly Fact[];
  /** Names of its kernels, where the container lists them. */
  readonly kernels?: readonly string[];
  /** What the container says of it in property sets. */
  readonly properties?: readonly PropertySet[];
  /** Its place in the container; absent where no other content can be put. */
  readonly slot?: Slot;
}

/** A place in a container that other content can be put into. */
export interface Slot {
  /** What the container knows the place by. */
  readonly key: object;
  /**
   * The container with other content in some places, by their keys: one function for all places of a container. What was compressed in it
   * is stored as it is, except for bundles that are compressed as a whole.
   */
  readonly write: (changes: Changes) => Uint8Array | Bytes;
}

/** The new content for the places of a container, by their keys. */
export type Changes = ReadonlyMap<object, Uint8Array>;

/**
 * The sections of an ELF file.
 *
 * @param open for files whose sections are images of their own.
 */
export function sectionParts(elf: Elf, open: boolean): Part[] {
  const parts: Part[] = [];
  for (const section of elf.sections) parts.push({ name: section.name, bytes: section.bytes, kind: 'section', open, section });
  return parts;
}
