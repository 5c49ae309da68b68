import type { CACHE_CODES } from '../../src/core/diag/index.ts';
import { readCachedBinaries, readCacheKey } from '../../src/formats/cache/index.ts';
import { readPatchTokens } from '../../src/formats/legacy/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

const word = (value: number) => `${String.fromCharCode(value)}\0\0\0`;
const long = (value: number) => `${word(value)}${word(0)}`;
/** The header of a program with one kernel. */
const program = (patchListSize: number) => `CTNI${word(1)}${word(1)}${word(8)}${word(1)}${word(0)}${word(patchListSize)}`;

export const CACHE: Record<keyof typeof CACHE_CODES, () => Case> = {
  'cache/not-cache': () => ({ bytes: latin1(`${long(200)}no`), find: by(readCachedBinaries), span: [0, 8] }),
  'cache/cut': () => ({ bytes: latin1(`${long(1)}${long(9)}abc`), find: by(readCachedBinaries), span: [8, 16] }),
  'cache/rest': () => ({ bytes: latin1(`${long(0).repeat(4)}abc`), find: by(readCacheKey), span: [32, 35] }),
  'legacy/not-patch-tokens': () => ({ bytes: latin1('CTN'), find: by(readPatchTokens), span: [0, 3] }),
  'legacy/cut': () => ({ bytes: latin1(`${program(0)}short`), find: by(readPatchTokens), span: [28, 33] }),
  'legacy/token': () => ({ bytes: latin1(`${program(8)}${word(5)}${word(4)}`), find: by(readPatchTokens), span: [28, 36] }),
};
