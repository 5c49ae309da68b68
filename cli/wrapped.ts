/** A CommonJS file as V8 compiles it. What is kept of it fits the very same text only. */
export const wrapped = (source: string): string => `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
