/** `zebin/unstable/bundle`: bundles of clang-offload-bundler, binary, compressed and as text. */

import type { Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import {
  type Bundle,
  type BundleEntry,
  type BundleLayout,
  type Bundles,
  type Ccob,
  type Ccobs,
  dumpBundles as dump,
  dumpCcobs as dumpCompressed,
  dumpTextBundle as dumpText,
  type NewEntry,
  parseTextBundle as parse,
  readBundles as read,
  readCcobs as readCompressed,
  type TextBundle,
  type TextComment,
  writeBundle as write,
  writeCcob as writeCompressed,
  printTextBundle as writeText,
} from '../../formats/bundle/index.ts';
import { dumped, type Input } from '../reading.ts';

export type { Annotation, Bundle, BundleEntry, BundleLayout, Bundles, Ccob, Ccobs, Input, NewEntry, Outcome, TextBundle, TextComment };

/**
 * Reads the binary bundles of a file, one after another. Throws `FormatError` (`bundle/not-bundle`) for anything else.
 *
 * @example
 * readBundles(bundle).value.bundles[0].entries.length > 0; // true
 */
export function readBundles(input: Input): Outcome<Bundles> {
  return read(input);
}

/**
 * The bytes of a binary bundle. Throws `RangeError` for entries whose given places overlap.
 *
 * @example
 * const written = writeBundle([{ id: 'host-x86_64', data: new Uint8Array(0) }, { id: 'sycl-spir64', data: new Uint8Array(8) }]);
 * readBundles(written).value.bundles[0].entries.map(({ size }) => size); // [0, 8]
 */
export function writeBundle(entries: readonly NewEntry[], layout: BundleLayout = {}): Uint8Array {
  return write(entries, layout);
}

/**
 * Reads the headers of compressed bundles. `inspect` of `zebin` opens what is inside.
 *
 * @example
 * const [ccob] = readCcobs(writeCcob(bundle, 3)).value.bundles;
 * ccob.version; // 3
 */
export function readCcobs(input: Input): Outcome<Ccobs> {
  return readCompressed(input);
}

/**
 * The bytes of a bundle, compressed with zstd under a header of version 1 to 3.
 *
 * @example
 * writeCcob(bundle, 2).length > 24; // true
 */
export function writeCcob(bundle: Uint8Array, version: 1 | 2 | 3): Uint8Array {
  return writeCompressed(bundle, version);
}

/**
 * Reads a bundle in text form, whose entries are between comment lines.
 *
 * @example
 * const lines = writeTextBundle([{ id: 'sycl-spir64', data: new TextEncoder().encode('a\n') }], '#');
 * parseTextBundle(lines).value.entries.map(({ id }) => id); // ['sycl-spir64']
 */
export function parseTextBundle(input: Input): Outcome<TextBundle> {
  return parse(input);
}

/**
 * The text form of a bundle, with the comment mark of its language.
 *
 * @example
 * writeTextBundle([], ';').length; // 0
 */
export function writeTextBundle(entries: readonly NewEntry[], comment: TextComment): Uint8Array {
  return writeText(entries, comment);
}

/**
 * What each byte of a binary bundle is.
 *
 * @example
 * dumpBundles(bundle)[0].text; // '__CLANG_OFFLOAD_BUNDLE__'
 */
export function dumpBundles(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}

/**
 * What each byte of a compressed bundle is.
 *
 * @example
 * dumpCcobs(writeCcob(bundle, 3))[0].text; // 'CCOB'
 */
export function dumpCcobs(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dumpCompressed(readCompressed(bytes, out).value, out));
}

/**
 * What each byte of a bundle in text form is.
 *
 * @example
 * dumpTextBundle(writeTextBundle([{ id: 'sycl-spir64', data: new TextEncoder().encode('a\n') }], '#'))[0].text; // 'sycl-spir64'
 */
export function dumpTextBundle(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dumpText(parse(bytes, out).value, out));
}
