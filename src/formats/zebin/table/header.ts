import type { VersionRange } from '../../../core/schema/index.ts';
import { MACHINES as ELF_MACHINES, numbersOf } from '../../elf/index.ts';
import { FIRST, type NumberedRow } from './row.ts';

/** e_machine of a zebin. */
export const { EM_INTELGT } = numbersOf(ELF_MACHINES);

/** Values of e_machine. */
export const MACHINES = [
  {
    value: EM_INTELGT,
    name: 'EM_INTELGT',
    doc: 'Intel GPU. The notes say which one.',
    driver: {
      since: '21.29.20389',
      note: 'Any other value is read as a product family, or as a core family when bit 15 of e_flags is set. e_flags then has the target metadata.',
    },
  },
] as const satisfies readonly NumberedRow[];

/** Values of e_type that have a special meaning in files for Intel GPUs. */
export const ELF_TYPES = [
  {
    value: 1,
    name: 'ET_REL',
    doc: 'A zebin as compilers write it: relocatable, without program headers.',
    driver: { since: '21.29.20389' },
  },
  {
    value: 0xff01,
    name: 'ET_OPENCL_SOURCE',
    doc: 'Legacy OpenCL file with source text.',
    specified: false,
    driver: { note: 'Not a zebin: an input of the compiler.' },
  },
  {
    value: 0xff02,
    name: 'ET_OPENCL_OBJECTS',
    doc: 'Legacy OpenCL file with intermediate code. The member generic_ir of an ocloc archive is one.',
    specified: false,
    driver: { note: 'Not a zebin: the driver compiles the SPIR-V in it.' },
  },
  {
    value: 0xff03,
    name: 'ET_OPENCL_LIBRARY',
    doc: 'Legacy OpenCL file with a library of intermediate code.',
    specified: false,
    driver: { note: 'Not a zebin: the driver compiles its content.' },
  },
  {
    value: 0xff04,
    name: 'ET_OPENCL_EXECUTABLE',
    doc: 'Legacy OpenCL file with a device binary made of patch tokens.',
    specified: false,
    driver: { note: 'Not a zebin. From 26.18.38308.1 on, only the intermediate code in it is used.' },
  },
  {
    value: 0xff05,
    name: 'ET_OPENCL_DEBUG',
    doc: 'Legacy OpenCL file with debug information.',
    specified: false,
    driver: { note: 'Not a zebin.' },
  },
  {
    value: 0xff11,
    name: 'ET_ZEBIN_REL',
    doc: 'Reserved by the driver for a relocatable zebin. No known writer uses it.',
    specified: false,
    driver: { note: 'The source has the name, but the driver refuses the file.' },
  },
  {
    value: 0xff12,
    name: 'ET_ZEBIN_EXE',
    doc: 'An executable zebin: what compilers wrote in 2020 and early 2021.',
    specified: false,
    until: '1.5',
    driver: { since: FIRST, note: 'Read like ET_REL.' },
  },
  {
    value: 0xff13,
    name: 'ET_ZEBIN_DYN',
    doc: 'Reserved by the driver for a shared zebin. No known writer uses it.',
    specified: false,
    driver: { note: 'The source has the name, but the driver refuses the file.' },
  },
] as const satisfies readonly NumberedRow[];

/** A value of EI_ABIVERSION. */
export interface AbiVersion extends NumberedRow {
  /** Versions in which the compiler writes it. Files of other programs may have it in other versions. */
  readonly written?: VersionRange;
}

/** Values of EI_ABIVERSION. */
export const ABI_VERSIONS = [
  {
    value: 0,
    name: 'none',
    doc: 'The byte is not used yet. The specification has it from 1.36 on. IGC up to 1.0.11378 (zebin 1.14) writes 0, IGC 1.0.11485 writes 1.',
    until: '1.36',
    written: { until: '1.14' },
    driver: { note: 'The driver ignores the byte.' },
  },
  {
    value: 1,
    name: 'ABI 1',
    doc: 'Code for devices before Xe3P, or for newer ones in compatibility mode. Files of any version may have it.',
    written: { since: '1.14' },
    driver: { note: 'The driver ignores the byte.' },
  },
  {
    value: 2,
    name: 'ABI 2',
    doc: 'Code for Xe3P and later. The compiler writes it together with version 3 of the vISA ABI.',
    since: '1.66',
    driver: { note: 'The driver ignores the byte.' },
  },
] as const satisfies readonly AbiVersion[];
