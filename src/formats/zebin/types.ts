/** The types of zebins and their parts, at any depth. */
export type {
  Elf,
  ElfParts,
  ElfSymbol,
  LayoutName,
  Note,
  NotePart,
  NumberRow,
  PartContent,
  Patch,
  Placement,
  Ref,
  Relocation,
  RelocationPart,
  Section,
  SectionContent,
  SectionPart,
  SectionPlace,
  SymbolPart,
} from '../elf/index.ts';
export type * from '../elf/structs.ts';
export type * from '../zeinfo/types.ts';
export type * from './build/model.ts';
export type {
  BitRow,
  BitsOf,
  IntelNote,
  KernelResources,
  MemorySource,
  NoteKind,
  NoteName,
  NoteType,
  NoteValue,
  NumberedRow,
  PackOptions,
  Stripped,
  Target,
  Zebin,
  ZebinKernel,
} from './index.ts';
