import { ipVersion } from './ip.ts';
import type { PciDevice } from './pci.ts';
import {
  COMPATIBILITY,
  CORE_FAMILIES,
  type Compatibility,
  type CoreFamily,
  PRODUCT_CONFIGS,
  PRODUCT_FAMILIES,
  type ProductConfig,
  type ProductFamily,
  RELEASES,
  type Release,
} from './table.ts';

/** Rows of devices, and the rows that they refer to. */
export interface DeviceRows {
  readonly cores: readonly CoreFamily[];
  readonly families: readonly ProductFamily[];
  readonly releases: readonly Release[];
  /** In ascending order of the IP value. */
  readonly configs: readonly ProductConfig[];
  readonly compatibility: readonly Compatibility[];
  /** PCI ids besides those of the package. */
  readonly pci?: readonly PciDevice[];
}

/** The known devices, and their names. */
export class Devices {
  readonly rows: DeviceRows;
  private readonly byValue: ReadonlyMap<number, ProductConfig>;
  private readonly byIp: ReadonlyMap<string, ProductConfig>;
  private readonly families: ReadonlyMap<number, ProductFamily>;
  private readonly cores: ReadonlyMap<number, CoreFamily>;
  /** Other devices by the IP text of one: those that run its binaries, and those whose binaries it runs. */
  private readonly compatible: ReadonlyMap<string, readonly ProductConfig[]>;
  private readonly fallbacks: ReadonlyMap<string, readonly ProductConfig[]>;

  constructor(rows: DeviceRows) {
    const { configs, families, cores, compatibility } = rows;
    this.rows = rows;
    this.byValue = new Map(configs.map((row) => [row.value, row]));
    this.byIp = new Map(configs.map((row) => [row.ip, row]));
    this.families = new Map(families.map((row) => [row.value, row]));
    this.cores = new Map(cores.map((row) => [row.value, row]));
    const others = (one: 'from' | 'to', other: 'from' | 'to') =>
      new Map([...grouped(compatibility, (row) => row[one])].map(([ip, pairs]) => [ip, this.at(pairs.map((row) => row[other]))]));
    this.compatible = others('from', 'to');
    this.fallbacks = others('to', 'from');
  }

  config(value: number): ProductConfig | undefined {
    return this.byValue.get(value);
  }

  family(value: number): ProductFamily | undefined {
    return this.families.get(value);
  }

  core(value: number): CoreFamily | undefined {
    return this.cores.get(value);
  }

  /** The other devices that run a binary made for this IP value. Rows of `compatibility` say which driver each needs. */
  compatibleWith(value: number): readonly ProductConfig[] {
    return this.compatible.get(this.ipOf(value)) ?? [];
  }

  /** The other devices whose binaries this device runs: the inverse of {@link compatibleWith}. */
  fallbacksOf(value: number): readonly ProductConfig[] {
    return this.fallbacks.get(this.ipOf(value)) ?? [];
  }

  /** How many devices and pairs of compatible ones there are past those of the built-in tables. */
  get added(): number {
    return Math.max(rowsOf(this) - rowsOf(DEVICES), 0);
  }

  private ipOf(value: number): string {
    return this.byValue.get(value)?.ip ?? ipVersion(value).text;
  }

  /** The rows of IP texts; unknown texts are skipped. */
  at(ips: readonly string[]): readonly ProductConfig[] {
    return ips.flatMap((ip) => this.byIp.get(ip) ?? []);
  }
}

const rowsOf = ({ rows: { configs, compatibility } }: Devices): number => configs.length + compatibility.length;

/** The rows with each key, in order. */
export function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return groups;
}

/** The devices of the built-in tables. */
export const DEVICES = new Devices({
  cores: CORE_FAMILIES,
  families: PRODUCT_FAMILIES,
  releases: RELEASES,
  configs: PRODUCT_CONFIGS,
  compatibility: COMPATIBILITY,
});

/**
 * The device of an IP value, as note 6 of a zebin has it.
 *
 * @example
 * productConfig(0x05004000)?.name; // 'BMG-G21 A0'
 */
export function productConfig(value: number): ProductConfig | undefined {
  return DEVICES.config(value);
}

/**
 * A product family by its number, as note 1 of a zebin has it.
 *
 * @example
 * productFamily(1270)?.name; // 'Alchemist'
 */
export function productFamily(value: number): ProductFamily | undefined {
  return DEVICES.family(value);
}

/**
 * A core family by its number, as note 2 of a zebin has it.
 *
 * @example
 * coreFamily(11)?.name; // 'Gen8'
 */
export function coreFamily(value: number): CoreFamily | undefined {
  return DEVICES.core(value);
}

/**
 * The devices that run what is compiled for a device.
 *
 * @example
 * compatibleWith(0x030dc008).map(({ name }) => name); // ['DG2-G11 B1', 'DG2-G12 A0']
 */
export function compatibleWith(value: number): readonly ProductConfig[] {
  return DEVICES.compatibleWith(value);
}

export function fallbacksOf(value: number): readonly ProductConfig[] {
  return DEVICES.fallbacksOf(value);
}

/**
 * The core family of the device that the notes of a zebin name, if it is known. Note 6 takes precedence over note 2, and note 2 over
 * note 1.
 *
 * @param notes the values of the notes: `config` of note 6, `core` of note 2, `family` of note 1
 */
export function coreOfNotes({
  config,
  core,
  family,
}: {
  config?: number | undefined;
  core?: number | undefined;
  family?: number | undefined;
}) {
  return productFamily(productConfig(config ?? -1)?.family ?? -1)?.core ?? core ?? productFamily(family ?? -1)?.core;
}
