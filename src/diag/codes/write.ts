import type { CodeRow } from './row.ts';

/** Codes of writing: what a writer, converter, packer or linker refuses or had to give up. */
export const WRITE_CODES = {} as const satisfies Record<string, CodeRow>;
