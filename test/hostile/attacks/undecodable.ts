/** Text that is not UTF-8, wherever there is text: what decodes each piece of it slowly. */
import { buildAr, buildMember, buildZebin, type SectionSpec, SHT } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const KERNEL = '- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
const zebin = (sections: readonly SectionSpec[], info = KERNEL): Uint8Array =>
  buildZebin({ zeInfo: `version: 1.60\nkernels:\n${info}`, kernels: ['k'], notes: [{ type: 6, desc: 0x0500_4000 }], sections }).bytes;
const many = <T>(count: number, one: T): T[] => Array.from({ length: Math.ceil(count) }, () => one);
/** Text with a byte that is not a character, and many characters of two bytes after it. */
const letters = (count: number) => `\xff${'\xc3\xa9'.repeat(count)}`;

export const UNDECODABLE = attacks('undecodable', {
  symbols: {
    make: (scale) =>
      zebin([
        { name: '.strtab', type: SHT.strtab },
        { name: '.symtab', link: '.strtab', symbols: [{}, ...many(100 * scale, { name: '\xff', section: '.text.k' })] },
      ]),
    kind: 'zebins',
  },
  sections: { make: (scale) => zebin(many(50 * scale, { name: '\xff' })), kind: 'zebins' },
  members: { make: (scale) => buildAr(many(50 * scale, buildMember('\xff/', text('ab')))), kind: 'archives' },
  kernels: { make: (scale) => zebin([], KERNEL + '- name: \xff\n'.repeat(300 * scale)), kind: 'ze_info' },
  keys: { make: (scale) => zebin([], KERNEL + 'a: \xff\xfe\n'.repeat(300 * scale)), kind: 'ze_info' },
  'a value of ze_info': { make: (scale) => zebin([], `${KERNEL}x: "${letters(1_000 * scale)}"\n`), kind: 'ze_info' },
  'keys of properties': { make: (scale) => text(`[SYCL/x]\n${'\xff=1|1\n'.repeat(500 * scale)}`), kind: 'properties' },
  'a value of properties': { make: (scale) => text(`[SYCL/x]\nk=2|${letters(1_000 * scale)}\n`), kind: 'properties' },
  'comments of vISA': { make: (scale) => text(`.version 4.0\n.kernel "k"\n${'//\xff\n'.repeat(400 * scale)}`), kind: 'vISA texts' },
  'comments of assembly': { make: (scale) => text('//\xff\n'.repeat(1_000 * scale)), verbs: ['asm'], kind: 'assembly' },
  'a comment of assembly': { make: (scale) => text(`//${letters(1_000 * scale)}`), verbs: ['asm'], kind: 'assembly' },
  'names in samples': {
    make: (scale) => text(`kernel,address,sbid\n${'\xff,0,1\n'.repeat(300 * scale)}`),
    verbs: ['disasm'],
    kind: 'samples',
  },
});
