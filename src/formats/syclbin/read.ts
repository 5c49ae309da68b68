import { type Bytes, type Input, reading } from '../../core/bytes/index.ts';
import type { Outcome, Reporter } from '../../core/diag/index.ts';
import { decodeOffload, OFFLOAD_MAGIC, type Offload, SYCLBIN_IMAGE } from '../offload/index.ts';
import type { Syclbin } from './model.ts';
import { readVersion1 } from './read-v1.ts';
import { readVersion2 } from './read-v2.ts';
import { SYCLBIN_MAGIC } from './table.ts';

/**
 * Reads a SYCLBIN file: version 1 bare or in an OffloadBinary, and version 2, which is one.
 *
 * Throws `FormatError` when there is nothing to read: `syclbin/not-syclbin`, `syclbin/header`, `syclbin/version`, or what `readOffload`
 * throws for the OffloadBinary.
 *
 * @example
 * readSyclbin(syclbin).value.modules.length > 0; // true
 */
export function readSyclbin(input: Input): Outcome<Syclbin> {
  return reading(input, decodeSyclbin);
}

/** As {@link readSyclbin}, with the diagnostics to a reporter. */
export function decodeSyclbin(bytes: Bytes, out: Reporter): Syclbin {
  return bytes.startsWith(OFFLOAD_MAGIC) ? syclbinOfOffload(decodeOffload(bytes, out), out) : readVersion1(bytes, out);
}

/** The SYCLBIN file that an OffloadBinary is or holds; see {@link isSyclbin}. */
export function syclbinOfOffload(envelope: Offload, out: Reporter): Syclbin {
  const first = envelope.blobs[0]?.entries[0];
  return first?.image.startsWith(SYCLBIN_MAGIC)
    ? { ...readVersion1(first.image, out), bytes: envelope.bytes, envelope }
    : readVersion2(envelope, out);
}

/** Whether an OffloadBinary is a SYCLBIN file of version 2: the first entry says what version 1 says with its magic. */
export function isSyclbin(offload: Offload): boolean {
  const first = offload.blobs[0]?.entries[0];
  return first !== undefined && first.header.image_kind === SYCLBIN_IMAGE && !first.image.startsWith(SYCLBIN_MAGIC);
}
