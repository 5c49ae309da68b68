/** The driver's decision on a zebin, replayed: which release takes it, and why another does not. */
export { BEHAVIOURS, type BehaviourRow } from './behaviour.ts';
export { CHECK_STEPS, type CheckAnswer, type CheckOptions, type CheckStep, type CheckVerdict, checkZebin } from './check.ts';
export { type OclocAnswer, type OclocVerdict, oclocValidate } from './ocloc.ts';
export { RELEASE_DATA, RELEASES } from './release-table.ts';
export { type ReleaseAnswers, type ReleaseRange, releaseAnswers, releaseNamed, releaseRanges, TURNING_POINTS } from './releases.ts';
