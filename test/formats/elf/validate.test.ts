/** Rules of ELF itself, in both classes. */
import { describe, expect, test } from 'vitest';
import { type Diagnostic, Reporter } from '../../../src/core/diag/index.ts';
import { readElf, validateElf } from '../../../src/formats/elf/index.ts';
import { buildElf, type ElfSpec, SHT } from '../../support/build-elf.ts';
import { zebins } from '../../support/corpus.ts';

function findingsOf(bytes: Uint8Array): readonly Diagnostic[] {
  const out = new Reporter(bytes.length);
  validateElf(readElf(bytes).value, out);
  return out.diagnostics;
}

const codes = (spec: ElfSpec) => findingsOf(buildElf(spec).bytes).map(({ code }) => code);
const data = { name: '.data.const', flags: 2, data: 'x'.repeat(64) };

test('genuine files break none', { tags: ['corpus'] }, () => {
  for (const file of zebins()) expect([file.name, ...findingsOf(file.bytes())]).toEqual([file.name]);
});

describe.each([true, false])('ELF64: %s', (is64) => {
  test('a sound file breaks none', () => expect(codes({ is64, sections: [data] })).toEqual([]));

  test.each(['EI_VERSION', 'EI_OSABI'] as const)('a wrong %s breaks the rule of the header', (name) =>
    expect(codes({ is64, ident: { [name]: 9 } })).toEqual(['rule/elf-header']),
  );
  test.each(['e_version', 'e_ehsize'] as const)('a wrong %s breaks the rule of the header', (name) =>
    expect(codes({ is64, header: { [name]: 9 } })).toEqual(['rule/elf-header']),
  );

  test('sections that share some of their bytes; those that share all do not count', () => {
    const built = buildElf({ is64, sections: [data] });
    const [start, end] = built.content('.data.const');
    const other = (from: number, to: number) => ({ name: '.debug_x', header: { sh_offset: from, sh_size: to - from } });
    expect(codes({ is64, sections: [data, other(start + 1, end)] })).toEqual(['rule/section-overlap']);
    expect(codes({ is64, sections: [data, other(start, end)] })).toEqual([]);
    expect(codes({ is64, sections: [data, { ...other(start + 1, end), type: SHT.nobits }] })).toEqual([]);
    expect(codes({ is64, sections: [data, other(0, 8)] })).toEqual(['rule/section-overlap']);
  });

  test('symbols: order, sh_info, sections', () => {
    const table = (info: number, ...symbols: { name: string; section: number | string; fields?: object }[]) =>
      codes({ is64, sections: [data, { name: '.symtab', type: SHT.symtab, link: '.shstrtab', info, symbols: [{}, ...symbols] }] });
    const local = { name: 'l', section: '.data.const', fields: { st_info: 1 } };
    const global = { name: 'g', section: '.data.const', fields: { st_info: 0x11 } };
    expect(table(2, local, global)).toEqual([]);
    expect(table(1, local, global)).toEqual(['rule/symbol-order']);
    expect(table(1, global, local)).toEqual(['rule/symbol-order']);
    expect(table(2, { ...local, section: 0xfff1 })).toEqual([]);
    expect(table(2, { ...local, section: 77 })).toEqual(['rule/symbol-section']);
  });
});
