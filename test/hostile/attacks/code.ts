/** Machine code: words that mean anything or nothing, in every kernel that decodes, dumps or compares it. */
import { buildZebin } from '../../support/build-elf.ts';
import { attacks } from './attack.ts';

const INFO = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';

const zebin = (data: Uint8Array): Uint8Array =>
  buildZebin({ zeInfo: INFO, notes: [{ type: 6, desc: 0x0500_4000 }], sections: [{ name: '.text.k', flags: 6, data }] }).bytes;

/** Words, each from its number. */
function words(count: number, word: (i: number) => number): Uint8Array {
  const all = new Uint32Array(Math.ceil(count));
  for (let i = 0; i < all.length; i++) all[i] = word(i);
  return new Uint8Array(all.buffer);
}

/** The same on every run: no two words have much in common. */
function scattered(i: number): number {
  const mixed = Math.imul(i ^ (i >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
}

const VERBS = ['disasm', 'dump', 'kernel', 'patch', 'diff', 'text', 'validate'];

export const CODE = attacks('code', {
  'random words': { make: (scale) => zebin(words(1_000 * scale, scattered)), verbs: VERBS },
  'random words that are compacted': {
    make: (scale) => zebin(words(1_000 * scale, (i) => scattered(i) | (i % 2 === 0 ? 1 << 29 : 0))),
    verbs: VERBS,
  },
  // `goto` to everywhere: each is a label.
  'branches alone': {
    make: (scale) => zebin(words(1_000 * scale, (i) => [0x2e, 0x4000, 16 * (i % 97), 16 * (i % 89)][i % 4] ?? 0)),
    verbs: VERBS,
  },
  // Sends, no two of which have the same descriptor.
  'sends alone': {
    make: (scale) => zebin(words(1_000 * scale, (i) => [0x31, scattered(i), scattered(i + 1), scattered(i + 2)][i % 4] ?? 0)),
    verbs: VERBS,
  },
});
