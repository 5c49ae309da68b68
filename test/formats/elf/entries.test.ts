/** Entries that are written out are what their rows make of the same bytes. */
import { expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { readStruct } from '../../../src/core/schema/index.ts';
import { readAddend, readRelocation, readSectionHeader, readSymbol } from '../../../src/formats/elf/entries.ts';
import { RELA, SECTION_HEADER, SYMBOL } from '../../../src/formats/elf/index.ts';
import { mulberry32 } from '../../support/mutate.ts';

const random = mulberry32(4);
/** Bytes of any value, of which many are 0 as in real tables. */
const some = () => new Bytes(Uint8Array.from({ length: 80 }, () => (random() % 2 === 0 ? 0 : random() % 256)));

test.each([true, false])('entries are read as their rows say; 64 bits: %s', (is64) => {
  for (let round = 0; round < 200; round++) {
    const bytes = some();
    const at = random() % 16;
    expect(readSectionHeader(bytes, at, is64)).toEqual(readStruct(SECTION_HEADER, bytes, at, is64));
    expect(readSymbol(bytes, at, is64)).toEqual(readStruct(SYMBOL, bytes, at, is64));
    const { r_offset, r_info, r_addend } = readStruct(RELA, bytes, at, is64);
    const shift = is64 ? 32n : 8n;
    const halves = { r_offset, r_sym: Number(r_info >> shift), r_type: Number(r_info & ((1n << shift) - 1n)) };
    expect(readRelocation(bytes, at, is64)).toEqual(halves);
    expect(readAddend(bytes, at, is64)).toBe(r_addend);
  }
});
