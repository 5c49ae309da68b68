/** `zebin/visa`: vISA, the virtual instruction set of Intel GPU compilers, as objects and as text. */
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
export type { InputInfo, MixEntry, VariableCount } from '../formats/visa/info.ts';
export type {
  AddressOperand,
  GeneralOperand,
  ImmediateOperand,
  IndirectOperand,
  Instruction as VisaInstruction,
  InstructionStream,
  PredicateOperand,
  RawOperand,
  StateOperand,
  Value,
  VectorOperand,
} from '../formats/visa/instruction.ts';
export type {
  Cut,
  FunctionEntry,
  FunctionRoutine,
  GenBinary,
  KernelEntry,
  KernelRoutine,
  PlacedTable,
  RawPiece,
  RoutineContent,
  RoutinePlaces,
  StateNames,
  TextForm,
  TextPlaces,
} from '../formats/visa/model.ts';
export type * from '../formats/visa/records.ts';
export type * from './shared.ts';
