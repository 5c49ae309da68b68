/** Debug information that is damaged, or made to be as much work as its size allows. */
import { describe, expect, test } from 'vitest';
import { CODES } from '../../../src/core/diag/index.ts';
import { readDwarf, sourceMaps } from '../../../src/formats/dwarf/index.ts';
import { readElf } from '../../../src/formats/elf/index.ts';
import { buildElf, concat, type SectionSpec } from '../../support/build-elf.ts';
import { fixture } from '../../support/corpus.ts';
import { mulberry32 } from '../../support/mutate.ts';

/** Nothing here comes near it; a case that hangs would. */

function readAll(bytes: Uint8Array): string[] {
  const elf = readElf(bytes).value;
  const { value, diagnostics } = readDwarf(elf);
  for (const [section, map] of sourceMaps(value)) {
    const size = BigInt(elf.sections[section]?.sh_size ?? 0);
    for (let at = 0n; at < size && at < 4096n; at += 16n) map.at(at);
  }
  for (const { code, span } of diagnostics) {
    expect([code in CODES, span.start >= 0, span.end <= bytes.length]).toEqual([true, true, true]);
  }
  return diagnostics.map(({ code }) => code);
}

describe.each(['dwarf/inline.elf', 'dwarf/inline-dwarf5.elf', 'zebin/igc2/dg2/calls-debug.zebin'])('%s', (name) => {
  const original = fixture(name).bytes();
  const parts = readElf(original).value.sections.filter(
    (section) => section.name.startsWith('.debug_') || section.name.startsWith('.rela.debug_'),
  );

  test('with bytes of its debug sections changed, reads or says why not', { tags: ['corpus'] }, () => {
    const random = mulberry32(5);
    const codes = new Set<string>();
    for (let i = 0; i < 250; i++) {
      const bytes = original.slice();
      const { base, length } = parts[random() % parts.length]?.bytes ?? { base: 0, length: 1 };
      for (let n = 0; n < 3; n++) bytes[base + (random() % length)] = random();
      for (const code of readAll(bytes)) codes.add(code);
    }
    expect(codes).toContain('dwarf/malformed');
  });
});

const u32 = (...values: number[]) => new Uint8Array(new Uint32Array(values).buffer);
const bytes = (...values: number[]) => Uint8Array.from(values);
const many = (count: number, part: Uint8Array) => concat(Array.from({ length: count }, () => part));
const file = (...sections: SectionSpec[]) => buildElf({ sections }).bytes;

/** A unit of version 4 whose abbreviations are at an offset. */
const unit = (entries: Uint8Array, abbreviations = 0) =>
  concat([u32(entries.length + 7), bytes(4, 0), u32(abbreviations), bytes(8), entries]);
const COMPILE_UNIT = [0x11, 1];
const SUBPROGRAM = [0x2e, 0];

const BOMBS: readonly [string, () => Uint8Array, string][] = [
  [
    'a line program of rows only',
    () => {
      const program = new Uint8Array(1_000_000).fill(0x20);
      return file({
        name: '.debug_line',
        data: concat([u32(program.length + 14), bytes(4, 0), u32(8), bytes(1, 1, 1, 0xfb, 14, 1, 0, 0), program]),
      });
    },
    'limit/work',
  ],
  [
    'functions that all share one long list of ranges',
    () => {
      const abbrev = bytes(1, ...COMPILE_UNIT, 0, 0, 2, ...SUBPROGRAM, 0x55, 0x17, 0, 0, 0);
      const info = unit(concat([bytes(1), many(20_000, concat([bytes(2), u32(0)]))]));
      const ranges = new Uint8Array(new BigUint64Array(40_000).map((_, i) => BigInt(i < 39_998 ? i + 1 : 0)).buffer);
      return file({ name: '.debug_info', data: info }, { name: '.debug_abbrev', data: abbrev }, { name: '.debug_ranges', data: ranges });
    },
    'limit/work',
  ],
  [
    'functions whose lists of ranges are most of the file, as those of inlined calls are,',
    () => {
      const abbrev = bytes(1, ...COMPILE_UNIT, 0, 0, 2, ...SUBPROGRAM, 0x55, 0x17, 0, 0, 0);
      const info = unit(concat([bytes(1), ...Array.from({ length: 2_000 }, (_, i) => concat([bytes(2), u32(i * 41 * 16)])), bytes(0)]));
      const ranges = new Uint8Array(new BigUint64Array(2_000 * 82).map((_, i) => BigInt(i % 82 < 80 ? 16 * i + 16 * (i % 2) : 0)).buffer);
      return file({ name: '.debug_info', data: info }, { name: '.debug_abbrev', data: abbrev }, { name: '.debug_ranges', data: ranges });
    },
    '',
  ],
  [
    'functions that all have one long name',
    () => {
      const abbrev = bytes(1, ...COMPILE_UNIT, 0, 0, 2, ...SUBPROGRAM, 0x03, 0x0e, 0x11, 0x01, 0x12, 0x06, 0, 0, 0);
      const entry = concat([bytes(2), u32(0), u32(0, 0), u32(16)]);
      const info = unit(concat([bytes(1), many(20_000, entry)]));
      return file(
        { name: '.debug_info', data: info },
        { name: '.debug_abbrev', data: abbrev },
        { name: '.debug_str', data: `${'n'.repeat(500_000)}\0` },
      );
    },
    'limit/work',
  ],
  [
    'entries of many values that take no bytes',
    () => {
      const abbrev = concat([bytes(1, ...COMPILE_UNIT), many(100_000, bytes(0x3f, 0x19)), bytes(0, 0, 0)]);
      return file({ name: '.debug_info', data: unit(new Uint8Array(200_000).fill(1)) }, { name: '.debug_abbrev', data: abbrev });
    },
    'limit/work',
  ],
  [
    'units whose abbreviations overlap',
    () => {
      const table = concat([many(30_000, bytes(1, 0x34, 0, 0, 0)), bytes(0)]);
      const units = Array.from({ length: 20_000 }, (_, i) => unit(bytes(1), (i * 5) % 100_000));
      return file({ name: '.debug_info', data: concat(units) }, { name: '.debug_abbrev', data: table });
    },
    'limit/work',
  ],
  [
    'entries in one another without end',
    () => {
      const abbrev = bytes(1, 0x11, 1, 0, 0, 0);
      return file({ name: '.debug_info', data: unit(new Uint8Array(300_000).fill(1)) }, { name: '.debug_abbrev', data: abbrev });
    },
    '',
  ],
  [
    'a form that leads to itself',
    () => {
      const abbrev = bytes(1, ...COMPILE_UNIT, 0x03, 0x16, 0, 0, 0);
      return file({ name: '.debug_info', data: unit(bytes(1, 0x16, 0x16, 0x16)) }, { name: '.debug_abbrev', data: abbrev });
    },
    'dwarf/malformed',
  ],
  [
    'functions that name one another as their origin',
    () => {
      // Two entries, each with a reference to the other after its code.
      const abbrev = bytes(1, ...COMPILE_UNIT, 0, 0, 2, ...SUBPROGRAM, 0x31, 0x13, 0x11, 0x01, 0x12, 0x06, 0, 0, 0);
      const [first, second] = [12, 12 + 17];
      const entry = (origin: number) => concat([bytes(2), u32(origin), u32(0, 0), u32(16)]);
      return file(
        { name: '.debug_info', data: unit(concat([bytes(1), entry(second), entry(first)])) },
        { name: '.debug_abbrev', data: abbrev },
      );
    },
    '',
  ],
  [
    'billions of files',
    () => {
      const head = bytes(1, 1, 1, 0xfb, 14, 1, 1, 1, 8, 0xff, 0xff, 0xff, 0xff, 0x0f);
      return file({ name: '.debug_line', data: concat([u32(head.length + 8), bytes(5, 0, 8, 0), u32(head.length), head]) });
    },
    'dwarf/malformed',
  ],
];

test.each(BOMBS)('%s stops at its limit', (_, make, code) => {
  const codes = readAll(make());
  if (code === '') expect(codes).not.toContain('limit/work');
  else expect(codes).toContain(code);
});
