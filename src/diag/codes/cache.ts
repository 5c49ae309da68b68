import type { CodeRow } from './row.ts';

/** Codes of caches and legacy formats. */
export const CACHE_CODES = {} as const satisfies Record<string, CodeRow>;
