/** Opens a vISA object or text. */
import { type Input, reading, type Source } from '../../core/bytes/index.ts';
import type { Outcome } from '../../core/diag/index.ts';
import type { VisaObject } from './model.ts';
import { decodeVisaText, type ParseOptions } from './parse.ts';
import { decodeVisa, VISA_MAGIC } from './read.ts';

/** Reads an object, or parses a text when the data does not begin as an object does. Throws `FormatError` as these do. */
export function openVisa(input: Input | Source, options: ParseOptions = {}): Outcome<VisaObject> {
  return reading(
    input,
    (bytes, out) => (bytes.startsWith(VISA_MAGIC) ? decodeVisa(bytes, out) : decodeVisaText(bytes, out, options)),
    options,
  );
}
