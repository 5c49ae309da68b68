/** Opens a vISA object or text. */
import { Bytes, type Source } from '../../core/bytes/index.ts';
import { type Outcome, Reporter } from '../../core/diag/index.ts';
import type { VisaObject } from './model.ts';
import { type ParseOptions, parseVisa } from './parse.ts';
import { readVisa, VISA_MAGIC } from './read.ts';

/** Reads an object, or parses a text when the data does not begin as an object does. Throws `FormatError` as these do. */
export function openVisa(input: Uint8Array | Bytes | Source, reporter?: Reporter, options: ParseOptions = {}): Outcome<VisaObject> {
  const bytes = Bytes.from(input);
  const out = reporter ?? new Reporter(bytes.length, options.budget);
  return bytes.startsWith(VISA_MAGIC) ? readVisa(bytes, out) : parseVisa(bytes, out, options);
}
