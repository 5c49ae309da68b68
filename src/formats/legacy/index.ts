/** The format before zebin: programs in patch tokens. */
export { annotatePatchTokens, dumpPatchTokens } from './dump.ts';
export * from './model.ts';
export { decodePatchTokens, patchTokensExtent, readPatchTokens } from './read.ts';
export * from './table.ts';
export { PATCH_TOKENS } from './tokens.ts';
