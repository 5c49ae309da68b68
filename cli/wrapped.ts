/** A CommonJS file as V8 compiles it. V8's cache for it fits only exactly the same text. */
export const wrapped = (source: string): string => `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
