import type { DWARF_CODES } from '../../src/core/diag/index.ts';
import { readDwarf } from '../../src/formats/dwarf/index.ts';
import { readElf } from '../../src/formats/elf/index.ts';
import { buildElf } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

const read = by((bytes) => readDwarf(readElf(bytes).value));

/** A table of version 4 without files, with a program. */
function lineTable(program: readonly number[], { version = 4, length = 0 } = {}): Uint8Array {
  const header = [1, 1, 1, 0xfb, 14, 1, 0, 0];
  const body = [version, 0, header.length, 0, 0, 0, ...header, ...program];
  return Uint8Array.from([length || body.length, 0, 0, 0, ...body]);
}

/** A file with this `.debug_line`; the place counts in it. */
function lines(data: Uint8Array, place: readonly [number, number]): Case {
  const { bytes } = buildElf({ sections: [{ name: '.debug_line', data }] });
  // The first section is the first content after the header.
  const start = readElf(bytes).value.sections[1]?.bytes.base ?? 0;
  return { bytes, find: read, span: [start + place[0], start + place[1]] };
}

/** A row, then the end of the sequence. */
const PROGRAM = [0x20, 0, 1, 1];

export const DWARF: Record<keyof typeof DWARF_CODES, () => Case> = {
  'dwarf/version': () => lines(lineTable([], { version: 6 }), [4, 6]),
  // The operation says four bytes and there is one.
  'dwarf/malformed': () => lines(lineTable([0, 4, 1]), [20, 20]),
  'dwarf/no-section': () => lines(lineTable(PROGRAM), [0, 0]),
};
