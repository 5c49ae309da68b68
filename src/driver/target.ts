/**
 * Whether a zebin is for a device, by the driver's rules: by its notes, or by the header of older files.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zebin_decoder.cpp (validateTargetDevice,
 * decodeIntelGTNoteSection) and device_binary_format_zebin.cpp (unpackSingleZebin).
 */
import type { Bytes } from '../core/bytes/index.ts';
import { fieldRange, readStruct, structSize } from '../core/schema/index.ts';
import { type Devices, ipVersion, type ProductConfig } from '../devices/index.ts';
import { ELF_HEADER, NOTE_HEADER, numbersOf, SECTION_TYPES } from '../formats/elf/index.ts';
import { type BitsOf, EM_INTELGT, NOTE_OWNER, NOTE_SECTION, NOTE_TYPES, readBits, TARGET_METADATA } from '../formats/zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverElf, DriverSection } from './elf.ts';
import { DriverStop, Stops, stopOf } from './stop.ts';

const { SHT_NOTE } = numbersOf(SECTION_TYPES);
const NT = numbersOf(NOTE_TYPES);

/** The release that first compares note 6, which is also the first that lets compatible devices run each other's binaries. */
const CONFIG_NOTE = NOTE_TYPES.find((row) => row.value === NT.NT_INTELGT_PRODUCT_CONFIG)?.driver;

/** The notes as the driver reads them. */
export interface DriverNotes {
  readonly product?: number;
  readonly core?: number;
  readonly config?: number;
  readonly metadata: BitsOf<typeof TARGET_METADATA>;
  /** The version in note 7; 0 without the note. */
  readonly detection: number;
  /** The position of each. */
  readonly places: { readonly [K in 'product' | 'core' | 'config' | 'metadata']?: NotePlace };
}

export interface NotePlace {
  readonly start: number;
  readonly end: number;
  /** `.note.intelgt.compat/notes[1]` */
  readonly path: string;
}

/**
 * Stops with `driver/target` if the binary is not for the device, and with `driver/device` if the release does not have the device.
 * Returns the notes, as far as they can be read.
 *
 * @param listed the notes of the file
 * @param device if absent, the device is taken to be the one that the notes name
 */
export function checkTarget(
  elf: DriverElf,
  listed: ListedNotes,
  device: ProductConfig | undefined,
  devices: Devices,
  behaviour: Behaviour,
  stops = new Stops(),
): DriverNotes {
  const { header } = elf;
  const { places } = listed;
  const stopAt = (code: 'driver/target' | 'driver/device', why: string, { start, end, path }: NotePlace) =>
    new DriverStop(code, why, start, end).in(path);
  const field = (name: string): NotePlace => {
    const row = ELF_HEADER.fields.find((one) => one.name === name);
    const [start, end] = row ? fieldRange(row, elf.is64) : [0, 0];
    return { start, end, path: `header/${name}` };
  };
  const machine = field('e_machine');
  const family = device && devices.family(device.family);
  const refuse = (why: string, place: NotePlace) =>
    stopAt('driver/target', `the binary is for ${why}, and the device is ${device?.name} (${device?.ip})`, place);
  const checkStepping = (flags: BitsOf<typeof TARGET_METADATA>, place: NotePlace) => {
    const stepping = ipVersion(device?.value ?? 0).revision;
    if (flags.validateRevisionId !== 0 && (stepping < flags.minHwRevisionId || stepping > flags.maxHwRevisionId))
      throw refuse(`steppings ${flags.minHwRevisionId} to ${flags.maxHwRevisionId}`, place);
  };
  if (device)
    stops.attempt(() => {
      const why = absence(device, devices, behaviour);
      if (why !== undefined) throw stopAt('driver/device', why, places.config ?? places.product ?? places.core ?? machine);
    });
  // After the device: a release that does not have it is not asked for what it reads.
  const { notes, stop } = readNotes(listed, behaviour);
  const whole = stops.attempt(() => {
    if (stop) throw stop;
  });
  if (!whole) return notes;
  const none = () =>
    stopAt('driver/target', 'the binary has none of the notes 1, 2 and 6, so it is for no device', {
      path: NOTE_SECTION,
      ...(noteSection(elf) ?? { start: 0, end: structSize(ELF_HEADER, elf.is64) }),
    });
  stops.attempt(() => {
    if (!device) {
      if (header.e_machine === EM_INTELGT && !notes.config && !notes.core && !notes.product) throw none();
    } else if (header.e_machine !== EM_INTELGT) {
      const flags = readBits(TARGET_METADATA, header.e_flags);
      const expected = flags.reservedBit !== 0 ? family?.core : device.family;
      if (header.e_machine !== expected) throw refuse(`machine ${header.e_machine}`, machine);
      checkStepping(flags, field('e_flags'));
    } else if (notes.config !== undefined && notes.config !== 0) {
      if (notes.config === device.value) return;
      const from = ipVersion(notes.config).text;
      const row = devices.rows.compatibility.find((pair) => pair.from === from && pair.to === device.ip);
      if (!row || !behaviour.knows(row))
        throw refuse(from + (row ? `, which runs on it since ${row.since}` : ''), places.config ?? machine);
    } else {
      // 0 means unknown.
      if (!notes.core && !notes.product) throw none();
      stops.attempt(() => {
        if (notes.core && notes.core !== family?.core) throw refuse(`core family ${notes.core}`, places.core ?? machine);
      });
      stops.attempt(() => {
        if (notes.product && notes.product !== device.family) throw refuse(`product family ${notes.product}`, places.product ?? machine);
      });
      checkStepping(notes.metadata, places.metadata ?? machine);
    }
  });
  return notes;
}

/** Why the release does not have a device; undefined if it does. */
function absence(device: ProductConfig, devices: Devices, behaviour: Behaviour): string | undefined {
  const family = devices.family(device.family);
  const gone = devices.core(family?.core ?? -1)?.driver?.until;
  const since = family?.driver?.since;
  if (!behaviour.knows(family?.driver ?? {})) {
    const why = since === undefined ? 'no public release has it' : `it came with ${since}`;
    return `the release does not have the device ${device.name} (${device.ip}): ${why}`;
  }
  return gone !== undefined && behaviour.knows({ since: gone })
    ? `the release no longer has the device ${device.name} (${device.ip}): it was removed in ${gone}`
    : undefined;
}

function noteSection({ sections }: DriverElf): { start: number; end: number } | undefined {
  const section = sections.find(({ type, name }) => type === SHT_NOTE && name === NOTE_SECTION);
  return section && { start: section.start, end: section.start + section.size };
}

const PLACED = new Map<number, keyof DriverNotes['places']>([
  [NT.NT_INTELGT_PRODUCT_FAMILY, 'product'],
  [NT.NT_INTELGT_GFXCORE_FAMILY, 'core'],
  [NT.NT_INTELGT_TARGET_METADATA, 'metadata'],
  [NT.NT_INTELGT_PRODUCT_CONFIG, 'config'],
]);

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** The notes up to the first that the driver cannot read, and the reason for that. */
export interface ListedNotes {
  readonly list: readonly ListedNote[];
  readonly places: DriverNotes['places'];
  readonly stop: DriverStop | undefined;
}

interface ListedNote {
  readonly type: number;
  readonly desc: Bytes;
  readonly place: NotePlace;
}

/** The notes of a file, which are at the same positions for all releases. */
export function listNotes(bytes: Bytes, elf: DriverElf): ListedNotes {
  const list: ListedNote[] = [];
  const places: Writable<DriverNotes['places']> = {};
  const section = elf.sections.find(({ type, name }) => type === SHT_NOTE && name === NOTE_SECTION);
  const stop = stopOf(() => {
    for (const note of section ? eachNote(bytes, section) : []) {
      list.push(note);
      const key = PLACED.get(note.type);
      if (key) places[key] = note.place;
    }
  });
  return { list, places, stop };
}

/** The content of the notes that a release reads. */
function readNotes({ list, places, stop: end }: ListedNotes, behaviour: Behaviour): { notes: DriverNotes; stop: DriverStop | undefined } {
  const notes: Writable<DriverNotes> = { metadata: readBits(TARGET_METADATA, 0), detection: 0, places };
  const stop = stopOf(() => {
    for (const { type, desc, place } of list) {
      const word = () => (desc.has(0, 4) ? desc.u32(0) : 0);
      const row = NOTE_TYPES.find(({ value }) => value === type);
      if (!row || !behaviour.knows(row.driver)) continue;
      if (type === NT.NT_INTELGT_PRODUCT_FAMILY) notes.product = word();
      else if (type === NT.NT_INTELGT_GFXCORE_FAMILY) notes.core = word();
      else if (type === NT.NT_INTELGT_TARGET_METADATA) notes.metadata = readBits(TARGET_METADATA, word());
      else if (type === NT.NT_INTELGT_PRODUCT_CONFIG && CONFIG_NOTE && behaviour.knows(CONFIG_NOTE)) notes.config = word();
      else if (type === NT.NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION) notes.detection = word();
      else if (type === NT.NT_INTELGT_ZEBIN_VERSION) checkVersion(desc, place);
    }
  });
  return { notes, stop: stop ?? end };
}

/** Notes of the owner IntelGT. Stops with `driver/notes` where a note extends past its section. */
function* eachNote(bytes: Bytes, section: DriverSection): Generator<ListedNote> {
  const data = bytes.sub(section.start, section.start + section.size);
  const head = structSize(NOTE_HEADER, false);
  const padded = (size: number) => Math.ceil(size / 4) * 4;
  for (let at = 0, index = 0; at < data.length; index++) {
    const path = `${NOTE_SECTION}/notes[${index}]`;
    const refuse = () => {
      const why = `the note at byte ${at} of ${NOTE_SECTION} runs past its end`;
      return new DriverStop('driver/notes', why, section.start + at, section.start + section.size).in(path);
    };
    if (!data.has(at, head)) throw refuse();
    const { n_namesz, n_descsz, n_type } = readStruct(NOTE_HEADER, data, at, false);
    const end = at + head + padded(n_namesz) + padded(n_descsz);
    if (end > data.length) throw refuse();
    if (n_namesz === NOTE_OWNER.length + 1 && data.startsWith(NOTE_OWNER, at + head)) {
      const from = at + head + n_namesz;
      const place = { start: section.start + at, end: section.start + end, path };
      yield { type: n_type, desc: data.sub(from, from + n_descsz), place };
    }
    at = end;
  }
}

function checkVersion(desc: Bytes, { start, end, path }: NotePlace): void {
  const text = desc.text();
  // Without a terminating zero the note is ignored.
  if (!text.endsWith('\0')) return;
  const version = text.slice(0, text.indexOf('\0'));
  const refuse = (why: string) => new DriverStop('driver/notes', `the version note ${why}`, start, end).in(path);
  const dot = version.indexOf('.');
  if (dot < 1 || dot === version.length - 1) throw refuse(`says ${version || 'nothing'}, which is not a version`);
  if (Number.parseInt(version, 10) !== 1) throw refuse(`says ${version}, and the driver requires major version 1`);
}
