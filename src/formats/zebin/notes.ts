import { type Bytes, decodeText } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { parseVersion } from '../../core/schema/index.ts';
import { DEVICES, ipVersion } from '../../devices/index.ts';
import type { Note } from '../elf/index.ts';
import { NOTE_OWNER, NOTE_SECTION, NOTE_TYPES, type NoteKind, type NoteType, TARGET_METADATA } from './table/notes.ts';
import type { BitRow } from './table/row.ts';

/** The fields of a word by the names of their rows. */
export type BitsOf<R extends readonly BitRow[]> = { readonly [F in R[number] as F['name']]: number };

/** The value of a note. `raw` is for a note without a row, and for one that does not have the size that its row requires. */
export type NoteValue =
  | { readonly kind: 'u32'; readonly value: number }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'targetMetadata'; readonly raw: number; readonly fields: BitsOf<typeof TARGET_METADATA> }
  | { readonly kind: 'productConfig'; readonly value: number; readonly ip: string }
  | { readonly kind: 'raw'; readonly bytes: Bytes };

/** A note of the owner IntelGT, decoded. */
export interface IntelNote {
  /** n_type. */
  readonly type: number;
  /** Name of its row: `NT_INTELGT_PRODUCT_CONFIG`; `type 9` if it has none. */
  readonly name: string;
  readonly value: NoteValue;
  readonly note: Note;
  readonly row?: NoteType;
}

const rows = new Map<number, NoteType>(NOTE_TYPES.map((row) => [row.value, row]));

/**
 * Decodes the notes of .note.intelgt.compat. Notes of other owners are reported and left out, as drivers do; other irregular notes are
 * reported and kept. Never throws.
 *
 * Source: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md, "ELF note type for INTELGT".
 */
export function readIntelNotes(notes: readonly Note[], out: Reporter, section = NOTE_SECTION): IntelNote[] {
  return notes.flatMap((note) => {
    const path = `${section}/notes[${note.index}]`;
    // Drivers compare all eight bytes, so an owner without its terminating NUL is another owner.
    if (note.owner !== NOTE_OWNER || note.ownerBytes.length !== NOTE_OWNER.length + 1) {
      const owner = note.owner.length > 40 ? `${note.owner.slice(0, 40)}...` : note.owner;
      out.report('note/owner', note.span, path, `the owner of this note is ${JSON.stringify(owner)}, not "${NOTE_OWNER}" with a NUL`, {
        found: owner,
        expected: NOTE_OWNER,
      });
      return [];
    }
    return [readIntelNote(note, path, out)];
  });
}

function readIntelNote(note: Note, path: string, out: Reporter): IntelNote {
  const { type } = note;
  const row = rows.get(type);
  if (!row) {
    out.report('note/unknown-type', note.span, path, `no known version defines a note of type ${type}`, { found: type });
    return { type, name: `type ${type}`, value: { kind: 'raw', bytes: note.desc }, note };
  }
  const value = row.kind === 'version' ? readVersion(note, row, path, out) : readWord(note, row, row.kind, path, out);
  return { type, name: row.name, value, note, row };
}

function readWord(note: Note, row: NoteType, kind: Exclude<NoteKind, 'version'>, path: string, out: Reporter): NoteValue {
  if (note.desc.length !== 4) {
    const message = `the description of ${row.name} has ${note.desc.length} bytes instead of 4`;
    out.report('note/size', note.desc.span(), path, message, { found: note.desc.length, expected: 4 });
    return { kind: 'raw', bytes: note.desc };
  }
  const value = note.desc.u32(0);
  switch (kind) {
    case 'u32':
      return { kind, value };
    case 'targetMetadata':
      return { kind, raw: value, fields: readBits(TARGET_METADATA, value) };
    case 'productConfig':
      return { kind, value, ip: ipVersion(value).text };
  }
}

/** The text ends at the first NUL, as it does for drivers. */
function readVersion(note: Note, row: NoteType, path: string, out: Reporter): NoteValue {
  const { data } = note.desc;
  const end = data.indexOf(0);
  const text = decodeText(end < 0 ? data : data.subarray(0, end));
  const terminated = data.length > 0 && data[data.length - 1] === 0;
  if (!terminated || parseVersion(text) === undefined) {
    const why = terminated ? 'is not `major.minor`' : 'does not end in NUL';
    out.report('note/text', note.desc.span(), path, `the text of ${row.name} ${why}`, { found: text.slice(0, 40) });
  }
  return { kind: 'text', text };
}

/** Splits a 32-bit word into the bit fields of the rows. */
export function readBits<const R extends readonly BitRow[]>(fields: R, word: number): BitsOf<R> {
  const values: Record<string, number> = {};
  for (const { name, low, width } of fields) values[name] = ((word >>> low) & mask(width)) >>> 0;
  return values as BitsOf<R>;
}

/** The word with these fields: the inverse of {@link readBits}. Absent fields are 0. */
export function writeBits<const R extends readonly BitRow[]>(fields: R, values: Partial<BitsOf<R>>): number {
  const valueByName = new Map<string, unknown>(Object.entries(values));
  let word = 0;
  for (const { name, low, width } of fields) {
    const value = valueByName.get(name) ?? 0;
    valueByName.delete(name);
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > mask(width))
      throw new TypeError(`${name} does not fit in ${width} bits: ${value}`);
    word |= value << low;
  }
  for (const name of valueByName.keys()) throw new TypeError(`no field is named ${name}`);
  return word >>> 0;
}

function mask(width: number): number {
  return 2 ** width - 1;
}

/** What all notes together say about the device and the file. A family or IP value of 0 counts as absent. */
export interface Target {
  /** Names for users, the most specific first: `['BMG-G21 A0', 'Battlemage', 'Xe2']`. Unknown numbers appear as numbers. */
  readonly names: readonly string[];
  readonly product_config?: { readonly value: number; readonly ip: string };
  readonly product_family?: { readonly value: number; readonly name: string };
  readonly gfxcore_family?: { readonly value: number; readonly name: string };
  readonly target_metadata?: BitsOf<typeof TARGET_METADATA>;
  /** `1.73`; absent if the note does not contain a version. */
  readonly zebin_version?: string;
  readonly visa_abi_version?: number;
  readonly indirect_access_detection_version?: number;
  readonly indirect_access_buffer_major_version?: number;
  /** Width of a general register of the device in bytes; absent if the device is unknown. */
  readonly grfBytes?: 32 | 64;
}

/** Combines the notes. Of several notes of one type the last counts, as for drivers. */
export function describeTarget(notes: readonly Pick<IntelNote, 'name' | 'value'>[], devices = DEVICES): Target {
  const values = new Map(notes.map((note) => [note.name, note.value]));
  const word = (name: NoteName): number | undefined => {
    const value = values.get(name);
    return value?.kind === 'u32' || value?.kind === 'productConfig' ? value.value : undefined;
  };
  const config = word('NT_INTELGT_PRODUCT_CONFIG') || undefined;
  const family = word('NT_INTELGT_PRODUCT_FAMILY') || undefined;
  const core = word('NT_INTELGT_GFXCORE_FAMILY') || undefined;
  const metadata = values.get('NT_INTELGT_TARGET_METADATA');
  const version = values.get('NT_INTELGT_ZEBIN_VERSION');

  const configRow = config === undefined ? undefined : devices.config(config);
  // A value that no note has follows from a more specific note, if that is known.
  const familyRow = devices.family(family ?? configRow?.family ?? 0);
  const coreRow = devices.core(core ?? familyRow?.core ?? 0);
  const configCore = configRow && devices.core(devices.family(configRow.family)?.core ?? 0);
  const names = [
    config === undefined ? undefined : (configRow?.name ?? `IP ${ipVersion(config).text}`),
    familyRow?.name ?? (family === undefined ? undefined : unknownFamily(family)),
    coreRow?.name ?? (core === undefined ? undefined : coreFamilyOf(core, devices).name),
  ].filter((name) => name !== undefined);

  return present({
    names: [...new Set(names)],
    product_config: config === undefined ? undefined : { value: config, ip: ipVersion(config).text },
    product_family: family === undefined ? undefined : { value: family, name: devices.family(family)?.name ?? unknownFamily(family) },
    gfxcore_family: core === undefined ? undefined : coreFamilyOf(core, devices),
    target_metadata: metadata?.kind === 'targetMetadata' ? metadata.fields : undefined,
    zebin_version: version?.kind === 'text' ? parseVersion(version.text) : undefined,
    visa_abi_version: word('NT_INTELGT_VISA_ABI_VERSION'),
    indirect_access_detection_version: word('NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION'),
    indirect_access_buffer_major_version: word('NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION'),
    grfBytes: (configCore ?? coreRow)?.grfBytes,
  });
}

type NoteName = (typeof NOTE_TYPES)[number]['name'];

function unknownFamily(value: number): string {
  return `product family ${value}`;
}

/** A core family by its number in notes and in headers of patch tokens. */
export function coreFamilyOf(value: number, devices: Pick<typeof DEVICES, 'core'> = DEVICES): { value: number; name: string } {
  return { value, name: devices.core(value)?.name ?? `core family ${value}` };
}

/** A target without its undefined members, so that absent means absent. */
function present(target: { readonly [K in keyof Target]-?: Target[K] | undefined }): Target {
  const members: Record<string, unknown> = {};
  for (const key in target) if (target[key as keyof Target] !== undefined) members[key] = target[key as keyof Target];
  return members as unknown as Target;
}
