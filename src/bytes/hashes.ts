import type { Bytes } from './bytes.ts';

/** Hashes that a host has, faster than those of the library, which is synchronous and runs in browsers, whose own are not. */
export interface Hashes {
  /** The 16 bytes of the MD5 of `data`. */
  md5(data: Uint8Array): Uint8Array;
  /** The SHA-256 of a window, in hexadecimal. */
  sha256(bytes: Bytes): string;
}

let host: Partial<Hashes> = {};

/**
 * Gives the library the hashes of the host, in place of its own. What they give is the same, so this changes no answer.
 *
 * @example
 * useHashes({ md5: (data) => createHash('md5').update(data).digest() });
 */
export function useHashes(hashes: Partial<Hashes>): void {
  host = hashes;
}

/** Those that the host has given. */
export const hostHashes = (): Partial<Hashes> => host;
