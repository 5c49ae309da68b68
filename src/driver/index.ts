/** The driver's decision on a zebin, replayed: which releases accept it, and why others do not. */
export type { CheckAnswer, CheckVerdict } from './check.ts';
export { type CheckOptions, checkZebin } from './check-zebin.ts';
export { CHECK_STEPS, type CheckStep, type Reason, STEP_SOURCES } from './decision.ts';
export { dialectFault } from './dialect.ts';
export { DriverFile } from './file.ts';
export { type OclocAnswer, type OclocVerdict, oclocValidate } from './ocloc.ts';
export { releaseNamed } from './release-name.ts';
export { RELEASES } from './release-table.ts';
export {
  type ReleaseAnswers,
  type ReleaseRange,
  releaseAnswers,
  releaseQuestions,
  releaseRanges,
  releaseRangeText,
} from './releases.ts';
export { TABLES, type Tables } from './tables.ts';
export { readTables, type TablesDocument } from './tables-file.ts';
export { turningPoints } from './turning-points.ts';
