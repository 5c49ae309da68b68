import { TABLES, type Tables } from '../src/internal.ts';
import type { Options } from './command.ts';

/** The tables that are built in, with those of `--tables` among them. Throws `UsageError` if anything is wrong with the file. */
export async function tablesOf({ tables: path }: Options): Promise<Tables> {
  return typeof path === 'string' ? (await import('./tables-file.ts')).tablesWith(path) : TABLES;
}
