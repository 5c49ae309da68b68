import type { Bytes } from './bytes.ts';

/**
 * Hash functions of a host. They are faster than those of the library, which cannot use those of browsers because they are asynchronous.
 */
export interface Hashes {
  /** The 16 bytes of the MD5 of `data`. */
  md5(data: Uint8Array): Uint8Array;
  /** The SHA-256 of a window, in hexadecimal. */
  sha256(bytes: Bytes): string;
}

let host: Partial<Hashes> = {};

/**
 * Makes the library use the hash functions of the host instead of its own. The hashes are the same, so no result changes.
 *
 * @example
 * useHashes({ md5: (data) => createHash('md5').update(data).digest() });
 */
export function useHashes(hashes: Partial<Hashes>): void {
  host = hashes;
}

/** Set by {@link useHashes}. */
export const hostHashes = (): Partial<Hashes> => host;
