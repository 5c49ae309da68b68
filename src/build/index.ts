/** Zebins from nothing and with more arguments, checked against the driver that is to read them. */
export { type AddArgumentOptions, addArgument } from './argument.ts';
export { buildZebin } from './build.ts';
export type { AssemblyBuild } from './code.ts';
export { refusals } from './judge.ts';
export { namedDevice, releaseFor } from './names.ts';
