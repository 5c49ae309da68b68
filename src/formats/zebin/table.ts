/**
 * The numbers and names that make an ELF file a zebin. Those of ELF itself are in elf/table.
 *
 * Sources: intel/intel-graphics-compiler IGC/ZEBinWriter/zebin/spec/elf.md and its history, for what compilers write and since when;
 * intel/compute-runtime shared/source/device_binary_format/zebin/zebin_elf.h and zebin_decoder.cpp and their history, for what drivers
 * accept. Versions in `since` and `until` are those of the specification; those in `driver` are compute-runtime releases.
 */
export * from './table/behaviours.ts';
export * from './table/header.ts';
export * from './table/notes.ts';
export * from './table/pseudo-kernels.ts';
export * from './table/relocations.ts';
export type { BitRow, NumberedRow } from './table/row.ts';
export * from './table/section-names.ts';
export * from './table/section-types.ts';
export * from './table/sections.ts';
export * from './table/strip-groups.ts';
export * from './table/symbols.ts';
