import type { HOST_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const HOST: Record<keyof typeof HOST_CODES, () => Case> = {};
