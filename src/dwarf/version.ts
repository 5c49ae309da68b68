import type { Bytes } from '../bytes/index.ts';
import type { Reporter } from '../diag/index.ts';
import type { Cursor } from './cursor.ts';

const OLDEST = 2;
const NEWEST = 5;

/** The version at the cursor, in `bytes`, of the thing named `what`; undefined, and reported, if the version is not supported. */
export function knownVersion(cursor: Cursor, bytes: Bytes, what: string, path: string, out: Reporter): number | undefined {
  const at = cursor.at;
  const version = cursor.u16();
  if (version >= OLDEST && version <= NEWEST) return version;
  out.report('dwarf/version', bytes.span(at, cursor.at), path, `no ${what} of version ${version} is known`, { found: version });
  return undefined;
}
