/**
 * Whether a zebin is for a device, as the driver decides it: by its notes, or by the header of older files.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/zebin/zebin_decoder.cpp (validateTargetDevice,
 * decodeIntelGTNoteSection) and device_binary_format_zebin.cpp (unpackSingleZebin).
 */
import type { Bytes } from '../bytes/index.ts';
import { type Devices, ipVersion, type ProductConfig } from '../device/index.ts';
import { ELF_HEADER, NOTE_HEADER, numbersOf, SECTION_TYPES } from '../elf/index.ts';
import { readStruct, structSize } from '../schema/index.ts';
import { type BitsOf, EM_INTELGT, NOTE_OWNER, NOTE_SECTION, NOTE_TYPES, readBits, TARGET_METADATA } from '../zebin/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { DriverElf, DriverSection } from './elf.ts';
import { DriverStop } from './stop.ts';

const { SHT_NOTE } = numbersOf(SECTION_TYPES);
const NT = numbersOf(NOTE_TYPES);

/** First release that compares note 6, and first that lets compatible devices run each other's binaries. */
const CONFIG_NOTE = NOTE_TYPES.find((row) => row.value === NT.NT_INTELGT_PRODUCT_CONFIG)?.driver;

/** What the notes say to the driver. */
export interface DriverNotes {
  readonly product?: number;
  readonly core?: number;
  readonly config?: number;
  readonly metadata: BitsOf<typeof TARGET_METADATA>;
  /** Note 7; 0 without it. */
  readonly detection: number;
}

/**
 * Stops with `driver/target` when the binary is not for the device, and with `driver/device` when the release does not have it.
 *
 * @param device left out, the device counts as the one that the notes name.
 */
export function checkTarget(
  bytes: Bytes,
  elf: DriverElf,
  device: ProductConfig | undefined,
  devices: Devices,
  how: Behaviour,
): DriverNotes {
  const header = readStruct(ELF_HEADER, bytes, 0, elf.wide);
  const none = () =>
    new DriverStop(
      'driver/target',
      'the binary has none of the notes 1, 2 and 6, so it is for no device',
      0,
      structSize(ELF_HEADER, elf.wide),
    );
  if (!device) {
    const notes = readNotes(bytes, elf, how);
    if (header.e_machine === EM_INTELGT && !notes.config && !notes.core && !notes.product) throw none();
    return notes;
  }
  const family = devices.family(device.family);
  const gone = devices.core(family?.core ?? -1)?.driver?.until;
  const since = family?.driver?.since;
  if (!how.knows(family?.driver ?? {})) {
    const why = since === undefined ? 'no public release has it' : `it came with ${since}`;
    throw new DriverStop('driver/device', `the release does not have the device ${device.name} (${device.ip}): ${why}`, 0);
  }
  if (gone !== undefined && how.knows({ since: gone }))
    throw new DriverStop('driver/device', `the release no longer has the device ${device.name} (${device.ip}): it went with ${gone}`, 0);
  const notes = readNotes(bytes, elf, how);
  const refuse = (why: string) =>
    new DriverStop(
      'driver/target',
      `the binary is for ${why}, and the device is ${device.name} (${device.ip})`,
      0,
      structSize(ELF_HEADER, elf.wide),
    );
  const stepping = ipVersion(device.value).revision;
  const checkStepping = (flags: BitsOf<typeof TARGET_METADATA>) => {
    if (flags.validateRevisionId !== 0 && (stepping < flags.minHwRevisionId || stepping > flags.maxHwRevisionId))
      throw refuse(`steppings ${flags.minHwRevisionId} to ${flags.maxHwRevisionId}`);
  };
  if (header.e_machine !== EM_INTELGT) {
    const flags = readBits(TARGET_METADATA, header.e_flags);
    const expected = flags.reservedBit !== 0 ? family?.core : device.family;
    if (header.e_machine !== expected) throw refuse(`machine ${header.e_machine}`);
    checkStepping(flags);
    return notes;
  }
  if (notes.config !== undefined && notes.config !== 0) {
    if (notes.config === device.value) return notes;
    const from = ipVersion(notes.config).text;
    const row = devices.rows.compatibility.find((pair) => pair.from === from && pair.to === device.ip);
    if (!row || !how.knows(row)) throw refuse(from + (row ? `, which runs on it since ${row.since}` : ''));
    return notes;
  }
  // 0 stands for an unknown one.
  if (!notes.core && !notes.product) throw none();
  if (notes.core && notes.core !== family?.core) throw refuse(`core family ${notes.core}`);
  if (notes.product && notes.product !== device.family) throw refuse(`product family ${notes.product}`);
  checkStepping(notes.metadata);
  return notes;
}

function readNotes(bytes: Bytes, elf: DriverElf, how: Behaviour): DriverNotes {
  const found: { -readonly [K in keyof DriverNotes]: DriverNotes[K] } = { metadata: readBits(TARGET_METADATA, 0), detection: 0 };
  const section = elf.sections.find(({ type, name }) => type === SHT_NOTE && name === NOTE_SECTION);
  if (!section) return found;
  for (const { type, desc } of eachNote(bytes, section)) {
    const word = () => (desc.has(0, 4) ? desc.u32(0) : 0);
    const row = NOTE_TYPES.find(({ value }) => value === type);
    if (!row || !how.knows(row.driver)) continue;
    if (type === NT.NT_INTELGT_PRODUCT_FAMILY) found.product = word();
    else if (type === NT.NT_INTELGT_GFXCORE_FAMILY) found.core = word();
    else if (type === NT.NT_INTELGT_TARGET_METADATA) found.metadata = readBits(TARGET_METADATA, word());
    else if (type === NT.NT_INTELGT_PRODUCT_CONFIG && CONFIG_NOTE && how.knows(CONFIG_NOTE)) found.config = word();
    else if (type === NT.NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION) found.detection = word();
    else if (type === NT.NT_INTELGT_ZEBIN_VERSION) checkVersion(desc, section);
  }
  return found;
}

/** Notes of the owner IntelGT. Stops with `driver/notes` where one runs past its section. */
function* eachNote(bytes: Bytes, section: DriverSection): Generator<{ readonly type: number; readonly desc: Bytes }> {
  const data = bytes.sub(section.start, section.start + section.size);
  const head = structSize(NOTE_HEADER, false);
  const padded = (size: number) => Math.ceil(size / 4) * 4;
  for (let at = 0; at < data.length; ) {
    const refuse = () =>
      new DriverStop(
        'driver/notes',
        `the note at byte ${at} of ${NOTE_SECTION} runs past its end`,
        section.start + at,
        section.start + section.size,
      );
    if (!data.has(at, head)) throw refuse();
    const { n_namesz, n_descsz, n_type } = readStruct(NOTE_HEADER, data, at, false);
    const end = at + head + padded(n_namesz) + padded(n_descsz);
    if (end > data.length) throw refuse();
    if (n_namesz === NOTE_OWNER.length + 1 && data.startsWith(NOTE_OWNER, at + head)) {
      const from = at + head + n_namesz;
      yield { type: n_type, desc: data.sub(from, from + n_descsz) };
    }
    at = end;
  }
}

function checkVersion(desc: Bytes, section: DriverSection): void {
  const text = desc.text();
  // Without its end mark the note is passed over.
  if (!text.endsWith('\0')) return;
  const version = text.slice(0, text.indexOf('\0'));
  const refuse = (why: string) => new DriverStop('driver/notes', `the version note ${why}`, section.start, section.start + section.size);
  const dot = version.indexOf('.');
  if (dot < 1 || dot === version.length - 1) throw refuse(`says ${version || 'nothing'}, which is no version`);
  if (Number.parseInt(version, 10) !== 1) throw refuse(`says ${version}, and the driver takes major version 1`);
}
