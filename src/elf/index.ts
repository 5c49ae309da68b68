/** ELF as device binaries use it: read into a model whose keys are the specification's own. */
export { dumpElf, type MachineNames, sectionPath, symbolsOf } from './dump.ts';
export * from './model.ts';
export { readElf } from './read.ts';
export * from './table.ts';
