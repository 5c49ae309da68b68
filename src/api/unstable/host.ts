/** `zebin/unstable/host`: the device images in host programs, libraries and objects, and what their descriptors say. */
import type { Source } from '../../core/bytes/index.ts';
import type { Outcome } from '../../core/diag/index.ts';
import { type Host, type HostImage, type HostSection, readHost as read, writeHost as write } from '../../formats/host/index.ts';
import type { Input } from '../reading.ts';

export { FORMATS as HOST_IMAGE_FORMATS, KINDS as HOST_IMAGE_KINDS } from '../../formats/host/index.ts';
export type { Host, HostImage, HostSection, Input, Outcome, Source };

/**
 * Finds the images in an ELF, PE or COFF file. Throws `FormatError` (`host/not-host`) for anything else.
 *
 * @example
 * readHost(program).value.images.length > 0; // true
 */
export function readHost(input: Input | Source): Outcome<Host> {
  return read(input);
}

/**
 * The file with other content in its images and sections. Throws `FormatError` for content that is longer than the space there.
 *
 * @example
 * writeHost(readHost(program).value, new Map()).length === program.length; // true
 */
export function writeHost(host: Host, changes: ReadonlyMap<HostImage | HostSection, Uint8Array>): Uint8Array {
  return write(host, changes);
}
