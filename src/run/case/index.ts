/** Files of cases: kernels with arguments, and what they should leave. */
export { type CaseCheck, checkOf, type Difference, type Left } from './check.ts';
export { ELEMENT_TYPES, type ElementType, elementBits, elementText, elementType, elementValue, isFloat, sizeOf } from './elements.ts';
export {
  DEFAULT_BYTES,
  defaultOf,
  elementOf,
  type GivenContext,
  GivenError,
  isSizeOfValue,
  parameterNamed,
  readGiven,
  typeNamed,
} from './given.ts';
export { channelType } from './images.ts';
export { type ArgumentOptions, argumentsOf, launchOf } from './launch-of.ts';
export type { Case, CaseArgument, CaseFile, CaseOutput } from './model.ts';
export { caseDocument, readCases } from './read.ts';
