/** Files of profilers: stall samples, and times of kernels. */
import { attacks, text, times } from './attack.ts';

const VERBS = ['disasm'];

export const SAMPLES = attacks('samples', {
  'rows of one kernel': {
    make: (scale) => text(`kernel,address,sbid\n${times(200 * scale, (i) => `k,${(i * 8).toString(16)},1\n`)}`),
    verbs: VERBS,
  },
  'a kernel in each row': { make: (scale) => text(`kernel,address,sbid\n${times(200 * scale, (i) => `k${i},0,1\n`)}`), verbs: VERBS },
  'rows that cannot be read': { make: (scale) => text(`address,sbid\n${times(400 * scale, () => '0,x\n')}`), verbs: VERBS },
  'a header of many columns': {
    make: (scale) => text(`address${times(500 * scale, (i) => `,c${i}`)}\n0${times(500 * scale, () => ',1')}\n`),
    verbs: VERBS,
  },
  'rows of many cells': { make: (scale) => text(`kernel,address,sbid\n0${','.repeat(5_000 * scale)}\n`), verbs: VERBS },
  'a long name of iaprof that is not ASCII, and many rows of it': {
    make: (scale) =>
      text(
        `string\t1\t${'\xff'.repeat(4_000 * scale)}\n${times(50 * scale, (i) => `kernel\t0x1000\t0\t1\t0\t0\t1\neustall\t${i * 8}${'\t1'.repeat(11)}\n`)}`,
      ),
    verbs: VERBS,
  },
  'strings of iaprof': {
    make: (scale) => text(times(100 * scale, (i) => `string\t${i}\tk${i}\nkernel\t0x1000\t0\t1\t0\t0\t${i}\n`)),
    verbs: VERBS,
  },
});

const HEAD = 'Kernel, Calls, Time (ns)\n';
const JOINED = { verbs: ['scan'] };

export const TIMES = attacks('times', {
  'rows of one kernel': { make: (scale) => text(HEAD + times(200 * scale, () => 'k, 1, 1\n')), ...JOINED },
  'a kernel in each row': { make: (scale) => text(HEAD + times(200 * scale, (i) => `k${i}, 1, 1\n`)), ...JOINED },
  'a device in each row': {
    make: (scale) =>
      text(
        `GPU Adapter,Computing Task,Computing Task:Total Time,Computing Task:Instance Count\n${times(100 * scale, (i) => `G${i},k,1,1\n`)}`,
      ),
    ...JOINED,
  },
  'rows that cannot be read': { make: (scale) => text(HEAD + times(200 * scale, () => 'k, x, 1\n')), ...JOINED },
  'a header in each line': { make: (scale) => text(HEAD.repeat(100 * scale)), ...JOINED },
  'a header of many columns': {
    make: (scale) => text(`Kernel, Calls, Time (ns)${times(500 * scale, (i) => `,c${i}`)}\nk,1,1${times(500 * scale, () => ',1')}\n`),
    ...JOINED,
  },
  'rows of many cells': { make: (scale) => text(`${HEAD}k${','.repeat(5_000 * scale)}\n`), ...JOINED },
  'rows below a header of many columns': {
    make: (scale) => text(`Kernel, Calls, Time (ns)${times(500 * scale, (i) => `,c${i}`)}\n${times(200 * scale, (i) => `k${i},1,1\n`)}`),
    ...JOINED,
  },
  'a quote that does not end': { make: (scale) => text(`${HEAD}"${'k, '.repeat(2_000 * scale)}\n`), ...JOINED },
});
