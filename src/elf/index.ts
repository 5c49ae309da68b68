/** ELF as device binaries use it: read into a model whose keys are the specification's own. */
export { dumpElf, type MachineNames, sectionPath, symbolsOf } from './dump.ts';
export { encodeNotes } from './encode.ts';
export { layoutElf } from './layout.ts';
export * from './model.ts';
export * from './parts.ts';
export { partsOfElf } from './parts-of.ts';
export { readElf } from './read.ts';
export * from './table.ts';
export { ELF_RULES, type ElfReport, type ElfRule, headerField, sectionField, symbolSpan, validateElf } from './validate.ts';
export { type ElfLayout, type PlacedSection, writeElf } from './write.ts';
