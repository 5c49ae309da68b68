/** What a kernel computes: its code executed without a GPU. */
export { launch } from './launch.ts';
export type { Argument, Counts, ImageShape, Launch, Launched, Pointer, Stop, StopReason } from './model.ts';
export { type Parameter, signatureOf } from './signature.ts';
