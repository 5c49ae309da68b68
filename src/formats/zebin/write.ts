import type { Outcome } from '../../core/diag/index.ts';
import { type ElfParts, layoutElf, writeElf } from '../elf/index.ts';
import type { Zebin } from './model.ts';
import { partsOfZebin } from './parts.ts';

/**
 * The bytes of a zebin. One that was read is reproduced byte for byte. For parts, which may have been edited, every offset, index and
 * string position is assigned again by the rules of the compiler that wrote the file.
 *
 * A file that follows no known layout gets the compiler's layout once its parts have changed; `validateElfParts` of `zebin/unstable/elf`
 * reports this. Throws `FormatError` for parts that are not a file: `write/reference`, `write/value`, `write/name`, `write/segments`.
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * writeZebin(zebin).length === bytes.length; // true
 * writeZebin(stripZebin(partsOfZebin(zebin)).parts).length < bytes.length; // true
 */
export function writeZebin(model: Zebin | ElfParts): Uint8Array {
  return encodeZebin(model).value;
}

/** As {@link writeZebin}, with what it reports: `write/new-layout`, where the parts fit no known layout any more. */
export function encodeZebin(input: Zebin | ElfParts): Outcome<Uint8Array> {
  const { value, diagnostics } = layoutElf(input.kind === 'zebin' ? partsOfZebin(input) : input);
  return { value: writeElf(value), diagnostics };
}
