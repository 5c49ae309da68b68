import { Bytes } from '../../core/bytes/index.ts';
import { type Outcome, Reporter } from '../../core/diag/index.ts';
import { OFFLOAD_MAGIC, type Offload, readOffload, SYCLBIN_IMAGE } from '../offload/index.ts';
import type { Syclbin } from './model.ts';
import { readVersion1 } from './read-v1.ts';
import { readVersion2 } from './read-v2.ts';
import { SYCLBIN_MAGIC } from './table.ts';

/**
 * Reads a SYCLBIN file: version 1 bare or in an OffloadBinary, and version 2, which is one.
 *
 * Throws `FormatError` when there is nothing to read: `syclbin/not-syclbin`, `syclbin/header`, `syclbin/version`, or what `readOffload`
 * throws for the OffloadBinary.
 */
export function readSyclbin(input: Uint8Array | Bytes, reporter?: Reporter): Outcome<Syclbin> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length);
  const value = bytes.startsWith(OFFLOAD_MAGIC) ? syclbinOfOffload(readOffload(bytes, out).value, out).value : readVersion1(bytes, out);
  return { value, diagnostics: out.diagnostics };
}

/** The SYCLBIN file that an OffloadBinary is or holds; see {@link isSyclbin}. */
export function syclbinOfOffload(envelope: Offload, reporter?: Reporter): Outcome<Syclbin> {
  const out = reporter ?? new Reporter(envelope.bytes.length);
  const first = envelope.blobs[0]?.entries[0];
  const value = first?.image.startsWith(SYCLBIN_MAGIC)
    ? { ...readVersion1(first.image, out), bytes: envelope.bytes, envelope }
    : readVersion2(envelope, out);
  return { value, diagnostics: out.diagnostics };
}

/** Whether an OffloadBinary is a SYCLBIN file of version 2: the first entry says what version 1 says with its magic. */
export function isSyclbin(offload: Offload): boolean {
  const first = offload.blobs[0]?.entries[0];
  return first !== undefined && first.header.image_kind === SYCLBIN_IMAGE && !first.image.startsWith(SYCLBIN_MAGIC);
}
