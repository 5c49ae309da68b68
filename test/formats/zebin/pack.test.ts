/** Zebins unpacked into folders and packed again: every byte, every name, and what a person may do to a folder in between. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type FolderFile, FolderNames } from '../../../src/core/bytes/index.ts';
import { FormatError } from '../../../src/core/diag/index.ts';
import { type ElfParts, sectionPart } from '../../../src/formats/elf/index.ts';
import {
  encodeZebin,
  findSection,
  isZebinFolder,
  packZebin,
  partsOfZebin,
  readZebin,
  renameKernel,
  unpackZebin,
  type Zebin,
} from '../../../src/formats/zebin/index.ts';
import { buildZebin, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { fixture, probes, zebins } from '../../support/corpus.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';

const read = (bytes: Uint8Array): Zebin => readZebin(bytes).value;
const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
const textOf = (files: readonly FolderFile[], path: string): string =>
  Buffer.from(files.find((file) => file.path === path)?.data ?? []).toString();
const clock = fixture('zebin/igc2/bmg/clock.zebin').bytes();

/** The folder with one file put through `change`. */
function edited(files: readonly FolderFile[], path: string, change: (text: string) => string): FolderFile[] {
  return files.map((file) => (file.path === path ? { path, data: Buffer.from(change(Buffer.from(file.data).toString())) } : file));
}

function faultOf(files: readonly FolderFile[]): string {
  try {
    packZebin(files);
    return '';
  } catch (error) {
    if (error instanceof FormatError) return `${error.diagnostic.code} ${error.diagnostic.span.source}`;
    throw error;
  }
}

/** What every system takes as the path of a file. */
function expectSafe(files: readonly FolderFile[]): void {
  const isSafe = (path: string) =>
    /^([A-Za-z0-9_+$@=,][A-Za-z0-9_.+$@=,~-]*\/)?[A-Za-z0-9_+$@=,][A-Za-z0-9_.+$@=,~-]*[A-Za-z0-9_+$@=,~-]$/.test(path) &&
    path.length < 120 &&
    !path.split('/').some((part) => /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i.test(part));
  expect(files.map(({ path }) => path).filter((path) => !isSafe(path))).toEqual([]);
  expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
}

test('every zebin of a compiler comes back byte for byte', { tags: ['corpus'] }, () => {
  const wrong: string[] = [];
  for (const file of [...zebins(), ...probes()]) {
    const bytes = file.bytes();
    const files = unpackZebin(read(bytes));
    expectSafe(files);
    const { value, diagnostics } = packZebin(files);
    if (!same(value, bytes) || diagnostics.length > 0) wrong.push(file.name);
  }
  expect(wrong).toEqual([]);
});

test('files of bytes are code, data, SPIR-V, debug information and text only', { tags: ['corpus'] }, () => {
  const kinds = new Set<string>();
  for (const file of zebins()) {
    const files = unpackZebin(read(file.bytes()));
    const manifest = textOf(files, 'zebin.txt');
    // Offsets and places of strings follow from the rest.
    expect(manifest).not.toMatch(/sh_offset|sh_name|^patch|^placement/m);
    for (const [, name = ''] of manifest.matchAll(/^section (\S+) .*\bbytes=/gm)) kinds.add(findSection(name)?.pattern ?? name);
  }
  expect([...kinds].filter((kind) => /symtab|strtab|^\.rel|note\.intelgt\.compat/.test(kind))).toEqual([]);
});

test('the folder of a small file', () => {
  const files = unpackZebin(read(clock));
  expect(files.map(({ path }) => path)).toMatchInlineSnapshot(`
    [
      "zebin.txt",
      "text/clock.bin",
      "symbols.txt",
      "module.spv",
      "misc/buildOptions.txt",
      "sections/note.intelgt.metrics.bin",
      "relocations/text.clock.txt",
      "ze_info.yaml",
      "notes.txt",
    ]
  `);
  expect(textOf(files, 'zebin.txt')).toMatchInlineSnapshot(`
    "# An unpacked zebin: \`zebin pack\` makes a file of it again.
    # Offsets, sizes, indices and string tables follow from what is here.
    format 1
    elf 64 ET_REL EM_INTELGT EI_ABIVERSION=1 names=.strtab layout=aligned
    section .text.clock           SHT_PROGBITS     sh_flags=ALLOC|EXECINSTR    bytes=text/clock.bin
    section .symtab               SHT_SYMTAB       symbols=symbols.txt
    section .spv                  SHT_ZEBIN_SPIRV  bytes=module.spv
    section .misc.buildOptions    SHT_ZEBIN_MISC   bytes=misc/buildOptions.txt
    section .note.intelgt.metrics SHT_NOTE         reserved=64                 bytes=sections/note.intelgt.metrics.bin
    section .rel.text.clock       SHT_REL          sh_info=.text.clock         relocations=relocations/text.clock.txt
    section .ze_info              SHT_ZEBIN_ZEINFO bytes=ze_info.yaml
    section .note.intelgt.compat  SHT_NOTE         notes=notes.txt
    section .strtab               SHT_STRTAB       strings=-
    "
  `);
  expect(textOf(files, 'symbols.txt')).toMatchInlineSnapshot(`
    "# Symbols: a name, the section that it is in (@SHN_UNDEF for none), offset in the section and size in bytes.
    # Local ones are put first.
    _entry                                   section=.text.clock value=0xa0 size=0x0   type=STT_NOTYPE binding=STB_LOCAL
    clock                                    section=.text.clock value=0x0  size=0x270 type=STT_FUNC   binding=STB_LOCAL
    __INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0 section=@SHN_UNDEF  value=0x0  size=0x0   type=STT_NOTYPE binding=STB_GLOBAL
    "
  `);
  expect(textOf(files, 'notes.txt')).toMatchInlineSnapshot(`
    "# Notes: owner, type, value.
    IntelGT NT_INTELGT_PRODUCT_FAMILY  1274
    IntelGT NT_INTELGT_GFXCORE_FAMILY  3081
    IntelGT NT_INTELGT_TARGET_METADATA generatorId:1
    IntelGT NT_INTELGT_ZEBIN_VERSION   1.73
    IntelGT NT_INTELGT_PRODUCT_CONFIG  20.1.0
    IntelGT NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION 10
    IntelGT NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION 1
    "
  `);
});

describe('names that are hard for file systems', () => {
  const NAMES = [
    '..',
    '.',
    '../../etc/passwd',
    'a/b',
    'A',
    'a',
    'CON',
    'nul.x',
    'k\u0001',
    '',
    ' ',
    'a b',
    '#',
    '@x',
    '#5',
    '@id:5',
    '"',
    "'",
    '\\',
    'a=b',
    'ß',
    '\udc80',
    'x'.repeat(60_000),
    `${'x'.repeat(60_000)}y`,
    'k.',
    'k ',
    '-rf',
    '~',
    'name=1',
    'a\rb',
    'a\nb',
    '%',
    '*',
  ];

  /** A file with such kernels, laid out by rule. */
  const parts = (names: readonly string[]): ElfParts => {
    const base = partsOfZebin(read(clock));
    const texts = names.map((name, i) =>
      sectionPart({
        id: 100 + i,
        name: `.text.${name}`,
        sh_type: SHT.progbits,
        content: { kind: 'bytes', bytes: Uint8Array.of(i & 255, 1, 2, 3) },
      }),
    );
    const relocations = names.map((name, i) =>
      sectionPart({
        id: 5000 + i,
        name: `.rel.text.${name}`,
        sh_type: SHT.rel,
        sh_link: { kind: 'section', id: base.sections.find(({ name: own }) => own === '.symtab')?.id ?? 0 },
        sh_info: { kind: 'section', id: 100 + i },
        content: {
          kind: 'relocations',
          addends: false,
          relocations: [
            { r_offset: 1n, r_type: 2, symbol: 7000 + i },
            { r_offset: 2n, r_type: 99 },
          ],
        },
      }),
    );
    const sections = [...texts, ...base.sections, ...relocations].map((part) => {
      if (part.content.kind !== 'symbols') return part;
      const symbols = names.map((name, i) => ({
        id: 7000 + i,
        name,
        st_value: 0n,
        st_size: 4n,
        st_info: 0x12,
        st_other: 3,
        section: { kind: 'section' as const, id: 100 + i },
      }));
      return { ...part, content: { kind: 'symbols' as const, symbols: [...part.content.symbols, ...symbols] } };
    });
    return { ...base, sections };
  };
  const roundTrip = (names: readonly string[]): void => {
    const bytes = encodeZebin(parts(names)).value;
    const files = unpackZebin(read(bytes));
    expectSafe(files);
    expect(same(packZebin(files).value, bytes)).toBe(true);
  };

  test('all of them, and each twice', () => {
    roundTrip(NAMES);
    roundTrip([...NAMES, ...NAMES]);
    const names = NAMES.slice(0, 12);
    for (const name of names) roundTrip([name, name]);
  });

  test('any', { tags: ['corpus'] }, () => {
    // The unit 'binary' takes seconds to make a table of all characters.
    const character = fc
      .integer({ min: 1, max: 0x10ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    fc.assert(fc.property(fc.array(fc.string({ unit: character, maxLength: 12 }), { maxLength: 5 }), roundTrip), { numRuns: 80 });
  });

  test('a kernel with such a name', () => {
    const from = read(clock).kernels[0]?.name ?? '';
    for (const to of NAMES) {
      const bytes = encodeZebin(renameKernel(partsOfZebin(read(clock)), from, to)).value;
      expect(same(packZebin(unpackZebin(read(bytes))).value, bytes)).toBe(true);
    }
  });

  test('a thousand names that become the same', () => {
    const names = new FolderNames();
    const paths = Array.from({ length: 1000 }, (_, i) => names.path('a/', '?'.repeat((i % 3) + 1), '.x'));
    expect(new Set(paths).size).toBe(1000);
  });
});

test('damaged files come back byte for byte, or are refused as too much work', { tags: ['corpus'] }, () => {
  const random = mulberry32(3);
  const originals = [clock, fixture('decoder-probes/00-base.zebin').bytes(), fixture('zebin/igc1/dg2/library.zebin').bytes()];
  for (let i = 0; i < 900; i++) {
    const bytes = flip(originals[i % 3] as Uint8Array, random);
    let files: FolderFile[];
    try {
      files = unpackZebin(read(bytes));
    } catch (error) {
      if (error instanceof FormatError) continue;
      throw error;
    }
    expectSafe(files);
    expect(same(packZebin(files).value, bytes), `case ${i}`).toBe(true);
  }
});

describe('a folder that a person has edited', () => {
  const files = unpackZebin(read(clock));
  const [kernel] = read(clock).kernels.map(({ name }) => name);
  const pack = (given: readonly FolderFile[]): Zebin => read(packZebin(given).value);

  test('may have the ends of lines of Windows, comments, spaces, and lines in columns', () => {
    const texts = files.filter(({ path }) => path.endsWith('.txt') && !path.startsWith('misc/'));
    let given = files;
    for (const { path } of texts)
      given = edited(given, path, (text) => `# mine\n\n${text.replaceAll('\n', '   # why not\r\n').replaceAll(' ', '   ')}`);
    expect(same(packZebin(given).value, clock)).toBe(true);
  });

  test('may have longer attributes and code', () => {
    const attributes = edited(files, 'ze_info.yaml', (text) => text.replace('kernels:', '# a longer text\nkernels:'));
    const code = attributes.map((file) => (file.path.startsWith('text/') ? { ...file, data: new Uint8Array(999) } : file));
    const after = pack(code);
    expect(after.kernels[0]?.text?.bytes.length).toBe(999);
    expect(after.kernels[0]?.name).toBe(kernel);
    expect(readZebin(packZebin(code).value).diagnostics.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  test('may lack a section, have one more, and others in another order', () => {
    const without = edited(files, 'zebin.txt', (text) => text.replace(/^section \.spv .*\n/m, ''));
    const { value, diagnostics } = packZebin(without);
    expect(read(value).elf.sections.some(({ name }) => name === '.spv')).toBe(false);
    expect(diagnostics.map(({ code }) => code)).toEqual(['pack/unused-file']);
    const more = edited(files, 'zebin.txt', (text) => `${text}section .mine 1 bytes=ze_info.yaml\n`);
    expect(pack(more).elf.sections.at(-1)?.name).toBe('.mine');
  });

  test('may have another note and symbol', () => {
    const notes = edited(files, 'notes.txt', (text) => text.replace(/PRODUCT_CONFIG +\S+/, 'PRODUCT_CONFIG 12.55.8'));
    expect(pack(notes).target.product_config?.ip).toBe('12.55.8');
    const symbols = edited(files, 'symbols.txt', (text) => `${text}extra section=@SHN_UNDEF binding=STB_GLOBAL\n`);
    const table = pack(symbols).elf.sections.find(({ content }) => content.kind === 'symbols')?.content;
    expect(table?.kind === 'symbols' && table.symbols.at(-1)?.name).toBe('extra');
  });

  test.each([
    ['zebin.txt', (text: string) => text.replace('format 1', 'format 3'), 'pack/syntax zebin.txt'],
    ['zebin.txt', (text: string) => text.replace(/^elf .*\n/m, ''), 'pack/syntax zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('SHT_ZEBIN_SPIRV', 'SHT_NONE'), 'pack/value zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('layout=aligned', 'layout=placed'), 'pack/syntax zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('layout=aligned', 'layout=nice'), 'pack/value zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('names=.strtab', 'names=.str'), 'pack/reference zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('bytes=module.spv', 'bytes=../module.spv'), 'pack/missing-file zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('bytes=module.spv', 'byte=module.spv'), 'pack/syntax zebin.txt'],
    ['zebin.txt', (text: string) => text.replace('ALLOC|', 'ALLOK|'), 'pack/value zebin.txt'],
    ['zebin.txt', (text: string) => `${text}section .a 1 bytes=module.spv id=1\nsection .a 1 bytes=module.spv id=1\n`, 'write/reference '],
    ['zebin.txt', (text: string) => `${text}something else\n`, 'pack/syntax zebin.txt'],
    ['symbols.txt', (text: string) => text.replace('section=.text', 'section=.next'), 'pack/reference symbols.txt'],
    ['symbols.txt', (text: string) => text.replace('STT_FUNC', 'FUNC'), 'pack/value symbols.txt'],
    ['symbols.txt', (text: string) => text.replace(/value=\S+/, 'value=0x10000000000000000'), 'pack/value symbols.txt'],
    ['symbols.txt', (text: string) => text.replace(/value=(\S+)/, 'value=$1 value=$1'), 'pack/syntax symbols.txt'],
    ['notes.txt', (text: string) => text.replace(/PRODUCT_CONFIG +\S+/, 'PRODUCT_CONFIG 1.2'), 'pack/value notes.txt'],
    ['notes.txt', (text: string) => `${text}IntelGT 99 5\n`, 'pack/value notes.txt'],
    ['notes.txt', (text: string) => `${text}IntelGT 99 hex:0\n`, 'pack/value notes.txt'],
    ['notes.txt', (text: string) => `${text}IntelGT\n`, 'pack/syntax notes.txt'],
  ])('is refused for a fault in %s (%#)', (path, change, fault) => {
    const given = edited(files, path, change);
    expect(textOf(given, path)).not.toBe(textOf(files, path));
    expect(faultOf(given)).toBe(fault);
  });

  test('any damage results in a file or a fault', { tags: ['corpus'] }, () => {
    const random = mulberry32(11);
    const texts = files.filter(({ path }) => path.endsWith('.txt')).map(({ path }) => path);
    for (let i = 0; i < 1_000; i++) {
      const path = texts[i % texts.length] ?? '';
      faultOf(files.map((file) => (file.path === path ? { path, data: flip(file.data, random) } : file)));
    }
  });
});

test('a file of no known layout keeps its places until it changes', () => {
  const bytes = fixture('decoder-probes/00-base.zebin').bytes();
  const files = unpackZebin(read(bytes));
  expect(textOf(files, 'zebin.txt')).toMatch(/^placement /m);
  const longer = edited(files, 'ze_info.yaml', (text) => `${text}# more\n`);
  expect(packZebin(longer).diagnostics.map(({ code }) => code)).toEqual(['write/new-layout']);
  expect(readZebin(packZebin(longer).value).diagnostics.map(({ code }) => code)).toEqual(
    readZebin(bytes).diagnostics.map(({ code }) => code),
  );
});

test('unknown and odd content is kept', () => {
  const sections: SectionSpec[] = [
    { name: '.odd', type: 0x12345678, flags: 0x70000007, data: 'odd', header: { sh_info: 77, sh_link: 99 } },
    { name: '.strtab', type: SHT.strtab },
    {
      name: '.symtab',
      link: '.strtab',
      symbols: [{}, { name: 'a', fields: { st_info: 0xff, st_shndx: 0xfff1 } }, { name: 'a', fields: { st_shndx: 0xfff3 } }],
    },
    {
      name: '.rel',
      link: '.symtab',
      info: 1,
      relocations: [
        { offset: 1, symbol: 1, type: 200 },
        { offset: 1, symbol: 2, type: 1 },
        { offset: 1, symbol: 0, type: 1 },
      ],
    },
    {
      name: '.rela',
      link: '.symtab',
      info: 900,
      relocations: [
        { offset: 1, symbol: 1, type: 200, addend: -5 },
        { offset: 1, symbol: 9, type: 1, addend: 1 },
      ],
    },
    { name: '.note.other', type: SHT.note, data: 'no notes' },
  ];
  for (const is64 of [true, false]) {
    const { bytes } = buildZebin({
      is64,
      zeInfo: 'kernels:\n',
      kernels: ['k'],
      sections,
      notes: [
        { type: 3, desc: 'x' },
        { owner: 'me', type: 1, desc: 5 },
        { type: 6, desc: 0xffffffff },
      ],
    });
    expect(same(packZebin(unpackZebin(read(bytes))).value, bytes)).toBe(true);
  }
});

describe('folders of ocloc disasm', () => {
  /** The folders in ZEBIN_CORPUS, with the file that each is of; and one that is made here, as ocloc writes it. */
  const { ZEBIN_CORPUS } = process.env;
  const folders: { name: string; files: FolderFile[]; original: Uint8Array }[] = [];
  if (ZEBIN_CORPUS) {
    const root = join(ZEBIN_CORPUS, 'ocloc-disasm');
    for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('sections.txt')) continue;
      const name = path.slice(0, -'/sections.txt'.length);
      const files = readdirSync(join(root, name)).map((file) => ({
        path: file,
        data: new Uint8Array(readFileSync(join(root, name, file))),
      }));
      folders.push({ name, files, original: new Uint8Array(readFileSync(join(ZEBIN_CORPUS, 'zebin', `${name}.zebin`))) });
    }
  }
  folders.push({ name: 'made', files: oclocFolder(read(clock)), original: clock });

  test.each(folders)('$name', ({ files, original }) => {
    const before = read(original);
    expect(isZebinFolder(files)).toBe(true);
    const assembly = files.some(({ path }) => path.endsWith('.asm'));
    if (assembly) expect(faultOf(files)).toMatch(/^pack\/(assembly|missing-file) sections\.txt$/);
    const { value, diagnostics } = packZebin(files, { original: before });
    expect(diagnostics.map(({ code }) => code)).toEqual(['pack/ocloc']);
    const after = read(value);
    expect(after.elf.is64).toBe(before.elf.is64);
    expect(after.elf.sections.map(({ name, sh_type, sh_flags }) => [name, sh_type, sh_flags])).toEqual(
      before.elf.sections.map(({ name, sh_type, sh_flags }) => [name, sh_type, sh_flags]),
    );
    const names = before.elf.sections.map(({ name }) => name);
    for (const [i, section] of before.elf.sections.entries()) {
      // ocloc writes sections of one name over each other.
      if (names.indexOf(section.name) !== names.lastIndexOf(section.name)) continue;
      const now = after.elf.sections[i];
      expect([now?.sh_link, now?.sh_info, now?.sh_entsize]).toEqual([section.sh_link, section.sh_info, section.sh_entsize]);
      if (section.content.kind === 'symbols' && now?.content.kind === 'symbols') {
        const plain = ({ st_size: _, st_name: __, ...symbol }: { st_size: bigint; st_name: number }): object => symbol;
        expect(now.content.symbols.map(plain)).toEqual(section.content.symbols.map(plain));
      } else if (section.content.kind === 'relocations') {
        expect(now?.content).toEqual(section.content);
      } else {
        expect(now && same(now.bytes.data, section.bytes.data), section.name).toBe(true);
      }
    }
  });

  test('names with commas', () => {
    const from = read(clock).kernels[0]?.name ?? '';
    const bytes = encodeZebin(renameKernel(partsOfZebin(read(clock)), from, 'f(int, int), 2')).value;
    const after = read(packZebin(oclocFolder(read(bytes))).value);
    expect(after.kernels[0]?.text?.name).toBe('.text.f(int, int), 2');
    expect(after.elf.sections.find(({ name }) => name === '.symtab')?.content).toMatchObject({
      symbols: expect.arrayContaining([expect.objectContaining({ name: 'f(int, int), 2' })]),
    });
  });
});

/** What `ocloc disasm -skip-asm-translation` writes of a file. */
function oclocFolder({ elf }: Zebin): FolderFile[] {
  const sections = elf.sections.slice(1).filter(({ sh_type }) => sh_type !== SHT.strtab);
  const files = sections.map(({ name, content, bytes }): FolderFile => {
    if (content.kind === 'symbols') {
      const rows = content.symbols.map(
        (s) =>
          `${s.index}, ${s.name || 'UNDEF'}, ${elf.sections[s.st_shndx]?.name || 'UNDEF'}, ${s.st_value}, ${s.st_info & 15}, ${s.st_other & 3}, ${s.st_info >> 4}`,
      );
      return { path: name, data: Buffer.from(['Id, Name, Section, Value, Type, Visibility, Binding', ...rows, ''].join('\n')) };
    }
    if (content.kind === 'relocations') {
      const rows = content.relocations.map((r) => `${r.r_offset}, ${r.r_type}, ${r.r_sym}${content.addends ? `, ${r.r_addend}` : ''}`);
      return {
        path: name,
        data: Buffer.from([content.addends ? 'Offset, Type, SymbolIdx, Addend' : 'Offset, Type, SymbolIdx', ...rows, ''].join('\n')),
      };
    }
    return { path: name, data: bytes.data };
  });
  const list = [
    `ElfType ${elf.is64 ? 64 : 32}b`,
    'Section name, Section type',
    ...sections.map(({ name, sh_type }) => `${name}, ${sh_type}`),
    '',
  ].join('\n');
  return [{ path: 'sections.txt', data: Buffer.from(list) }, ...files];
}

describe('hostile folders', () => {
  const HEAD = 'format 2\nelf 64 ET_REL EM_INTELGT names=@0';
  const folder = (manifest: string, rest: Readonly<Record<string, string>> = {}, head = HEAD): FolderFile[] =>
    Object.entries({ 'zebin.txt': `${head}\n${manifest}`, ...rest }).map(([path, text]) => ({ path, data: Buffer.from(text) }));
  const codeOf = (files: readonly FolderFile[]): string => faultOf(files).split(' ')[0] ?? '';
  const ocloc = (sections: string, rest: Readonly<Record<string, string>> = {}): FolderFile[] =>
    Object.entries({ 'sections.txt': `ElfType 64b\nSection Name, Section Type\n${sections}`, ...rest }).map(([path, text]) => ({
      path,
      data: Buffer.from(text),
    }));
  const many = (text: string, count: number): string => text.repeat(count);

  test.each<[string, FolderFile[]]>([
    ['symbols', folder(many('section .symtab SHT_SYMTAB symbols=s\n', 500), { s: many('a section=@SHN_UNDEF\n', 500) })],
    ['relocations', folder(many('section .rel SHT_REL relocations=s\n', 500), { s: many('0 1\n', 500) })],
    ['notes', folder(many('section .note SHT_NOTE notes=s\n', 500), { s: many('hex: 0 hex:\n', 500) })],
    [
      'patches',
      folder(
        `placement 10000 0\n${many('patch 0 bytes=s\n', 1_000)}`,
        { s: many('x', 100_000) },
        HEAD.replace('names=@0', 'names=@0 layout=placed'),
      ),
    ],
    ['metrics', ocloc(many('.note.intelgt.metrics, 1\n', 2_000), { '.note.intelgt.metrics': many('\0', 100_000) })],
  ])('a file of %s that many lines name is read a few times, and not again and again', (_, files) => {
    expect(codeOf(files)).toBe('limit/work');
  });

  test('a name has no commas without end', () => {
    const rows = many(`1, ${many(', ', 4_000)}UNDEF, 0, 0, 0, 0\n`, 20);
    expect(codeOf(ocloc('.symtab, 2\n', { '.symtab': `Header\n\n${rows}` }))).toBe('pack/syntax');
  });

  test('the size of the file is known before its sections are made', () => {
    expect(codeOf(folder(many('section .x SHT_PROGBITS reserved=65535\n', 2_000)))).toBe('pack/value');
  });

  test('a line has few keys', () => {
    const keys = Array.from({ length: 100 }, (_, i) => `k${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}=1`);
    expect(codeOf(folder(`section a SHT_NULL ${keys.join(' ')}\n`))).toBe('pack/syntax');
  });

  test('places in a line are counted in bytes', () => {
    const span = (line: string): string => {
      try {
        packZebin(folder(line));
        return '';
      } catch (error) {
        const { start, end } = (error as FormatError).diagnostic.span;
        return Buffer.from(`${HEAD}\n${line}`).subarray(start, end).toString();
      }
    };
    expect(span('section "é€😀" SHT_X memory=0\n')).toBe('SHT_X');
    expect(span('section "é€😀" SHT_NULL memory=0 größe\n')).toBe('größe');
  });

  test('every symbol may refer to the first global one', () => {
    const symbols = many('a section=@first-global\n', 5_000);
    expect(codeOf(folder('section .symtab SHT_SYMTAB symbols=s\n', { s: symbols }))).toBe('');
  });
});
