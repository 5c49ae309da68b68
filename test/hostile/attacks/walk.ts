/** The walk: one image that many entries of a container are, and images that overlap. */
import { buildAr, buildMember, buildZebin, concat, type SectionSpec } from '../../support/build-elf.ts';
import { attacks, text, times } from './attack.ts';

const KERNEL = '- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
const one = (kernels = 1, sections: readonly SectionSpec[] = []): Uint8Array =>
  buildZebin({
    zeInfo: `version: 1.60\nkernels:\n${KERNEL.repeat(kernels)}`,
    kernels: ['k'],
    sections,
    notes: [{ type: 6, desc: 0x0500_4000 }],
  }).bytes;

/** A bundle with the image once, at its end, and entries that begin there; `less` is how many bytes short of its end they stop. */
function shared(image: Uint8Array, count: number, less = (_: number) => 0): Uint8Array {
  const ids = Array.from({ length: Math.ceil(count) }, (_, i) => `sycl-x${i}`);
  const head = ids.reduce((sum, id) => sum + 24 + id.length, 32);
  const entries = ids.flatMap((id, i) => [
    new Uint8Array(BigUint64Array.of(BigInt(head), BigInt(image.length - less(i)), BigInt(id.length)).buffer),
    text(id),
  ]);
  return concat([text('__CLANG_OFFLOAD_BUNDLE__'), new Uint8Array(BigUint64Array.of(BigInt(ids.length)).buffer), ...entries, image]);
}

export const WALK = attacks('walk', {
  'one image in many entries': (scale) => shared(one(), 10 * scale),
  'one image of many kernels in many entries': (scale) => shared(one(10 * scale), 40 * scale),
  'one image at many lengths': (scale) => shared(one(1, [{ name: 'rest', data: new Uint8Array(40 * scale) }]), 10 * scale, (i) => i),
  'one long image in forty entries': (scale) => shared(one(1, [{ name: 'rest', data: new Uint8Array(5_000 * scale) }]), 40),
  'one image of many sections in forty entries': (scale) =>
    shared(
      one(
        1,
        Array.from({ length: Math.ceil(10 * scale) }, (_, i) => ({ name: `s${i}`, data: 'x' })),
      ),
      40,
    ),
  'bundles without entries, one after another': (scale) => text(times(100 * scale, () => `__CLANG_OFFLOAD_BUNDLE__${'\0'.repeat(8)}`)),
  'small images in an archive': (scale) => buildAr(Array.from({ length: Math.ceil(5 * scale) }, (_, i) => buildMember(`${i}/`, one()))),
  // What `text` prints line by line.
  'a text of blank lines in an archive': (scale) => buildAr([buildMember('a/', text('\n'.repeat(4_000 * scale)))]),
  'members of one name': (scale) => buildAr(Array.from({ length: Math.ceil(50 * scale) }, () => buildMember('a/', new Uint8Array(2)))),
  'members whose long names end alike': (scale) => {
    const name = (i: number) => `${String(i).padStart(8, '0')}${'n'.repeat(80)}`;
    const names = times(50 * scale, (i) => `${name(i)}/\n`);
    const members = Array.from({ length: Math.ceil(50 * scale) }, (_, i) => buildMember(`/${i * (name(0).length + 2)}`, text('ab')));
    return buildAr([buildMember('//', text(names)), ...members]);
  },
  'members whose names differ in case alone': (scale) =>
    buildAr(
      Array.from({ length: Math.ceil(50 * scale) }, (_, i) => {
        const name = Array.from(i.toString(2).padStart(12, '0'), (bit) => (bit === '1' ? 'A' : 'a')).join('');
        return buildMember(`${name}/`, text('ab'));
      }),
    ),
  'an image of many sections': (scale) =>
    one(
      1,
      Array.from({ length: Math.ceil(50 * scale) }, (_, i) => ({ name: `s${i}` })),
    ),
  'kernels with properties of their own': (scale) =>
    buildZebin({ zeInfo: `version: 1.60\nkernels:\n${times(50 * scale, (i) => KERNEL.replace('k', `k${i}`))}`, kernels: ['k0'] }).bytes,
});
