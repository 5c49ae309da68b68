/** Arithmetic: what an instruction computes from its operands, lane by lane, and where the results go. */

export { translateWideDpas } from './dpas.ts';
export { Unsupported } from './elements.ts';
export type { Step } from './kinds.ts';
export { translateAlu } from './translate.ts';
