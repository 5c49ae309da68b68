/**
 * Looks up names: every attribute, word, section, note, relocation type, field and diagnostic code of the tables.
 */

import { CODES, type CodeRow, FAILURES } from '../core/diag/index.ts';
import {
  type Attribute,
  type EnumMember,
  type EnumRows,
  kindName,
  nearest,
  once,
  type RecordRows,
  type Row,
  whenText,
} from '../core/schema/index.ts';
import { deviceNames, findDevice } from '../devices/index.ts';
import { AR_ROLES } from '../formats/ar/index.ts';
import * as elf from '../formats/elf/index.ts';
import * as zebin from '../formats/zebin/index.ts';
import { ENUMS, RECORDS } from '../formats/zeinfo/index.ts';
import { CHECKS } from '../run/checks/kinds.ts';
import { FORMATS, type FormatRow } from '../walk/formats.ts';
import { deviceEntries } from './devices.ts';
import type { Entry, EntryRow } from './entry.ts';
import { euEntries } from './eu.ts';
import { releaseEntries, versionEntries } from './history.ts';
import { pageOf } from './pages.ts';
import { pastedPaths } from './pasted.ts';
import { resultEntries } from './results.ts';
import { structureEntries } from './structures.ts';
import { syclEntries } from './sycl.ts';
import { visaEntries } from './visa.ts';

/** Every entry of the tables, in their order; then the versions and releases that they name. */
export const allEntries = once((): readonly Entry[] => {
  const rows = rowEntries();
  return [...rows, ...versionEntries(rows), ...releaseEntries(rows)].map((entry) => ({ ...entry, page: pageOf(entry) }));
});

function rowEntries(): EntryRow[] {
  return [
    ...RECORDS.flatMap(recordEntries),
    ...ENUMS.flatMap(enumEntries),
    ...zebin.SECTIONS.map((row) => ({
      ...versions(row),
      kind: 'section',
      name: row.pattern,
      path: row.pattern,
      type: row.type,
      doc: row.doc,
    })),
    ...numbered('section type', 'sh_type', zebin.SECTION_TYPES),
    ...numbered('note type', zebin.NOTE_SECTION, zebin.NOTE_TYPES),
    ...zebin.NOTE_WORDS.flatMap(({ name, note, doc, fields }) => [
      {
        kind: 'structure',
        name,
        path: `${note}/${name}`,
        type: '32 bits',
        doc: `${doc} Fields: ${fields.map((row) => row.name).join(', ')}.`,
      },
      ...fields.map((row) => bits(note, row)),
    ]),
    ...numbered('generator', 'generatorId', zebin.GENERATORS),
    ...zebin.RELOCATION_TYPES.map(relocationEntry),
    ...zebin.PSEUDO_KERNELS.map(({ name, doc, source }) => ({ kind: 'pseudo-kernel', name, path: `kernels/${name}`, doc, source })),
    ...zebin.SYMBOLS.map((row) => ({ ...versions(row), kind: 'symbol', name: row.name, path: `.symtab/${row.name}`, doc: row.doc })),
    ...numbered('machine', 'e_machine', zebin.MACHINES),
    ...numbered('file type', 'e_type', zebin.ELF_TYPES),
    ...numbered('ABI version', 'EI_ABIVERSION', zebin.ABI_VERSIONS),
    ...elfNumbers(),
    ...structureEntries(),
    ...AR_ROLES.map((row) => ({ kind: 'archive member', name: row.role, path: `ar member/${row.role}`, doc: row.doc })),
    ...syclEntries(),
    ...(FORMATS as readonly FormatRow[]).map((row) => ({
      kind: 'format',
      name: row.kind,
      path: `format/${row.kind}`,
      doc: `${capital(row.title)}. ${row.advice ?? 'It is read.'}`,
    })),
    ...deviceEntries(),
    ...resultEntries(),
    ...visaEntries(),
    ...euEntries(),
    ...Object.entries<CodeRow>(CODES).map(([code, row]) => ({
      kind: 'diagnostic',
      name: code,
      path: code,
      severity: row.severity,
      doc: row.what,
      help: row.help,
      ...(row.source === undefined ? {} : { source: row.source }),
    })),
    ...Object.entries(FAILURES).map(([code, { what, help }]) => ({ kind: 'failure', name: code, path: code, doc: what, help })),
    ...CHECKS.map(({ name, doc, right }) => ({ kind: 'check', name, path: `run --checks/${name}`, doc, help: right })),
  ];
}

/** Names for completion, without duplicates. */
export function allNames(): string[] {
  return [...new Set(allEntries().map((entry) => entry.name))];
}

/**
 * The entries that match a query: by path, by name, by case-insensitive name, by number (which may need its kind: `note type 6`),
 * or by the last part of a path, by any name of a device, or as a pasted sentence or log with a result or message of a driver in it. The first of these that matches anything decides, and all its matches are returned.
 *
 * @param entries where to look; by default the tables of the formats
 * @example
 * const [entry] = explain('grf_count');
 * console.log(entry?.path, entry?.doc, entry?.since);
 */
export function explain(query: string, entries = allEntries()): readonly Entry[] {
  const text = query.trim();
  const lower = text.toLowerCase();
  const devices = once(() => findDevice(text).map(({ name }) => name));
  const pasted = once(() => pastedPaths(text));
  const ways: ((entry: Entry) => boolean)[] = [
    (entry) => entry.path === text,
    (entry) => entry.name === text || entry.also?.includes(text) === true,
    (entry) => [entry.name, entry.path, ...(entry.also ?? [])].some((name) => name.toLowerCase() === lower),
    // A section name matches its pattern: .text.saxpy for .text.{kernel}.
    (entry) => entry.kind === 'section' && zebin.findSection(text)?.pattern === entry.name,
    // With or without the prefix: PRODUCT_CONFIG for NT_INTELGT_PRODUCT_CONFIG.
    (entry) =>
      /^(NT_INTELGT|SHT_ZEBIN|SHT|ET|EM|STT|STB|SHF|R|GFXCORE|IGFX)_/.test(entry.name) && entry.name.toLowerCase().endsWith(`_${lower}`),
    (entry) => entry.value !== undefined && `${entry.kind} ${entry.value}` === lower,
    (entry) => entry.path.toLowerCase().endsWith(`/${lower}`),
    (entry) => entry.value !== undefined && text !== '' && Number(text) === entry.value && /^(0x[0-9a-f]+|-?[0-9]+)$/i.test(text),
    (entry) => entry.kind === 'device' && devices().includes(entry.name),
    (entry) => pasted().has(entry.path),
  ];
  for (const way of ways) {
    const matches = entries.filter(way);
    if (matches.length > 0) return matches;
  }
  return [];
}

/** Suggestions for a query that found nothing: names that contain it, else the nearest spelling, and that of a device. */
export function suggestNames(query: string): string[] {
  const lower = query.toLowerCase();
  const names = allNames();
  const containing = lower.length < 2 ? [] : names.filter((name) => name.toLowerCase().includes(lower));
  if (containing.length > 0) return containing.slice(0, 12);
  const near = [nearest(query, names), nearest(query, deviceNames())].flatMap((name) => name ?? []);
  return [...new Set(near)];
}

function versions(row: Row): Pick<Entry, 'since' | 'until' | 'deprecated' | 'specified' | 'driver'> {
  const { since, until, deprecated, specified, driver } = row;
  return {
    ...(since === undefined ? {} : { since }),
    ...(until === undefined ? {} : { until }),
    ...(deprecated === undefined ? {} : { deprecated }),
    ...(specified === undefined ? {} : { specified }),
    driver,
  };
}

function recordEntries(record: RecordRows): EntryRow[] {
  const whole: EntryRow = { kind: 'block', name: record.name, path: `ze_info/${record.name}`, doc: record.doc };
  return [whole, ...Object.entries(record.attributes).map(([key, row]) => attributeEntry(record.name, key, row))];
}

function attributeEntry(record: string, key: string, row: Attribute): EntryRow {
  return {
    ...versions(row),
    kind: 'attribute',
    name: key,
    path: `${record}/${key}`,
    doc: row.doc,
    type: kindName(row.type),
    required: row.required === true,
    ...(row.default === undefined ? {} : { default: row.default }),
    ...(row.unit === undefined ? {} : { unit: row.unit }),
    ...(row.when === undefined ? {} : { when: whenText(row.when) }),
  };
}

function enumEntries(rows: EnumRows): EntryRow[] {
  const words = rows.members.map((member) => member.value).join(', ');
  const whole: EntryRow = { kind: 'enumeration', name: rows.name, path: `enumeration/${rows.name}`, doc: `${rows.doc} Words: ${words}.` };
  return [whole, ...rows.members.map((member) => memberEntry(rows.name, member))];
}

function memberEntry(of: string, member: EnumMember): EntryRow {
  const type = member.size === undefined ? {} : { type: member.size };
  return { ...versions(member), kind: 'value', name: member.value, path: `${of}/${member.value}`, doc: member.doc, ...type };
}

function numbered(kind: string, of: string, rows: readonly (Row & elf.NumberRow)[]): EntryRow[] {
  return rows.map((row) => ({ ...versions(row), kind, name: row.name, path: `${of}/${row.name}`, value: row.value, doc: row.doc }));
}

function relocationEntry(row: zebin.RelocationType): EntryRow {
  const size = row.sizeBytes === undefined ? {} : { type: `changes ${row.sizeBytes} bytes` };
  const { name, value, doc } = row;
  return { ...versions(row), kind: 'relocation type', name, path: `r_type/${name}`, value, doc, ...size, driverData: row.driverData };
}

function bits(of: string, row: Row & { readonly name: string; readonly low: number; readonly width: number }): EntryRow {
  const place = row.width === 1 ? `bit ${row.low}` : `bits ${row.low} to ${row.low + row.width - 1}`;
  return { ...versions(row), kind: 'bit field', name: row.name, path: `${of}/${row.name}`, type: place, doc: row.doc };
}

function elfNumbers(): EntryRow[] {
  const numbers: [string, readonly elf.NumberRow[]][] = [
    ['sh_type', elf.SECTION_TYPES],
    ['e_type', elf.FILE_TYPES],
    ['e_machine', elf.MACHINES],
    ['sh_flags', elf.SECTION_FLAGS],
    ['st_info type', elf.SYMBOL_TYPES],
    ['st_info binding', elf.SYMBOL_BINDINGS],
    ['st_other', elf.SYMBOL_VISIBILITIES],
    ['st_shndx', elf.SPECIAL_SECTIONS],
  ];
  // What the zebin tables also describe is described there, with versions and drivers.
  const names = new Set<string>([...zebin.MACHINES, ...zebin.ELF_TYPES, ...zebin.SECTION_TYPES].map((row) => row.name));
  return numbers.flatMap(([of, rows]) =>
    rows
      .filter((row) => !names.has(row.name))
      .map((row) => ({ kind: 'number', name: row.name, path: `${of}/${row.name}`, value: row.value, doc: row.doc })),
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
