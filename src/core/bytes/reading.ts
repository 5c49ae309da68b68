import { type Budgeted, type Outcome, Reporter } from '../diag/index.ts';
import { Bytes, type Source } from './bytes.ts';

/** What readers accept: a whole file, or a window of one that a reader returned, whose offsets then count in the file. */
export type Input = Uint8Array | Bytes;

/** What a reader returns: the value that `decode` makes of an input, and what it reported about it. */
export function reading<T>(input: Input | Source, decode: (bytes: Bytes, out: Reporter) => T, { budget }: Budgeted = {}): Outcome<T> {
  const bytes = Bytes.from(input);
  const out = new Reporter(bytes.length, budget);
  const value = decode(bytes, out);
  return { value, diagnostics: out.diagnostics };
}
