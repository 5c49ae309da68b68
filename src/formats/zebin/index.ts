/** Intel GPU program binaries: an ELF file together with its attributes, notes and kernels. */
export * from './build/index.ts';
export * from './constraints.ts';
export { DEVICE_RULES } from './device-rules.ts';
export { dropSections, type Stripped } from './drop.ts';
export * from './dump.ts';
export { addFunction, addSymbol, appendArgument, coreOfParts, type NewFunction, renameKernel, setNote } from './edit.ts';
export { FILE_RULES } from './file-rules/index.ts';
export { isZebinFolder, type PackOptions, packZebin } from './folder/pack.ts';
export { unpackZebin } from './folder/unpack.ts';
export { type InstructionPlace, instructionPlaces } from './instructions.ts';
export { type LinkAddresses, type LinkedRelocation, type LinkResult, linkedRelocations, linkZebin } from './link.ts';
export { type Addresses, kernelOf, LinkNames } from './link-symbols.ts';
export { compiledKernels, needsImplicitArguments } from './link-values.ts';
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
export { decodeZebin, hasIr, isZebin, readZebin, zebinOfElf } from './read.ts';
export * from './resources.ts';
export type { InfoRule } from './rule.ts';
export { RULES, violations } from './rules.ts';
export { sectionKind } from './section-kind.ts';
export { SPEC_RULES } from './spec-rules.ts';
export * from './table.ts';
export { type ValidateOptions, validateZebin } from './validate.ts';
export { encodeZebin, writeZebin } from './write.ts';
