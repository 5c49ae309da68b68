/** `zebin/unstable/driver`: the releases of the driver, and what each says of a zebin. */
import type { Outcome } from '../../core/diag/index.ts';
import {
  releaseNamed as named,
  type OclocAnswer,
  oclocValidate as ocloc,
  type ReleaseRange,
  releaseRanges as ranges,
  readTables as read,
  type Tables,
} from '../../driver/index.ts';
import type { Input } from '../reading.ts';

export { RELEASES as DRIVER_RELEASES } from '../../driver/index.ts';
export type { Input, OclocAnswer, Outcome, ReleaseRange, Tables };

/**
 * What `ocloc validate` of a release says of a file.
 *
 * @example
 * oclocValidate(bytes, '26.27.39122.14').verdict; // 'valid'
 */
export function oclocValidate(input: Input, release: string): OclocAnswer {
  return ocloc(input, release);
}

/**
 * The newest release whose name begins like this, or `next`, the main branch after the newest one; undefined when there is none.
 *
 * @example
 * releaseNamed('22.43'); // '22.43.24595.41'
 */
export function releaseNamed(text: string): string | undefined {
  return named(text);
}

/**
 * What each known release says of a zebin, oldest first, and after them the next one, in ranges of the same answer.
 *
 * @param device IP value; the device that the file names when left out
 *
 * @example
 * releaseRanges(bytes).at(-1)?.verdict; // 'accepted'
 */
export function releaseRanges(input: Input, device?: number): readonly ReleaseRange[] {
  return ranges(input, device);
}

/**
 * Reads devices and releases that are newer than those of this package (`zebin/tables/1`).
 *
 * @example
 * readTables(new TextEncoder().encode('{ "schema": "zebin/tables/1", "date": "2026-11-21", "sources": ["mine"] }')).diagnostics; // []
 */
export function readTables(input: Input): Outcome<Tables> {
  return read(input);
}
