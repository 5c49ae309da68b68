import { TABLES, type Tables } from '../src/internal.ts';
import type { Reading } from './input/input.ts';

/** The tables that are built in, with those of `--tables` among them. Throws `UsageError` if anything is wrong with the file. */
export async function tablesOf({ tables: path }: { readonly tables: string | undefined }, io: Reading): Promise<Tables> {
  return path === undefined ? TABLES : (await import('./tables-file.ts')).tablesWith(path, io);
}
