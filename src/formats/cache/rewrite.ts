import { ByteWriter } from '../../core/bytes/index.ts';
import type { CachedBinaries } from './read.ts';

/**
 * A cache file, with some of its binaries replaced.
 *
 * @param changes by the binary of the model
 */
export function rewriteCachedBinaries({ binaries, form }: CachedBinaries, changes: ReadonlyMap<object, Uint8Array>): Uint8Array {
  const out = new ByteWriter();
  if (form === 'counted') out.u64(binaries.length);
  for (const binary of binaries) {
    const data = changes.get(binary) ?? binary.data;
    out.u64(data.length).bytes(data);
  }
  return out.finish();
}
