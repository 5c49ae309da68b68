import type { Outcome } from '../../core/diag/index.ts';
import { type ElfParts, layoutElf, writeElf } from '../elf/index.ts';
import type { Zebin } from './model.ts';
import { partsOfZebin } from './parts.ts';

/**
 * The bytes of a zebin. One that was read is reproduced byte for byte. For parts, which may have been edited, every offset, index and
 * string position is assigned again by the rules of the compiler that wrote the file.
 *
 * Throws `FormatError` for parts that do not form a valid file (see {@link layoutElf}). The only diagnostic is `write/new-layout`.
 */
export function writeZebin(input: Zebin | ElfParts): Outcome<Uint8Array> {
  const { value, diagnostics } = layoutElf(input.kind === 'zebin' ? partsOfZebin(input) : input);
  return { value: writeElf(value), diagnostics };
}
