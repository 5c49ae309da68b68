/** Archives of ocloc with many members: what each device gets of which, and which names no driver finds. */
import { buildAr, buildMember, buildZebin } from '../../support/build-elf.ts';
import { attacks, text } from './attack.ts';

const VERBS = ['coverage', 'validate', 'check', 'info', 'size'];
const KERNEL = (name: string) => `- name: ${name}\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n`;
const image = (names: readonly string[], config = 0x0500_4000): Uint8Array =>
  buildZebin({ zeInfo: `version: 1.60\nkernels:\n${names.map(KERNEL).join('')}`, notes: [{ type: 6, desc: config }] }).bytes;
const archive = (count: number, name: (i: number) => string, content: (i: number) => Uint8Array): Uint8Array =>
  buildAr(Array.from({ length: Math.ceil(count) }, (_, i) => buildMember(`${name(i)}/`, content(i))));
const many = (count: number) => Array.from({ length: Math.ceil(count) }, (_, i) => `k${i}`);

export const DEVICES = attacks('devices', {
  'members of one name for another device': {
    make: (scale) =>
      archive(
        10 * scale,
        () => '64.bmg',
        () => image(['k']),
      ),
    verbs: VERBS,
    first: 8,
  },
  'members whose names begin alike': {
    make: (scale) =>
      archive(
        10 * scale,
        (i) => `64.pvc.${i}`,
        () => image(['k']),
      ),
    verbs: VERBS,
    first: 8,
  },
  'members that no filter finds': {
    make: (scale) =>
      archive(
        100 * scale,
        (i) => `64.x${i}`,
        () => text('ab'),
      ),
    verbs: VERBS,
    first: 8,
  },
  'kernels that every device gets': {
    make: (scale) =>
      archive(
        1,
        () => '64.pvc',
        () => image(many(50 * scale)),
      ),
    verbs: VERBS,
    first: 8,
  },
  'kernels of many members': {
    make: (scale) =>
      archive(
        10 * scale,
        (i) => `64.12.60.${i % 8}`,
        (i) => image([`k${i}`]),
      ),
    verbs: VERBS,
    first: 8,
  },
});
