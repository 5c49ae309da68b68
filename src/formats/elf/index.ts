/** ELF as device binaries use it, read into a model with the specification's own field names. */
export { annotateElf, dumpElf, type MachineNames, sectionPath, symbolsOf } from './dump.ts';
export { readSectionHeader } from './entries.ts';
export { layoutElf, validateElfParts } from './layout.ts';
export * from './model.ts';
export * from './parts.ts';
export { partsOfElf } from './parts-of.ts';
export { decodeElf, readElf } from './read.ts';
export * from './table.ts';
export { ELF_RULES, headerField, sectionField, symbolSpan, validateElf } from './validate.ts';
export { writeElf } from './write.ts';
