/**
 * Hostile input: damaged copies of real files (by the mutations that scripts/fuzz/flip.mjs has), and files made to be as much work as their
 * size allows.
 */
import { SECTION_HEADER } from '../../src/formats/elf/index.ts';
import type { Code } from '../../src/internal.ts';
import { buildAr, buildElf, buildMember, buildNote, buildZebin, concat, latin1, type SectionSpec, SHT } from './build-elf.ts';

export { examine } from '../../scripts/fuzz/examine.mjs';
export { flip, mulberry32, mutate } from '../../scripts/fuzz/flip.mjs';

/** Archives in one another, with this in the innermost. */
export function nestedArchives(levels: number, inner: Uint8Array, name = 'm/'): Uint8Array {
  // Headers first, so that a thousand levels do not copy the content a thousand times.
  const heads: Uint8Array[] = [];
  for (let size = inner.length, i = 0; i < levels; i++) {
    const head = concat([latin1('!<arch>\n'), buildMember(name, new Uint8Array(0), { size: String(size) })]);
    heads.unshift(head);
    size += head.length;
  }
  return concat([...heads, inner]);
}

/** What it is, its bytes, and the codes that must be reported: the limits that kept the work small. */
export type Bomb = readonly [what: string, make: () => Uint8Array, ...codes: Code[]];

/** Those that reach what they are made for only at a larger scale than 1/64, and that scale. */
const LARGER: Readonly<Record<string, number>> = {
  'ELF: string tables over one stretch': 1 / 32,
  'ELF: symbols named in a string table without an end mark': 1 / 8,
  'ELF: sections named in a string table without an end mark': 1 / 8,
  'ELF: a string table of end marks': 1 / 8,
};

/** The bombs, each at the smallest scale at which the limits that it is made for are reached: that is all there is to see. */
export function smallBombs(): readonly Bomb[] {
  const small = bombs(1 / 64);
  const found = small.map((bomb, i) => {
    const scale = LARGER[bomb[0]];
    return scale === undefined ? bomb : (bombs(scale)[i] ?? bomb);
  });
  for (const name of Object.keys(LARGER)) if (!found.some(([what]) => what === name)) throw new Error(`there is no bomb ${name}`);
  return found;
}

/** @param scale 1 gives files of about 5 MB, the largest that the promised second and 512 MB are measured with. */
export function bombs(scale: number): readonly Bomb[] {
  const times = (count: number) => Math.ceil(count * scale);
  const MB = times(1 << 20);
  const fill = (text: string, size: number) => text.repeat(Math.floor(size / text.length));
  const NULS = '\0'.repeat(MB);
  const LONG = 'n'.repeat(60_000);

  /** Sections that each claim the whole of one stretch of bytes. */
  const overlapping = (section: Omit<SectionSpec, 'name'>, content: string): Uint8Array => {
    // The first section is the first content of the file, so the others say the same place.
    const header = { sh_offset: 64, sh_size: content.length };
    const others = Array.from({ length: times(60_000) }, (): SectionSpec => ({ name: 's', ...section, header }));
    return buildElf({ sections: [{ name: 'first', data: content }, ...others] }).bytes;
  };
  const symbols = (count: number, name: (i: number) => number, section = 0): Uint8Array => {
    const words = new Uint32Array(count * 6);
    for (let i = 0; i < count; i++) {
      words[i * 6] = name(i);
      words[i * 6 + 1] = section << 16;
    }
    return new Uint8Array(words.buffer);
  };
  const symtab = { type: SHT.symtab, entsize: 24, link: '.shstrtab' } as const;
  const zeInfo = (text: string) => buildZebin({ zeInfo: text }).bytes;
  const lines = (line: string, head = 'version: 1.73\n') => zeInfo(head + fill(line, 5 * MB));
  const stairs = (line: (i: number) => string) => zeInfo(fill(Array.from({ length: 200 }, (_, i) => line(i)).join(''), 5 * MB));
  const notes = (data: string) => buildZebin({ sections: [{ name: '.note.intelgt.compat', type: SHT.note, data }] }).bytes;
  const members = (count: number, member: Uint8Array) => buildAr(Array.from({ length: count }, () => member));
  const empty = buildMember('m/', new Uint8Array(0));

  const elf: Bomb[] = [
    ['symbol tables over one stretch', () => overlapping(symtab, NULS), 'limit/work', 'inspect/overlap'],
    ['relocation tables over one stretch', () => overlapping({ type: SHT.rel, entsize: 16 }, NULS), 'limit/work'],
    ['string tables over one stretch', () => overlapping({ type: SHT.strtab }, NULS), 'limit/work'],
    ['note sections over one stretch', () => overlapping({ type: SHT.note }, NULS), 'limit/work'],
    ['code sections over one stretch', () => overlapping({}, NULS), 'limit/work'],
    ['ze_info sections over one stretch', () => overlapping({ type: SHT.zeInfo }, fill('a: 1\n', MB)), 'limit/diagnostics'],
    [
      'symbol tables, each with a string table of its own over one stretch',
      () => {
        const pairs = Array.from({ length: times(30_000) }, (_, i): SectionSpec[] => [
          { name: 's', type: SHT.strtab, header: { sh_offset: 64, sh_size: MB } },
          { name: 't', ...symtab, link: 2 + 2 * i },
        ]);
        return buildElf({ sections: [{ name: 'first', data: NULS }, ...pairs.flat()] }).bytes;
      },
      'limit/work',
    ],
    [
      'symbols named in a string table without an end mark',
      () => {
        const names: SectionSpec = { name: '.strtab', type: SHT.strtab, data: 'x'.repeat(MB) };
        return buildElf({ sections: [names, { name: 's', ...symtab, link: '.strtab', data: symbols(times(40_000), (i) => i + 1) }] }).bytes;
      },
      'limit/work',
      'limit/name-length',
    ],
    [
      'sections named in a string table without an end mark',
      () => {
        const sections = Array.from({ length: times(60_000) }, (_, i): SectionSpec => ({ name: 's', header: { sh_name: i } }));
        return buildElf({ sections: [...sections, { name: '.shstrtab', type: SHT.strtab, data: 'x'.repeat(MB) }] }).bytes;
      },
      'limit/work',
      'limit/name-length',
    ],
    [
      'relocations by one symbol with a long name',
      () => {
        const relocations = Array.from({ length: times(40_000) }, (_, i) => ({ offset: i, symbol: 1, type: 1 }));
        const sections: SectionSpec[] = [
          { name: '.strtab', type: SHT.strtab },
          { name: '.symtab', link: '.strtab', symbols: [{}, { name: LONG, section: 1 }] },
          { name: '.rel.text.k', link: '.symtab', info: '.text.k', relocations },
        ];
        return buildZebin({ zeInfo: 'version: 1.73\nkernels:\n- name: k\n', kernels: ['k'], sections }).bytes;
      },
    ],
    [
      'symbols in a section with a long name',
      () => buildElf({ sections: [{ name: LONG }, { name: 's', ...symtab, data: symbols(times(40_000), () => 0, 1) }] }).bytes,
    ],
    [
      'symbols in a symbol table with a long name',
      () => buildElf({ sections: [{ name: LONG, ...symtab, data: symbols(times(40_000), () => 0) }] }).bytes,
    ],
    [
      'sections of ELF32',
      () => {
        const count = times(130_000);
        const table = new Uint8Array(SECTION_HEADER.size32 * count);
        // Section 0, the first of the zeros, counts the others.
        new DataView(table.buffer).setUint32(20, count, true);
        return buildElf({ is64: false, sections: [{ name: 'first', data: table }], header: { e_shoff: 56, e_shnum: 0 } }).bytes;
      },
    ],
    [
      'sections of metrics, each of which looks for the one after it',
      () => {
        const metrics = (): SectionSpec => ({ name: '.note.intelgt.metrics', header: { sh_offset: 64, sh_size: 0 } });
        return buildZebin({ sections: Array.from({ length: times(60_000) }, metrics) }).bytes;
      },
    ],
    [
      'a string table of end marks',
      () => buildElf({ sections: [{ name: 's', type: SHT.strtab, data: NULS.repeat(4) }] }).bytes,
      'limit/spans',
    ],
    ['a string table of short names', () => buildElf({ sections: [{ name: 's', type: SHT.strtab, data: fill('a\0', 4 * MB) }] }).bytes],
    ['program headers', () => buildElf({ programHeaders: Array.from({ length: times(65_535) }, () => ({})) }).bytes],
    ['notes without an owner', () => notes(NULS.repeat(4)), 'limit/work'],
    ['notes of IntelGT', () => notes(fill(Buffer.from(buildNote({ type: 4, desc: '' })).toString('latin1'), 4 * MB)), 'limit/work'],
  ];

  const kernels: Bomb[] = [
    [
      'kernels of one name, many symbols in its code, and many arguments of its name',
      () => {
        const text = `version: 1.73\nkernels:\n${'- name: k\n'.repeat(times(60_000))}kernels_misc_info:\n${'- name: k\n'.repeat(times(20_000))}`;
        return buildZebin({ zeInfo: text, kernels: ['k'], sections: [{ name: 's', ...symtab, data: symbols(times(40_000), () => 1, 1) }] })
          .bytes;
      },
      'limit/work',
    ],
    [
      'arguments with one long type name',
      () =>
        zeInfo(
          `kernels:\n- name: k\n  payload_arguments:\n${'  - arg_index: 0\n'.repeat(times(60_000))}kernels_misc_info:\n- name: k\n  args_info:\n  - index: 0\n    type_name: ${'t'.repeat(MB)}\n`,
        ),
      'zebin/kernel-without-text',
    ],
    [
      'kernels of a version of many components',
      () => zeInfo(`version: 1${'.1'.repeat(MB)}\nkernels:\n${'- name: k\n'.repeat(times(40_000))}`),
      'zebin/kernel-without-text',
    ],
    ['nameless kernels', () => lines('- a:\n', 'kernels:\n'), 'limit/work'],
  ];

  const text: Bomb[] = [
    ['unclosed quotes', () => lines('a: "\n'), 'yaml/quote'],
    ['unclosed brackets', () => lines('a: [\n'), 'yaml/flow'],
    ['unclosed braces', () => lines('a: {\n'), 'limit/depth'],
    ['brackets that open each other', () => lines('k:\n {\n'), 'limit/depth'],
    ['unclosed brackets with unclosed quotes', () => lines(`a: ["\nb: ['\n`), 'yaml/flow'],
    ['one line of brackets', () => zeInfo(`a: ${'['.repeat(5 * MB)}`), 'limit/depth'],
    ['lines of 64 dashes', () => lines(`${'- '.repeat(64)}a\n`, ''), 'limit/work'],
    ['lines of 100 dashes', () => lines(`${'- '.repeat(100)}a\n`, ''), 'limit/depth'],
    ['one line of dashes', () => zeInfo(fill('- ', 5 * MB)), 'limit/depth'],
    ['lone dashes', () => lines('-\n', 'kernels:\n'), 'limit/work'],
    ['dashes after dashes', () => lines('- - a\n', 'kernels:\n'), 'limit/work'],
    ['unknown keys', () => lines('a_key_that_is_like_none_of_the_known_ones: 1\n'), 'limit/diagnostics'],
    ['short unknown keys', () => lines('a: 1\n'), 'limit/work'],
    ['near misses', () => lines('kernels_misc_inf0_kernels_misc_info_kernel: 1\n'), 'limit/diagnostics'],
    ['one key again and again', () => zeInfo('version: 1\n'.repeat(times(1_000_000))), 'zeinfo/duplicate'],
    ['integers that are none', () => lines('  - {offset: x, size: y}\n', 'kernels:\n- payload_arguments:\n'), 'zeinfo/type'],
    ['empty lines', () => lines('\n')],
    ['comments', () => lines('#\n')],
    ['document markers', () => lines('---\n')],
    ['tabs', () => lines('\ta: 1\n'), 'yaml/tab'],
    ['lines without a colon', () => lines('abc\n'), 'yaml/no-colon'],
    ['anchors', () => lines('a: &b\n'), 'yaml/unsupported'],
    ['a block scalar', () => lines(' a\n', 'a: |\n'), 'yaml/unsupported'],
    ['stairs', () => stairs((i) => `${' '.repeat(i)}a:\n`), 'limit/depth'],
    ['stairs down', () => stairs((i) => `${' '.repeat(200 - i)}a: 1\n`), 'yaml/indentation'],
    ['one inline list', () => zeInfo(`version: [${fill('1,', 5 * MB)}]\n`), 'limit/work'],
    ['inline lists in a list', () => zeInfo(`kernels: [${fill('[],', 5 * MB)}]\n`), 'limit/work'],
    ['inline kernels', () => zeInfo(`kernels: [${fill('{},', 5 * MB)}]\n`), 'limit/work'],
    ['escapes that are none', () => zeInfo(`version: "${fill('\\q', 5 * MB)}"\n`), 'yaml/escape'],
    ['one number', () => zeInfo(`kernels:\n- execution_env:\n    grf_count: ${'9'.repeat(5 * MB)}\n`), 'zeinfo/range'],
    ['one key', () => zeInfo(`${'k'.repeat(5 * MB)}: 1\n`), 'zeinfo/unknown-attribute'],
    ['a long key over many children', () => zeInfo(`${'k'.repeat(MB)}:\n${fill(' a: 1\n', 3 * MB)}`), 'zeinfo/unknown-attribute'],
    [
      'long keys in one another over many children',
      () => {
        const deep = Array.from({ length: 60 }, (_, i) => `${' '.repeat(i)}${'k'.repeat(80)}:\n`).join('');
        return zeInfo(deep + fill(`${'\t'.repeat(16)}a: 1\n`, 5 * MB));
      },
      'yaml/tab',
    ],
  ];

  const archives: Bomb[] = [
    ['empty members', () => members(times(80_000), empty)],
    [
      'members with one long name',
      () =>
        buildAr([buildMember('//', latin1(LONG)), ...Array.from({ length: times(60_000) }, () => buildMember('/0', new Uint8Array(0)))]),
      'limit/name-length',
    ],
    ['a BSD name of NULs and a letter', () => buildAr([buildMember(`#1/${MB + 1}`, latin1(`${NULS}x`))]), 'limit/name-length'],
    ['texts of empty lines that could be ze_info', () => members(times(1_000), buildMember('m/', latin1(`---${'\n'.repeat(4_500)}`)))],
    ['texts of comments that could be ze_info', () => members(times(1_000), buildMember('m/', latin1(`---\n${'#\n\n'.repeat(1_500)}`)))],
    [
      'a member with a long name that is an archive of many',
      () => buildAr([buildMember(`#1/${MB}`, concat([latin1('n'.repeat(MB)), members(times(16_000), empty)]))]),
      'limit/name-length',
    ],
    [
      'a member with a long name that is an ELF file of many sections',
      () => {
        const inner = buildElf({ sections: Array.from({ length: times(16_000) }, () => ({ name: 's' })) }).bytes;
        return buildAr([buildMember(`#1/${MB}`, concat([latin1('n'.repeat(MB)), inner]))]);
      },
      'limit/name-length',
    ],
    [
      'archives with long names in one another, with many members in the innermost',
      () => {
        let bytes = members(times(16_000), empty);
        for (let i = 0; i < 15; i++) bytes = buildAr([buildMember('#1/1024', concat([latin1('n'.repeat(1024)), bytes]))]);
        return bytes;
      },
      'limit/work',
    ],
    [
      'small ELF files whose symbol tables overlap',
      () => {
        const header = { sh_offset: 64, sh_size: 1920 };
        const tables = Array.from({ length: 28 }, (): SectionSpec => ({ name: '', ...symtab, header }));
        const one = buildElf({ sections: [{ name: '', data: new Uint8Array(64) }, ...tables] }).bytes;
        return members(times(2_000), buildMember('m/', one));
      },
      'limit/work',
    ],
    ['a thousand archives in one another', () => nestedArchives(1000, latin1('x')), 'limit/depth'],
  ];

  const named = (of: string, rows: readonly Bomb[]) => rows.map(([what, ...rest]): Bomb => [`${of}: ${what}`, ...rest]);
  return [...named('ELF', elf), ...named('kernels', kernels), ...named('ze_info', text), ...named('ar', archives)];
}
