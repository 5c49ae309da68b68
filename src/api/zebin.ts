/** `zebin/zebin`: the parts of zebins in detail: edits of kernels and notes, resources, payload, occupancy. */
export { type AddArgumentOptions, addArgument } from '../change/build/index.ts';
export { packWithCode as packZebin, unpackWithCode as unpackZebin } from '../change/code/index.ts';
export type { FolderFile, Input } from '../core/bytes/index.ts';
export type { Outcome } from '../core/diag/index.ts';
export type { Annotation } from '../core/schema/index.ts';
export type { ElfParts, SymbolPart } from '../formats/elf/index.ts';
export {
  type ArgumentBuild,
  addFunction,
  addSymbol,
  buildParts,
  type DriverNeeds,
  driverNeeds,
  dropSections,
  dumpZebin,
  type KernelResources,
  kernelResources,
  type NewFunction,
  type NoteName,
  type Occupancy,
  occupancy,
  type PackOptions,
  type PayloadMap,
  payloadMap,
  renameKernel,
  STRIP_GROUPS,
  type Stripped,
  setNote,
  type Zebin,
  type ZebinBuild,
  type ZebinKernel,
} from '../formats/zebin/index.ts';
export type { PayloadArgument } from '../formats/zeinfo/index.ts';
