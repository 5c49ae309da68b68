/** The driver's decision on a zebin, replayed: which release takes it, and why another does not. */
export { BEHAVIOURS, type BehaviourRow } from './behaviour.ts';
export { type OclocAnswer, type OclocVerdict, oclocValidate } from './check.ts';
