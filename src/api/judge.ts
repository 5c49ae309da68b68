/** Zebins, checked: against the specification, and by the decision of a driver. */

import { type KeepOptions, type Keeps, keepTest as keep } from '../change/reduce/index.ts';
import type { Diagnostic } from '../core/diag/index.ts';
import { type CheckAnswer, type CheckOptions, checkZebin as check } from '../driver/index.ts';
import { type ValidateOptions, validateZebin as validate, type Zebin } from '../formats/zebin/index.ts';
import type { Input } from './reading.ts';

/**
 * The rules of the specification and of drivers that a zebin breaks. What reading it reported is not repeated.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * validateZebin(zebin).filter(({ severity }) => severity === 'error').length; // 0
 * validateZebin(zebin, { version: '1.32' })[0]?.code; // 'rule/section-version'
 */
export function validateZebin(zebin: Zebin, options: ValidateOptions = {}): readonly Diagnostic[] {
  return validate(zebin, options);
}

/**
 * Whether a release of the driver accepts a zebin on a device: its checks in order, the verdict, and the finding that decides.
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
 * `finding:CODE` for what reading or validating reports. The cause stays the same: see {@link reduceFile}. Unless it is `loose`, the file
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
