/**
 * Newer tables from a file. Its rows have the form of the built-in ones; they are added to them, and replace rows with the same key.
 */
import { Bytes, decodeText, parseJson } from '../core/bytes/index.ts';
import { diagnostic, FormatError, type Outcome, Reporter } from '../core/diag/index.ts';
import { clip, compareVersions } from '../core/schema/index.ts';
import {
  type Compatibility,
  type CoreFamily,
  Devices,
  ipValue,
  type PciDevice,
  type ProductConfig,
  type ProductFamily,
  type Release,
} from '../devices/index.ts';
import { TABLES, type Tables } from './tables.ts';

/** The content of the file. */
export interface TablesDocument {
  readonly schema: 'zebin/tables/1';
  /** Day on which the sources were examined: `2026-11-21`. */
  readonly date: string;
  /** Public repositories and files, each with its revision. */
  readonly sources: readonly string[];
  readonly cores?: readonly CoreFamily[];
  readonly families?: readonly ProductFamily[];
  /** Names of `ocloc -device` for several devices. */
  readonly device_releases?: readonly Release[];
  /** Devices; their IP value is derived from `ip`. */
  readonly devices?: readonly Omit<ProductConfig, 'value'>[];
  readonly compatibility?: readonly Compatibility[];
  /** PCI ids of devices, and the name of the GPUs that have them. */
  readonly pci?: readonly PciDevice[];
  /** Tags of intel/compute-runtime. */
  readonly driver_releases?: readonly string[];
}

type Check = (value: unknown) => boolean;
interface Field {
  readonly needs: string;
  readonly fits: Check;
  readonly optional?: true;
}

const field = (needs: string, fits: Check): Field => ({ needs, fits });
const optional = (of: Field): Field => ({ ...of, optional: true });
const isText: Check = (value) => typeof value === 'string' && value !== '' && value.length <= 1000;
const isTag: Check = (value) => typeof value === 'string' && /^[0-9]{2}\.[0-9]{2}\.[0-9]{1,6}(\.[0-9]{1,6})?$/.test(value);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const only =
  (name: string): Check =>
  (value) =>
    isObject(value) && Object.keys(value).join() === name && isTag(value[name]);

const text = field('a text', isText);
const texts = field('a list of texts', (value) => Array.isArray(value) && value.every(isText));
const ids = field(
  'a list of numbers from 0 to 65535',
  (value) => Array.isArray(value) && value.every((id) => Number.isInteger(id) && id >= 0 && id <= 0xffff),
);
const uint32 = field('a number from 0 to 4294967295', (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32);
const ip = field('an IP version such as 20.1.0', (value) => typeof value === 'string' && ipValue(value) !== undefined);
const tag = field('a release such as 26.27.39122.10', isTag);
const width = field('32 or 64', (value) => value === 32 || value === 64);

type Fields<T> = { readonly [K in keyof Required<T>]: Field };

/** The members of the rows, by the list that contains them. */
const LISTS = {
  cores: {
    value: uint32,
    name: text,
    id: text,
    grfBytes: optional(width),
    inlineDataBytes: optional(width),
    iga: optional(text),
    loadsPayload: optional(field('true', (value) => value === true)),
    driver: optional(field('an object of the release "until"', only('until'))),
    doc: text,
  } satisfies Fields<CoreFamily>,
  families: {
    value: uint32,
    name: text,
    acronym: text,
    driver: optional(field('an object of the release "since"', only('since'))),
    id: text,
    core: optional(uint32),
    note: optional(text),
  } satisfies Fields<ProductFamily>,
  device_releases: { name: text, family: text, aliases: optional(texts) } satisfies Fields<Release>,
  devices: {
    ip,
    name: text,
    family: uint32,
    release: text,
    acronyms: texts,
    until: optional(tag),
    note: optional(text),
  } satisfies Fields<Omit<ProductConfig, 'value'>>,
  compatibility: { from: ip, to: ip, since: tag } satisfies Fields<Compatibility>,
  pci: { ip, name: optional(text), ids } satisfies Fields<PciDevice>,
} as const;

const MEMBERS = ['schema', 'date', 'sources', ...Object.keys(LISTS), 'driver_releases'];

/**
 * Tables with the rows of a file added. A faulty row is reported and left out.
 *
 * Throws `FormatError` (`tables/not-tables`) for any other file, and that of a limit.
 *
 * @example
 * readTables(new TextEncoder().encode('{ "schema": "zebin/tables/1", "date": "2026-11-21", "sources": ["mine"] }')).diagnostics; // []
 */
export function readTables(input: Uint8Array | Bytes, base: Tables = TABLES): Outcome<Tables> {
  const bytes = Bytes.from(input);
  const out = new Reporter(bytes.length);
  const json = parse(bytes);
  const wrong = (path: string, message: string) => out.report('tables/row', bytes.span(), path, message);
  for (const key of Object.keys(json))
    if (!MEMBERS.includes(key)) wrong(clip(key), `there is no such member; there are ${MEMBERS.join(', ')}`);
  if (typeof json.date !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(json.date)) wrong('date', 'it has to be a day such as 2026-11-21');
  if (!texts.fits(json.sources) || (json.sources as unknown[]).length === 0) wrong('sources', 'it has to be a list of texts, not empty');
  const list = (name: string): readonly unknown[] => {
    const value = json[name];
    if (value === undefined || Array.isArray(value)) return value ?? [];
    wrong(name, 'it has to be a list');
    return [];
  };
  const rows = <T>(name: keyof typeof LISTS): readonly T[] =>
    list(name).filter((row, i) => {
      const message = rowProblem(row, LISTS[name]);
      if (message !== undefined) wrong(`${name}[${i}]`, message);
      return message === undefined;
    }) as T[];

  const { cores, families, releases, configs, compatibility } = base.devices.rows;
  const merged = {
    cores: joined(cores, rows<CoreFamily>('cores'), (row) => row.value),
    families: joined(families, rows<ProductFamily>('families'), (row) => row.value),
    releases: joined(releases, rows<Release>('device_releases'), (row) => row.name),
    configs: joined(
      configs,
      rows<Omit<ProductConfig, 'value'>>('devices').map((row) => ({ ...row, value: ipValue(row.ip) ?? 0 })),
      (row) => row.value,
    ).sort((a, b) => a.value - b.value),
    compatibility: joined(compatibility, rows<Compatibility>('compatibility'), ({ from, to }) => `${from} ${to}`),
    pci: [...(base.devices.rows.pci ?? []), ...rows<PciDevice>('pci')],
  };
  const tags = list('driver_releases').filter((release, i) => {
    if (!isTag(release)) wrong(`driver_releases[${i}]`, `it has to be ${tag.needs}`);
    return isTag(release);
  }) as string[];
  const value = {
    devices: new Devices(connected(merged, (path, message) => out.report('tables/reference', bytes.span(), path, message))),
    releases: [...new Set([...base.releases, ...tags])].sort(compareVersions),
  };
  return { value, diagnostics: out.diagnostics };
}

function parse(bytes: Bytes): Readonly<Record<string, unknown>> {
  const refuse = (why: string) => new FormatError(diagnostic('tables/not-tables', why, bytes.span(), ''));
  const json = parseJson(decodeText(bytes.data), (why) => refuse(`the file is not JSON: ${clip(why, 200)}`));
  if (!isObject(json)) throw refuse('the file is not a JSON object');
  if (json.schema !== 'zebin/tables/1') throw refuse('the member "schema" has to be "zebin/tables/1"');
  return json;
}

function rowProblem(row: unknown, fields: { readonly [name: string]: Field }): string | undefined {
  if (!isObject(row)) return 'a row has to be an object';
  const unknown = Object.keys(row).find((key) => !Object.hasOwn(fields, key));
  if (unknown !== undefined) return `there is no member ${clip(unknown, 40)}; there are ${Object.keys(fields).join(', ')}`;
  for (const [name, { needs, fits, optional: free }] of Object.entries(fields)) {
    if (row[name] === undefined ? !free : !fits(row[name])) return `${name} has to be ${needs}`;
  }
  return undefined;
}

/** Adds newer rows. They replace older rows with the same key. */
function joined<T>(old: readonly T[], newer: readonly T[], keyOf: (row: T) => string | number): T[] {
  const rows = new Map(old.map((row) => [keyOf(row), row]));
  for (const row of newer) rows.set(keyOf(row), row);
  return [...rows.values()];
}

/** Leaves out rows that refer to a row that does not exist. */
function connected(rows: Devices['rows'], report: (path: string, message: string) => void): Devices['rows'] {
  const cores = new Set(rows.cores.map((row) => row.value));
  const families = rows.families.filter(({ core, name }) => {
    const known = core === undefined || cores.has(core);
    if (!known) report('families', `${name} is of core family ${core}, which is in no table`);
    return known;
  });
  const products = new Set(families.map((row) => row.value));
  const releases = new Set(rows.releases.map((row) => row.name));
  const configs = rows.configs.filter(({ name, family, release }) => {
    if (!products.has(family)) report('devices', `${name} is of product family ${family}, which is in no table`);
    else if (!releases.has(release)) report('devices', `${name} is of release ${release}, which is in no table`);
    return products.has(family) && releases.has(release);
  });
  const ips = new Set(configs.map((row) => row.ip));
  const compatibility = rows.compatibility.filter(({ from, to }) => {
    const known = ips.has(from) && ips.has(to);
    if (!known) report('compatibility', `${from} and ${to} are not both devices of a table`);
    return known;
  });
  const pci = (rows.pci ?? []).filter((row) => {
    if (!ips.has(row.ip)) report('pci', `${row.ip} is not a device of a table`);
    return ips.has(row.ip);
  });
  return { ...rows, families, configs, compatibility, pci };
}
