import type { VISA_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const VISA: Record<keyof typeof VISA_CODES, () => Case> = {};
