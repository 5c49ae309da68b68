/** What a kernel computes: its code executed without a GPU. */

export type { Access, Role } from './access.ts';
export type { RegisterArray } from './arrays.ts';
export * from './checks/index.ts';
export {
  type Build,
  type BuildDifference,
  type Chain,
  type ChainEnd,
  type ChainLink,
  type ChainVia,
  compareBuilds,
  type Executed,
  leftSame,
  type Writer,
} from './difference/index.ts';
export type { Halt, StopCause } from './halt.ts';
export type { ImageShape } from './image-formats.ts';
export { launch, machineOf, Programs, programOf } from './launch.ts';
export { isPause, Machine } from './machine.ts';
export type { Argument, Counts, Launch, Launched, Pointer, Stop, StopReason, WorkItem } from './model.ts';
export type { GroupPlace, Observer, OwnMemory, Places, Site, Touch, Watch } from './observer.ts';
export { newProfiler, type ProfileRow, type Profiler } from './profile.ts';
export type { Program } from './program.ts';
export { type Parameter, type ParameterAccess, type ParameterKind, signatureOf } from './signature.ts';
export type { Snapshot } from './snapshot.ts';
export type { Thread } from './thread.ts';
export { newTracer, type Traced, type TracedValue, type TraceFilter } from './trace.ts';
