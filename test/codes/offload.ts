import type { OFFLOAD_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const OFFLOAD: Record<keyof typeof OFFLOAD_CODES, () => Case> = {};
