import type { CodeRow } from './row.ts';

/** Codes of SYCLBIN files. */
export const SYCLBIN_CODES = {} as const satisfies Record<string, CodeRow>;
