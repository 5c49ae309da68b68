/** `zebin/unstable/legacy`: programs in patch tokens, the format before zebin. */
export type { Input } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export { dumpPatchTokens, type PatchTokenKernel, type PatchTokens, readPatchTokens } from '../../formats/legacy/index.ts';
