import { type Choice, type CodeMatch, choicesFor, isOclocArchive, kernelsOf, offersOf } from '../analysis/coverage/coverage.ts';
import { archiveFaults } from '../analysis/coverage/faults.ts';
import { Reporter } from '../core/diag/index.ts';
import { DEVICES, type ProductConfig } from '../devices/index.ts';
import type { Tables } from '../driver/index.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { type Completeness, completenessOf } from '../walk/damage.ts';
import { eachFile, type Item } from '../walk/item.ts';
import { modelOf } from '../walk/model-of.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';

/** `zebin coverage --json`: which device gets which kernel, and how. */
export interface CoverageDocument extends Completeness {
  readonly schema: 'zebin/coverage/2';
  /** The requested devices; otherwise those with native code, their own or that of a compatible device. */
  readonly devices: readonly DeviceCoverage[];
  /** Whether all other devices get intermediate code of every kernel. */
  readonly others_have_ir: boolean;
  readonly kernels: readonly KernelCoverage[];
  /** Images that no driver would choose, and images that a driver does not find because of their member names. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface DeviceCoverage {
  readonly ip: string;
  readonly name: string;
  /** The images that it gets kernels from, and how many. An image is not listed if better images have all its kernels. */
  readonly chosen: readonly { readonly address: string; readonly match: CodeMatch; readonly kernels: number }[];
  /** Numbers of kernels by how the device gets them; each kernel counts once, in its best form. */
  readonly native: number;
  readonly fallback: number;
  readonly ir: number;
  /** Kernel names that the device does not get. */
  readonly missing: readonly string[];
}

/** A kernel, with the IP versions of the devices that get it. */
export interface KernelCoverage {
  readonly name: string;
  /** The demangled name; the name itself if it is not mangled. */
  readonly label: string;
  readonly native: readonly string[];
  readonly fallback: readonly string[];
  readonly ir: readonly string[];
  readonly missing: readonly string[];
}

export interface CoverageOptions {
  /** The devices to report; by default, those that have native code of any kernel. */
  readonly devices?: readonly ProductConfig[] | undefined;
  /** The known devices, as `readTables` returns them; by default, those of the library. */
  readonly tables?: Pick<Tables, 'devices'>;
}

/**
 * Which device gets which kernel, and how: native, from a compatible device, or compiled: `zebin coverage`.
 *
 * @param tables known devices and releases, as `readTables` of `zebin/unstable/driver` returns them; by default those of this package
 *
 * @example
 * coverageDocument(inspect(archive).value).schema; // 'zebin/coverage/2'
 */
export function coverageDocument(root: Item, options: CoverageOptions = {}): CoverageDocument {
  const { devices } = options;
  const tables = options.tables?.devices ?? DEVICES;
  const offers = offersOf(root, tables);
  const all = new Set<string>();
  const out = new Reporter(root.bytes.length);
  for (const item of eachFile(root)) {
    for (const name of kernelsOf(item)) all.add(name);
    const archive = modelOf(item.content, 'ar');
    if (archive && isOclocArchive(archive)) archiveFaults(item, out, tables);
  }
  const known = tables.rows.configs.map((device) => ({ device, choices: choicesFor(offers, device) }));
  const deviceChoices = devices
    ? known.filter(({ device }) => devices.includes(device))
    : known.filter(({ choices }) => choices.some((c) => c.match !== 'ir'));
  const rows = deviceChoices.map(({ device, choices }) => ({ device, choices, best: bestOf(choices) }));
  const names = [...all].sort();
  const ips = (name: string, match: CodeMatch | undefined) =>
    rows.filter(({ best }) => best.get(name) === match).map(({ device }) => device.ip);
  const unknown = bestOf(choicesFor(offers, NO_DEVICE));
  return {
    schema: 'zebin/coverage/2',
    ...completenessOf(root),
    devices: rows.map(({ device, choices, best }) => deviceCoverage(device, choices, best, names)),
    others_have_ir: names.length > 0 && names.every((name) => unknown.has(name)),
    kernels: names.map((name) => ({
      name,
      label: kernelLabel(name),
      native: ips(name, 'native'),
      fallback: ips(name, 'fallback'),
      ir: ips(name, 'ir'),
      missing: ips(name, undefined),
    })),
    diagnostics: out.diagnostics.map((d) => diagnosticJson(d)),
  };
}

/** Represents any device that no table has. */
const NO_DEVICE: ProductConfig = { value: 0, ip: '0.0.0', name: '', family: 0, release: 'gen8', acronyms: [] };

function deviceCoverage(
  device: ProductConfig,
  choices: readonly Choice[],
  best: ReadonlyMap<string, CodeMatch>,
  names: readonly string[],
): DeviceCoverage {
  const counted = (match: CodeMatch) => names.filter((name) => best.get(name) === match).length;
  return {
    ip: device.ip,
    name: device.name,
    chosen: choices.map(({ item, match, kernels }) => ({ address: item.address, match, kernels: kernels.length })),
    native: counted('native'),
    fallback: counted('fallback'),
    ir: counted('ir'),
    missing: names.filter((name) => !best.has(name)),
  };
}

function bestOf(choices: readonly Choice[]): Map<string, CodeMatch> {
  return new Map(choices.flatMap(({ match, kernels }) => kernels.map((name) => [name, match] as const)));
}
