import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { Reporter } from '../../../src/core/diag/index.ts';
import { compareVersions, type Row } from '../../../src/core/schema/index.ts';
import { SECTION_TYPES as ELF_SECTION_TYPES, type Note, SECTION_FLAGS, shortName } from '../../../src/formats/elf/index.ts';
import { describeTarget, readBits, readIntelNotes, type Target, writeBits } from '../../../src/formats/zebin/notes.ts';
import {
  ABI_VERSIONS,
  type BitRow,
  ELF_TYPES,
  findSection,
  GENERATORS,
  MACHINES,
  NOTE_TYPES,
  type NumberedRow,
  PRODUCT_CONFIG,
  RELOCATION_TYPES,
  type RelocationType,
  SECTION_TYPES,
  SECTIONS,
  type SectionRow,
  SYMBOLS,
  sectionSubject,
  TARGET_METADATA,
} from '../../../src/formats/zebin/table.ts';
import { infoDocument, inspect } from '../../../src/internal.ts';
import { buildZebin } from '../../support/build-elf.ts';

const numbered: Record<string, readonly NumberedRow[]> = {
  ABI_VERSIONS,
  ELF_TYPES,
  GENERATORS,
  MACHINES,
  NOTE_TYPES,
  RELOCATION_TYPES,
  SECTION_TYPES,
};
const bits: Record<string, readonly BitRow[]> = { TARGET_METADATA, PRODUCT_CONFIG };
const sections: readonly SectionRow[] = SECTIONS;
const everyRow: Record<string, readonly Row[]> = { ...numbered, ...bits, SECTIONS, SYMBOLS };

function expectUnique(values: readonly unknown[]): void {
  expect(values.filter((value, i) => values.indexOf(value) !== i)).toEqual([]);
}

describe('tables', () => {
  test.each(Object.entries(numbered))('%s has each number and name once', (_, rows) => {
    expectUnique(rows.map((row) => row.value));
    expectUnique(rows.map((row) => row.name));
  });

  test.each(Object.entries(everyRow))('%s explains itself', (_, rows) => {
    for (const row of rows) {
      const drivers = 'driverData' in row ? [row.driver, (row as RelocationType).driverData] : [row.driver];
      for (const text of [row.doc, ...drivers.map((d) => d.note)]) if (text !== undefined) expect(text).toMatch(/^\S.*\.$/);
      if (row.since && row.until) expect(compareVersions(row.since, row.until)).toBeLessThan(0);
      for (const driver of drivers) {
        if (driver.since) expect(driver.since).toMatch(/^2\d\.\d\d\.\d{5}(\.\d+)?$/);
        expect(driver.since ?? driver.note, row.doc).toBeDefined();
      }
    }
  });

  test.each(Object.entries(bits))('%s covers its word once', (_, rows) => {
    let at = 0;
    for (const row of rows) {
      expect(row.low).toBe(at);
      at += row.width;
    }
    expect(at).toBe(32);
  });

  test('section types do not repeat those of ELF', () => {
    const standard = new Set<number>(ELF_SECTION_TYPES.map((row) => row.value));
    expect(SECTION_TYPES.filter((row) => standard.has(row.value))).toEqual([]);
  });

  test('sections have types and flags that exist, and patterns with their braces at the end', () => {
    const types = new Set<string>([...ELF_SECTION_TYPES, ...SECTION_TYPES].map((row) => row.name));
    const flags = new Set<string>(SECTION_FLAGS.map((row) => row.name));
    expectUnique(sections.map((row) => row.pattern));
    for (const row of sections) {
      expect(types.has(row.type), row.type).toBe(true);
      for (const flag of row.flags.split('|').filter(Boolean)) expect(flags.has(`SHF_${flag}`), flag).toBe(true);
      expect(row.pattern).toMatch(/^\.[A-Za-z_.]+(\{[a-z]+\})?$/);
    }
  });

  test('the names of numbers are short where dumps print them', () => {
    expect(shortName(RELOCATION_TYPES, 2)).toBe('SYM_ADDR_32');
    expect(shortName(SECTION_TYPES, 0xff000011)).toBe('ZEBIN_ZEINFO');
  });
});

describe('findSection', () => {
  test.each([
    ['.text.add', 1, '.text.{kernel}', 'add'],
    ['.text.a.b', 1, '.text.{kernel}', 'a.b'],
    ['.text', 1, '.text', undefined],
    ['.text.Intel_Symbol_Table_Void_Program', 1, '.text.Intel_Symbol_Table_Void_Program', undefined],
    ['.data.const', 1, '.data.const', undefined],
    ['.data.const.string', 1, '.data.const.string', undefined],
    ['.debug_info', 1, '.debug_{name}', 'info'],
    ['.bss.global', 8, '.bss.global', undefined],
    ['.rel.text.add', 9, '.rel.text.{kernel}', 'add'],
    ['.rel.add', 9, '.rel.{section}', 'add'],
    ['.rela.debug_info', 4, '.rela.debug_{name}', 'info'],
    ['.visaasm', 0xff000013, '.visaasm', undefined],
    ['.visaasm.add', 0xff000013, '.visaasm.{module}', 'add'],
    ['.misc.buildOptions', 0xff000014, '.misc.buildOptions', undefined],
    ['.misc.other', 0xff000014, '.misc.{name}', 'other'],
    ['.note.intelgt.metrics', 7, '.note.intelgt.metrics', undefined],
    ['.pisa', 0xff000015, '.pisa', undefined],
  ])('knows the row of %s', (name, type, pattern, subject) => {
    const row = findSection(name, type);
    expect(row?.pattern).toBe(pattern);
    expect(row && sectionSubject(row, name)).toBe(subject);
  });

  test('needs the type as well, when it is given', () => {
    expect(findSection('.ze_info', 1)).toBeUndefined();
    expect(findSection('.ze_info')?.type).toBe('SHT_ZEBIN_ZEINFO');
    expect(findSection('.textual', 1)).toBeUndefined();
    expect(findSection('', 0)).toBeUndefined();
    expect(findSection('constructor')).toBeUndefined();
  });
});

describe('bit fields', () => {
  test('are read by the rows', () => {
    expect(readBits(TARGET_METADATA, 0x00290900)).toEqual({
      generatorSpecificFlags: 0,
      minHwRevisionId: 9,
      validateRevisionId: 0,
      disableExtendedValidation: 0,
      reservedBit: 0,
      maxHwRevisionId: 9,
      generatorId: 1,
      reserved: 0,
    });
    expect(readBits(PRODUCT_CONFIG, 0x05004000)).toEqual({ RevisionID: 0, Reserved: 0, GMDRelease: 1, GMDArch: 20 });
  });

  test.each([0, 0xffffffff, 0x80000000, 0x00290900, 0x12345678])('go both ways: %i', (word) => {
    expect(writeBits(TARGET_METADATA, readBits(TARGET_METADATA, word))).toBe(word);
    expect(writeBits(PRODUCT_CONFIG, readBits(PRODUCT_CONFIG, word))).toBe(word);
  });

  test('must fit', () => {
    expect(writeBits(TARGET_METADATA, { generatorId: 2 })).toBe(0x400000);
    expect(() => writeBits(TARGET_METADATA, { generatorId: 8 })).toThrow(TypeError);
    expect(() => writeBits(TARGET_METADATA, { generatorId: 0.5 })).toThrow(TypeError);
    expect(() => writeBits(TARGET_METADATA, { generatorId: -1 })).toThrow(TypeError);
    expect(() => writeBits(PRODUCT_CONFIG, { generatorId: 1 } as object)).toThrow(TypeError);
  });
});

/** A note as elf/read makes it, at an offset of its own. */
function note(type: number, desc: readonly number[], owner = 'IntelGT\0', index = 0): Note {
  const base = 0x100 * (index + 1);
  const text = Uint8Array.from(owner, (c) => c.charCodeAt(0));
  const ownerBytes = new Bytes(text, '', base + 12);
  const descBytes = new Bytes(Uint8Array.from(desc), '', base + 12 + text.length);
  const span = { source: '', start: base, end: base + 12 + text.length + desc.length };
  return { index, owner: owner.replace(/\0$/, ''), ownerBytes, type, desc: descBytes, span };
}

const u32 = (value: number): number[] => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255, value >>> 24];
const chars = (text: string): number[] => Array.from(text, (c) => c.charCodeAt(0));

function read(...notes: readonly Note[]) {
  const out = new Reporter(1000);
  return { notes: readIntelNotes(notes, out), diagnostics: out.diagnostics };
}

const target = (...notes: readonly Note[]): Target => describeTarget(read(...notes).notes);

describe('notes', () => {
  test('decode by their type', () => {
    const given = [
      note(1, u32(1274)),
      note(2, u32(0xc09)),
      note(3, u32(0x00200000)),
      note(4, chars('1.73\0')),
      note(5, u32(2)),
      note(6, u32(0x05004000)),
      note(7, u32(10)),
      note(8, u32(1)),
    ];
    const { notes, diagnostics } = read(...given);
    expect(diagnostics).toEqual([]);
    expect(notes.map((n) => [n.name, n.value])).toEqual([
      ['NT_INTELGT_PRODUCT_FAMILY', { kind: 'u32', value: 1274 }],
      ['NT_INTELGT_GFXCORE_FAMILY', { kind: 'u32', value: 0xc09 }],
      ['NT_INTELGT_TARGET_METADATA', { kind: 'targetMetadata', raw: 0x200000, fields: readBits(TARGET_METADATA, 0x200000) }],
      ['NT_INTELGT_ZEBIN_VERSION', { kind: 'text', text: '1.73' }],
      ['NT_INTELGT_VISA_ABI_VERSION', { kind: 'u32', value: 2 }],
      ['NT_INTELGT_PRODUCT_CONFIG', { kind: 'productConfig', value: 0x05004000, ip: '20.1.0' }],
      ['NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION', { kind: 'u32', value: 10 }],
      ['NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION', { kind: 'u32', value: 1 }],
    ]);
    expect(notes.map((n) => n.note)).toEqual(given);
    expect(notes.map((n) => n.row?.value)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(describeTarget(notes)).toEqual({
      names: ['BMG-G21 A0', 'Battlemage', 'Xe2'],
      product_config: { value: 0x05004000, ip: '20.1.0' },
      product_family: { value: 1274, name: 'Battlemage' },
      gfxcore_family: { value: 0xc09, name: 'Xe2' },
      target_metadata: readBits(TARGET_METADATA, 0x200000),
      zebin_version: '1.73',
      visa_abi_version: 2,
      indirect_access_detection_version: 10,
      indirect_access_buffer_major_version: 1,
      grfBytes: 64,
    });
  });

  test('of an unknown type are kept and reported', () => {
    const { notes, diagnostics } = read(note(99, [1, 2, 3]));
    expect(notes[0]).toMatchObject({ type: 99, name: 'type 99', value: { kind: 'raw', bytes: { length: 3 } } });
    expect(notes[0]).not.toHaveProperty('row');
    expect(diagnostics).toMatchObject([
      { code: 'note/unknown-type', path: '.note.intelgt.compat/notes[0]', span: { start: 0x100, end: 0x100 + 12 + 8 + 3 } },
    ]);
  });

  test.each(['INTELGT\0', 'IntelGT', 'IntelG\0', '', 'IntelGT\0\0', 'x'.repeat(5000)])(
    'of the owner %j are reported and left out',
    (owner) => {
      const { notes, diagnostics } = read(note(1, u32(1274), owner), note(2, u32(12), undefined, 1));
      expect(notes.map((n) => n.type)).toEqual([2]);
      expect(diagnostics).toMatchObject([{ code: 'note/owner', span: { start: 0x100 }, data: { expected: 'IntelGT' } }]);
      expect(diagnostics[0]?.message.length).toBeLessThan(200);
    },
  );

  test.each([1, 2, 3, 5, 6, 7, 8])('of type %i need four bytes', (type) => {
    for (const size of [0, 3, 5, 8]) {
      const { notes, diagnostics } = read(note(type, Array(size).fill(1)));
      expect(notes[0]?.value).toMatchObject({ kind: 'raw', bytes: { length: size } });
      expect(diagnostics).toMatchObject([
        { code: 'note/size', span: { start: 0x100 + 20, end: 0x100 + 20 + size }, data: { found: size, expected: 4 } },
      ]);
    }
  });

  test.each(['1.73', '1.73\0x', '', '\0', 'one\0', '1\0', '1.2.3\0', '\xff\0'])('with the version %j are reported', (text) => {
    const { notes, diagnostics } = read(note(4, chars(text)));
    expect(notes[0]?.value.kind).toBe('text');
    expect(diagnostics.map((d) => d.code)).toEqual(['note/text']);
  });

  test('with a version after which there are more NULs are as good', () => {
    const { notes, diagnostics } = read(note(4, chars('1.9\0\0\0')));
    expect(diagnostics).toEqual([]);
    expect(notes[0]?.value).toEqual({ kind: 'text', text: '1.9' });
  });

  test('may be in another section', () => {
    const out = new Reporter(10);
    readIntelNotes([note(77, [])], out, '.note.other');
    expect(out.diagnostics[0]?.path).toBe('.note.other/notes[0]');
  });
});

describe('describeTarget', () => {
  test('has nothing to say without notes', () => {
    expect(target()).toEqual({ names: [] });
  });

  test('takes 0 for not given, as compilers write it', () => {
    expect(target(note(1, u32(18)), note(2, u32(0)), note(6, u32(0)))).toEqual({
      names: ['Skylake', 'Gen9'],
      product_family: { value: 18, name: 'Skylake' },
      grfBytes: 32,
    });
    expect(target(note(1, u32(0)), note(2, u32(0)))).toEqual({ names: [] });
  });

  test('knows the rest from the most exact note', () => {
    expect(target(note(6, u32(0x02400009)))).toEqual({
      names: ['SKL', 'Skylake', 'Gen9'],
      product_config: { value: 0x02400009, ip: '9.0.9' },
      grfBytes: 32,
    });
    expect(target(note(2, u32(0xc08)))).toEqual({ names: ['Xe-HPC'], gfxcore_family: { value: 0xc08, name: 'Xe-HPC' }, grfBytes: 64 });
    expect(target(note(1, u32(18)), note(6, u32(0x05004000))).grfBytes).toBe(64);
  });

  test('shows numbers that it does not know', () => {
    expect(target(note(1, u32(9999)), note(2, u32(0x7777)), note(6, u32(0xffffffff)))).toEqual({
      names: ['IP 1023.255.63', 'product family 9999', 'core family 30583'],
      product_config: { value: 0xffffffff, ip: '1023.255.63' },
      product_family: { value: 9999, name: 'product family 9999' },
      gfxcore_family: { value: 0x7777, name: 'core family 30583' },
    });
  });

  test('takes the last of several notes, and nothing from damaged ones', () => {
    expect(target(note(1, u32(18)), note(1, u32(1274))).product_family?.value).toBe(1274);
    expect(target(note(1, [1]), note(4, chars('x\0')), note(3, []))).toEqual({ names: [] });
  });

  test('says each name once', () => {
    expect(target(note(6, u32(0x03028000))).names).toEqual(['DG1', 'Gen12LP']);
  });
});

test('info has a member for each note', () => {
  const { value } = inspect(buildZebin({ zeInfo: "version: '1.73'\n" }).bytes);
  const [image] = infoDocument(value).images;
  const members = Object.keys(image?.target ?? {});
  expect(
    NOTE_TYPES.map(({ name }) => name.replace('NT_INTELGT_', '').toLowerCase()).filter((name) => !members.includes(name)),
    'add members for these to Target in src/formats/zebin/notes.ts, and to TargetInfo in src/documents/info.ts',
  ).toEqual([]);
});
