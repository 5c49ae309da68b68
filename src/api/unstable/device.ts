/** `zebin/unstable/device`: Intel GPUs as binaries number them. */
import {
  type CoreFamily,
  compatibleWith as compatible,
  productConfig as config,
  type Execution,
  executionOf as execution,
  coreFamily as family,
  findDevice as find,
  type IpVersion,
  type ProductConfig,
  type ProductFamily,
  productFamily as product,
  ipVersion as version,
} from '../../devices/index.ts';

export { CORE_FAMILIES, DEVICE_DATA, PRODUCT_CONFIGS, PRODUCT_FAMILIES } from '../../devices/index.ts';
export type { CoreFamily, Execution, IpVersion, ProductConfig, ProductFamily };

/**
 * The devices for a name of `ocloc`, an IP version or a family; none for an unknown name.
 *
 * @example
 * findDevice('bmg-g21')[0].value.toString(16); // '5004000'
 */
export function findDevice(name: string): readonly ProductConfig[] {
  return find(name);
}

/**
 * The device of an IP value, as note 6 of a zebin has it.
 *
 * @example
 * productConfig(0x05004000)?.name; // 'BMG-G21 A0'
 */
export function productConfig(value: number): ProductConfig | undefined {
  return config(value);
}

/**
 * A product family by its number, as note 1 of a zebin has it.
 *
 * @example
 * productFamily(1270)?.name; // 'Alchemist'
 */
export function productFamily(value: number): ProductFamily | undefined {
  return product(value);
}

/**
 * A core family by its number, as note 2 of a zebin has it.
 *
 * @example
 * coreFamily(11)?.name; // 'Gen8'
 */
export function coreFamily(value: number): CoreFamily | undefined {
  return family(value);
}

/**
 * The devices that run what is compiled for a device.
 *
 * @example
 * compatibleWith(0x030dc008).map(({ name }) => name); // ['DG2-G11 B1', 'DG2-G12 A0']
 */
export function compatibleWith(value: number): readonly ProductConfig[] {
  return compatible(value);
}

/**
 * What kernels can use on the devices of a core family: SIMD sizes, register counts, threads, shared local memory.
 *
 * @param core number of the core family @param productFamilyNumber number of the product family, where the two differ
 *
 * @example
 * executionOf(3081)?.simdSizes; // [16, 32]
 */
export function executionOf(core: number | undefined, productFamilyNumber?: number): Execution | undefined {
  return execution(core, productFamilyNumber);
}

/**
 * The architecture, release and revision in an IP value.
 *
 * @example
 * ipVersion(0x05004000).architecture; // 20
 */
export function ipVersion(value: number): IpVersion {
  return version(value);
}
