/** Property text: what `props` and the verbs of files with property sets take. */
import { attacks, text, times } from './attack.ts';

export const PROPS = attacks('props', {
  'lines that cannot be read': (scale) => text(`[SYCL/x]\n${'k\n'.repeat(1_000 * scale)}`),
  'empty lines': (scale) => text(`[SYCL/x]\n${'\n'.repeat(2_000 * scale)}`),
  'one long key over many short ones': (scale) =>
    text(`[SYCL/x]\n${'k'.repeat(2_000 * scale)}=1|1\n${times(200 * scale, (i) => `k${i}=1|1\n`)}`),
  'one long value': (scale) => text(`[SYCL/x]\nk=2|${'A'.repeat(4_000 * scale)}\n`),
  'many sets': (scale) => text(times(200 * scale, (i) => `[SYCL/x${i}]\nk=1|1\n`)),
  'many sets of one name': (scale) => text('[SYCL/x]\nk=1|1\n'.repeat(200 * scale)),
  'one key again and again': (scale) => text(`[SYCL/x]\n${'k=1|1\n'.repeat(500 * scale)}`),
  'argument masks': (scale) => text(`[SYCL/kernel param opt]\n${times(50 * scale, (i) => `k${i}=2|ACAAAAAAAAw/////////////////////\n`)}`),
});
