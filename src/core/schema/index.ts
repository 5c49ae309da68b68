/** Rows from which types, readers and documentation derive: binary structures, text records, version ranges. */
export {
  type Annotation,
  annotateStruct,
  type BitField,
  dumped,
  type Explain,
  filler,
  partition,
  type Region,
  regionOf,
} from './annotate.ts';
export {
  type CompiledAttribute,
  type CompiledMember,
  type CompiledRecord,
  type CompiledRows,
  compileRows,
  compileWhen,
  holds,
  isIn,
  type NamedRow,
  type OrderRange,
} from './compile.ts';
export { clip, didYouMean, nearest } from './nearest.ts';
export { once } from './once.ts';
export * from './record.ts';
export { applied, type Rule, type RuleReport, type RuleRow } from './rule.ts';
export { Steps } from './steps.ts';
export {
  bigintAt,
  type FieldRow,
  fieldRange,
  numberAt,
  type Place,
  placesOf,
  readOne,
  readStruct,
  type StructOf,
  type StructRows,
  signedAt,
  structSize,
  structWriter,
  writeStruct,
} from './struct.ts';
export {
  compareVersions,
  existsIn,
  LAST_ORDER,
  majorOf,
  NEXT_RELEASE,
  parseVersion,
  releaseText,
  type Version,
  type VersionRange,
  versionOrder,
} from './version.ts';
