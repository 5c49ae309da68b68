/** What machine code does: blocks, what each instruction reads and writes, what is live, what waits for what. */
export type { Accesses } from './access.ts';
export { type CodeEffects, type Effects, EffectsReader, effectsOf } from './effects.ts';
export { type Block, type Call, type Edge, type EdgeKind, type Flow, flowOf } from './flow.ts';
export { definitionsOf, type LinkModel } from './links.ts';
export { type Live, liveOf } from './live.ts';
export { FILES, type FileName, type RegisterFile, Space } from './registers.ts';
