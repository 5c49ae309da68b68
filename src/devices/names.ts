/** Devices by the names that people and files have for them. Apart from the tables, because most runs name no device. */
import { didYouMean } from '../core/schema/index.ts';
import { ipValue } from './ip.ts';
import { DEVICES, type Devices, grouped } from './lookup.ts';
import { PCI_DEVICES, type PciDevice } from './pci.ts';
import type { ProductConfig, Release } from './table.ts';

/** A name of `ocloc -device` that stands for several devices. */
export interface TargetGroup {
  /** `xe2` or `xe2-hpg`. */
  readonly name: string;
  readonly kind: 'family' | 'release';
  /** The IP texts that ocloc compiles for when this name is passed: one stepping of each device. */
  readonly ips: readonly string[];
}

/**
 * The groups that ocloc knows, or knew, families first. For a release it compiles one stepping of each device: the steppings that have
 * a short name (`dg2-g10`), not those that only have a name with a stepping (`dg2-g10-a0`), unless there are no others.
 *
 * Source: intel/compute-runtime shared/offline_compiler/source/ocloc_fatbinary.cpp.
 */
export function targetGroups({ rows: { configs, releases } }: Devices = DEVICES): readonly TargetGroup[] {
  const ofRelease = grouped(configs, (row) => row.release);
  const releaseIps = ({ name }: Release) => {
    const all = ofRelease.get(name) ?? [];
    const named = all.filter((row) => row.acronyms.length > 0);
    return (named.length > 0 ? named : all).map((row) => row.ip);
  };
  return [
    ...[...grouped(releases, (release) => release.family)].map(
      ([name, members]): TargetGroup => ({ name, kind: 'family', ips: members.flatMap(releaseIps) }),
    ),
    ...releases.map((release): TargetGroup => ({ name: release.name, kind: 'release', ips: releaseIps(release) })),
  ];
}

/**
 * The devices that a name stands for; empty if the name is unknown. Case, dashes, underscores and blanks do not matter. A name is
 *
 * - an IP version (`20.1.0`, or `20.1` for its steppings), or its number (`83902464`, `0x05004000`);
 * - a name of `ocloc -device` (`bmg-g21`, `bmg-g21-a0`, `bmg`, `xe2`), also as in `-fsycl-targets` (`intel_gpu_bmg_g21`);
 * - a product (`Battlemage`, `adlp`) or a core family (`Xe2`);
 * - a PCI id in hexadecimal (`0xe20b`, `8086:e20b`);
 * - a name under which a GPU is sold, with or without what all have (`Intel(R) Arc(TM) B580 Graphics`, `Arc B580`, `B580`);
 * - the name of a member of an ocloc archive: `32.` or `64.`, one of these, and sometimes a stepping (`64.20.1.0`, `64.tgllp.0`).
 *
 * @example
 * findDevice('bmg-g21')[0].value.toString(16); // '5004000'
 */
export function findDevice(name: string, devices = DEVICES): readonly ProductConfig[] {
  const text = name.trim().replace(/^(32|64)\./, '');
  const { configs } = devices.rows;
  if (/^\d+$/.test(text)) return only(devices.config(Number(text)));
  if (/^\d+\.\d+$/.test(text)) return configs.filter((row) => row.ip.startsWith(`${text}.`));
  const id = pciId(text);
  if (id !== undefined) return id > 0xffff ? only(devices.config(id)) : devices.at(pciDevices(devices, ({ ids }) => ids.includes(id)));
  const [, target = text] = /^intel_gpu_(.+)$/i.exec(text) ?? [];
  const ip = ipValue(target.replaceAll('_', '.'));
  if (ip !== undefined) return only(devices.config(ip));
  const matches = findByName(nameKey(target), devices);
  return matches.length > 0 ? matches : findSold(target, devices);
}

/**
 * The one device that a name or an IP value stands for: `bmg-g21`, `20.1.0`, 0x05004000. If there is not exactly one, `why` says so.
 */
export function deviceNamed(
  name: string | number,
  devices = DEVICES,
): { readonly device: ProductConfig; readonly why?: undefined } | { readonly device?: undefined; readonly why: string } {
  if (typeof name === 'number') {
    const device = devices.config(name);
    return device ? { device } : { why: `no device has the IP value ${name}` };
  }
  const [device, ...others] = findDevice(name, devices);
  if (!device) return { why: unknownDevice(name, devices) };
  if (others.length === 0) return { device };
  return { why: `${name} stands for ${[device, ...others].map((one) => one.ip).join(', ')}: name one of them` };
}

/** A sentence about a name that is unknown, with the one that was probably meant, or with examples. */
export function unknownDevice(name: string, devices = DEVICES): string {
  const hint = didYouMean(name, deviceNames(devices)) || '; names are such as bmg, xe2, 20.1.0, 0xe20b or Arc B580';
  return `no device is named ${name}${hint}`;
}

/** The names that a typing error is compared with: those of ocloc, then those of products and of GPUs as they are sold. */
export function deviceNames(devices = DEVICES): string[] {
  const { rows } = devices;
  const names = [
    ...rows.configs.flatMap(({ acronyms }) => acronyms),
    ...targetGroups(devices).map(({ name }) => name),
    ...rows.configs.map(({ name }) => name.replaceAll(' ', '-').toLowerCase()),
    ...rows.families.flatMap((row) => [row.acronym, row.name]),
    ...rows.cores.map(({ name }) => name),
    ...allPciDevices(devices).map(({ name = '' }) => wordsOf(name).join(' ')),
  ];
  return [...new Set(names.filter((name) => name !== ''))];
}

/** The PCI ids and the names under which a device is sold. */
export function pciDevicesOf({ ip }: ProductConfig, devices = DEVICES): readonly PciDevice[] {
  return allPciDevices(devices).filter((row) => row.ip === ip);
}

const allPciDevices = ({ rows: { pci = [] } }: Devices): readonly PciDevice[] => [...PCI_DEVICES, ...pci];

/** IP versions of the rows that fit, each once. */
function pciDevices(devices: Devices, fits: (row: PciDevice) => boolean): string[] {
  return [...new Set(allPciDevices(devices).flatMap((row) => (fits(row) ? [row.ip] : [])))];
}

/** The number of `0xe20b`, `8086:e20b` and `Intel(R) Graphics [0xe20b]`, as the driver names a GPU without a name. */
function pciId(text: string): number | undefined {
  const [, hex, ofVendor] = /^(?:[^[]*\[)?(?:0x([0-9a-f]{1,8})|8086:(?:0x)?([0-9a-f]{4}))\]?$/i.exec(text) ?? [];
  const digits = hex ?? ofVendor;
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

function findByName(key: string, devices: Devices): readonly ProductConfig[] {
  const { configs, releases, families, cores } = devices.rows;
  if (key === '') return [];
  const config = configs.find((row) => [row.name, ...row.acronyms].some((name) => nameKey(name) === key));
  if (config) return [config];
  const release = releases.find((row) => row.aliases?.some((alias) => nameKey(alias) === key))?.name ?? key;
  const group = targetGroups(devices).find((row) => nameKey(row.name) === nameKey(release));
  if (group) return devices.at(group.ips);
  const product = families.find((row) => nameKey(row.acronym) === key || nameKey(row.name) === key);
  if (product) return configs.filter((row) => row.family === product.value);
  const core = cores.find((row) => nameKey(row.name) === key);
  return core ? configs.filter((row) => devices.family(row.family)?.core === core.value) : [];
}

/** The devices sold under a name. Words may be left out if the model number is there: `B580`, `Max 1550`. */
function findSold(name: string, devices: Devices): readonly ProductConfig[] {
  const asked = wordsOf(name);
  if (asked.length === 0 && !/graphics/i.test(name)) return [];
  const same = pciDevices(devices, (row) => row.name !== undefined && wordsOf(row.name).join() === asked.join());
  if (same.length > 0 || !asked.some((word) => /\d/.test(word))) return devices.at(same);
  return devices.at(
    pciDevices(devices, (row) => {
      const words = wordsOf(row.name ?? '');
      return asked.every((word) => words.includes(word));
    }),
  );
}

/** Words that nearly all GPUs have in their names. */
const COMMON = ['', 'intel', 'graphics', 'gpu'];

/** The words that distinguish a GPU: `arc`, `b580` of `Intel(R) Arc(TM) B580 Graphics`. */
function wordsOf(name: string): string[] {
  const words = name
    .toLowerCase()
    .replace(/\((r|tm|c)\)|[®™©]/g, ' ')
    .split(/[^a-z0-9]+/);
  return words.filter((word) => !COMMON.includes(word));
}

/** A name as it is compared: `XE2_HPG_CORE`, `xe2-hpg` and `tgllp.0` without case, dashes, underscores, blanks, `_core` and stepping. */
function nameKey(name: string): string {
  const lower = name.toLowerCase();
  const core = lower.indexOf('_core');
  return (core < 0 ? lower : lower.slice(0, core)).replace(/\.\d+$/, '').replace(/[-_ ]/g, '');
}

function only(row: ProductConfig | undefined): readonly ProductConfig[] {
  return row ? [row] : [];
}
