import type { EU_CODES } from '../../src/core/diag/index.ts';
import { readCode } from '../../src/formats/eu/index.ts';
import { by, type Case } from './case.ts';

const read = by((bytes) => readCode(bytes, '2'));
/** A `nop`, and a word. */
const after = (...words: number[]) => new Uint8Array(new Uint32Array([0x60, 0, 0, 0, ...words]).buffer);

export const EU: Record<keyof typeof EU_CODES, () => Case> = {
  'eu/instruction': () => ({ bytes: after(0x3f, 0, 0, 0), find: read, span: [16, 32] }),
  // jmpi 8
  'eu/target': () => ({ bytes: after(0x20, 0x4000, 0, 8), find: read, span: [16, 32] }),
};
