/** Intel GPU program binaries: an ELF file with its attributes, notes and kernels joined. */
export * from './build/index.ts';
export { type ConvertedZebin, convertZebin } from './convert.ts';
export { DEVICE_RULES } from './device-rules.ts';
export * from './dump.ts';
export { addFunction, addSymbol, appendArgument, type NewFunction, renameKernel, setNote } from './edit.ts';
export { FILE_RULES, FileContext, type FileReport, type FileRule } from './file-rules/index.ts';
export { isZebinFolder, type PackOptions, packZebin, partsOfFolder } from './folder/pack.ts';
export { unpackZebin } from './folder/unpack.ts';
export { type InstructionPlace, instructionPlaces } from './instructions.ts';
export { type LinkAddresses, type LinkedRelocation, type LinkResult, linkZebin } from './link.ts';
export * from './model.ts';
export { type DriverNeeds, driverNeeds, kernelNeeds } from './needs.ts';
export * from './notes.ts';
export { type Occupancy, type OccupancyLimit, occupancy } from './occupancy.ts';
export { orderSections, partsOfZebin, ZEBIN_DIALECT } from './parts.ts';
export {
  type PayloadMap,
  type PayloadPlacement,
  type PayloadRegion,
  payloadMap,
  type RegisterPlace,
  targetCore,
  targetExecution,
} from './payload-map.ts';
export { hasIr, isZebin, readZebin, zebinOfElf } from './read.ts';
export * from './resources.ts';
export type { Rule, RuleContext, Violation } from './rule.ts';
export { RULES, violations } from './rules.ts';
export { SPEC_RULES } from './spec-rules.ts';
export { dropSections, type StripOptions, type Stripped, stripZebin } from './strip.ts';
export * from './table.ts';
export { type ValidateOptions, validateZebin } from './validate.ts';
export { writeZebin } from './write.ts';
