/** What opening a file takes that is not one zebin: the readers of all formats, and advice for what they refuse. */
export { CODES, inspect } from '../src/internal.ts';
export { useNodeHashes } from './hashes.ts';
