import { didYouMean } from '../../core/schema/index.ts';
import { coreFamily, findDevice, productFamily, unknownDevice } from '../../devices/index.ts';
import { PLATFORM_NAMES, PLATFORMS, type Platform, platformNamed, platformOfCore } from '../../formats/eu/index.ts';

/** An instruction set, or why there is none, as a sentence. */
export type PlatformAnswer =
  | { readonly platform: Platform; readonly why?: undefined }
  | { readonly platform?: undefined; readonly why: string };

/**
 * The instruction set by one of its names in iga64.
 *
 * @example platformAnswer('xe2').platform === '2'
 */
export function platformAnswer(name: string): PlatformAnswer {
  const platform = platformNamed(name);
  if (platform !== undefined) return { platform };
  const names = PLATFORMS.map((one) => `${one} (${PLATFORM_NAMES[one].title})`).join(', ');
  const known = PLATFORMS.flatMap((one) => [one, ...PLATFORM_NAMES[one].also]);
  return { why: `${name} is not a known instruction set${didYouMean(name, known) || `; known are ${names}`}` };
}

/** The instruction set of a device, by any of its names: `bmg`, `20.1.0`, `Arc B580`. */
export function platformOfDevice(name: string): PlatformAnswer {
  const devices = findDevice(name);
  if (devices.length === 0) return { why: unknownDevice(name) };
  const platforms = new Set(devices.map(({ family }) => platformOfCore(coreFamily(productFamily(family)?.core ?? -1))));
  const [platform] = platforms;
  if (platform === undefined) return { why: `the instructions of ${name} are not known` };
  return platforms.size > 1 ? { why: `${name} matches devices with different instruction sets` } : { platform };
}
