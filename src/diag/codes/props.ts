import type { CodeRow } from './row.ts';

/** Codes of SYCL property sets. */
export const PROPS_CODES = {} as const satisfies Record<string, CodeRow>;
