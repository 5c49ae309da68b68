/** Builds zebins from scratch and adds arguments, checked against the driver that will read them. */
export { type AddArgumentOptions, addArgument } from './argument.ts';
export { buildZebin } from './build.ts';
export type { AssemblyBuild } from './code.ts';
export { namedDevice, releaseFor } from './names.ts';
export { refusals } from './refusals.ts';
