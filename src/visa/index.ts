/** vISA: the virtual instruction set of Intel GPU compilers, as objects (`.isa`) and as text (`.visaasm`). */
export { instructionSet, rowOf } from './compile.ts';
export { dumpVisa, dumpVisaText } from './dump.ts';
export { type InputInfo, type MixEntry, type RoutineInfo, type VariableCount, visaInfo } from './info.ts';
export * from './instruction.ts';
export { layoutVisa } from './layout.ts';
export * from './model.ts';
export { openVisa } from './open.ts';
export { type ParseOptions, parseVisa } from './parse.ts';
export { printRoutine, printVisa } from './print.ts';
export { readVisa, VISA_MAGIC } from './read.ts';
export { ATTRIBUTES, type AttributeRow, attributeRow, attributeValue } from './table/attributes.ts';
export { type FieldRow, type IntKind, type RecordOf, STRUCTS, type StructRows } from './table/header.ts';
export { ROWS } from './table/ops.ts';
export { PLATFORMS, type PlatformRow, platformRow } from './table/platforms.ts';
export type { Field, OpRow } from './table/row.ts';
export * from './table/types.ts';
export { sizeOf, validateVisa } from './validate.ts';
export { writeVisa } from './write.ts';
