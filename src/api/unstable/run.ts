/** `zebin/unstable/run`: what kernels compute, without a GPU. */
export { type CaseJson, type KeepRunOptions, keepRunTest, type Reduction, reduceRun } from '../../change/reduce/index.ts';
export { type ComparedRun, compareRun, type RunQuery, runCase, runTargets } from '../../documents/index.ts';
export type * from '../../documents/run-model.ts';
export type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
export * from '../../run/case/check.ts';
export { type ArgumentOptions, launchOf, readCases } from '../../run/case/index.ts';
export type * from '../../run/case/model.ts';
export * from '../../run/index.ts';
export type { Item } from '../../walk/item.ts';
