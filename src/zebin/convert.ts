import { type Bytes, encodeText } from '../bytes/index.ts';
import { Budget, COST, type Diagnostic, diagnostic, FormatError, type Outcome, type Span } from '../diag/index.ts';
import type { ElfParts, NotePart, SectionPart } from '../elf/index.ts';
import { existsIn, type Row, type Version } from '../schema/index.ts';
import { type Change, type Container, convertZeInfo, printZeInfo } from '../zeinfo/index.ts';
import { setNote } from './edit.ts';
import type { Zebin } from './model.ts';
import { partsOfZebin } from './parts.ts';
import { dropSections } from './strip.ts';
import {
  ABI_VERSIONS,
  type AbiVersion,
  FUNCTIONS_KERNEL,
  findSection,
  NOTE_OWNER,
  NOTE_SECTION,
  NOTE_TYPES,
  type NoteType,
  RELOCATION_TYPES,
  type RelocationType,
  SECTIONS,
  type SectionRow,
  SHT_ZEBIN_ZEINFO,
  TEXT_PREFIX,
} from './table.ts';
import { writeZebin } from './write.ts';

export interface ConvertedZebin {
  readonly bytes: Uint8Array;
  /** In the order of .ze_info, notes, sections, relocations, header. Paths are places in the file that was converted. */
  readonly changes: readonly Change[];
}

/**
 * A zebin as another version has it: .ze_info (see {@link convertZeInfo}), notes, sections, and the ABI version of the header. Code and
 * data stay, so this changes how the file says things, not what its kernels need: a device or driver that the code is not for will not
 * run it.
 *
 * The text of .ze_info is printed again when something in it changes, without the comments that a person may have put there.
 *
 * Throws `FormatError`: `write/needed` and `write/opaque-table` as {@link dropSections} does, and what {@link partsOfZebin} and
 * {@link writeZebin} throw, `limit/work` included.
 *
 * @param budget of the run; of its own when left out
 */
export function convertZebin(zebin: Zebin, to: Version, budget = new Budget(zebin.bytes.length)): Outcome<ConvertedZebin> {
  const changes: Change[] = [];
  const original = partsOfZebin(zebin, budget);
  const sections = renamedSections(original, to);
  let { parts } = sections;
  if (zebin.zeInfo) {
    const span = zebin.zeInfo.bytes.span();
    if (!budget.charge('work', zebin.zeInfo.bytes.length * COST.converted, span)) throw new FormatError(tooMuch(span));
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
  const { value, diagnostics } = writeZebin(withAbi(parts, zebin.version ?? to, to, changes));
  return { value: { bytes: value, changes }, diagnostics };
}

function tooMuch(span: Span): Diagnostic {
  return diagnostic('limit/work', 'there is far more .ze_info text than a file of this size has, so it is not converted', span, '.ze_info');
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

/** Without the notes that the version lacks, and with its own in the one that names it. */
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
  const ours = owner.length === NOTE_OWNER.length + 1 && encodeText(`${NOTE_OWNER}\0`).every((byte, i) => byte === owner[i]);
  return ours ? NOTE_TYPES.find((row) => row.value === n_type) : undefined;
}

/** Sections under the names that they had before they got their own. */
function renamedSections(parts: ElfParts, to: Version): { readonly parts: ElfParts; readonly changes: readonly Change[] } {
  const changes: Change[] = [];
  const taken = new Set(parts.sections.map(({ name }) => name));
  const sections = parts.sections.map((part, i): SectionPart => {
    const row: SectionRow | undefined = findSection(part.name, part.sh_type);
    const { formerly } = row ?? {};
    if (!row || formerly === undefined || existsIn(row, to) || taken.has(formerly)) return part;
    // An empty one says nothing, and goes like any other.
    if (part.content.kind === 'bytes' && part.content.bytes.length === 0) return part;
    const reason = `${row.pattern} came with ${row.since}; before, it was ${formerly}`;
    changes.push({ kind: 'renamed', path: `sections[${i + 1}]`, value: part.name, reason, ...range(row) });
    return { ...part, name: formerly };
  });
  return { parts: changes.length > 0 ? { ...parts, sections } : parts, changes };
}

/** With the kernel under whose name the code of functions is, which readers look for when there is such code. */
function withFunctions(container: Container, { sections }: ElfParts, changes: Change[]): Container {
  const { kernels = [] } = container;
  const { grf_count, simd_size } = kernels[0]?.execution_env ?? {};
  const wanted = sections.some(({ name }) => name === TEXT_PREFIX + FUNCTIONS_KERNEL);
  if (!wanted || grf_count === undefined || simd_size === undefined || kernels.some(({ name }) => name === FUNCTIONS_KERNEL))
    return container;
  const reason = `code in ${TEXT_PREFIX}${FUNCTIONS_KERNEL} needs it; it has the values of the first kernel`;
  changes.push({ kind: 'given', path: '.ze_info/kernels', value: FUNCTIONS_KERNEL, reason });
  return { ...container, kernels: [...kernels, { name: FUNCTIONS_KERNEL, execution_env: { grf_count, simd_size } }] };
}

function withoutSections(parts: ElfParts, to: Version, changes: Change[]): ElfParts {
  const going = parts.sections.flatMap((part, i) => {
    const row: SectionRow | undefined = findSection(part.name, part.sh_type);
    if (!row || existsIn(row, to)) return [];
    // What a name of its own came later for may have been there before under a wider one.
    const wider: readonly SectionRow[] = SECTIONS;
    if (wider.some((one) => one.pattern.endsWith('{name}') && part.name.startsWith(prefixOf(one)) && existsIn(one, to) && one !== row))
      return [];
    lose(changes, `sections[${i + 1}]`, part.name, row);
    return [part.id];
  });
  const { parts: rest, dropped } = dropSections(parts, going);
  const ids = new Set(going);
  const said = new Set(parts.sections.filter(({ id }) => ids.has(id)).map(({ name }) => name));
  for (const name of dropped) {
    if (!said.has(name)) changes.push({ kind: 'lost', path: 'sections', value: name, reason: `the section that ${name} is about is lost` });
  }
  return rest;
}

function prefixOf({ pattern }: SectionRow): string {
  return pattern.slice(0, pattern.indexOf('{'));
}

/** Relocations stay whatever the version: without them the code is wrong. */
function nameRelocations(parts: ElfParts, to: Version, changes: Change[]): void {
  for (const [i, { name, content }] of parts.sections.entries()) {
    if (content.kind !== 'relocations') continue;
    const types = new Map<number, number>();
    for (const { r_type } of content.relocations) types.set(r_type, (types.get(r_type) ?? 0) + 1);
    const rows: readonly RelocationType[] = RELOCATION_TYPES;
    for (const row of rows) {
      const count = types.get(row.value);
      if (count === undefined || existsIn(row, to)) continue;
      const reason = `${row.name} came with ${row.since}, and the code needs it`;
      changes.push({ kind: 'kept', path: `sections[${i + 1}]`, value: `${name}: ${count} of ${row.name}`, reason, ...range(row) });
    }
  }
}

/**
 * The ABI version of the header: where the version does not have the one that is there, the oldest that compilers write in it. One that the
 * file's own
 * version does not have either stays: compilers wrote it before the specification had it.
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
    reason: since === undefined ? `it is gone since ${until}` : `it came with ${since}`,
    ...range(row),
  });
}

function range({ since, until }: Row): Pick<Row, 'since' | 'until'> {
  return { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
