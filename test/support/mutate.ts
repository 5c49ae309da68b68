/**
 * Hostile input: damaged copies of real files (by the mutations that scripts/fuzz.mjs has), and files made to be as much work as their
 * size allows.
 */
import { SECTION_HEADER } from '../../src/elf/index.ts';
import type { Code } from '../../src/index.ts';
import { buildAr, buildElf, buildMember, buildNote, buildZebin, concat, latin1, type SectionSpec, SHT } from './build-elf.ts';

export { examine, flip, mulberry32, mutate } from '../../scripts/fuzz.mjs';

export interface Bomb {
  readonly what: string;
  bytes(): Uint8Array;
  /** A code that must be among those reported: most often the limit that kept the work small. */
  readonly code?: Code;
}

const MB = 1 << 20;
const MANY = 60_000;

/** So many sections that each claim the whole of one stretch of bytes. */
function overlapping(section: Omit<SectionSpec, 'name'>, content: Uint8Array, count = MANY): Uint8Array {
  const first: SectionSpec = { name: 'first', data: content };
  // The first section is the first content of the file, so the others say the same place.
  const header = { sh_offset: 64, sh_size: content.length };
  const others = Array.from({ length: count }, (): SectionSpec => ({ name: 's', ...section, header: { ...header, ...section.header } }));
  return buildElf({ sections: [first, ...others] }).bytes;
}

function zeInfo(text: string): Uint8Array {
  return buildZebin({ zeInfo: text }).bytes;
}

/** Lines up to the size; `line` is given the number of the line. */
function lines(line: string | ((i: number) => string), size = 5 * MB, head = 'version: 1.73\n'): Uint8Array {
  if (typeof line === 'string') return zeInfo(head + line.repeat(Math.floor(size / line.length)));
  const parts: string[] = [];
  for (let i = 0, length = 0; length < size; i++) {
    const next = line(i);
    parts.push(next);
    length += next.length;
  }
  return zeInfo(head + parts.join(''));
}

const NUL_1MB = '\0'.repeat(MB);
const NAME_60K = 'n'.repeat(60_000);
const nested = (levels: number, inner: Uint8Array, name = 'm/'): Uint8Array => {
  // Headers first, so that a thousand levels do not copy the content a thousand times.
  const sizes = [inner.length];
  for (let i = 0; i < levels; i++) sizes.push(8 + 60 + (sizes.at(-1) ?? 0));
  const heads = sizes.slice(0, -1).map((size) => concat([latin1('!<arch>\n'), buildMember(name, new Uint8Array(0), { size: String(size) })]));
  return concat([...heads.reverse(), inner]);
};
export { nested as nestedArchives };

const symtab64 = (count: number, name: (i: number) => number, section = 0): Uint8Array => {
  const words = new Uint32Array(count * 6);
  for (let i = 0; i < count; i++) {
    words[i * 6] = name(i);
    words[i * 6 + 1] = section << 16;
  }
  return new Uint8Array(words.buffer);
};

export const BOMBS: readonly Bomb[] = [
  { what: '60,000 symbol tables over one', bytes: () => overlapping({ type: SHT.symtab, link: '.shstrtab', entsize: 24 }, latin1(NUL_1MB)) },
  { what: '60,000 relocation tables over one', bytes: () => overlapping({ type: SHT.rel, entsize: 16 }, latin1(NUL_1MB)) },
  { what: '60,000 string tables over one', bytes: () => overlapping({ type: SHT.strtab }, latin1(NUL_1MB)) },
  { what: '60,000 note sections over one', bytes: () => overlapping({ type: SHT.note }, latin1(NUL_1MB)) },
  { what: '60,000 code sections over one', bytes: () => overlapping({}, latin1(NUL_1MB)) },
  { what: '60,000 ze_info sections over one', bytes: () => overlapping({ type: SHT.zeInfo }, latin1('a: 1\n'.repeat(200_000))) },
  {
    what: '30,000 symbol tables, each with a string table of its own over one stretch',
    bytes: () => {
      const content = latin1(NUL_1MB);
      const pairs = Array.from({ length: 30_000 }, (_, i): SectionSpec[] => [
        { name: 's', type: SHT.strtab, header: { sh_offset: 64, sh_size: MB } },
        { name: 't', type: SHT.symtab, entsize: 24, link: 2 + 2 * i },
      ]);
      return buildElf({ sections: [{ name: 'first', data: content }, ...pairs.flat()] }).bytes;
    },
  },
  {
    what: '40,000 symbols named in a string table without an end mark',
    bytes: () =>
      buildElf({
        sections: [
          { name: '.strtab', type: SHT.strtab, data: 'x'.repeat(MB) },
          { name: '.symtab', type: SHT.symtab, entsize: 24, link: '.strtab', data: symtab64(40_000, (i) => i + 1) },
        ],
      }).bytes,
  },
  {
    what: '60,000 sections named in a string table without an end mark',
    bytes: () =>
      buildElf({
        sections: [
          ...Array.from({ length: MANY }, (_, i): SectionSpec => ({ name: 's', header: { sh_name: i } })),
          { name: '.shstrtab', type: SHT.strtab, data: 'x'.repeat(MB) },
        ],
      }).bytes,
  },
  {
    what: '40,000 relocations by a symbol with a name of 60,000 characters',
    bytes: () =>
      buildZebin({
        zeInfo: 'version: 1.73\nkernels:\n- name: k\n',
        kernels: ['k'],
        sections: [
          { name: '.strtab', type: SHT.strtab },
          { name: '.symtab', link: '.strtab', symbols: [{}, { name: NAME_60K, section: 1 }] },
          {
            name: '.rel.text.k',
            link: '.symtab',
            info: '.text.k',
            relocations: Array.from({ length: 40_000 }, (_, i) => ({ offset: i, symbol: 1, type: 1 })),
          },
        ],
      }).bytes,
  },
  {
    what: '40,000 symbols in a section with a name of 60,000 characters',
    bytes: () =>
      buildElf({
        sections: [
          { name: NAME_60K },
          { name: '.symtab', type: SHT.symtab, entsize: 24, link: '.shstrtab', data: symtab64(40_000, () => 0, 1) },
        ],
      }).bytes,
  },
  {
    what: '40,000 symbols in a symbol table with a name of 60,000 characters',
    bytes: () =>
      buildElf({
        sections: [{ name: NAME_60K, type: SHT.symtab, entsize: 24, link: '.shstrtab', data: symtab64(40_000, () => 0) }],
      }).bytes,
  },
  {
    what: '100,000 kernels of one name, 40,000 symbols in its code',
    bytes: () =>
      buildZebin({
        zeInfo: `version: 1.73\nkernels:\n${'- name: k\n'.repeat(100_000)}kernels_misc_info:\n${'- name: x\n'.repeat(50_000)}`,
        kernels: ['k'],
        sections: [{ name: '.symtab', type: SHT.symtab, entsize: 24, link: '.shstrtab', data: symtab64(40_000, () => 1, 1) }],
      }).bytes,
  },
  {
    what: '4 MB of notes without owner',
    bytes: () => buildZebin({ sections: [{ name: '.note.intelgt.compat', type: SHT.note, data: NUL_1MB.repeat(4) }] }).bytes,
  },
  {
    what: '200,000 notes of IntelGT',
    bytes: () => {
      const one = Buffer.from(buildNote({ type: 4, desc: '' })).toString('latin1');
      return buildZebin({ sections: [{ name: '.note.intelgt.compat', type: SHT.note, data: one.repeat(200_000) }] }).bytes;
    },
  },
  {
    what: '130,000 sections of ELF32',
    bytes: () => {
      const header = new Uint8Array(SECTION_HEADER.narrowSize * 130_000);
      const { bytes, field } = buildElf({ wide: false, sections: [{ name: 'first', data: header }], header: { e_shoff: 52 + 4, e_shnum: 0 } });
      // The table begins with section 0, whose sh_size counts the sections.
      new DataView(bytes.buffer).setUint32(52 + 4 + 20, 130_000, true);
      return field('e_shoff') && bytes;
    },
  },
  { what: 'a string table of 4 MB of end marks', bytes: () => buildElf({ sections: [{ name: 's', type: SHT.strtab, data: NUL_1MB.repeat(4) }] }).bytes },
  { what: 'a string table of 4 MB of short names', bytes: () => buildElf({ sections: [{ name: 's', type: SHT.strtab, data: 'a\0'.repeat(2 * MB) }] }).bytes },
  { what: '65,535 program headers', bytes: () => buildElf({ programHeaders: Array.from({ length: 65_535 }, () => ({})) }).bytes },

  { what: 'ze_info of unclosed quotes', bytes: () => lines('a: "\n') },
  { what: 'ze_info of unclosed brackets', bytes: () => lines('a: [\n') },
  { what: 'ze_info of unclosed braces', bytes: () => lines('a: {\n') },
  { what: 'ze_info of brackets that open each other', bytes: () => lines('k:\n {\n') },
  { what: 'ze_info of unclosed brackets with an unclosed quote', bytes: () => lines((i) => (i % 2 ? `a: ["\n` : `a: ['\n`)) },
  { what: 'ze_info of one line of brackets', bytes: () => lines(`a: ${'['.repeat(5 * MB)}\n`, 5 * MB) },
  { what: 'ze_info of lines of 64 dashes', bytes: () => lines(`${'- '.repeat(64)}a\n`) },
  { what: 'ze_info of lines of 100 dashes', bytes: () => lines(`${'- '.repeat(100)}a\n`) },
  { what: 'ze_info of one line of dashes', bytes: () => lines(`${'- '.repeat(2.5 * MB)}\n`) },
  { what: 'ze_info of lone dashes', bytes: () => lines('-\n', 5 * MB, 'version: 1.73\nkernels:\n') },
  { what: 'ze_info of nameless kernels', bytes: () => lines('- a:\n', 5 * MB, 'version: 1.73\nkernels:\n') },
  { what: 'ze_info of dashes before dashes', bytes: () => lines('- - a\n', 5 * MB, 'kernels:\n') },
  { what: 'ze_info of unknown keys', bytes: () => lines('a_key_that_is_like_none_of_the_known_ones: 1\n') },
  { what: 'ze_info of short unknown keys', bytes: () => lines('a: 1\n') },
  { what: 'ze_info of near misses', bytes: () => lines(() => 'kernels_misc_inf0_kernels_misc_info_kernel: 1\n') },
  { what: 'ze_info of one key a million times', bytes: () => lines('version: 1\n', 11 * 1_000_000) },
  { what: 'ze_info of integers that are none', bytes: () => lines(' - {offset: x, size: y}\n', 5 * MB, 'kernels:\n- payload_arguments:\n') },
  { what: 'ze_info of empty lines', bytes: () => lines('\n') },
  { what: 'ze_info of comments', bytes: () => lines('#\n') },
  { what: 'ze_info of document markers', bytes: () => lines('---\n') },
  { what: 'ze_info of tabs', bytes: () => lines('\ta: 1\n') },
  { what: 'ze_info of lines without a colon', bytes: () => lines('abc\n') },
  { what: 'ze_info of anchors', bytes: () => lines('a: &b\n') },
  { what: 'ze_info of a block scalar', bytes: () => lines(' a\n', 5 * MB, 'a: |\n') },
  { what: 'ze_info of stairs', bytes: () => lines((i) => `${' '.repeat(i % 200)}a:\n`) },
  { what: 'ze_info of stairs down', bytes: () => lines((i) => `${' '.repeat(200 - (i % 200))}a: 1\n`) },
  { what: 'ze_info of one inline list', bytes: () => zeInfo(`version: [${'1,'.repeat(2.5 * MB)}]\n`) },
  { what: 'ze_info of inline lists of lists', bytes: () => zeInfo(`kernels: [${'[],'.repeat(1.5 * MB)}]\n`) },
  { what: 'ze_info of inline empty kernels', bytes: () => zeInfo(`kernels: [${'{},'.repeat(1.5 * MB)}]\n`) },
  { what: 'ze_info of bad escapes', bytes: () => zeInfo(`version: "${'\\q'.repeat(2.5 * MB)}"\n`) },
  { what: 'ze_info of one number', bytes: () => zeInfo(`kernels:\n- execution_env:\n    grf_count: ${'9'.repeat(5 * MB)}\n`) },
  { what: 'ze_info of one key', bytes: () => zeInfo(`${'k'.repeat(5 * MB)}: 1\n`) },
  { what: 'ze_info of a long key over many children', bytes: () => zeInfo(`${'k'.repeat(MB)}:\n${' a: 1\n'.repeat(500_000)}`) },
  {
    what: 'ze_info of long keys in one another over many children',
    bytes: () => {
      const deep = Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}${'k'.repeat(80)}:\n`).join('');
      return zeInfo(`${deep}${`${'\t'.repeat(16)}a: 1\n`.repeat(200_000)}`);
    },
  },

  { what: 'an archive of empty members', bytes: () => buildAr(Array.from({ length: 80_000 }, () => buildMember('m/', new Uint8Array(0)))) },
  {
    what: 'an archive of members with one long name',
    bytes: () =>
      buildAr([buildMember('//', latin1(NAME_60K)), ...Array.from({ length: MANY }, () => buildMember('/0', new Uint8Array(0)))]),
  },
  {
    what: 'an archive with a BSD name of NULs and a letter',
    bytes: () => buildAr([buildMember(`#1/${MB + 1}`, latin1(`${NUL_1MB}x`))]),
  },
  {
    what: 'an archive of texts that could be ze_info',
    bytes: () => buildAr(Array.from({ length: 1_000 }, () => buildMember('m/', latin1(`---${'\n'.repeat(4_500)}`)))),
  },
  {
    what: 'an archive of texts of comments',
    bytes: () => buildAr(Array.from({ length: 1_000 }, () => buildMember('m/', latin1(`---\n${'#\n\n'.repeat(1_500)}`)))),
  },
  {
    what: 'a member with a name of 1 MB that is an archive of many',
    bytes: () => {
      const inner = buildAr(Array.from({ length: 16_000 }, () => buildMember('m/', new Uint8Array(0))));
      return buildAr([buildMember(`#1/${MB}`, concat([latin1('n'.repeat(MB)), inner]))]);
    },
  },
  {
    what: 'a member with a name of 1 MB that is an ELF file of many sections',
    bytes: () => {
      const inner = buildElf({ sections: Array.from({ length: 16_000 }, () => ({ name: 's' })) }).bytes;
      return buildAr([buildMember(`#1/${MB}`, concat([latin1('n'.repeat(MB)), inner]))]);
    },
  },
  {
    what: 'archives with long names in one another, with many members in the innermost',
    bytes: () => {
      let bytes = buildAr(Array.from({ length: 16_000 }, () => buildMember('m/', new Uint8Array(0))));
      for (let i = 0; i < 30; i++) bytes = buildAr([buildMember('#1/20000', concat([latin1('n'.repeat(20_000)), bytes]))]);
      return bytes;
    },
  },
  {
    what: 'an archive of small ELF files whose symbol tables overlap',
    bytes: () => {
      const symbols = { type: SHT.symtab, entsize: 24, link: '.shstrtab', header: { sh_offset: 64, sh_size: 1920 } };
      const one = buildElf({
        sections: [{ name: '', data: new Uint8Array(64) }, ...Array.from({ length: 28 }, () => ({ name: '', ...symbols }))],
      }).bytes;
      return buildAr(Array.from({ length: 2_000 }, () => buildMember('m/', one)));
    },
  },
  { what: 'a thousand archives in one another', bytes: () => nested(1000, latin1('x')) },
];
