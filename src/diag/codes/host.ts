import type { CodeRow } from './row.ts';

/** Codes of host files: ELF, PE and COFF with device images inside. */
export const HOST_CODES = {} as const satisfies Record<string, CodeRow>;
