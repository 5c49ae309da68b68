/** Source positions from the debug sections of ELF files: line tables and inlined calls of DWARF 2 to 5. */
export { type Located, type LocationContext, locate } from './locations.ts';
export type { Dwarf, FileName, LineTable, Range, Scope, TypeMember, Unit, Variable, VariableLocation, VariableType } from './model.ts';
export { type SourceMap, type SourcePlace, sourceMaps } from './places.ts';
export { decodeDwarf, readDwarf } from './read.ts';
