/** `zebin/unstable/ar`: archives, in which `ocloc` packs binaries for several devices. */

import type { Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import {
  type Ar,
  type ArLayout,
  type ArMember,
  dumpAr as dump,
  arMembers as membersOf,
  type NewMember,
  readAr as read,
  writeAr as write,
} from '../../formats/ar/index.ts';
import { dumped, type Input } from '../reading.ts';

export type { Annotation, Ar, ArLayout, ArMember, Input, NewMember, Outcome };

/**
 * Reads an archive with GNU or BSD names, thin or not. Throws `FormatError` (`ar/not-ar`) for anything else.
 *
 * @example
 * readAr(archive).value.members.map(({ name }) => name); // ['pad_0', '64.dg2', 'pad_1', '64.bmg']
 */
export function readAr(input: Input): Outcome<Ar> {
  return read(input);
}

/**
 * The members of an archive as they are written.
 *
 * @example
 * const members = arMembers(readAr(archive).value);
 * writeAr(members).length === archive.length; // true
 */
export function arMembers(ar: Ar): readonly NewMember[] {
  return membersOf(ar);
}

/**
 * The bytes of an archive. Throws `RangeError` for a name or number that does not fit in a header.
 *
 * @example
 * readAr(writeAr([{ name: 'a', data: new Uint8Array(4) }])).value.members[0].name; // 'a'
 */
export function writeAr(members: readonly NewMember[], layout: ArLayout = {}): Uint8Array {
  return write(members, layout);
}

/**
 * What each byte of an archive is.
 *
 * @example
 * dumpAr(archive)[0].text; // '!<arch>'
 */
export function dumpAr(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}
