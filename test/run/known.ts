/** Cases whose binaries compute something else than their source: the row of test/run/known.json says why. */
import { readFileSync } from 'node:fs';

interface Row {
  /** For docs/execution.md. */
  readonly where: string;
  /** A pattern for the path of the file. */
  readonly zebin: string;
  /** Patterns for the whole names. */
  readonly kernel: string;
  readonly case?: string;
  readonly why: string;
}

const ROWS = JSON.parse(readFileSync(new URL('./known.json', import.meta.url), 'utf8')) as readonly Row[];

/** Why a case is known to be different; `undefined` if it must be equal. */
export function whyDifferent(zebin: string, kernel: string, name: string): string | undefined {
  const whole = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`).test(text);
  return ROWS.find((row) => new RegExp(row.zebin).test(zebin) && whole(row.kernel, kernel) && whole(row.case ?? '.*', name))?.why;
}
