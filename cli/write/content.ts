/** Content to write, in parts of bounded size. */
import { Bytes } from '../../src/internal.ts';

/** What can be written: the bytes of {@link Bytes} are fetched a part at a time. */
export type Content = string | Uint8Array | Bytes;

/** The largest part that is written at once, in bytes. */
export const CHUNK = 1 << 20;

/** The content in parts of bounded size. */
export function* partsOf(content: Content): Generator<Uint8Array> {
  const bytes = Bytes.from(typeof content === 'string' ? Buffer.from(content) : content);
  for (let at = 0; at < bytes.length; at += CHUNK) yield bytes.sub(at, Math.min(at + CHUNK, bytes.length)).data;
}
