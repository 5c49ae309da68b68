/** What the entries of the package share: they hide the reporters of the readers. */
import { Bytes } from '../core/bytes/index.ts';
import { Budget, type Diagnostic, Reporter } from '../core/diag/index.ts';
import { type Annotation, partition, type Region } from '../core/schema/index.ts';

/** What readers accept: a whole file, or a part of one that a reader returned, whose offsets then count in the file. */
export type Input = Uint8Array | Bytes;

/** The result of something that reads or reports to a reporter made for an input of this size. */
export function reporting<T>(size: number, run: (out: Reporter) => T): { readonly value: T; readonly diagnostics: readonly Diagnostic[] } {
  const out = new Reporter(size);
  const value = run(out);
  return { value, diagnostics: out.diagnostics };
}

/** The spans of a dump, in order: every byte is in exactly one. */
export function dumped(input: Input, dump: (bytes: Bytes, out: Reporter) => readonly (Annotation | Region)[]): readonly Annotation[] {
  const bytes = Bytes.from(input);
  const out = new Reporter(bytes.length);
  return [...partition(bytes, dump(bytes, out), out)];
}

/** What takes long, and can be given an end. */
export interface Timed {
  /**
   * When to end, in milliseconds as `Date.now()` counts them: past it, `FormatError` with the code `limit/time` is thrown. Without it,
   * everything is answered whole, however long that takes.
   */
  readonly deadline?: number | undefined;
}

/** The budget that a deadline makes; undefined without one. */
export function until(deadline: number | undefined): Budget | undefined {
  return deadline === undefined ? undefined : new Budget(Number.POSITIVE_INFINITY, { deadline });
}

/** Options with a budget in place of the deadline. */
export function timed<T extends Timed>({ deadline, ...options }: T): Omit<T, 'deadline'> & { readonly budget?: Budget } {
  const budget = until(deadline);
  return { ...options, ...(budget && { budget }) };
}
