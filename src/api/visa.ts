/** `zebin/visa`: vISA, the virtual instruction set of Intel GPU compilers, as objects and as text. */
export type { Input } from '../core/bytes/index.ts';
export type { Diagnostic, Outcome } from '../core/diag/index.ts';
export type { Annotation } from '../core/schema/index.ts';
export {
  dumpVisa,
  dumpVisaText,
  layoutVisa,
  type ParseOptions as VisaParseOptions,
  type PrintOptions as VisaPrintOptions,
  parseVisa,
  printVisa,
  type Routine,
  type RoutineInfo,
  readVisa,
  type VisaObject,
  validateVisa,
  visaInfo,
  writeVisa,
} from '../formats/visa/index.ts';
