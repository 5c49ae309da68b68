import type { WRITE_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const WRITE: Record<keyof typeof WRITE_CODES, () => Case> = {};
