import { type Bytes, encodeText } from '../core/bytes/index.ts';
import type { Diagnostic, Outcome } from '../core/diag/index.ts';
import { existsIn, type Row, type Version } from '../core/schema/index.ts';
import { type DiagnosticJson, diagnosticJson } from '../documents/json.ts';
import type { ElfParts, NotePart, SectionPart } from '../formats/elf/index.ts';
import {
  ABI_VERSIONS,
  type AbiVersion,
  dropSections,
  encodeZebin,
  FUNCTIONS_KERNEL,
  findSection,
  NOTE_OWNER,
  NOTE_SECTION,
  NOTE_TYPES,
  type NoteType,
  partsOfZebin,
  RELOCATION_TYPES,
  type RelocationType,
  SECTIONS,
  type SectionRow,
  SHT_ZEBIN_ZEINFO,
  setNote,
  TEXT_PREFIX,
  type Zebin,
} from '../formats/zebin/index.ts';
import { type Change, type Container, convertZeInfo, printZeInfo } from '../formats/zeinfo/index.ts';
import { eachZebin, type Item } from '../walk/item.ts';
import { replaceItems } from './replace.ts';

/** `zebin convert --json`: what a file loses or needs in another version. */
export interface ConvertDocument {
  readonly schema: 'zebin/convert/1';
  /** Version of the file; null when it has none. */
  readonly from: string | null;
  readonly to: string;
  /** In bytes. */
  readonly old_size: number;
  readonly new_size: number;
  readonly changes: readonly ConvertChange[];
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface ConvertChange {
  readonly kind: 'lost' | 'given' | 'renamed' | 'kept';
  /** Place in the converted file. */
  readonly path: string;
  /** The value that is lost, added or kept. */
  readonly value: string;
  readonly reason: string;
  /** First version that has it, if that is the reason; otherwise null. */
  readonly since: string | null;
  /** First version that no longer has it, if that is the reason; otherwise null. */
  readonly until: string | null;
}

export function convertDocument(zebin: Zebin, to: string, { value, diagnostics }: Outcome<ConvertedZebin>): ConvertDocument {
  return {
    schema: 'zebin/convert/1',
    from: zebin.version ?? null,
    to,
    old_size: zebin.bytes.length,
    new_size: value.bytes.length,
    changes: value.changes.map((change) => ({ ...change, since: change.since ?? null, until: change.until ?? null })),
    diagnostics: diagnostics.map((d) => diagnosticJson(d)),
  };
}

export interface ConvertedZebin {
  readonly bytes: Uint8Array;
  /** In the order of .ze_info, notes, sections, relocations, header. Paths refer to the original file. */
  readonly changes: readonly Change[];
}

/**
 * Converts a zebin to another version: .ze_info (see {@link convertZeInfo}), notes, sections, and the ABI version of the header. Code and
 * data are unchanged. So the conversion changes how the file describes its kernels, not what they need: it does not make code run on
 * another device or driver.
 *
 * The text of .ze_info is printed again if anything in it changes; comments in it are then lost.
 *
 * Throws `FormatError`: `write/needed` and `write/opaque-table` as {@link dropSections} does, and all that {@link partsOfZebin} and
 * `writeZebin` throw, including `limit/work`.
 *
 * @example
 * const { value, diagnostics } = convertZebin(readZebin(bytes).value, '1.32');
 * readZebin(value.bytes).value.version; // '1.32'
 */
export function convertZebin(zebin: Zebin, to: Version): Outcome<ConvertedZebin> {
  const changes: Change[] = [];
  const original = partsOfZebin(zebin);
  const sections = renamedSections(original, to);
  let { parts } = sections;
  if (zebin.zeInfo) {
    const converted = convertZeInfo(zebin.zeInfo.container, to);
    for (const change of converted.changes) changes.push(change);
    const container = sections.changes.length > 0 ? withFunctions(converted.container, parts, changes) : converted.container;
    if (changes.some((change) => change.kind !== 'kept') || container.version !== zebin.zeInfo.container.version) {
      parts = withZeInfo(parts, zebin.zeInfo.bytes, encodeText(printZeInfo(container)));
    }
  }
  for (const change of sections.changes) changes.push(change);
  parts = withoutSections(withNotes(parts, to, changes), to, changes);
  nameRelocations(parts, to, changes);
  const { value, diagnostics } = encodeZebin(withAbi(parts, zebin.version ?? to, to, changes));
  return { value: { bytes: value, changes }, diagnostics };
}

/** What happened to an image that was converted. */
export interface ConvertedImage {
  /** Address in the file; empty for a file that is the image itself. */
  readonly address: string;
  readonly changes: readonly Change[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Converts every zebin at and below an item, in any container, with {@link convertZebin} and `replaceItems`. Throws as these do. */
export function convertItem(root: Item, to: Version): { readonly bytes: Bytes; readonly images: readonly ConvertedImage[] } {
  const contents = new Map<string, Uint8Array>();
  const images = Array.from(eachZebin(root), ({ item: { address }, zebin }): ConvertedImage => {
    const { value, diagnostics } = convertZebin(zebin, to);
    contents.set(address, value.bytes);
    return { address: address.slice(root.address.length), changes: value.changes, diagnostics };
  });
  return { bytes: replaceItems(root, contents), images };
}

function withZeInfo(parts: ElfParts, old: Bytes, bytes: Uint8Array): ElfParts {
  const typed = parts.sections.find((part) => part.sh_type === SHT_ZEBIN_ZEINFO);
  const section = typed ?? parts.sections.find((part) => part.name === '.ze_info');
  if (section?.content.kind !== 'bytes' || section.content.bytes.length !== old.length) return parts;
  return withPart(parts, section, { ...section, content: { kind: 'bytes', bytes } });
}

function withPart(parts: ElfParts, old: SectionPart, part: SectionPart): ElfParts {
  return { ...parts, sections: parts.sections.map((one) => (one === old ? part : one)) };
}

const VERSION_NOTE = 'NT_INTELGT_ZEBIN_VERSION';

/** Removes the notes that the version lacks, and updates the version note. */
function withNotes(parts: ElfParts, to: Version, changes: Change[]): ElfParts {
  const section = parts.sections.find((part) => part.name === NOTE_SECTION);
  if (section?.content.kind !== 'notes') return parts;
  const { notes } = section.content;
  const kept = notes.filter((note, i) => {
    const row = noteRow(note);
    if (!row || existsIn(row, to)) return true;
    lose(changes, `${NOTE_SECTION}/notes[${i}]`, row.name, row);
    return false;
  });
  const edited = withPart(parts, section, { ...section, content: { kind: 'notes', notes: kept } });
  const version: NoteType | undefined = NOTE_TYPES.find(({ name }) => name === VERSION_NOTE);
  if (!version || !existsIn(version, to) || kept.length === 0) return edited;
  if (!kept.some((note) => noteRow(note) === version)) {
    changes.push({ kind: 'given', path: NOTE_SECTION, value: `${VERSION_NOTE}: ${to}`, reason: `files of ${to} have this note` });
  }
  return setNote(edited, VERSION_NOTE, to);
}

function noteRow({ owner, n_type }: NotePart): NoteType | undefined {
  const isOwn = owner.length === NOTE_OWNER.length + 1 && encodeText(`${NOTE_OWNER}\0`).every((byte, i) => byte === owner[i]);
  return isOwn ? NOTE_TYPES.find((row) => row.value === n_type) : undefined;
}

/** Gives sections the names that they had in versions before their own name existed. */
function renamedSections(parts: ElfParts, to: Version): { readonly parts: ElfParts; readonly changes: readonly Change[] } {
  const changes: Change[] = [];
  const names = new Set(parts.sections.map(({ name }) => name));
  const sections = parts.sections.map((part, i): SectionPart => {
    const row: SectionRow | undefined = findSection(part.name, part.sh_type);
    const { formerly } = row ?? {};
    if (!row || formerly === undefined || existsIn(row, to) || names.has(formerly)) return part;
    // An empty section has no content to keep, so it is dropped like any other.
    if (part.content.kind === 'bytes' && part.content.bytes.length === 0) return part;
    const reason = `${row.pattern} came with ${row.since}; before, it was ${formerly}`;
    changes.push({ kind: 'renamed', path: `sections[${i + 1}]`, value: part.name, reason, ...range(row) });
    return { ...part, name: formerly };
  });
  return { parts: changes.length > 0 ? { ...parts, sections } : parts, changes };
}

/** Adds the kernel entry for the code of functions, which readers expect if there is such code. */
function withFunctions(container: Container, { sections }: ElfParts, changes: Change[]): Container {
  const { kernels = [] } = container;
  const { grf_count, simd_size } = kernels[0]?.execution_env ?? {};
  const hasFunctions = sections.some(({ name }) => name === TEXT_PREFIX + FUNCTIONS_KERNEL);
  if (!hasFunctions || grf_count === undefined || simd_size === undefined || kernels.some(({ name }) => name === FUNCTIONS_KERNEL))
    return container;
  const reason = `code in ${TEXT_PREFIX}${FUNCTIONS_KERNEL} needs it; it has the values of the first kernel`;
  changes.push({ kind: 'given', path: '.ze_info/kernels', value: FUNCTIONS_KERNEL, reason });
  return { ...container, kernels: [...kernels, { name: FUNCTIONS_KERNEL, execution_env: { grf_count, simd_size } }] };
}

function withoutSections(parts: ElfParts, to: Version, changes: Change[]): ElfParts {
  const going = parts.sections.flatMap((part, i) => {
    const row: SectionRow | undefined = findSection(part.name, part.sh_type);
    if (!row || existsIn(row, to)) return [];
    // A section that got a name of its own in a later version may have had a more general name before.
    const wider: readonly SectionRow[] = SECTIONS;
    if (wider.some((one) => one.pattern.endsWith('{name}') && part.name.startsWith(prefixOf(one)) && existsIn(one, to) && one !== row))
      return [];
    lose(changes, `sections[${i + 1}]`, part.name, row);
    return [part.id];
  });
  const { parts: rest, dropped } = dropSections(parts, going);
  const ids = new Set(going);
  const names = new Set(parts.sections.filter(({ id }) => ids.has(id)).map(({ name }) => name));
  for (const name of dropped) {
    if (!names.has(name))
      changes.push({ kind: 'lost', path: 'sections', value: name, reason: `the section that ${name} is about is lost` });
  }
  return rest;
}

function prefixOf({ pattern }: SectionRow): string {
  return pattern.slice(0, pattern.indexOf('{'));
}

/** Lists relocation types that the version lacks. Relocations are kept in every version, because code is wrong without them. */
function nameRelocations(parts: ElfParts, to: Version, changes: Change[]): void {
  for (const [i, { name, content }] of parts.sections.entries()) {
    if (content.kind !== 'relocations') continue;
    const rows: readonly RelocationType[] = RELOCATION_TYPES;
    for (const row of rows) {
      if (existsIn(row, to)) continue;
      const count = content.relocations.filter(({ r_type }) => r_type === row.value).length;
      if (count === 0) continue;
      const reason = `${row.name} came with ${row.since}, and the code needs it`;
      changes.push({ kind: 'kept', path: `sections[${i + 1}]`, value: `${name}: ${count} of ${row.name}`, reason, ...range(row) });
    }
  }
}

/**
 * Sets the ABI version of the header: if the version does not have the current value, the oldest value that compilers write in it. A value
 * that the file's own version does not have either is kept: compilers wrote it before the specification had it.
 */
function withAbi(parts: ElfParts, from: string, to: Version, changes: Change[]): ElfParts {
  const rows: readonly AbiVersion[] = ABI_VERSIONS;
  const old = rows.find((row) => row.value === parts.ident.EI_ABIVERSION);
  const oldest = rows.find((row) => existsIn(row.written ?? row, to));
  if (!old || !oldest || existsIn(old, to) || !existsIn(old, from)) return parts;
  const path = 'e_ident/EI_ABIVERSION';
  if (oldest.value < old.value) lose(changes, path, `${old.value}`, old);
  else changes.push({ kind: 'given', path, value: `${oldest.value}`, reason: `files of ${to} do not have ${old.value} here` });
  return { ...parts, ident: { ...parts.ident, EI_ABIVERSION: oldest.value } };
}

function lose(changes: Change[], path: string, value: string, row: Row): void {
  const { since, until } = row;
  changes.push({
    kind: 'lost',
    path,
    value,
    reason: since === undefined ? `it was removed in ${until}` : `it came with ${since}`,
    ...range(row),
  });
}

function range({ since, until }: Row): Pick<Row, 'since' | 'until'> {
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
