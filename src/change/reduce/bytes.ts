/** Removes bytes from a file of any kind; used for files that no reader can split. */
import { minimize, type Search } from './search.ts';

/** Number of groups of bytes that are tried one by one. More would take long, and hardly any of them can be removed. */
const GROUPS = 256;

/** Searches the shortest file by removing bytes. */
export function* reduceBytes(bytes: Uint8Array): Search<Uint8Array> {
  return yield* fewerBytes(yield* withoutEnd(bytes), 1, (value) => value);
}

/**
 * Removes groups of at least `least` bytes; smaller groups are tried as long as larger ones succeed.
 *
 * @param make makes the candidate with these bytes
 */
export function* fewerBytes(bytes: Uint8Array, least: number, make: (bytes: Uint8Array) => Uint8Array | undefined): Search<Uint8Array> {
  let value = bytes;
  for (;;) {
    const { length } = value;
    const size = Math.max(least, Math.ceil(length / GROUPS));
    const groups = Array.from({ length: Math.ceil(length / size) }, (_, i) => value.subarray(i * size, (i + 1) * size));
    value = joined(yield* minimize(groups, (kept) => make(joined(kept))));
    if (size === least || value.length === length) return value;
  }
}

/** Removes bytes from the end. */
function* withoutEnd(bytes: Uint8Array): Search<Uint8Array> {
  let value = bytes;
  for (let step = value.length >> 1; step > 0; ) {
    const candidate = value.slice(0, Math.max(0, value.length - step));
    if (step < value.length && (yield candidate)) value = candidate;
    else step >>= 1;
  }
  return value;
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
