/** Rows from which types, readers and documentation derive: binary structures, text records, version ranges. */
export { type Annotation, annotateStruct, type Explain, filler, partition } from './annotate.ts';
export { clip, nearest } from './nearest.ts';
export * from './record.ts';
export { type FieldRow, fieldRange, readStruct, type StructOf, type StructRows, structSize, writeStruct } from './struct.ts';
export { compareVersions, existsIn, parseVersion, type Version, type VersionRange } from './version.ts';
