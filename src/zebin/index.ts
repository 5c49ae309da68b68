/** Intel GPU program binaries: an ELF file with its attributes, notes and kernels joined. */
export * from './dump.ts';
export * from './model.ts';
export { type DriverNeeds, driverNeeds } from './needs.ts';
export * from './notes.ts';
export { isZebin, readZebin, zebinOfElf } from './read.ts';
export * from './resources.ts';
export * from './table.ts';
