/** `zebin/unstable/run`: what kernels compute, without a GPU. */
export {
  type RunCase,
  type RunCounts,
  type RunDifference,
  type RunOptions,
  type RunPrinted,
  type RunQuery,
  type RunResult,
  type RunStop,
  type RunTarget,
  type RunValue,
  runCase,
  runTargets,
} from '../../documents/index.ts';
export type { Zebin, ZebinKernel } from '../../formats/zebin/index.ts';
export {
  type ArgumentOptions,
  type Case,
  type CaseCheck,
  type CaseFile,
  checkOf,
  type Difference,
  type Left,
  launchOf,
  readCases,
} from '../../run/case/index.ts';
export {
  type Argument,
  type Counts,
  type ImageShape,
  type Launch,
  type Launched,
  launch,
  type Parameter,
  type ParameterAccess,
  type ParameterKind,
  type Pointer,
  type Stop,
  type StopReason,
  signatureOf,
} from '../../run/index.ts';
export type { Item } from '../../walk/item.ts';
