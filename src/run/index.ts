/** What a kernel computes: its code executed without a GPU. */
export { launch } from './launch.ts';
export { Machine, type Snapshot } from './machine.ts';
export type { Argument, Counts, ImageShape, Launch, Launched, Pointer, Stop, StopReason } from './model.ts';
export { type Parameter, type ParameterAccess, type ParameterKind, signatureOf } from './signature.ts';
