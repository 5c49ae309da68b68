import type { Bytes } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import type { Cursor } from './cursor.ts';

const OLDEST = 2;
const NEWEST = 5;

/** Reads the version of a `what` at the cursor. An unsupported version is reported, and the result is undefined. */
export function knownVersion(cursor: Cursor, bytes: Bytes, what: string, path: string, out: Reporter): number | undefined {
  const at = cursor.at;
  const version = cursor.u16();
  if (version >= OLDEST && version <= NEWEST) return version;
  out.report('dwarf/version', bytes.span(at, cursor.at), path, `the version of the ${what} is ${version}, which is not supported`, {
    found: version,
  });
  return undefined;
}
