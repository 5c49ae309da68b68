/** Whether a driver accepts a zebin on a device, which are given by name. */
import { Bytes } from '../core/bytes/index.ts';
import { DEVICES, type Devices, deviceNamed } from '../devices/index.ts';
import { Behaviour } from './behaviour.ts';
import { Check, type CheckAnswer } from './check.ts';
import { DriverFile } from './file.ts';
import { releaseNamed } from './release-name.ts';

export interface CheckOptions {
  /**
   * The device, by a name of its own or its IP value: `bmg-g21`, `20.1.0`, 0x05004000. If it is absent, the device is taken to be the one
   * that the file names.
   */
  readonly device?: string | number;
  /** A tag of intel/compute-runtime, or the beginning of one, which stands for the newest such tag: `26.27.39122.14`, `26.27`. */
  readonly release: string;
  /** The known devices; by default those of the library. */
  readonly devices?: Devices;
}

/**
 * The decision of a driver release about a zebin on a device, and every reason against it that can be checked. A driver itself stops at
 * the first reason.
 *
 * Throws `TypeError` for a name or IP value that does not identify exactly one device, and for an unknown release.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/device_binary_format_zebin.cpp and zebin/.
 *
 * @example
 * checkZebin(bytes, { device: 'bmg-g21', release: '26.27' }).verdict; // 'accepted'
 * checkZebin(bytes, { device: 'tgllp', release: '26.27' }).reason?.code; // 'driver/target'
 */
export function checkZebin(input: Uint8Array | Bytes | DriverFile, { device, release, devices = DEVICES }: CheckOptions): CheckAnswer {
  const named = device === undefined ? undefined : deviceNamed(device, devices);
  if (named?.why !== undefined) throw new TypeError(named.why);
  const tag = releaseNamed(release);
  if (tag === undefined) throw new TypeError(`${release} is not a release of the driver`);
  const file = input instanceof DriverFile ? input : new DriverFile(Bytes.from(input));
  return new Check(file, named?.device, devices, new Behaviour(tag), true).answer();
}
