/** What machine code does: blocks, what each instruction reads and writes, what is live, what waits for what. */
export { type Accesses, ALWAYS, type Effects } from './access.ts';
export { type AlignedRow, type Alignment, alignCode, type ChangeKind, type ChangeReason } from './align/align.ts';
export { alignSequences, type Pairs } from './align/sequence.ts';
export { type ArgumentPlace, type ArgumentUses, argumentUses } from './arguments.ts';
export { assembleWithWaits } from './assemble-waits.ts';
export { autoWaits, type InstructionWaits } from './auto-waits.ts';
export { BOUNDS, type Bound, type BoundOf, boundsOf, boundsText } from './bounds.ts';
export { CODE_COLUMNS, type CodeColumn, type CodeColumnName, type CodeFigures, codeFigures } from './columns.ts';
export { type EdgeKind, EdgeList, type Edges } from './edges.ts';
export { type CodeEffects, EffectsReader, effectsOf } from './effects.ts';
export { type Block, type Call, type Flow, flowOf } from './flow.ts';
export { type Footprint, Footprints, overlap } from './footprint.ts';
export { type Hazard, type HazardKind, hazardsOf } from './hazards.ts';
export { lanesFlow } from './lanes.ts';
export { common, definitionsOf, type LinkModel, type Search, searchOf, usesOf } from './links.ts';
export { NumberLists, type OfEach } from './lists.ts';
export { type Live, liveOf } from './live.ts';
export { type Loop, type Loops, loopsOf } from './loops.ts';
export {
  type Analysis,
  analyseCode,
  indirectOf,
  type LinkedCode,
  type LoopMeasures,
  linkCode,
  type Measures,
  measuresOf,
  PIPE_NAMES,
  type PipeCounts,
  type Sum,
} from './measure.ts';
export { issueCycles } from './occupancy.ts';
export { IN_ORDER, orderOf, type PipeName, type PipeRow, type PipeRules, pipeOf, pipeRules, scoreboardOf } from './pipes.ts';
export { FILES, type FileName, type RegisterFile, Space } from './registers.ts';
export type { TrafficUse, Transfer } from './traffic.ts';
export { pipesOfDistance, type Wait, type WaitKind, waitsOf } from './waits.ts';
