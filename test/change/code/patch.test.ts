/** Edits of code: what has to follow follows, and nothing else changes. */
import { describe, expect, test } from 'vitest';
import { type CodeEdit, platformOfParts } from '../../../src/change/code/index.ts';
import { patchItem } from '../../../src/change/patch.ts';
import { FormatError } from '../../../src/core/diag/index.ts';
import { disassemble, optionBit, readCode } from '../../../src/formats/eu/index.ts';
import { partsOfZebin, type Zebin } from '../../../src/formats/zebin/index.ts';
import { inspect, zebinsOf } from '../../../src/walk/inspect.ts';
import { casesOf, compareTexts, wrongPlaces } from '../../oracle/patched.mjs';
import { fixture, zebins } from '../../support/corpus.ts';

const ENTRY = fixture('zebin/igc2/bmg/globals.zebin');
const ARCHIVE = fixture('fat/basic-dg2-bmg.ar');
const MOV = 'mov (16|M0) r20.0<1>:f r21.0<1;1,0>:f';

const imageOf = (bytes: Uint8Array): Zebin => zebinsOf(inspect(bytes).value)[0]?.zebin as Zebin;
const patched = (file: Uint8Array, kernel: string, edits: readonly CodeEdit[]) => {
  const { bytes, ...rest } = patchItem(inspect(file).value, kernel, edits);
  return { bytes: bytes?.data, ...rest };
};

function codeOf(image: Zebin, kernel: string) {
  const bytes = image.elf.sections.find(({ name }) => name === `.text.${kernel}`)?.bytes.data ?? new Uint8Array(0);
  const environment = image.zeInfo?.container.kernels?.find(({ name }) => name === kernel)?.execution_env ?? {};
  return { bytes, environment };
}

function symbolOf(image: Zebin, kernel: string, name: string) {
  const parts = partsOfZebin(image);
  const id = parts.sections.find((section) => section.name === `.text.${kernel}`)?.id;
  const symbols = parts.sections.flatMap(({ content }) => (content.kind === 'symbols' ? content.symbols : []));
  return symbols.find((symbol) => symbol.name === name && symbol.section.kind === 'section' && symbol.section.id === id);
}

describe.each(zebins().filter((_, i) => i % 9 === 0))('$name', { tags: ['corpus'] }, (file) => {
  const bytes = file.bytes();
  const image = imageOf(bytes);
  const before = partsOfZebin(image);
  const platform = platformOfParts(before);
  const kernels = image.kernels.filter(({ text }) => text && text.bytes.length > 128).slice(0, 2);

  test.each(kernels.map(({ name }) => name))('%s: an edit changes one instruction, and what refers to places follows', (kernel) => {
    if (platform === undefined) throw new Error('the platform is not known');
    const old = codeOf(image, kernel);
    const { instructions, end } = readCode(old.bytes, platform).value;
    const isEnd = ({ options }: { options: number }) => (options & optionBit('EOT')) !== 0;
    const entry = Number(symbolOf(image, kernel, '_entry')?.st_value ?? 0);
    const code = instructions.filter(({ offset }) => offset < end);
    for (const one of casesOf(code, entry, isEnd)) {
      const { bytes: written } = patched(bytes, kernel, [one.edit]);
      const after = imageOf(written as Uint8Array);
      const now = codeOf(after, kernel);
      const compared = compareTexts(disassemble(old.bytes, platform).value, disassemble(now.bytes, platform).value, one);
      expect(compared, one.name).toHaveProperty('map');
      if (typeof compared === 'string') continue;
      expect(wrongPlaces([before, partsOfZebin(after)], [old.environment, now.environment], kernel, one, compared.map), one.name).toEqual(
        [],
      );
    }
  });

  test('no edit results in the same file', () => {
    for (const { name } of kernels) expect(patched(bytes, name, []).bytes).toEqual(bytes);
  });
});

describe('entries stay aligned', () => {
  const offset = (bytes: Uint8Array | undefined) =>
    codeOf(imageOf(bytes as Uint8Array), 'bump').environment as { offset_to_skip_per_thread_data_load?: number };

  test.each([
    ['one instruction before an entry moves it to the next multiple of 64', [{ kind: 'insert', at: 0x20, text: MOV }], 192],
    ['so does one of 8 bytes', [{ kind: 'insert', at: 0x20, text: `${MOV} {Compacted}` }], 192],
    ['four instructions fill 64 bytes', [{ kind: 'insert', at: 0x20, text: `${MOV}\n${MOV}\n${MOV};${MOV}` }], 192],
    ['one at the entry leaves it there', [{ kind: 'insert', at: 0x80, text: MOV }], 128],
    ['one after the instruction before the entry moves it', [{ kind: 'insert-after', at: 0x70, text: MOV }], 192],
    ['a deleted instruction before it is replaced by one without effect', [{ kind: 'delete', at: 0x10 }], 128],
    ['four deleted instructions move it', [0, 0x10, 0x20, 0x30].map((at) => ({ kind: 'delete', at }) as const), 64],
  ] as const)('%s', (_, edits, expected) => {
    expect(offset(patched(ENTRY.bytes(), 'bump', edits).bytes)).toMatchObject({ offset_to_skip_per_thread_data_load: expected });
  });
});

describe('relocations follow their instructions', () => {
  const relocations = (bytes: Uint8Array | undefined) => {
    const { sections } = partsOfZebin(imageOf(bytes as Uint8Array));
    const content = sections.find(({ name }) => name === '.rel.text.bump')?.content;
    return content?.kind === 'relocations' ? content.relocations.map(({ r_offset }) => Number(r_offset)) : [];
  };

  test.each([
    [
      'stay with an instruction in place of theirs',
      [{ kind: 'replace', at: 0x40, text: '(W) mov (1|M0) r2.0<1>:ud 0x0:ud' }],
      [0x4c, 0x9c],
    ],
    ['go with a deleted instruction', [{ kind: 'delete', at: 0x40 }], [0x8c + 0x10]],
    [
      'are those of the text if it has any',
      [{ kind: 'replace', at: 0x40, text: 'nop\n// zebin: relocation 12 R_SYM_ADDR_32 bump\n(W) mov (1|M0) r2.0<1>:ud 0x0:ud' }],
      [0x5c, 0xdc],
    ],
  ] as const)('%s', (_, edits, expected) => {
    expect(relocations(patched(ENTRY.bytes(), 'bump', edits).bytes)).toEqual(expected);
  });

  test('cannot be in an instruction of 8 bytes', () => {
    const { bytes, document } = patched(ENTRY.bytes(), 'bump', [{ kind: 'replace', at: 0x40, text: `${MOV} {Compacted}` }]);
    expect(bytes).toBeUndefined();
    expect(document.diagnostics).toMatchObject([{ code: 'pack/value' }]);
  });
});

test('labels of the code and of other edits can be used', () => {
  const edits = [
    { kind: 'insert', at: 'L816', text: 'HERE:\njmpi L0' },
    { kind: 'insert', at: '_entry', text: 'jmpi HERE' },
  ] as const;
  const { bytes } = patched(ENTRY.bytes(), 'bump', edits);
  const text = disassemble(codeOf(imageOf(bytes as Uint8Array), 'bump').bytes, '2').value;
  expect(text.match(/jmpi +L\d+/g)?.map((one) => one.replace(/ +/, ' '))).toEqual(['jmpi L832', 'jmpi L0']);
});

test('an address is a number, or what disasm prints', () => {
  const [a, b, c] = [0xb0, '00b0', '_entry'].map((at) => patched(ENTRY.bytes(), 'bump', [{ kind: 'insert', at, text: MOV }]).bytes);
  expect(b).toEqual(a);
  expect(c).toEqual(a);
});

test('a text with errors changes nothing, and each is at its place in the text', () => {
  const edits = [
    { kind: 'insert', at: 0x10, text: `${MOV}\nmoov`, source: 'a.asm' },
    { kind: 'replace', at: 0x20, text: 'jmpi nowhere', source: 'b.asm' },
  ] as const;
  const { bytes, document, diagnostics } = patched(ENTRY.bytes(), 'bump', edits);
  expect(bytes).toBeUndefined();
  expect(document).toMatchObject({ size: null, code_size: null });
  expect(document.diagnostics).toMatchObject([
    { code: 'eu-text/mnemonic', source: 'a.asm', line: 2, column: 1 },
    { code: 'eu-text/label', source: 'b.asm', line: 1, column: 6 },
  ]);
  expect(diagnostics.map(({ span }) => [span.source, span.start, span.end])).toEqual([
    ['a.asm', MOV.length + 1, MOV.length + 5],
    ['b.asm', 5, 12],
  ]);
});

test.each([
  ['/* without an end'],
  ['{'],
  ['// zebin: symbol nothing'],
  ['// zebin: end bump\n// zebin: end bump'],
  ['// zebin: relocation 14 R_SYM_ADDR_32'],
  ['// zebin: offset grf_count'],
  ['// zebin: bytes 00'],
  ['L816:'],
])('refuses the text %j', (text) => {
  const edits = [
    { kind: 'insert', at: 0x330, text: 'nop' },
    { kind: 'insert-after', at: 0x360, text },
  ] as const;
  const { bytes, document } = patched(ENTRY.bytes(), 'bump', edits);
  expect(bytes).toBeUndefined();
  expect(document.diagnostics.length).toBeGreaterThan(0);
});

test('an edit of an address where no instruction begins, or the second of one instruction, is refused', () => {
  const refusal = (edits: readonly CodeEdit[]) => {
    try {
      patched(ENTRY.bytes(), 'bump', edits);
      return undefined;
    } catch (error) {
      return error instanceof FormatError ? error.diagnostic.code : error;
    }
  };
  expect(refusal([{ kind: 'delete', at: 4 }])).toBe('patch/address');
  expect(refusal([{ kind: 'delete', at: 'nothing' }])).toBe('patch/address');
  expect(
    refusal([
      { kind: 'delete', at: 0 },
      { kind: 'replace', at: 0, text: 'nop' },
    ]),
  ).toBe('patch/address');
});

test('in an archive, the image is named', () => {
  const root = inspect(ARCHIVE.bytes()).value;
  expect(() => patchItem(root, 'k', [])).toThrow(TypeError);
  expect(() => patchItem(root, 'nothing', [])).toThrow(TypeError);
  const [first, second] = zebinsOf(root);
  const { bytes, document } = patchItem(second?.item as never, 'k', [{ kind: 'insert', at: '_entry', text: MOV }]);
  expect(document).toMatchObject({ address: '', kernel: 'k' });
  expect(bytes?.length).toBeGreaterThan(0);
  expect(first?.item.address).not.toBe(second?.item.address);
});

test('debug information is left out only if instructions have moved', () => {
  const bytes = fixture('zebin/igc2/bmg/basic-debug.zebin').bytes();
  const names = (edits: readonly CodeEdit[]) =>
    imageOf(patched(bytes, 'k', edits).bytes as Uint8Array).elf.sections.filter(({ name }) => name.startsWith('.debug')).length;
  expect(names([{ kind: 'insert', at: 0, text: MOV }])).toBe(0);
  expect(names([{ kind: 'replace', at: 0, text: MOV }])).toBeGreaterThan(0);
});
