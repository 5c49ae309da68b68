/**
 * What the command and the viewer use of the library. It is not an entry of the package, and promises nothing: `index.ts` and `api/` do.
 */

export {
  type Baseline,
  CodesOf,
  type EffectiveThresholds,
  eachImage,
  gate,
  hasCodeMetrics,
  isBeyond,
  type KernelCode,
  lastOfEach,
  METRICS,
  type Measured,
  type MetricKey,
  measuredOf,
  parseBaseline,
  parseThreshold,
  printBaseline,
  type Side,
  type SideFile,
  type Threshold,
} from './analysis/comparison/index.ts';
export { kernelNamesOf, usersOf } from './analysis/coverage/coverage.ts';
export { buildZebin } from './change/build/index.ts';
export type { CodeEdit } from './change/code/index.ts';
export { packFolder, UNPACKED_KINDS, unpackItem } from './change/folder/folder.ts';
export * from './change/index.ts';
export { type CaseJson, type Keeps, keepRunTest, keepTest, type Reduction, reduce, reduceRun } from './change/reduce/index.ts';
export {
  Bytes,
  chunks,
  decodeText,
  encodeOrdinaryBase64,
  encodeText,
  type FolderFile,
  firstIndex,
  hexDigits,
  LineStarts,
  parseJson,
  type Source,
  sha256,
} from './core/bytes/index.ts';
export {
  Budget,
  byteExcerpt,
  CODES,
  COST,
  type Code,
  caughtFinding,
  counted,
  type Diagnostic,
  diagnosticRenderer,
  FormatError,
  grouped,
  LIMITS,
  must,
  type Outcome,
  Reporter,
  type Span,
} from './core/diag/index.ts';
export { inflate } from './core/inflate/index.ts';
export { clip, didYouMean, NEXT_RELEASE, nearest, once, releaseText } from './core/schema/index.ts';
export { deviceNamed, findDevice, PRODUCT_CONFIGS, type ProductConfig, targetGroups, unknownDevice } from './devices/index.ts';
export * from './documents/index.ts';
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
export { documentEntries } from './explain/documents.ts';
export type { Entry } from './explain/entry.ts';
export { allEntries, allNames, explain, suggestNames } from './explain/explain.ts';
export { entryFacts } from './explain/facts.ts';
export { anchorOf, earlierPageOf, pageAddress, pageOf } from './explain/pages.ts';
export { arMembers, readAr, writeAr } from './formats/ar/index.ts';
export { parseTextBundle, readBundles, readCcobs, writeBundle } from './formats/bundle/index.ts';
export { cacheFile, readCachedBinaries, readCacheKey } from './formats/cache/index.ts';
export { demangle, kernelLabel } from './formats/demangle/index.ts';
export { readDwarf, sourceMaps } from './formats/dwarf/index.ts';
export { type Elf, type ElfParts, type ElfSymbol, readElf, type Section } from './formats/elf/index.ts';
export { readHost } from './formats/host/index.ts';
export { readPatchTokens } from './formats/legacy/index.ts';
export { layoutOffload, readOffload, writeOffload } from './formats/offload/index.ts';
export { parseProps, propertySets, specConstants, validateProps, writeProps } from './formats/props/index.ts';
export { type KernelTime, readSamples, readTimes, STALL_REASONS, type StallSamples } from './formats/samples/index.ts';
export { buildSyclbin, readSyclbin, writeSyclbin } from './formats/syclbin/index.ts';
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
} from './formats/visa/index.ts';
export {
  encodeZebin,
  isPseudoKernel,
  type KernelBuild,
  linkZebin,
  NOTE_TYPES,
  occupancy,
  packZebin,
  partsOfZebin,
  readZebin,
  STRIP_GROUPS,
  type Target,
  unpackZebin,
  writeZebin,
  type Zebin,
  type ZebinBuild,
} from './formats/zebin/index.ts';
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
} from './formats/zeinfo/index.ts';
export * from './language/index.ts';
export * from './presentation/index.ts';
export { DIMENSIONS } from './run/case/images.ts';
export {
  type Case,
  type CaseArgument,
  type CaseFile,
  caseDocument,
  checkOf,
  defaultOf,
  type ElementType,
  elementBits,
  elementOf,
  elementText,
  type GivenContext,
  GivenError,
  type Left,
  launchOf,
  parameterNamed,
  readCases,
  readGiven,
  sizeOf,
  typeNamed,
} from './run/case/index.ts';
export {
  type Breakpoint,
  type Bytes as WatchedBytes,
  Changes,
  DebugError,
  type Expression,
  ended,
  type Frame,
  type Halt,
  isAggregate,
  isPointer,
  type LaneRow,
  type Listed,
  laneRows,
  lanesOf,
  type Motion,
  newSession,
  type Part,
  type Parts,
  type Point,
  partsOf,
  type RunCount,
  registersIn,
  Session,
  textOfValue,
  travel,
  typeText,
  type Value as DebugValue,
  valueAt,
  type Write,
} from './run/debug/index.ts';
export { gridOf, placeOfItem } from './run/difference/index.ts';
export { CHANNELS, ORDERS } from './run/image-formats.ts';
export {
  CHECKS,
  type CheckKind,
  isPause,
  type Launched,
  launch,
  Machine,
  machineOf,
  newChecks,
  newProfiler,
  newTracer,
  type Observer,
  type Parameter,
  type ProfileRow,
  type Profiler,
  type Program,
  Programs,
  programOf,
  signatureOf,
  type Thread,
  type Touch,
  type Traced,
  type TraceFilter,
  USUAL_CHECKS,
} from './run/index.ts';
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
  filesOfPass,
  findItem,
  hasZebin,
  type InspectOptions,
  type Item,
  inspect,
  inspection,
  type Pass,
  passOver,
  zebinsOf,
} from './walk/inspect.ts';
export { leafItem } from './walk/item.ts';
export { modelOf } from './walk/model-of.ts';
export { inspectZebin } from './walk/zebin-file.ts';
