/** Zebins with many of each thing that is taken apart and given its place again when a file is written. */
import { buildZebin, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { attacks, times } from './attack.ts';

const KERNEL = '- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
const GTPIN_INFO = 0xff00_0012;
const SPIRV = 0xff00_0009;

const many = <T>(count: number, each: (i: number) => T): T[] => Array.from({ length: Math.ceil(count) }, (_, i) => each(i));

const zebin = (sections: readonly SectionSpec[], info = ''): Uint8Array =>
  buildZebin({ zeInfo: `version: 1.60\nkernels:\n${KERNEL}${info}`, kernels: ['k'], notes: [{ type: 6, desc: 0x0500_4000 }], sections })
    .bytes;

const STRINGS: SectionSpec = { name: '.strtab', type: SHT.strtab };

export const PARTS = attacks('parts', {
  symbols: (scale) => {
    const symbols = many(100 * scale, (i) => ({ name: `s${i}`, section: '.text.k' }));
    return zebin([STRINGS, { name: '.symtab', link: '.strtab', symbols: [{}, ...symbols] }]);
  },
  relocations: (scale) =>
    zebin([
      STRINGS,
      { name: '.symtab', link: '.strtab', symbols: [{}, { name: 'k', section: '.text.k' }] },
      {
        name: '.rel.text.k',
        link: '.symtab',
        info: '.text.k',
        relocations: many(200 * scale, (i) => ({ offset: i, symbol: 1, type: 2 })),
      },
    ]),
  'sections of code': (scale) => zebin(many(30 * scale, (i) => ({ name: `.text.f${i}`, flags: 6, data: new Uint8Array(16) }))),
  'sections that are dropped': (scale) => zebin(many(50 * scale, (i) => ({ name: `.gtpin_info.k${i}`, type: GTPIN_INFO, data: 'x' }))),
  'sections of one name that are dropped': (scale) => zebin(many(50 * scale, () => ({ name: '.spv', type: SPIRV, data: 'spir' }))),
  'tables of relocations': (scale) =>
    zebin([
      STRINGS,
      { name: '.symtab', link: '.strtab', symbols: [{}, { name: 'k', section: '.text.k' }] },
      ...many(50 * scale, () => ({
        name: '.rel.text.k',
        link: '.symtab',
        info: '.text.k',
        relocations: [{ offset: 0, symbol: 1, type: 2 }],
      })),
    ]),
  'notes of one type': (scale) =>
    buildZebin({
      zeInfo: `version: 1.60\nkernels:\n${KERNEL}`,
      kernels: ['k'],
      notes: many(100 * scale, () => ({ type: 6, desc: 0x0500_4000 })),
    }).bytes,
  'entries that name one kernel': (scale) => zebin([], `kernels_misc_info:\n${times(200 * scale, () => '- name: k\n')}`),
  'lists of one key': (scale) =>
    zebin(
      [],
      times(100 * scale, () => 'kernels_misc_info:\n- name: k\n'),
    ),
});
