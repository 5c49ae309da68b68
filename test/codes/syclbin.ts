import type { SYCLBIN_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const SYCLBIN: Record<keyof typeof SYCLBIN_CODES, () => Case> = {};
