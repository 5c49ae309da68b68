import { buildZebin as build } from '../../src/change/build/index.ts';
import { type Outcome, Reporter, type WRITE_CODES } from '../../src/core/diag/index.ts';
import { type ElfParts, layoutElf, partsOfElf, readElf, type SectionPart, writeElf } from '../../src/formats/elf/index.ts';
import { dropSections, linkZebin, packZebin, readZebin, type ZebinBuild } from '../../src/formats/zebin/index.ts';
import { buildZebin, latin1, type RelocationSpec, type SectionSpec, SHT, type SymbolSpec } from '../support/build-elf.ts';
import { by, type Case, marked } from './case.ts';

const byLink = by((bytes) => linkZebin(readZebin(bytes).value));

/** A zebin with a kernel k, one symbol and one relocation; the finding is at the relocation unless a section is named. */
function linked(relocation: Partial<RelocationSpec>, symbol: SymbolSpec = {}, at = '.rel', more: readonly SectionSpec[] = []): Case {
  const sections: SectionSpec[] = [
    { name: '.text.k', data: 'c'.repeat(32) },
    { name: '.text.other', data: 'c'.repeat(32) },
    {
      name: '.symtab',
      type: SHT.symtab,
      link: '.shstrtab',
      symbols: [{}, symbol, { name: 'f', section: '.text.l', fields: { st_info: 0x12 } }],
    },
    { name: '.rel', relocations: [{ offset: 0, symbol: 1, type: 2, ...relocation }], link: '.symtab', info: '.text.k' },
    { name: '.text.l', data: 'c'.repeat(32) },
    ...more,
  ];
  const built = buildZebin({ zeInfo: 'kernels:\n- name: k\n- name: l\n', sections });
  return { bytes: built.bytes, find: byLink, span: built.content(at) };
}

/** What the builder says; it reads no bytes. */
function refused(more: Partial<ZebinBuild>): Case {
  const code = latin1('code');
  const kernels = [{ name: 'k', env: { simd_size: 16 }, code }] as const;
  return { bytes: code, find: by(() => build({ device: 'bmg-g21-a0', kernels, ...more })), span: [0, 0] };
}

const func = (section: string): SymbolSpec => ({ name: 's', section, fields: { st_info: 0x12 } });

/** What laying out the parts of a small file brings out when they were changed so. It has no place in bytes. */
function written(edit: (parts: ElfParts) => ElfParts, programHeaders: readonly object[] = []): Case {
  const symbols: readonly SymbolSpec[] = [{}, { name: 'k', section: '.text.k' }];
  const { bytes } = buildZebin({
    kernels: ['k'],
    programHeaders,
    sections: [
      { name: '.strtab', type: SHT.strtab },
      { name: '.symtab', link: '.strtab', symbols },
      { name: '.rel', relocations: [{ offset: 0, symbol: 1, type: 1 }], link: '.symtab', info: '.text.k' },
    ],
  });
  const find = by((data): Outcome<unknown> => {
    const { value, diagnostics } = layoutElf(edit(partsOfElf(readElf(data).value, new Reporter(data.length))));
    return { value: writeElf(value), diagnostics };
  });
  return { bytes, find, span: [0, 0] };
}

const grown = (parts: ElfParts): ElfParts => changed(parts, '.text.k', { content: { kind: 'bytes', bytes: new Uint8Array(99) } });

function changed(parts: ElfParts, name: string, values: Partial<SectionPart>): ElfParts {
  return { ...parts, sections: parts.sections.map((part) => (part.name === name ? { ...part, ...values } : part)) };
}

/** A folder whose file `name` is the text, with the fault between ‹ and ›; the manifest is the default unless it is the text. */
function packed(name: string, text: string, more: Readonly<Record<string, string>> = {}): Case {
  const common =
    'format 1\nelf 64 ET_REL EM_INTELGT names=.s\nsection .text.k 1 bytes=k.bin\nsection .t 2 symbols=t.txt\nsection .s 3 strings=-\n';
  const files: Readonly<Record<string, string>> =
    name === 'sections.txt' ? more : { 'zebin.txt': common, 'k.bin': 'code', 't.txt': '', ...more };
  return marked(
    text,
    by((bytes) =>
      packZebin([...Object.entries(files).map(([path, content]) => ({ path, data: latin1(content) })), { path: name, data: bytes }]),
    ),
  );
}

export const WRITE: Record<keyof typeof WRITE_CODES, () => Case> = {
  'write/stale-layout': () => ({
    ...written((parts) => parts),
    find: by((data) => {
      const { value } = layoutElf(grown(partsOfElf(readElf(data).value, new Reporter(data.length))));
      return {
        value: writeElf({ ...value, sections: value.sections.map((s) => ({ ...s, content: new Uint8Array(999) })) }),
        diagnostics: [],
      };
    }),
  }),
  'write/new-layout': () => written(grown),
  'write/reference': () => written((parts) => changed(parts, '.rel', { sh_info: { kind: 'section', id: 99 } })),
  'write/value': () => written((parts) => changed(parts, '.text.k', { sh_addr: 1n << 70n })),
  'write/name': () => written((parts) => changed(parts, '.text.k', { name: '.text.\0' })),
  'write/segments': () => written(grown, [{}]),
  'write/needed': () => written((parts) => dropSections(parts, [3]).parts),
  'write/opaque-table': () =>
    written((parts) => {
      const opaque = changed(parts, '.rel', {
        content: { kind: 'bytes', bytes: new Uint8Array(3) },
        sh_info: { kind: 'number', value: 1 },
      });
      return dropSections(opaque, [1]).parts;
    }),
  'pack/no-folder': () => ({ ...packed('other.txt', '‹›'), find: by((data) => packZebin([{ path: 'a', data }])), span: [0, 0] }),
  'pack/missing-file': () => packed('zebin.txt', 'format 1\nelf 64 1 205\n‹section .text.k 1 bytes=nowhere.bin›\n'),
  'pack/unused-file': () => packed('other.txt', '‹›'),
  'pack/syntax': () => packed('t.txt', 'k section=.text.k ‹value="1›\n'),
  'pack/value': () => packed('t.txt', 'k section=.text.k ‹value=much›\n'),
  'pack/reference': () => packed('t.txt', 'k ‹section=.text.j›\n'),
  'pack/assembly': () => packed('sections.txt', 'ElfType 64b\nSection name, Section type\n‹.text.k, 1›\n', { '.text.k.asm': 'nop' }),
  'pack/ocloc': () => packed('sections.txt', '‹›ElfType 64b\nSection name, Section type\n.text.k, 1\n', { '.text.k': 'code' }),
  'build/device': () => refused({ device: 'xe2' }),
  'build/driver': () => refused({ driver: 'newest' }),
  'build/key': () => refused({ kernels: [{ name: 'k', env: { simd_size: 16, grf_cnt: 256 } as { simd_size: 16 }, code: latin1('c') }] }),
  'build/version': () => refused({ version: '1.99' }),
  'build/layout': () => refused({ kernels: [{ name: 'k', env: { simd_size: 16 }, code: new Uint8Array(0) }] }),
  'build/refused': () =>
    refused({ version: '1.20', kernels: [{ name: 'k', env: { simd_size: 16, has_rtcalls: true }, code: latin1('c') }] }),
  'link/unresolved': () => linked({}, { name: 'nowhere' }),
  'link/range': () => linked({ offset: 30 }),
  'link/type': () => linked({ type: 6 }),
  'link/kernel': () => linked({}, func('.text.other'), '.text.other'),
  'link/symbol-range': () => linked({}, { name: 's', section: '.text.k', fields: { st_info: 1, st_value: 33 } }, '.text.k'),
  'link/exports': () => linked({}, func('.text.k'), '.text.l'),
};
