/** Whether a driver accepts a file, and what keeps a smaller file as it is. */
import { type KeepOptions, type Keeps, keepTest as keep } from '../change/reduce/index.ts';
import type { Input } from '../core/bytes/index.ts';
import { type CheckAnswer, type CheckOptions, checkZebin as check } from '../driver/index.ts';

/**
 * Whether a release of the driver accepts a zebin on a device: its checks in order, the verdict, and the finding that decides. A driver
 * itself stops at the first reason; here all that can be checked are listed.
 *
 * Throws `TypeError` for a name or IP value that does not identify exactly one device, and for an unknown release.
 *
 * Source: intel/compute-runtime shared/source/device_binary_format/device_binary_format_zebin.cpp and zebin/.
 *
 * @example
 * checkZebin(bytes, { device: 'bmg-g21', release: '26.27' }).verdict; // 'accepted'
 * checkZebin(bytes, { device: 'tgllp', release: '26.27' }).reason?.code; // 'driver/target'
 */
export function checkZebin(input: Input, options: CheckOptions): CheckAnswer {
  return check(input, options);
}

/**
 * The test of whether a smaller file has a property of the original: `check:VERDICT`, `check:VERDICT:CODE` for a driver's answer, or
 * `finding:CODE` for what reading or validating reports. The cause stays the same: see `reduceFile`. Unless it is `loose`, the file
 * gets no reason or error of another code than those of the original, and releases that accept the original still do.
 *
 * Throws `TypeError` for words that are not a property, and for an unknown device or release.
 *
 * @example
 * const keeps = keepTest('check:accepted', bytes, { release: '26.27' });
 * keeps(bytes); // true
 * keeps(new Uint8Array(8)); // false
 */
export function keepTest(property: string, original: Uint8Array, options: KeepOptions): Keeps {
  return keep(property, original, options) ?? (() => false);
}
