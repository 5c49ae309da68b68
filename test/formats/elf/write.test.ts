/**
 * ELF files written again: those of compilers by rule, all others as they were, and what happens when their parts change.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FormatError, Reporter } from '../../../src/core/diag/index.ts';
import {
  type Elf,
  type ElfParts,
  LAYOUTS,
  layoutElf,
  nextId,
  partsOfElf,
  readElf,
  type SectionPart,
  sectionPart,
  writeElf,
} from '../../../src/formats/elf/index.ts';
import { encodeZebin, readZebin, ZEBIN_DIALECT } from '../../../src/formats/zebin/index.ts';
import { buildElf, type ElfSpec, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { archives, fixture, fixtureFiles, patchTokens, probes, sycl, zebins } from '../../support/corpus.ts';
import { bombs, flip, mulberry32, mutate } from '../../support/mutate.ts';

const parts = (elf: Elf): ElfParts => partsOfElf(elf, new Reporter(elf.bytes.length), ZEBIN_DIALECT);
const again = (bytes: Uint8Array): Uint8Array => writeElf(layoutElf(parts(readElf(bytes).value)).value);
const isElf = (bytes: Uint8Array): boolean => bytes[0] === 0x7f && bytes[1] === 0x45 && bytes[2] === 0x4c && bytes[3] === 0x46;
/** Arrays of bytes that are compared by vitest one by one take seconds. */
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

/** The code of what is thrown, `''` for nothing. */
function codeOf(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    if (error instanceof FormatError) return error.diagnostic.code;
    throw error;
  }
}

describe('files of compilers', () => {
  test('are laid out by a rule, and written byte for byte', { tags: ['corpus'] }, () => {
    const wrong: string[] = [];
    const rules = new Set<unknown>();
    for (const file of zebins()) {
      const bytes = file.bytes();
      const taken = parts(readElf(bytes).value);
      rules.add(taken.layout);
      if (typeof taken.layout !== 'string' || !same(writeElf(layoutElf(taken).value), bytes)) wrong.push(file.name);
    }
    expect(wrong).toEqual([]);
    expect(rules).toEqual(new Set(LAYOUTS.map(({ name }) => name)));
  });

  test('have no part that stays bytes though it is a table', { tags: ['corpus'] }, () => {
    const tables = [SHT.symtab, SHT.rel, SHT.rela, SHT.strtab] as readonly number[];
    for (const file of zebins()) {
      for (const { name, sh_type, content } of parts(readElf(file.bytes()).value).sections) {
        if (tables.includes(sh_type) || sh_type === SHT.note) expect([file.name, name, content.kind]).not.toContain('bytes');
      }
    }
  });

  test('do not remember where anything was', () => {
    const taken = parts(readElf(fixture('zebin/igc2/bmg/clock.zebin').bytes()).value);
    const text = JSON.stringify(taken, (_, value) =>
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? '' : value,
    );
    expect(text).not.toMatch(/sh_offset|sh_name|st_name|e_shoff|place/);
  });
});

test('every other file is written byte for byte: probes, legacy files, hosts, members of archives', { tags: ['corpus'] }, () => {
  const files = [...probes(), ...patchTokens(), ...sycl(), ...fixtureFiles().filter(({ name }) => !name.endsWith('.json'))].map((file) =>
    file.bytes(),
  );
  const members = archives().flatMap((file) => {
    const bytes = file.bytes();
    const found: Uint8Array[] = [];
    for (let at = bytes.indexOf(0x7f); at >= 0; at = bytes.indexOf(0x7f, at + 1))
      if (isElf(bytes.subarray(at))) found.push(bytes.subarray(at));
    return found;
  });
  const elves = [...files, ...members].filter((bytes) => isElf(bytes) && (bytes[4] === 1 || bytes[4] === 2));
  expect(elves.length).toBeGreaterThan(50);
  for (const bytes of elves) expect(same(again(bytes), bytes)).toBe(true);
});

/** Files of all shapes that the builder makes. */
const spec: fc.Arbitrary<ElfSpec> = fc.record({
  is64: fc.boolean(),
  ident: fc.record({ EI_ABIVERSION: fc.nat(255), EI_OSABI: fc.nat(3) }),
  programHeaders: fc.array(fc.record({ p_type: fc.nat(9), p_offset: fc.nat(500), p_filesz: fc.nat(100) }), { maxLength: 2 }),
  sections: fc
    .array(
      fc.oneof(
        fc.record({
          name: fc.string({ maxLength: 9 }).filter((name) => !name.includes('\0')),
          type: fc.constantFrom(1, 7, 8, 0xff000012),
          data: fc.uint8Array({ maxLength: 40 }),
        }),
        fc.record({
          name: fc.constantFrom('.symtab', '.sym2'),
          link: fc.constant('.shstrtab'),
          symbols: fc.array(
            fc.record({
              name: fc.string({ unit: 'grapheme-ascii', maxLength: 5 }),
              fields: fc.record({ st_info: fc.nat(255), st_shndx: fc.nat(0xffff) }),
            }),
          ),
        }),
        fc.record({
          name: fc.constantFrom('.rel.text', '.rel'),
          link: fc.nat(4),
          info: fc.nat(9),
          relocations: fc.array(fc.record({ offset: fc.nat(99), symbol: fc.nat(5), type: fc.nat(9), addend: fc.constant(undefined) })),
        }),
      ),
      { maxLength: 6 },
    )
    .map((sections) => sections as SectionSpec[]),
});

test('built files are written byte for byte', { tags: ['corpus'] }, () => {
  fc.assert(
    fc.property(spec, (given) => {
      const { bytes } = buildElf(given);
      expect(same(again(bytes), bytes)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('damaged files are written byte for byte, or refused as too much work', { tags: ['corpus'] }, () => {
  const originals = ['decoder-probes/04-image_cube.zebin', 'zebin/igc1/dg2/library.zebin', 'zebin/igc2/bmg/clock.zebin'].map((name) =>
    fixture(name).bytes(),
  );
  originals.push(buildElf({ is64: false, programHeaders: [{ p_offset: 60 }], sections: [{ name: '.text', data: 'abc' }] }).bytes);
  const random = mulberry32(7);
  for (let i = 0; i < 3_000; i++) {
    const original = originals[i % originals.length] as Uint8Array;
    const bytes = i % 3 === 0 ? mutate(original, random) : flip(original, random);
    let elf: Elf;
    try {
      elf = readElf(bytes).value;
    } catch (error) {
      if (error instanceof FormatError) continue;
      throw error;
    }
    const code = codeOf(() => expect(same(writeElf(layoutElf(parts(elf)).value), bytes), `case ${i}`).toBe(true));
    expect(['', 'limit/work']).toContain(code);
  }
});

test('files made to be much work are written, or refused', () => {
  for (const [what, make] of bombs(0.02)) {
    const bytes = make();
    if (!isElf(bytes)) continue;
    const code = codeOf(() => expect(same(again(bytes), bytes), what).toBe(true));
    expect(['', 'limit/work'], what).toContain(code);
  }
});

describe('parts that change', () => {
  const elf64 = readElf(fixture('zebin/igc2/bmg/clock.zebin').bytes()).value;
  const add = (given: ElfParts, part: Omit<SectionPart, 'id'>): ElfParts => ({
    ...given,
    sections: [{ ...part, id: nextId(given.sections) }, ...given.sections],
  });
  const extra = sectionPart({ id: 0, name: '.extra', sh_type: SHT.progbits, content: { kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) } });

  test('a section before the others moves all indices, and references follow', () => {
    const before = elf64;
    const after = readElf(writeElf(layoutElf(add(parts(before), extra)).value)).value;
    expect(after.sections[1]?.name).toBe('.extra');
    expect(after.sections.slice(2).map(({ name }) => name)).toEqual(before.sections.slice(1).map(({ name }) => name));
    const moved = (index: number): number => (index > 0 && index < 0xff00 ? index + 1 : index);
    for (const [i, section] of before.sections.entries()) {
      if (i === 0) continue;
      const now = after.sections[i + 1];
      expect(now?.sh_link).toBe(moved(section.sh_link));
      if (section.content.kind === 'relocations') expect(now?.sh_info).toBe(moved(section.sh_info));
      if (section.content.kind === 'symbols' && now?.content.kind === 'symbols') {
        expect(now.content.symbols.map(({ name, st_shndx }) => [name, st_shndx])).toEqual(
          section.content.symbols.map(({ name, st_shndx }) => [name, moved(st_shndx)]),
        );
      }
    }
  });

  test('a new local symbol goes before the global ones, and relocations still mean the same symbols', () => {
    const file = zebins().find(({ name }) => name.endsWith('igc2/bmg/calls-indirect.zebin')) ?? fixture('zebin/igc2/bmg/clock.zebin');
    const before = readElf(file.bytes()).value;
    const taken = parts(before);
    const sections = taken.sections.map((part): SectionPart => {
      if (part.content.kind !== 'symbols') return part;
      const symbol = {
        id: nextId(part.content.symbols),
        name: 'added',
        st_value: 4n,
        st_size: 0n,
        st_info: 0,
        st_other: 0,
        section: { kind: 'section', id: 1 } as const,
      };
      return { ...part, content: { kind: 'symbols', symbols: [...part.content.symbols, symbol] } };
    });
    const after = readElf(writeElf(layoutElf({ ...taken, sections }).value)).value;
    const names = (elf: Elf): (string | undefined)[] =>
      elf.sections.flatMap(({ content, sh_link }) => {
        const table = elf.sections[sh_link]?.content;
        if (content.kind !== 'relocations' || table?.kind !== 'symbols') return [];
        return content.relocations.map(({ r_sym }) => table.symbols[r_sym]?.name);
      });
    expect(names(after)).toEqual(names(before));
    const table = after.sections.find(({ content }) => content.kind === 'symbols');
    const symbols = table?.content.kind === 'symbols' ? table.content.symbols : [];
    expect(symbols[(table?.sh_info ?? 0) - 1]?.name).toBe('added');
    expect(symbols.slice(table?.sh_info).every(({ st_info }) => st_info >> 4 !== 0)).toBe(true);
  });

  test('a file of no known layout is placed again, with a remark', () => {
    const taken = parts(readElf(fixture('decoder-probes/00-base.zebin').bytes()).value);
    expect(typeof taken.layout).toBe('object');
    expect(layoutElf(taken).diagnostics).toEqual([]);
    const { value, diagnostics } = layoutElf(add(taken, extra));
    expect(diagnostics.map(({ code }) => code)).toEqual(['write/new-layout']);
    const after = readElf(writeElf(value));
    expect(after.diagnostics).toEqual([]);
    expect(after.value.sections.map(({ name }) => name)).toEqual(['', '.extra', ...taken.sections.map(({ name }) => name)]);
    // Content of the same size stays where it was.
    const swapped = taken.sections.map((part) =>
      part.content.kind === 'bytes'
        ? { ...part, content: { kind: 'bytes' as const, bytes: part.content.bytes.map((byte) => byte ^ 1) } }
        : part,
    );
    expect(layoutElf({ ...taken, sections: swapped }).diagnostics).toEqual([]);
    expect(layoutElf({ ...taken, sections: swapped }).value.header).toEqual(layoutElf(taken).value.header);
    // A new name does not.
    const renamed = taken.sections.map((part) => (part.name.startsWith('.text') ? { ...part, name: '.text.new' } : part));
    expect(
      readElf(writeElf(layoutElf({ ...taken, sections: renamed }).value)).value.sections.some(({ name }) => name === '.text.new'),
    ).toBe(true);
  });

  test('alignment that a section asks for is heeded', () => {
    const part = { ...extra, sh_addralign: 64n };
    const after = readElf(writeElf(layoutElf(add(parts(elf64), part)).value)).value;
    expect((after.sections[1]?.sh_offset ?? 1) % 64).toBe(0);
  });

  test('65,300 sections get extended numbering', () => {
    const taken = parts(elf64);
    const more = Array.from({ length: 65_300 }, (_, i) => ({ ...extra, id: 1000 + i }));
    const bytes = writeElf(layoutElf({ ...taken, sections: [...taken.sections, ...more] }).value);
    const after = readElf(bytes);
    expect(after.diagnostics.map(({ code }) => code)).toEqual(['note/not-a-table']);
    expect(after.value.header.e_shnum).toBe(0);
    expect(after.value.sections.length).toBe(taken.sections.length + 1 + 65_300);
    expect(after.value.sections.at(-1)?.name).toBe('.extra');
  });

  test('the same name is in the string table once, and nothing else', () => {
    const taken = parts(elf64);
    const bytes = writeElf(layoutElf({ ...taken, sections: [...taken.sections, { ...extra, id: 900 }, { ...extra, id: 901 }] }).value);
    const text = Buffer.from(bytes).toString('latin1');
    expect(text.split('\0.extra\0').length).toBe(2);
  });

  test('metrics of any size are found again after the space that is reserved for them', () => {
    for (const size of [0, 1, 63, 64, 65, 500]) {
      const bytes = new Uint8Array(size).fill(7);
      const taken = parts(elf64);
      const sections = taken.sections.map(
        (part): SectionPart => (part.content.kind === 'reserved' ? { ...part, content: { ...part.content, bytes } } : part),
      );
      const written = writeElf(layoutElf({ ...taken, sections }).value);
      const again = parts(readElf(written).value);
      expect(typeof again.layout).toBe('string');
      expect(again.sections.find(({ name }) => name === '.note.intelgt.metrics')?.content).toEqual({
        kind: 'reserved',
        reserved: 64,
        bytes,
      });
    }
  });

  test('a zebin is its own parts', () => {
    const bytes = fixture('zebin/igc2/bmg/clock.zebin').bytes();
    expect(same(encodeZebin(readZebin(bytes).value).value, bytes)).toBe(true);
  });
});
