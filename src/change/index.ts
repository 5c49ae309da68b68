/** What makes bytes from bytes: each verb that changes a file, and zebins from scratch. */
export * from './asm.ts';
export * from './convert.ts';
export * from './edit.ts';
export * from './link.ts';
export * from './pack.ts';
export * from './patch.ts';
export { propsFromJson } from './props-from-json.ts';
export { type ReduceDocument, reduceDocument } from './reduce/document.ts';
export { replaceItem, replaceItems } from './replace.ts';
export * from './strip.ts';
export { zebinOfCode } from './zebin-of-code.ts';
