import type { CodeRow } from './row.ts';

/** Codes of LLVM OffloadBinary files. */
export const OFFLOAD_CODES = {} as const satisfies Record<string, CodeRow>;
