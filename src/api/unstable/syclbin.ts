/** `zebin/unstable/syclbin`: SYCL modules as intermediate code and native images, with their property sets. */
import type { Diagnostic, Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import {
  buildSyclbin as build,
  dumpSyclbin as dump,
  syclbinParts as partsOf,
  readSyclbin as read,
  type Syclbin,
  type SyclbinModule,
  type SyclbinParts,
  validateSyclbin as validate,
  writeSyclbin as write,
} from '../../formats/syclbin/index.ts';
import { dumped, type Input } from '../reading.ts';

export type { Annotation, Diagnostic, Input, Outcome, Syclbin, SyclbinModule, SyclbinParts };

/**
 * Reads a SYCLBIN of version 1 or 2. Throws `FormatError` (`syclbin/not-syclbin`) for anything else.
 *
 * @example
 * readSyclbin(syclbin).value.modules.length > 0; // true
 */
export function readSyclbin(input: Input): Outcome<Syclbin> {
  return read(input);
}

/**
 * The property sets and images of a file, without their places.
 *
 * @example
 * syclbinParts(readSyclbin(syclbin).value).modules.length > 0; // true
 */
export function syclbinParts(syclbin: Pick<Syclbin, 'metadata' | 'modules'>): SyclbinParts {
  return partsOf(syclbin);
}

/**
 * The bytes of a new file.
 *
 * @example
 * const made = buildSyclbin(syclbinParts(readSyclbin(syclbin).value), 2);
 * readSyclbin(made).value.modules.length > 0; // true
 */
export function buildSyclbin(parts: SyclbinParts, version?: 1 | 2): Uint8Array {
  return build(parts, version);
}

/**
 * The bytes of a file that was read, byte for byte.
 *
 * @example
 * writeSyclbin(readSyclbin(syclbin).value).length === syclbin.length; // true
 */
export function writeSyclbin(model: Syclbin): Uint8Array {
  return write(model);
}

/**
 * The rules that a file breaks.
 *
 * @example
 * validateSyclbin(readSyclbin(syclbin).value).length; // 0
 */
export function validateSyclbin(model: Syclbin): readonly Diagnostic[] {
  return validate(model);
}

/**
 * What each byte of a file is.
 *
 * @example
 * dumpSyclbin(syclbin)[0].text; // 'OffloadBinary'
 */
export function dumpSyclbin(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}
