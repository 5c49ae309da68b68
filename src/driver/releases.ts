import { Bytes } from '../bytes/index.ts';
import {
  COMPATIBILITY,
  CORE_FAMILIES,
  type CoreFamily,
  PRODUCT_FAMILIES,
  type ProductConfig,
  type ProductFamily,
  productConfig,
  productFamily,
} from '../device/index.ts';
import { FormatError } from '../diag/index.ts';
import { type Attribute, compareVersions, type DriverRange, type EnumRows } from '../schema/index.ts';
import { NOTE_TYPES, RELOCATION_TYPES, SECTION_TYPES, SECTIONS, SHT_ZEBIN_ZEINFO, TEXT_PREFIX } from '../zebin/index.ts';
import { ENUMS, RECORDS } from '../zeinfo/index.ts';
import { BEHAVIOURS, type Behaviour, behaviourOf } from './behaviour.ts';
import { Check, type CheckVerdict, grfBytesOf, Links } from './check.ts';
import { decodeElf } from './elf.ts';
import { RELEASES } from './release-table.ts';
import type { DriverSections } from './sections.ts';
import { judgeKernels } from './steps.ts';
import { DriverStop } from './stop.ts';

/** A release at which something changes. */
interface Turn {
  readonly release: string | undefined;
  /** The name of ze_info that comes or goes: a file in whose text it does not occur is not concerned. */
  readonly name?: string;
  /** The device or core family that comes or goes: another is not concerned. */
  readonly family?: number;
  readonly core?: number;
}

const turnsOf = (name: string | undefined, { since, until }: DriverRange): Turn[] =>
  [since, until].map((release) => ({ release, ...(name === undefined ? {} : { name }) }));

const TURNS: readonly Turn[] = [
  ...BEHAVIOURS.map((row): Turn => ({ release: row.since })),
  ...COMPATIBILITY.map((row): Turn => ({ release: row.since })),
  ...PRODUCT_FAMILIES.map((row: ProductFamily): Turn => ({ release: row.driver?.since, family: row.value })),
  ...CORE_FAMILIES.map((row: CoreFamily): Turn => ({ release: row.driver?.until, core: row.value })),
  ...RECORDS.flatMap((record) => Object.entries<Attribute>(record.attributes).flatMap(([name, row]) => turnsOf(name, row.driver))),
  ...ENUMS.flatMap((words: EnumRows) => words.members.flatMap((row) => turnsOf(row.value, row.driver))),
  ...[...NOTE_TYPES, ...SECTION_TYPES, ...SECTIONS, ...RELOCATION_TYPES].flatMap((row) => turnsOf(undefined, row.driver)),
].filter(({ release }) => release !== undefined && compareVersions(release, RELEASES[0] ?? '') >= 0);

const pointsOf = (turns: readonly Turn[]): readonly string[] =>
  [...new Set(turns.map(({ release = '' }) => release))].sort(compareVersions);

/**
 * Releases of the driver at which anything that this library knows of its decision changes, oldest first. Between two of them every
 * release decides alike, as far as is known.
 */
export const TURNING_POINTS: readonly string[] = pointsOf(TURNS);

/** Those at which the decision about one file can change. */
function turningPointsOf(bytes: Bytes, device: ProductConfig | undefined): readonly string[] {
  const text = bytes.text();
  const known = new Map<string, boolean>();
  const occurs = (name: string) => {
    const found = known.get(name) ?? text.includes(name);
    known.set(name, found);
    return found;
  };
  const core = productFamily(device?.family ?? -1)?.core;
  const concerned = ({ name, family, core: dropped }: Turn) =>
    (name === undefined || occurs(name)) &&
    (family === undefined || family === device?.family) &&
    (dropped === undefined || dropped === core);
  return [...new Set([RELEASES[0] ?? '', ...pointsOf(TURNS.filter(concerned))])];
}

/**
 * The release that a text means: a tag, or the beginning of one, which stands for its newest (`26.27`). A number that is no known tag
 * is taken as it is when it is complete, because decisions follow from its place among the others. Undefined for anything else.
 */
export function releaseNamed(text: string): string | undefined {
  if (!/^[0-9]{1,4}(\.[0-9]{1,9})*$/.test(text)) return undefined;
  const wanted = text.split('.').map(Number);
  const known = RELEASES.filter((release) => {
    const parts = release.split('.').map(Number);
    return wanted.every((part, i) => part === parts[i]);
  }).at(-1);
  return known ?? (wanted.length >= 3 ? text : undefined);
}

/** Releases that decide alike about a file on a device, or about one of its kernels. */
export interface ReleaseRange {
  readonly since: string;
  /** First release that decides otherwise; absent when there is none. */
  readonly until?: string;
  readonly verdict: CheckVerdict;
  /** Code of what decided. */
  readonly code?: string;
  readonly message?: string;
}

/** What all releases decide, in ranges from the oldest to the newest. */
export interface ReleaseAnswers {
  readonly file: readonly ReleaseRange[];
  /** About what ze_info says of each kernel, were it alone in the file, by its number; devices and other sections are left out. */
  readonly kernels: readonly (readonly ReleaseRange[])[];
}

/**
 * What all releases decide about a file on a device.
 *
 * @param device IP value; left out, the device counts as the one that the file names.
 * @param kernels how many kernels the file has.
 */
export function releaseAnswers(input: Uint8Array | Bytes, device: number | undefined, kernels: number): ReleaseAnswers {
  const bytes = Bytes.from(input);
  const file = new Ranges();
  const each = Array.from({ length: kernels }, () => new Ranges());
  const config = device === undefined ? undefined : productConfig(device);
  const links = new Links(bytes);
  for (const release of turningPointsOf(bytes, config)) {
    const { verdict, reason, steps } = new Check(bytes, config, behaviourOf(release), links).answer();
    file.add(release, verdict, reason);
    const taken = steps.some(({ name, outcome }) => name === 'ze_info' && outcome === 'passed');
    const stops = taken ? new Map<number, DriverStop>() : kernelStops(bytes, behaviourOf(release), config);
    each.forEach((ranges, i) => {
      const stop = stops ? stops.get(i) : reason;
      ranges.add(release, stop ? (stop.code.endsWith('-abort') ? 'crash' : 'refused') : 'accepted', stop);
    });
  }
  return { file: file.list, kernels: each.map((ranges) => ranges.list) };
}

/** As {@link releaseAnswers}, of the file alone. */
export function releaseRanges(bytes: Uint8Array | Bytes, device?: number): readonly ReleaseRange[] {
  return releaseAnswers(bytes, device, 0).file;
}

/** Joins neighbours that say the same. */
class Ranges {
  readonly list: ReleaseRange[] = [];

  add(since: string, verdict: CheckVerdict, reason: { readonly code: string; readonly message: string } | undefined): void {
    const last = this.list.at(-1);
    if (last && last.verdict === verdict && last.code === reason?.code && last.message === reason?.message) return;
    if (last) this.list[this.list.length - 1] = { ...last, until: since };
    this.list.push({ since, verdict, ...(reason ? { code: reason.code, message: reason.message } : {}) });
  }
}

/** What the kernels are refused for, whatever the driver makes of other sections. */
function kernelStops(bytes: Bytes, how: Behaviour, device: ProductConfig | undefined): ReadonlyMap<number, DriverStop> | undefined {
  try {
    const { sections } = decodeElf(bytes, how);
    const zeInfo = sections.find(({ type }) => type === SHT_ZEBIN_ZEINFO);
    const texts = sections.filter(({ name }) => name.startsWith(TEXT_PREFIX));
    const plainText = sections.find(({ name }) => name === '.text');
    const found: DriverSections = { texts, ...(zeInfo ? { zeInfo } : {}), ...(plainText ? { plainText } : {}) };
    return judgeKernels(bytes, found, how, grfBytesOf(device));
  } catch (error) {
    if (error instanceof DriverStop || error instanceof FormatError) return undefined;
    throw error;
  }
}
