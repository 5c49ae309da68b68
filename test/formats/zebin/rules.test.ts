/**
 * One case for every rule about a zebin as a file: a good file breaks none, and one change breaks the rule, at its bytes. The rules are
 * taken from their rows, so that a row without a case fails; what rows of sections, notes and relocations say is generated from them.
 */
import { describe, expect, test } from 'vitest';
import type { Version } from '../../../src/core/schema/index.ts';
import { ELF_RULES, SECTION_TYPES as ELF_SECTION_TYPES } from '../../../src/formats/elf/index.ts';
import {
  FILE_RULES,
  GENERATORS,
  NOTE_TYPES,
  type NumberedRow,
  RELOCATION_TYPES,
  RULES,
  readZebin,
  SECTION_TYPES,
  SECTIONS,
  type SectionRow,
  SPEC_RULES,
  validateZebin,
} from '../../../src/formats/zebin/index.ts';
import { RULE_CASES } from '../../codes/rules.ts';
import {
  type BuiltElf,
  buildZebin,
  type NoteSpec,
  type Range,
  type SectionSpec,
  SHT,
  type SymbolSpec,
  type ZebinSpec,
} from '../../support/build-elf.ts';

const BMG = 0x05004000;
const METADATA = 1 << 21;
const FUNCTIONS = 'Intel_Symbol_Table_Void_Program';
const env = '    execution_env:\n      grf_count: 128\n      simd_size: 16\n';
const TEXT = `version: '1.73'\nkernels:\n  - name: k\n${env}  - name: ${FUNCTIONS}\n${env}functions:\n  - name: f\n${env}global_host_access_table:\n  - device_name: v\n    host_name: h\n`;
const NOTES: readonly NoteSpec[] = [
  { type: 1, desc: 1274 },
  { type: 2, desc: 0xc09 },
  { type: 3, desc: METADATA },
  { type: 4, desc: '1.73\0' },
  { type: 6, desc: BMG },
];
const SYMBOLS: readonly SymbolSpec[] = [
  {},
  { name: 'k', section: '.text.k', fields: { st_info: 2, st_size: 64 } },
  { name: '_entry', section: '.text.k' },
  { name: '_entry', section: `.text.${FUNCTIONS}` },
  { name: 'f', section: `.text.${FUNCTIONS}`, fields: { st_info: 0x12, st_size: 64 } },
  { name: 'v', section: '.data.global', fields: { st_info: 0x11, st_size: 8 } },
];
const SECTIONS_OF_GOOD: readonly SectionSpec[] = [
  { name: '.text.k', flags: 6, data: new Uint8Array(64) },
  { name: `.text.${FUNCTIONS}`, flags: 6, data: new Uint8Array(64) },
  { name: '.data.global', flags: 3, data: new Uint8Array(16) },
  { name: '.spv', type: SHT.spirv, data: 'spirv' },
  { name: '.gtpin_info.k', type: 0xff000012, data: 'x', info: 1 },
  { name: '.symtab', type: SHT.symtab, link: '.shstrtab', symbols: SYMBOLS, info: 4 },
  { name: '.rel.text.k', type: SHT.rel, link: '.symtab', info: '.text.k', relocations: [{ offset: 0, symbol: 4, type: 1 }] },
];

interface Changes extends Omit<ZebinSpec, 'sections'> {
  /** Instead of, or besides, those of the good file. */
  readonly sections?: readonly (Partial<SectionSpec> & { readonly name: string })[];
  readonly without?: readonly string[];
  readonly symbols?: (symbols: SymbolSpec[]) => readonly SymbolSpec[];
  readonly info?: number;
}

function good({ sections = [], without = [], symbols, info, ...rest }: Changes = {}): BuiltElf {
  const made = SECTIONS_OF_GOOD.filter(({ name }) => !without.includes(name)).map((section) => {
    const change = sections.find(({ name }) => name === section.name);
    const table = section.symbols && symbols ? { symbols: symbols([...SYMBOLS]), ...(info === undefined ? {} : { info }) } : {};
    return { ...section, ...table, ...change };
  });
  const more = sections.filter(({ name }) => !SECTIONS_OF_GOOD.some((section) => section.name === name));
  return buildZebin({ zeInfo: TEXT, notes: NOTES, ident: { EI_ABIVERSION: 1 }, ...rest, sections: [...made, ...more] });
}

const findingsOf = ({ bytes }: BuiltElf, version?: Version) => {
  const { value, diagnostics } = readZebin(bytes);
  return [...diagnostics, ...validateZebin(value, version ? { version } : {})];
};

type Broken = readonly [file: BuiltElf, place?: Range];
const field = (file: BuiltElf, name: string): Broken => [file, file.field(name)];
const content = (file: BuiltElf, name: string): Broken => [file, file.content(name)];
const symbol = (at: number, change: SymbolSpec, info?: number): Broken => {
  const file = good({
    symbols: (all) => all.map((one, i) => (i === at ? { ...one, ...change } : one)),
    ...(info === undefined ? {} : { info }),
  });
  const [start] = file.content('.symtab');
  return [file, [start + at * 24, start + (at + 1) * 24]];
};
const notes = (...changed: NoteSpec[]): BuiltElf =>
  good({ notes: NOTES.map((note) => changed.find(({ type }) => type === note.type) ?? note) });
const relocation = (change: Partial<{ offset: number; symbol: number; type: number }>): Broken =>
  content(good({ sections: [{ name: '.rel.text.k', relocations: [{ offset: 0, symbol: 4, type: 1, ...change }] }] }), '.rel.text.k');
const more = (section: SectionSpec): Broken => content(good({ sections: [section] }), section.name);
const info = (from: string, to: string): Broken => {
  const zeInfo = TEXT.replace(from, to.replace(/[‹›]/g, ''));
  const file = good({ zeInfo });
  const [origin] = file.content('.ze_info');
  const start = TEXT.indexOf(from) + to.indexOf('‹');
  return [file, [origin + start, origin + TEXT.indexOf(from) + to.indexOf('›') - 1]];
};

/** The builder of good files knows each name once. */
const TWICE = buildZebin({
  zeInfo: TEXT,
  notes: NOTES,
  ident: { EI_ABIVERSION: 1 },
  sections: [...SECTIONS_OF_GOOD, { name: '.data.global', flags: 3, data: new Uint8Array(8) }],
});

/** By the code of the rule, and its name if it has one. */
const BROKEN: { readonly [rule: string]: () => Broken } = {
  'rule/elf-header EI_VERSION': () => field(good({ ident: { EI_ABIVERSION: 1, EI_VERSION: 2 } }), 'EI_VERSION'),
  'rule/elf-header EI_OSABI': () => field(good({ ident: { EI_ABIVERSION: 1, EI_OSABI: 3 } }), 'EI_OSABI'),
  'rule/elf-header e_version': () => field(good({ header: { e_version: 2 } }), 'e_version'),
  'rule/elf-header e_entry': () => field(good({ header: { e_entry: 8 } }), 'e_entry'),
  'rule/elf-header e_ehsize': () => field(good({ header: { e_ehsize: 1 } }), 'e_ehsize'),
  'rule/elf-header EI_PAD': () => {
    const file = good();
    file.bytes[15] = 1;
    return [file, [9, 16]];
  },
  'rule/section-overlap': () => [good({ sections: [{ name: '.debug_a', header: { sh_offset: 64, sh_size: 16 } }] })],
  'rule/section-align': () => field(good({ sections: [{ name: '.text.k', header: { sh_addralign: 3 } }] }), '.text.k/sh_addralign'),
  'rule/symbol-section': () => symbol(2, { section: 99 }),
  'rule/symbol-order': () => [symbol(1, { fields: { st_info: 0x12, st_size: 64 } })[0]],
  'rule/relocation-target': () => field(good({ sections: [{ name: '.rel.text.k', info: 0 }] }), '.rel.text.k/sh_info'),
  'rule/relocation-symbol table': () => field(good({ sections: [{ name: '.rel.text.k', link: '.text.k' }] }), '.rel.text.k/sh_link'),
  'rule/relocation-symbol symbol': () => relocation({ symbol: 77 }),
  'rule/zebin-header machine': () => field(good({ header: { e_machine: 62 } }), 'e_machine'),
  'rule/zebin-header type': () => field(good({ header: { e_type: 3 } }), 'e_type'),
  'rule/zebin-header abi-version': () => field(good({ ident: { EI_ABIVERSION: 9 } }), 'EI_ABIVERSION'),
  'rule/abi-version': () => field(good({ ident: { EI_ABIVERSION: 0 } }), 'EI_ABIVERSION'),
  'rule/zebin-header flags': () => field(good({ header: { e_flags: 4 } }), 'e_flags'),
  'rule/section-type': () => more({ name: '.surprise', data: 'x' }),
  'rule/section-name': () => more({ name: '.note.own', type: SHT.note, data: '' }),
  'rule/misc-name': () => more({ name: '.misc.own', type: 0xff000014, data: 'x' }),
  'rule/section-twice': () => [TWICE],
  'rule/section-version sections': () => more({ name: '.pisa', type: 0xff000015, data: 'x' }),
  'rule/section-flags': () => content(good({ sections: [{ name: '.data.global', flags: 7 }] }), '.data.global'),
  'rule/gtpin-symbol': () => content(good({ sections: [{ name: '.gtpin_info.k', info: 0 }] }), '.gtpin_info.k'),
  'rule/gtpin-link': () => field(good({ sections: [{ name: '.gtpin_info.k', link: '.symtab' }] }), '.gtpin_info.k/sh_link'),
  'rule/no-ir': () => [good({ without: ['.spv'] })],
  'rule/string-tables': () =>
    content(
      good({
        sections: [
          { name: '.symtab', link: '.strtab' },
          { name: '.strtab', type: SHT.strtab },
        ],
      }),
      '.symtab',
    ),
  'rule/no-symtab': () => [good({ without: ['.symtab', '.rel.text.k', '.gtpin_info.k'] })],
  'rule/kernel-symbol': () => [symbol(1, { name: 'other' })[0]],
  'rule/kernel-symbol-twice': () => symbol(2, { name: 'k' }),
  'rule/symbol-extent': () => symbol(1, { fields: { st_info: 2, st_size: 65 } }),
  'rule/entry-symbol': () => symbol(2, { fields: { st_info: 1 } }),
  'rule/entry-missing': () => [symbol(2, { name: '' })[0]],
  'rule/entry-sized': () => symbol(2, { fields: { st_info: 2, st_size: 8 } }),
  'rule/function-symbol': () => info('name: f', '‹name›: g'),
  'rule/note-twice': () => [good({ notes: [...NOTES, { type: 6, desc: BMG }] })],
  'rule/section-version notes': () => [good({ notes: [...NOTES, { type: 8, desc: 1 }] })],
  'rule/note-reserved metadata': () => [notes({ type: 3, desc: METADATA | (1 << 24) })],
  'rule/note-reserved product': () => [notes({ type: 6, desc: BMG | (1 << 6) })],
  'rule/note-generator': () => [notes({ type: 3, desc: 5 << 21 })],
  'rule/note-steppings': () => [notes({ type: 3, desc: METADATA | (3 << 8) | (1 << 13) | (2 << 16) })],
  'rule/stepping-unchecked': () => [good({ notes: [...NOTES.slice(0, 2), { type: 3, desc: METADATA | (3 << 8) | (3 << 16) }] })],
  'rule/no-target': () => content(good({ notes: [{ type: 4, desc: '1.73\0' }] }), '.note.intelgt.compat'),
  'rule/note-conflict device': () => content(notes({ type: 1, desc: 1270 }), '.note.intelgt.compat'),
  'rule/note-conflict version': () => content(notes({ type: 4, desc: '1.72\0' }), '.note.intelgt.compat'),
  'link/range': () => relocation({ offset: 61 }),
  'link/kernel': () => [
    good({
      sections: [
        { name: '.text.lost', flags: 6, data: new Uint8Array(64) },
        { name: '.rel.text.lost', type: SHT.rel, link: '.symtab', info: '.text.lost', relocations: [{ offset: 0, symbol: 4, type: 1 }] },
      ],
    }),
  ],
  'link/symbol-range': () => [symbol(5, { fields: { st_info: 0x11, st_size: 17 } })[0]],
  'link/exports': () => [good({ symbols: (all) => [...all, { name: 'g', section: '.text.k', fields: { st_info: 0x12, st_size: 8 } }] })],
  'rule/relocation-type': () => relocation({ type: 99 }),
  'rule/unread-relocation': () => relocation({ type: 6 }),
  'rule/section-version relocations': () => relocation({ type: 7 }),
  'rule/undefined-symbol': () => [symbol(4, { section: 0, fields: { st_info: 0x10 } })[0]],
  'rule/addend-in-place': () => {
    const file = good({ sections: [{ name: '.text.k', data: '\x01'.padEnd(64, '\0') }] });
    const [start] = file.content('.text.k');
    return [file, [start, start + 8]];
  },
  'rule/quoted-word': () =>
    info(
      env,
      `${env}    payload_arguments:\n      - arg_type: arg_bypointer\n        offset: 0\n        size: 8\n        arg_index: 0\n        ‹addrmode›: 'stateless'\n`,
    ),
  'rule/cut': () => info('kernels:', 'kernels_misc_info:\n  - name: k\n‹kernels›:'),
  'rule/no-kernels': () => content(good({ zeInfo: "version: '1.73'\n" }), '.ze_info'),
  'rule/kernel-reference': () => info('device_name: v', '‹device_name›: w'),
};

/** Rules that only older versions break. */
const BY: { readonly [rule: string]: Version } = {
  'rule/section-version sections': '1.70',
  'rule/section-version notes': '1.57',
  'rule/section-version relocations': '1.47',
};

const rows = [...ELF_RULES, ...FILE_RULES.filter(({ check }) => check)].map(
  ({ code, name }) => [name === undefined ? code : `${code} ${name}`, code] as const,
);

test('a good file breaks no rule', () => {
  expect(findingsOf(good()).map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
});

test('every rule has a case, and every case a rule', () => {
  expect(Object.keys(BROKEN).sort(), 'BROKEN in this file has a case for each rule').toEqual(rows.map(([name]) => name).sort());
  // Those about .ze_info have theirs among the codes.
  const cases: readonly string[] = Object.keys(RULE_CASES);
  const without = [...RULES, ...SPEC_RULES].filter(({ code }) => code.startsWith('rule/') && !cases.includes(code));
  expect(
    without.map(({ code }) => code),
    'add wrong values for these to RULE_CASES in test/codes/rules.ts',
  ).toEqual([]);
});

describe('each rule, broken by one change', () => {
  test.each(rows)('%s', (name, code) => {
    const [file, place] = BROKEN[name]?.() ?? [good()];
    const own = findingsOf(file, BY[name]).filter((one) => one.code === code);
    expect(own.length).toBeGreaterThan(0);
    if (place) expect(own.map(({ span }) => [span.start, span.end])).toContainEqual([...place]);
  });
});

describe('what rows say', () => {
  const sections: readonly SectionRow[] = SECTIONS;
  const types = new Map<string, number>([...ELF_SECTION_TYPES, ...SECTION_TYPES].map(({ name, value }) => [name, value]));

  test.each(sections.map((row) => [row.pattern, row] as const))('%s has its type and its versions', (pattern, row) => {
    const name = pattern.replace(/\{\w+\}/, pattern.includes('{name}') ? 'abc' : 'some');
    const type = types.get(row.type) ?? 0;
    const of = (sh_type: number) =>
      buildZebin({ zeInfo: `version: '1.73'\nkernels:\n  - name: some\n${env}`, sections: [{ name, header: { sh_type }, data: '' }] });
    const codes = (file: BuiltElf, version?: Version) =>
      findingsOf(file, version).flatMap(({ code }) => (/section-(type|name|version)/.test(code) ? [code] : []));
    expect(codes(of(type))).toEqual([]);
    // A type without a row, and that of code under a name of something else.
    expect(codes(of(0x60000042))).toContain('rule/section-type');
    if (type !== SHT.progbits) expect(codes(of(SHT.progbits))).toContain('rule/section-type');
    if (row.since !== undefined) {
      const before = `1.${Number(row.since.slice(2)) - 1}` as Version;
      expect(codes(of(type), before)).toContain('rule/section-version');
      expect(codes(of(type), row.since)).toEqual([]);
    }
  });

  test.each(NOTE_TYPES.map((row) => [row.name, row] as const))('%s has its size and its versions', (_, row) => {
    const of = (desc: number | string) => buildZebin({ notes: [{ type: row.value, desc }], zeInfo: `version: '${row.since}'\n` });
    const codes = (file: BuiltElf, version?: Version) => findingsOf(file, version).map(({ code }) => code);
    const good = row.kind === 'version' ? `${row.since}\0` : 0;
    expect(codes(of(good)).filter((code) => code.startsWith('note/') || code === 'rule/section-version')).toEqual([]);
    expect(codes(of('12345'))).toContain(row.kind === 'version' ? 'note/text' : 'note/size');
    const before = `1.${Number(row.since.slice(2)) - 1}` as Version;
    expect(codes(of(good), before)).toContain('rule/section-version');
  });

  test.each(RELOCATION_TYPES.map((row) => [row.name, row as NumberedRow] as const))('%s is a type, in its versions', (_, row) => {
    const [file] = relocation({ type: row.value });
    const codes = (version?: Version) => findingsOf(file, version).map(({ code }) => code);
    expect(codes()).not.toContain('rule/relocation-type');
    expect(findingsOf(file).filter(({ severity }) => severity === 'error')).toEqual([]);
    if (row.since !== undefined) expect(codes(`1.${Number(row.since.slice(2)) - 1}` as Version)).toContain('rule/section-version');
  });

  test('generators are those of the rows', () => {
    for (let id = 0; id < 8; id++) {
      const codes = findingsOf(notes({ type: 3, desc: id << 21 })).map(({ code }) => code);
      expect(codes.includes('rule/note-generator')).toBe(!GENERATORS.some(({ value }) => value === id));
    }
  });

  test('e_type and EI_ABIVERSION have the values of the version', () => {
    for (const e_type of [0, 2, 3, 4, 0xff11, 0xff13])
      expect(findingsOf(good({ header: { e_type } })).map(({ code }) => code)).toContain('rule/zebin-header');
    for (const [value, version, right] of [
      [0, '1.12', true],
      [1, '1.12', true],
      [0, '1.14', true],
      [0, '1.35', true],
      [0, '1.36', false],
      [1, '1.73', true],
      [2, '1.65', false],
      [2, '1.66', true],
    ] as const) {
      const found = findingsOf(good({ ident: { EI_ABIVERSION: value } }), version).filter(({ code }) =>
        /zebin-header|abi-version/.test(code),
      );
      expect([value, version, found.length === 0]).toEqual([value, version, right]);
    }
  });

  test('a file for another processor names no device', () => {
    expect(readZebin(good().bytes).value.target.names).toContain('Battlemage');
    for (const e_machine of [3, 62, 183]) expect(readZebin(good({ header: { e_machine } }).bytes).value.target.names).toEqual([]);
  });
});
