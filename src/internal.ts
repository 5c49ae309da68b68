/**
 * What the command and the viewer use of the library. It is not an entry of the package, and promises nothing: `index.ts` and `api/` do.
 */
export { arMembers, readAr, writeAr } from './ar/index.ts';
export { buildZebin } from './build/index.ts';
export { parseTextBundle, readBundles, readCcobs, writeBundle } from './bundle/index.ts';
export {
  Bytes,
  chunks,
  decodeText,
  encodeText,
  type FolderFile,
  hexDigits,
  LineStarts,
  parseJson,
  type Source,
  sha256,
} from './bytes/index.ts';
export { cacheFile, readCachedBinaries, readCacheKey } from './cache/index.ts';
export type { CodeEdit } from './code/index.ts';
export { kernelNamesOf, usersOf } from './coverage/coverage.ts';
export { demangle, kernelLabel } from './demangle/index.ts';
export { findDevice, PRODUCT_CONFIGS, type ProductConfig, unknownDevice } from './device/index.ts';
export {
  Budget,
  byteExcerpt,
  CODES,
  COST,
  type Code,
  caughtFinding,
  type Diagnostic,
  diagnosticRenderer,
  FormatError,
  grouped,
  LIMITS,
  must,
  type Outcome,
  Reporter,
  type Span,
} from './diag/index.ts';
export {
  type Baseline,
  type EffectiveThresholds,
  gate,
  hasCodeMetrics,
  imagesOf,
  isBeyond,
  lastOfEach,
  METRICS,
  type Measured,
  type MetricKey,
  parseBaseline,
  parseThreshold,
  printBaseline,
  type Side,
  type SideFile,
  sideEntries,
  sideKernels,
  type Threshold,
} from './diff/index.ts';
export {
  checkZebin,
  oclocValidate,
  RELEASES,
  type ReleaseRange,
  readTables,
  releaseAnswers,
  releaseNamed,
  releaseRangeText,
  TABLES,
  type Tables,
} from './driver/index.ts';
export { readDwarf, sourceMaps } from './dwarf/index.ts';
export { type Elf, type ElfParts, type ElfSymbol, readElf, type Section } from './elf/index.ts';
export { documentEntries } from './explain/documents.ts';
export type { Entry } from './explain/entry.ts';
export { allEntries, allNames, explain, suggestNames } from './explain/explain.ts';
export { entryFacts } from './explain/facts.ts';
export { anchorOf, pageAddress, pageOf } from './explain/pages.ts';
export { packFolder, UNPACKED_KINDS, unpackItem } from './folder/kinds.ts';
export { readHost } from './host/index.ts';
export { inflate } from './inflate/index.ts';
export { readPatchTokens } from './legacy/index.ts';
export { layoutOffload, readOffload, writeOffload } from './offload/index.ts';
export { parseProps, propertySets, specConstants, validateProps, writeProps } from './props/index.ts';
export { type Keeps, keepTest, reduce } from './reduce/index.ts';
export * from './report/index.ts';
export { readSamples, STALL_REASONS, type StallSamples } from './samples/index.ts';
export { clip, didYouMean, NEXT_RELEASE, nearest, releaseText } from './schema/index.ts';
export { buildSyclbin, readSyclbin, writeSyclbin } from './syclbin/index.ts';
export {
  layoutVisa,
  openVisa,
  parseVisa,
  printVisa,
  type RoutineInfo,
  readVisa,
  type VisaObject,
  validateVisa,
  visaInfo,
  writeVisa,
} from './visa/index.ts';
export { carve } from './walk/carve.ts';
export { containerRow } from './walk/containers.ts';
export {
  type Completeness,
  completeness,
  completenessOf,
  damageAround,
  damageOf,
  damageOfContainers,
  damageOutside,
  type Unread,
  unreadOf,
} from './walk/damage.ts';
export { detect, looksLikeText } from './walk/detect.ts';
export { FORMATS, type FormatKind, type FormatRow, formatRow } from './walk/formats.ts';
export {
  allDiagnostics,
  type ClosedItem,
  eachFile,
  eachItem,
  eachZebin,
  findItem,
  hasZebin,
  type InspectOptions,
  type Item,
  inspect,
  zebinsOf,
} from './walk/inspect.ts';
export { replaceItem, replaceItems } from './walk/replace.ts';
export { inspectZebin } from './walk/zebin-file.ts';
export {
  convertZebin,
  isPseudoKernel,
  type KernelBuild,
  linkZebin,
  NOTE_TYPES,
  occupancy,
  packZebin,
  partsOfZebin,
  readZebin,
  STRIP_GROUPS,
  type StripOptions,
  stripZebin,
  type Target,
  unpackZebin,
  writeZebin,
  type Zebin,
  type ZebinBuild,
} from './zebin/index.ts';
export {
  type Change,
  convertZeInfo,
  editZeInfo,
  type Kernel,
  knownVersion,
  NEWEST,
  OLDEST,
  type PayloadArgument,
  printZeInfo,
  readZeInfo,
} from './zeinfo/index.ts';
