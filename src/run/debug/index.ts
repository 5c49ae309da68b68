/** A debugger of a launch: breakpoints, steps forwards and backwards, registers, memory, variables. */

export { rangesOf } from '../thread.ts';
export { Changes } from './changes.ts';
export type { Expression } from './expression.ts';
export type { Motion } from './history.ts';
export { type LaneRow, laneRows } from './lanes.ts';
export type { Listed } from './listing.ts';
export type { Frame, Halt, HaltReason } from './model.ts';
export { ended, newSession, travel } from './open.ts';
export { type Part, type Parts, partsOf } from './parts.ts';
export type { Breakpoint, Location, Point, Watchpoint } from './points.ts';
export { DebugError, registersIn } from './registers.ts';
export { Session } from './session.ts';
export type { RunCount } from './tracker.ts';
export { isAggregate, isPointer, lanesOf, textOfValue, typeText, type Value, type ValueType, valueAt } from './values.ts';
export type { SourceVariable } from './variables.ts';
export type { Bytes, Write } from './watch.ts';
