import type { Outcome } from '../diag/index.ts';
import { type ElfParts, layoutElf, writeElf } from '../elf/index.ts';
import type { Zebin } from './model.ts';
import { partsOfZebin } from './parts.ts';

/**
 * The bytes of a zebin: that was read, byte for byte as it was; or whose parts were edited, with every offset, index and string
 * assigned again as the compiler of the file does it.
 *
 * Throws `FormatError` for parts that are not a file (see {@link layoutElf}). The only diagnostic is `write/placed-anew`.
 */
export function writeZebin(input: Zebin | ElfParts): Outcome<Uint8Array> {
  const { value, diagnostics } = layoutElf(input.kind === 'zebin' ? partsOfZebin(input) : input);
  return { value: writeElf(value), diagnostics };
}
