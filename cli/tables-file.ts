import { readTables, TABLES, type Tables } from '../src/internal.ts';
import { UsageError } from './exit.ts';
import { type Reading, readInput } from './input/input.ts';
import { orUsageError } from './refusal.ts';

/** The tables that are built in, with those of a file among them. Throws `UsageError` if anything is wrong with the file. */
export function tablesWith(path: string, io: Reading): Tables {
  const input = readInput(path, io);
  const bytes = input instanceof Uint8Array ? input : new Uint8Array(0);
  io.budgets.open(bytes.length);
  const { value, diagnostics } = orUsageError(
    path,
    () => readTables(bytes, TABLES),
    ({ message, code }) => `${path}: ${message} [${code}]`,
  );
  const [first] = diagnostics;
  if (!first) return value;
  const more = diagnostics.length > 1 ? ` (and ${diagnostics.length - 1} more)` : '';
  throw new UsageError(`${path}: ${first.path}: ${first.message} [${first.code}]${more}`, { file: path, diagnostic: first });
}
