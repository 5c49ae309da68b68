import type { CACHE_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const CACHE: Record<keyof typeof CACHE_CODES, () => Case> = {};
