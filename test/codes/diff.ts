import { parseBaseline } from '../../src/analysis/comparison/index.ts';
import { byteText } from '../../src/core/bytes/index.ts';
import type { DIFF_CODES } from '../../src/core/diag/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

export const DIFF: Record<keyof typeof DIFF_CODES, () => Case> = {
  'diff/baseline': () => ({
    bytes: latin1('{"schema": "zebin/baseline/2"}'),
    find: by((bytes) => ({ value: parseBaseline(byteText(bytes)), diagnostics: [] })),
    span: [0, 0],
  }),
};
