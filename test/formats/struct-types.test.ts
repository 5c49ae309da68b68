/** The generated interfaces of structures are what follows from their rows: the compiler checks this file. */
import { expect, test } from 'vitest';
import type { StructOf } from '../../src/core/schema/index.ts';
import type * as elf from '../../src/formats/elf/index.ts';
import type * as visa from '../../src/formats/visa/model.ts';
import type * as rows from '../../src/formats/visa/table/header.ts';
import type { RecordOf } from '../../src/formats/visa/table/header.ts';
import type { Same } from '../support/types.ts';

test('the interfaces of ELF are those of the rows', () => {
  const same: readonly [
    Same<elf.ElfIdent, StructOf<typeof elf.ELF_IDENT>>,
    Same<elf.ElfHeader, StructOf<typeof elf.ELF_HEADER>>,
    Same<elf.SectionHeader, StructOf<typeof elf.SECTION_HEADER>>,
    Same<elf.ProgramHeader, StructOf<typeof elf.PROGRAM_HEADER>>,
    Same<elf.SymbolEntry, StructOf<typeof elf.SYMBOL>>,
  ] = [true, true, true, true, true];
  expect(same).not.toContain(false);
});

test('the interfaces of vISA, with the structures in them, are those of the rows', () => {
  const same: readonly [
    Same<visa.HeaderFields, RecordOf<typeof rows.COMMON_ISA_HEADER>>,
    Same<visa.KernelTables, RecordOf<typeof rows.KERNEL_DATA>>,
    Same<visa.FunctionTables, RecordOf<typeof rows.FUNCTION_DATA>>,
    Same<visa.VmeVariable, RecordOf<typeof rows.VME_INFO>>,
  ] = [true, true, true, true];
  expect(same).not.toContain(false);
});

test('the comparison finds a member that is missing, and one of another type', () => {
  type Rows = StructOf<typeof elf.ELF_IDENT>;
  const missing: Same<Omit<elf.ElfIdent, 'EI_DATA'>, Rows> = false;
  const other: Same<Omit<elf.ElfIdent, 'EI_DATA'> & { readonly EI_DATA: bigint }, Rows> = false;
  expect([missing, other]).toEqual([false, false]);
});
