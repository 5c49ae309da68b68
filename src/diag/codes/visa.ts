import type { CodeRow } from './row.ts';

/** Codes of vISA objects and vISA text. */
export const VISA_CODES = {} as const satisfies Record<string, CodeRow>;
