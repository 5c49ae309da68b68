import type { BUNDLE_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const BUNDLE: Record<keyof typeof BUNDLE_CODES, () => Case> = {};
