import type { Bytes } from '../core/bytes/index.ts';
import { caughtFinding, type Diagnostic } from '../core/diag/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';
import type { ElfParts, SectionPart } from '../formats/elf/index.ts';
import {
  dropSections,
  encodeZebin,
  partsOfZebin,
  type StripGroup,
  type Stripped,
  stripGroupOf,
  type Zebin,
} from '../formats/zebin/index.ts';
import { eachFile, type Item } from '../walk/item.ts';
import { fixedAmong, replaceItems } from './replace.ts';

export interface StripOptions {
  /** Groups to leave out; by default all of them. */
  readonly groups?: readonly StripGroup[];
  /** Tests by name whether to keep a section anyway. */
  readonly keep?: (name: string) => boolean;
}

/**
 * A zebin without what a program does not need to run: intermediate code, debug information, compiler options.
 *
 * @example
 * const { parts, dropped } = stripZebin(partsOfZebin(readZebin(bytes).value), { groups: ['spv'] });
 * dropped; // ['.spv']
 */
export function stripZebin(parts: ElfParts, { groups, keep = () => false }: StripOptions = {}): Stripped {
  const goes = ({ name, sh_type }: SectionPart): boolean => {
    const group = keep(name) ? undefined : stripGroupOf(name, sh_type);
    return group !== undefined && (groups === undefined || groups.includes(group));
  };
  return dropSections(
    parts,
    parts.sections.filter(goes).map(({ id }) => id),
  );
}

/** `zebin strip --json`: what is removed from each image. */
export interface StripDocument {
  readonly schema: 'zebin/strip/2';
  /** Bytes of the file before and after. */
  readonly size_before: number;
  readonly size: number;
  readonly images: readonly StrippedImage[];
}

export interface StrippedImage {
  /** Address in the file; empty for a file that is the image itself. */
  readonly address: string;
  /** Bytes of the image before and after. */
  readonly size_before: number;
  readonly size: number;
  /** Removed sections, in the order of the image. */
  readonly dropped: readonly DroppedSection[];
  /** Why the image is not changed; null when it is. */
  readonly kept: string | null;
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface DroppedSection {
  readonly name: string;
  /** Bytes of its content. */
  readonly size: number;
}

/** A file whose images have no sections that they can run without. */
export interface StrippedFile {
  /** The rest of a large container is read on demand. */
  readonly bytes: Bytes;
  readonly document: StripDocument;
}

/**
 * Strips every zebin at and below an item, in any container, with {@link stripZebin} and {@link replaceItems}. An image that cannot be
 * stripped or replaced is not changed, and the document says why.
 *
 * @example
 * const { bytes, document } = stripItem(inspect(file).value, { groups: ['debug'] });
 */
export function stripItem(root: Item, options: StripOptions = {}): StrippedFile {
  const images: StrippedImage[] = [];
  const changes = new Map<string, Uint8Array>();
  for (const item of eachFile(root)) {
    const { content, address } = item;
    if (content.kind !== 'zebin') continue;
    const { image, data } = strippedImage(address.slice(root.address.length), content.zebin, options);
    if (data && image.dropped.length > 0) changes.set(address, data);
    images.push(image);
  }
  const { bytes, refused } = together(root, changes);
  return {
    bytes,
    document: {
      schema: 'zebin/strip/2',
      size_before: root.bytes.length,
      size: bytes.length,
      images: images.map((image) => asItIs(image, refused.get(root.address + image.address))),
    },
  };
}

function strippedImage(address: string, zebin: Zebin, options: StripOptions): { image: StrippedImage; data?: Uint8Array } {
  const size_before = zebin.bytes.length;
  try {
    const before = partsOfZebin(zebin);
    const { parts } = stripZebin(before, options);
    if (parts === before) return { image: { address, size_before, size: size_before, dropped: [], kept: null, diagnostics: [] } };
    const { value: data, diagnostics } = encodeZebin(parts);
    const dropped = droppedFrom(before, parts);
    return { image: { address, size_before, size: data.length, dropped, kept: null, diagnostics: diagnosticsJson(diagnostics) }, data };
  } catch (error) {
    const diagnostic = caughtFinding(error);
    const kept = diagnostic.message;
    return { image: { address, size_before, size: size_before, dropped: [], kept, diagnostics: diagnosticsJson([diagnostic]) } };
  }
}

function droppedFrom(before: ElfParts, after: ElfParts): DroppedSection[] {
  const kept = new Set(after.sections.map(({ id }) => id));
  return before.sections
    .filter(({ id }) => !kept.has(id))
    .map(({ name, content }) => ({ name, size: 'bytes' in content ? (content.bytes?.length ?? 0) : 0 }));
}

const diagnosticsJson = (diagnostics: readonly Diagnostic[]) => diagnostics.map((d) => diagnosticJson(d));

/** Makes all replacements that are possible, and says why the others are not. One failure does not prevent the others. */
function together(root: Item, changes: ReadonlyMap<string, Uint8Array>): { bytes: Bytes; refused: ReadonlyMap<string, string> } {
  const refused = new Map<string, string>();
  const left = new Map(changes);
  for (const [address, { message }] of fixedAmong(root, [...changes.keys()])) {
    refused.set(address, message);
    left.delete(address);
  }
  for (;;) {
    try {
      return { bytes: replaceItems(root, left), refused };
    } catch (error) {
      const { path, message } = caughtFinding(error);
      const place = `!${path}`;
      const stuck = [...left.keys()].filter((address) => address === place || address.startsWith(`${place}!`));
      if (stuck.length === 0) throw error;
      for (const address of stuck) {
        refused.set(address, message);
        left.delete(address);
      }
    }
  }
}

function asItIs(image: StrippedImage, kept: string | undefined): StrippedImage {
  return kept === undefined ? image : { ...image, size: image.size_before, dropped: [], kept };
}
