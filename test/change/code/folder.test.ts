/** Code as assembly in unpacked folders. */
import { describe, expect, test } from 'vitest';
import { packWithCode, unpackWithCode } from '../../../src/change/code/index.ts';
import { FormatError } from '../../../src/core/diag/index.ts';
import { readZebin, type Zebin } from '../../../src/formats/zebin/index.ts';
import { fixture, zebins } from '../../support/corpus.ts';
import { mulberry32, mutate } from '../../support/mutate.ts';

type Files = ReturnType<typeof unpackWithCode>;

const GLOBALS = fixture('zebin/igc2/bmg/globals.zebin').bytes();
const MOV = 'mov (16|M0) r20.0<1>:f r21.0<1;1,0>:f';
const BUMP = 'text/bump.asm';

const textOf = (files: Files, path: string): string => new TextDecoder().decode(files.find((file) => file.path === path)?.data);
const withText = (files: Files, path: string, change: (text: string) => string): Files =>
  files.map((file) => (file.path === path ? { path, data: new TextEncoder().encode(change(textOf(files, path))) } : file));
const unpacked = (bytes: Uint8Array): Files => unpackWithCode(readZebin(bytes).value);

function refusal(files: Files) {
  try {
    packWithCode(files);
    return undefined;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, span } = error.diagnostic;
    return { code, file: span.source, start: span.start };
  }
}

test.each(zebins())('$name comes back byte for byte, with all code as assembly', { tags: ['corpus'] }, (file) => {
  const bytes = file.bytes();
  const zebin = readZebin(bytes).value;
  const files = unpackWithCode(zebin);
  expect(files.filter(({ path }) => path.endsWith('.asm'))).toHaveLength(
    zebin.elf.sections.filter(({ name }) => name.startsWith('.text.')).length,
  );
  const { value, diagnostics } = packWithCode(files);
  expect(diagnostics).toEqual([]);
  expect(value).toEqual(bytes);
});

test('places are at their instructions, and nowhere else', () => {
  const files = unpacked(GLOBALS);
  const lines = textOf(files, BUMP).split('\n');
  const marks = lines.filter((line) => line.startsWith('// zebin:'));
  expect(marks).toEqual([
    '// zebin: symbol bump',
    '// zebin: relocation 12 R_SYM_ADDR_32 __INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0',
    '// zebin: align 64',
    '// zebin: offset offset_to_skip_per_thread_data_load',
    '// zebin: relocation 12 R_SYM_ADDR_32 __INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0',
    '// zebin: symbol _entry',
    '// zebin: end bump',
    '// zebin: zeros 128 64',
  ]);
  expect(textOf(files, 'zebin.txt')).toMatch(/section \.text\.bump .*assembly=text\/bump\.asm +platform=2/);
  expect(textOf(files, 'zebin.txt')).toMatch(/section \.rel\.text\.bump .*relocations=text\/bump\.asm/);
  expect(files.some(({ path }) => path.startsWith('relocations/text'))).toBe(false);
  expect(textOf(files, 'symbols.txt')).toMatch(/^bump +section=\.text\.bump +type=/m);
});

/** Symbols of the section, its relocations, and the offset of the entry. */
function placesOf(zebin: Zebin) {
  const { elf, zeInfo } = zebin;
  const section = elf.sections.find(({ name }) => name === '.text.bump');
  const symbols = elf.sections.flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols : []));
  const relocations = elf.sections.find(({ name }) => name === '.rel.text.bump')?.content;
  return {
    size: section?.sh_size,
    symbols: symbols
      .filter(({ st_shndx }) => st_shndx === section?.index)
      .map(({ name, st_value, st_size }) => `${name} ${st_value} ${st_size}`),
    relocations: relocations?.kind === 'relocations' ? relocations.relocations.map(({ r_offset }) => Number(r_offset)) : [],
    entry: zeInfo?.container.kernels?.[0]?.execution_env?.offset_to_skip_per_thread_data_load,
  };
}

test('bytes after the last instruction come back, though they are too few for one', () => {
  const bytes = GLOBALS.slice();
  const { base = 0, length = 0 } = readZebin(bytes).value.elf.sections.find(({ name }) => name === '.text.bump')?.bytes ?? {};
  // An instruction of 8 bytes in the padding, so that the last 8 bytes are none; and not zeros.
  bytes[base + length - 32 + 3] = 0x20;
  bytes[base + length - 1] = 7;
  const files = unpacked(bytes);
  expect(textOf(files, BUMP)).toContain('// zebin: bytes 00 00 00 00 00 00 00 07');
  expect(packWithCode(files)).toEqual({ value: bytes, diagnostics: [] });
});

test('an inserted instruction moves what is after it', () => {
  const before = placesOf(readZebin(GLOBALS).value);
  expect(before).toEqual({ size: 1024, symbols: ['_entry 176 0', 'bump 0 880'], relocations: [0x4c, 0x9c], entry: 128 });
  const first = withText(unpacked(GLOBALS), BUMP, (text) => text.replace('// zebin: symbol bump', `// zebin: symbol bump\n${MOV}`));
  const { value, diagnostics } = packWithCode(first);
  expect(diagnostics).toEqual([]);
  expect(placesOf(readZebin(value).value)).toEqual({
    size: 1088,
    symbols: ['_entry 240 0', 'bump 0 944'],
    relocations: [0x5c, 0xdc],
    entry: 192,
  });
  expect(packWithCode(unpacked(value)).value).toEqual(value);
});

test('debug information is left out once instructions have moved', () => {
  const files = unpacked(fixture('zebin/igc2/bmg/basic-debug.zebin').bytes());
  const path = 'text/k.asm';
  expect(textOf(files, path)).toContain('// zebin: layout ');
  const packed = (change: (text: string) => string) => packWithCode(withText(files, path, change));
  expect(packed((text) => `${text}// a comment\n`).diagnostics).toEqual([]);
  const moved = packed((text) => text.replace('// zebin: symbol k', `// zebin: symbol k\n${MOV}`));
  expect(moved.diagnostics.map(({ code }) => code)).toEqual(['patch/debug']);
  expect(readZebin(moved.value).value.elf.sections.some(({ name }) => name.startsWith('.debug'))).toBe(false);
});

test('a folder with code as bytes is packed too', () => {
  const files = unpacked(GLOBALS);
  const zebin = readZebin(GLOBALS).value;
  const code = zebin.elf.sections.find(({ name }) => name === '.text.no_globals')?.bytes.data ?? new Uint8Array(0);
  const manifest = withText(files, 'zebin.txt', (text) =>
    text.replace('format 2', 'format 1').replace(/assembly=text\/no_globals\.asm +platform=2/, 'bytes=text/no_globals.bin'),
  );
  const symbols = withText(manifest, 'symbols.txt', (text) =>
    text.replace(/^(no_globals +section=\.text\.no_globals)/m, '$1 value=0x0 size=0x68'),
  );
  const all = symbols.map((file) => (file.path === 'text/no_globals.asm' ? { path: 'text/no_globals.bin', data: code } : file));
  // Its relocations are in the text that is gone.
  expect(refusal(all)?.code).toBe('pack/missing-file');
});

describe('a text with an error is refused, with its place', () => {
  const files = unpacked(GLOBALS);
  const at = (text: string, what: string) => text.indexOf(what);
  test.each([
    ['an instruction', (text: string) => text.replace('L816:', 'L816:\nmoov'), 'moov', 'eu-text/mnemonic'],
    ['a label', (text: string) => text.replace('L816:', 'L816:\njmpi nowhere'), 'nowhere', 'eu-text/label'],
    ['a symbol', (text: string) => text.replace('symbol _entry', 'symbol other'), 'other', 'pack/reference'],
    ['a symbol that begins twice', (text: string) => text.replace('symbol _entry', 'symbol bump'), undefined, 'pack/value'],
    ['an end without a beginning', (text: string) => text.replace('end bump', 'end _entry\n// zebin: end _entry'), undefined, 'pack/value'],
    ['an attribute', (text: string) => text.replace(' offset offset_to', ' offset offsets_to'), 'offsets_to', 'pack/value'],
    ['a relocation', (text: string) => text.replace('relocation 12', 'relocation 13'), '13 R_SYM', 'pack/value'],
    ['its type', (text: string) => text.replace('R_SYM_ADDR_32 ', 'R_SYMS '), 'R_SYMS', 'pack/value'],
    ['a word too many', (text: string) => text.replace('symbol _entry', 'symbol _entry here'), 'here', 'pack/syntax'],
    ['a note', (text: string) => text.replace('zeros 128 64', 'zeros 128'), '// zebin: zeros', 'eu-text/note'],
  ] as const)('%s', (_, change, where, code) => {
    const broken = withText(files, BUMP, change);
    const found = refusal(broken);
    expect(found).toMatchObject({ code, file: BUMP });
    if (where !== undefined) expect(found?.start).toBe(at(textOf(broken, BUMP), where));
  });

  test('a symbol without a place', () => {
    expect(refusal(withText(files, BUMP, (text) => text.replace('// zebin: symbol _entry\n', '')))).toMatchObject({
      code: 'pack/reference',
      file: BUMP,
    });
  });

  test('an unknown instruction set', () => {
    expect(refusal(withText(files, 'zebin.txt', (text) => text.replace('platform=2', 'platform=3000')))?.code).toBe('pack/value');
    expect(refusal(withText(files, 'zebin.txt', (text) => text.replace('platform=2', '')))?.code).toBe('pack/syntax');
  });
});

test('damaged texts are packed or refused', { tags: ['corpus'] }, () => {
  const files = unpacked(GLOBALS);
  const data = new TextEncoder().encode(textOf(files, BUMP));
  for (let seed = 0; seed < 300; seed++) {
    const broken = files.map((file) => (file.path === BUMP ? { path: BUMP, data: mutate(data, mulberry32(seed)) } : file));
    const found = refusal(broken);
    if (found) expect(found.code).toMatch(/^(pack|eu-text|limit|write)\//);
  }
});
