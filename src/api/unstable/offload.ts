/** `zebin/unstable/offload`: LLVM's OffloadBinary, device images with strings. */
import type { Diagnostic, Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import {
  dumpOffload as dump,
  layoutOffload as layout,
  type Offload,
  type OffloadBlob,
  type OffloadEntry,
  type OffloadImage,
  readOffload as read,
  validateOffload as validate,
  writeOffload as write,
} from '../../formats/offload/index.ts';
import { dumped, type Input } from '../reading.ts';

export type { Annotation, Diagnostic, Input, Offload, OffloadBlob, OffloadEntry, OffloadImage, Outcome };

/**
 * Reads one or more OffloadBinaries of version 1 to 3, one after another. Throws `FormatError` (`offload/not-offload`) for anything else.
 *
 * @example
 * readOffload(offloading).value.blobs.length > 0; // true
 */
export function readOffload(input: Input): Outcome<Offload> {
  return read(input);
}

/**
 * Assigns the offsets of images and strings: what {@link writeOffload} writes.
 *
 * @example
 * const blobs = layoutOffload([{ image_kind: 0, offload_kind: 4, flags: 0, strings: [], image: new Uint8Array(8) }]);
 * readOffload(writeOffload({ blobs })).value.blobs.length; // 1
 */
export function layoutOffload(images: readonly OffloadImage[], version?: number): readonly OffloadBlob[] {
  return layout(images, version);
}

/**
 * The bytes of a file that was read, or of blobs that were laid out.
 *
 * @example
 * writeOffload(readOffload(offloading).value).length === offloading.length; // true
 */
export function writeOffload(offload: Parameters<typeof write>[0]): Uint8Array {
  return write(offload);
}

/**
 * The rules that a file breaks.
 *
 * @example
 * validateOffload(readOffload(offloading).value).length; // 0
 */
export function validateOffload(offload: Offload): readonly Diagnostic[] {
  return validate(offload);
}

/**
 * What each byte of a file is.
 *
 * @example
 * dumpOffload(offloading)[0].text; // 'OffloadBinary'
 */
export function dumpOffload(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}
