/**
 * What the command and the viewer use of the library. It is not an entry of the package, and promises nothing: `index.ts` and `api/` do.
 */
export { type Ar, type ArLayout, type ArMember, arMembers, type NewMember, readAr, writeAr } from './ar/index.ts';
export { type AddArgumentOptions, addArgument, buildZebin } from './build/index.ts';
export {
  type Bundle,
  type BundleEntry,
  type Bundles,
  type Ccob,
  type Ccobs,
  parseTextBundle,
  printTextBundle,
  readBundles,
  readCcobs,
  type TextBundle,
  writeBundle,
} from './bundle/index.ts';
export {
  Bytes,
  type Compressed,
  decodeText,
  encodeText,
  type FolderFile,
  type Hashes,
  type Source,
  useHashes,
} from './bytes/index.ts';
export { type CachedBinaries, type CacheKey, cacheFile, readCachedBinaries, readCacheKey } from './cache/index.ts';
export { type CostInputs, type CostModel, costFormula, type EvaluatedCost, evaluateCost, readCosts } from './cost/index.ts';
export { demangle, kernelLabel } from './demangle/index.ts';
export { type DeviceRows, Devices, findDevice, PRODUCT_CONFIGS, type ProductConfig } from './device/index.ts';
export {
  Budget,
  byteExcerpt,
  CODES,
  COST,
  type Code,
  type Diagnostic,
  diagnosticRenderer,
  FAILURES,
  type FailureCode,
  FormatError,
  LIMITS,
  must,
  type Outcome,
  renderDiagnostic,
  type Severity,
  type Span,
} from './diag/index.ts';
export {
  type Baseline,
  gate,
  imagesOf,
  isBeyond,
  METRICS,
  type Measured,
  type MetricKey,
  parseBaseline,
  parseThreshold,
  printBaseline,
  type Side,
  type SideFile,
  sideKernels,
  type Threshold,
} from './diff/index.ts';
export {
  type CheckAnswer,
  type CheckOptions,
  type CheckStep,
  type CheckVerdict,
  checkZebin,
  DriverFile,
  type OclocAnswer,
  type OclocVerdict,
  oclocValidate,
  RELEASES,
  type ReleaseAnswers,
  type ReleaseRange,
  readTables,
  releaseAnswers,
  releaseNamed,
  releaseRanges,
  TABLES,
  type Tables,
} from './driver/index.ts';
export { type Dwarf, type LineTable, readDwarf, type SourceMap, type SourcePlace, sourceMaps, type Unit } from './dwarf/index.ts';
export {
  type Elf,
  type ElfParts,
  type ElfSymbol,
  type Note,
  type Relocation,
  readElf,
  type Section,
  type SectionPart,
} from './elf/index.ts';
export { documentEntries } from './explain/documents.ts';
export { allEntries, allNames, type Entry, explain, suggestNames } from './explain/explain.ts';
export { entryFacts } from './explain/facts.ts';
export { packFolder, UNPACKED_KINDS, unpackItem } from './folder/kinds.ts';
export { type Host, type HostImage, type HostSection, readHost } from './host/index.ts';
export { inflate } from './inflate/index.ts';
export { type PatchTokenKernel, type PatchTokens, readPatchTokens } from './legacy/index.ts';
export {
  layoutOffload,
  type Offload,
  type OffloadBlob,
  type OffloadEntry,
  type OffloadImage,
  readOffload,
  writeOffload,
} from './offload/index.ts';
export {
  decodeProperty,
  type Property,
  type PropertySet,
  type PropertyValue,
  type Props,
  parseProps,
  printProps,
  propertySets,
  propsOf,
  type SpecConstant,
  specConstants,
  validateProps,
  writeProps,
} from './props/index.ts';
export * from './report/index.ts';
export {
  buildSyclbin,
  readSyclbin,
  type Syclbin,
  type SyclbinModule,
  type SyclbinParts,
  syclbinParts,
  writeSyclbin,
} from './syclbin/index.ts';
export {
  layoutVisa,
  openVisa,
  parseVisa,
  printVisa,
  type Routine,
  type RoutineInfo,
  readVisa,
  type VisaObject,
  validateVisa,
  visaInfo,
  writeVisa,
} from './visa/index.ts';
export { type Carved, carve } from './walk/carve.ts';
export { type ContainerContent, type ContainerKind, containerRow, type Fact, type OwnKind } from './walk/containers.ts';
export { damageOf, damageOfContainers, damageOutside } from './walk/damage.ts';
export { detect } from './walk/detect.ts';
export { FORMATS, type FormatKind, type FormatRow, formatRow, holdsOthers } from './walk/formats.ts';
export { allDiagnostics, eachItem, findItem, type InspectOptions, type Item, type ItemContent, inspect, zebinsOf } from './walk/inspect.ts';
export { replaceItem, replaceItems } from './walk/replace.ts';
export { inspectZebin } from './walk/zebin-file.ts';
export {
  type ArgumentBuild,
  addFunction,
  addSymbol,
  type ConvertedZebin,
  convertZebin,
  type DriverNeeds,
  driverNeeds,
  dropSections,
  type IntelNote,
  type KernelBuild,
  type KernelResources,
  kernelResources,
  type LinkAddresses,
  type LinkedRelocation,
  type LinkResult,
  linkZebin,
  NOTE_TYPES,
  type Occupancy,
  occupancy,
  type PayloadMap,
  packZebin,
  partsOfZebin,
  payloadMap,
  readZebin,
  renameKernel,
  STRIP_GROUPS,
  type StripOptions,
  type Stripped,
  setNote,
  stripZebin,
  type Target,
  unpackZebin,
  writeZebin,
  type Zebin,
  type ZebinBuild,
  type ZebinKernel,
} from './zebin/index.ts';
export {
  type Change,
  type Container,
  convertZeInfo,
  type ExecutionEnv,
  editZeInfo,
  type Kernel,
  knownVersion,
  NEWEST,
  nodeOf,
  OLDEST,
  type PayloadArgument,
  printZeInfo,
  readZeInfo,
  validateZeInfo,
  type ZeInfo,
  type ZeInfoEdit,
} from './zeinfo/index.ts';
