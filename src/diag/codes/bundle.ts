import type { CodeRow } from './row.ts';

/** Codes of clang offload bundles and of decompression. */
export const BUNDLE_CODES = {} as const satisfies Record<string, CodeRow>;
