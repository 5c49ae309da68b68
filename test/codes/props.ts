import type { PROPS_CODES } from '../../src/diag/index.ts';
import type { Case } from './case.ts';

export const PROPS: Record<keyof typeof PROPS_CODES, () => Case> = {};
