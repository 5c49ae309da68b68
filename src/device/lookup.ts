import { ipValue, ipVersion } from './ip.ts';
import {
  COMPATIBILITY,
  CORE_FAMILIES,
  type CoreFamily,
  PRODUCT_CONFIGS,
  PRODUCT_FAMILIES,
  type ProductConfig,
  type ProductFamily,
  RELEASES,
  type Release,
} from './table.ts';

/** A name of `ocloc -device` that stands for several devices. */
export interface TargetGroup {
  /** `xe2` or `xe2-hpg`. */
  readonly name: string;
  readonly kind: 'family' | 'release';
  /** The IP texts that ocloc compiles for when it is given the name: one stepping for each device. */
  readonly ips: readonly string[];
}

const configsByValue = new Map(PRODUCT_CONFIGS.map((row) => [row.value, row]));
const configsByIp = new Map(PRODUCT_CONFIGS.map((row) => [row.ip, row]));
const familiesByValue = new Map<number, ProductFamily>(PRODUCT_FAMILIES.map((row) => [row.value, row]));
const coresByValue = new Map<number, CoreFamily>(CORE_FAMILIES.map((row) => [row.value, row]));
const releases: readonly Release[] = RELEASES;

/**
 * The groups that ocloc knows, or knew, families first. For a release it compiles one stepping of each device: those that have a
 * name of their own, not those that are named as steppings only (`dg2-g10-a0`), unless there are no others.
 *
 * Source: intel/compute-runtime shared/offline_compiler/source/ocloc_fatbinary.cpp.
 */
export const TARGET_GROUPS: readonly TargetGroup[] = [
  ...[...new Set(releases.map((release) => release.family))].map((family): TargetGroup => {
    const members = releases.filter((release) => release.family === family);
    return { name: family, kind: 'family', ips: members.flatMap(releaseIps) };
  }),
  ...releases.map((release): TargetGroup => ({ name: release.name, kind: 'release', ips: releaseIps(release) })),
];

function releaseIps(release: Release): string[] {
  const all = PRODUCT_CONFIGS.filter((row) => row.release === release.name);
  const named = all.filter((row) => row.acronyms.length > 0);
  return (named.length > 0 ? named : all).map((row) => row.ip);
}

/** The device of an IP value, as note 6 holds it. */
export function productConfig(value: number): ProductConfig | undefined {
  return configsByValue.get(value);
}

/** The product of a number, as note 1 holds it. */
export function productFamily(value: number): ProductFamily | undefined {
  return familiesByValue.get(value);
}

/** The core family of a number, as note 2 holds it. */
export function coreFamily(value: number): CoreFamily | undefined {
  return coresByValue.get(value);
}

/** The other devices that run a binary made for this IP value. Rows of {@link COMPATIBILITY} have the driver that each needs. */
export function compatibleWith(value: number): readonly ProductConfig[] {
  const { text } = ipVersion(value);
  return rowsOf(COMPATIBILITY.filter((row) => row.from === text).map((row) => row.to));
}

/** The other devices whose binaries this device runs: {@link compatibleWith} backwards. */
export function fallbacksOf(value: number): readonly ProductConfig[] {
  const { text } = ipVersion(value);
  return rowsOf(COMPATIBILITY.filter((row) => row.to === text).map((row) => row.from));
}

function rowsOf(ips: readonly string[]): ProductConfig[] {
  return ips.flatMap((ip) => configsByIp.get(ip) ?? []);
}

/**
 * The devices that a name stands for; empty when it is not known.
 *
 * Names are what people and files write: an IP text (`20.1.0`, or `20.1` for its steppings) or its number (`83902464`), a name of
 * `ocloc -device` (`bmg-g21`, `bmg-g21-a0`, `bmg`, `xe2`), a product (`Battlemage`, `adlp`), a core family (`Xe2`), or a member
 * of an ocloc archive, which has `32.` or `64.` before one of these and may have a stepping behind it (`64.20.1.0`, `64.dg2`,
 * `64.tgllp.0`). Case, dashes and underscores do not matter, as for ocloc.
 */
export function findDevice(name: string): readonly ProductConfig[] {
  const text = name.trim().replace(/^(32|64)\./, '');
  if (/^\d+$/.test(text)) return only(configsByValue.get(Number(text)));
  if (/^\d+\.\d+$/.test(text)) return PRODUCT_CONFIGS.filter((row) => row.ip.startsWith(`${text}.`));
  const ip = ipValue(text);
  if (ip !== undefined) return only(configsByValue.get(ip));
  return findByName(nameKey(text));
}

function findByName(key: string): readonly ProductConfig[] {
  if (key === '') return [];
  const config = PRODUCT_CONFIGS.find((row) => [row.name, ...row.acronyms].some((name) => nameKey(name) === key));
  if (config) return [config];
  const release = releases.find((row) => row.aliases?.some((alias) => nameKey(alias) === key))?.name ?? key;
  const group = TARGET_GROUPS.find((row) => nameKey(row.name) === nameKey(release));
  if (group) return rowsOf(group.ips);
  const product = PRODUCT_FAMILIES.find((row) => nameKey(row.acronym) === key || nameKey(row.name) === key);
  if (product) return PRODUCT_CONFIGS.filter((row) => row.family === product.value);
  const core = CORE_FAMILIES.find((row) => nameKey(row.name) === key);
  return core ? PRODUCT_CONFIGS.filter((row) => familiesByValue.get(row.family)?.core === core.value) : [];
}

/** What counts of a name: `XE2_HPG_CORE`, `xe2-hpg` and `64.tgllp.0` without their case, marks, `_core` and stepping. */
function nameKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/_core.*$/, '')
    .replace(/\.\d+$/, '')
    .replace(/[-_ ]/g, '');
}

function only(row: ProductConfig | undefined): readonly ProductConfig[] {
  return row ? [row] : [];
}
