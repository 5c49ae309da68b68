/** `--columns`: columns that are computed on request. */
import { askedColumns } from '../src/internal.ts';
import type { Options } from './command.ts';
import { UsageError } from './exit.ts';

/** The names that `--columns` has, checked; none without it. Throws `UsageError` for one that there is not. */
export function columnsOf({ columns }: Options): readonly string[] {
  if (typeof columns !== 'string') return [];
  const names = columns.split(',');
  try {
    askedColumns(names);
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(`--columns: ${error.message}`) : error;
  }
  return names;
}
