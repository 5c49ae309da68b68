// @ts-check
/** Launches of kernels that `run` and Oclgrind both execute: the same source, sizes and arguments. */

/**
 * An argument as `run --arg` has it, and as a simulation file of Oclgrind has it.
 * @typedef {readonly [ours: string, theirs: string]} Argument
 */

const SIZES = { uchar: 1, uint: 4, float: 4, ulong: 8 };
const NAMES = { uchar: 'u8', uint: 'u32', float: 'f32', ulong: 'u64' };
/** @typedef {keyof typeof SIZES} Type */

/** Rising numbers from 0. @param {Type} type @param {number} count @returns {Argument} */
const rising = (type, count) => [`${NAMES[type]}[${count}]:iota`, `<size=${count * SIZES[type]} ${type} range=0:1:${count - 1}>`];
/** The same number everywhere. @param {Type} type @param {number} count @param {number} value @returns {Argument} */
const filled = (type, count, value = 0) => [`${NAMES[type]}[${count}]:${value}`, `<size=${count * SIZES[type]} ${type} fill=${value}>`];
/** A number by value. @param {number} value @returns {Argument} */
const number = (value) => [`${value}`, `<size=4 int fill=${value}>`];

const K = 1024;
const M = K * K;

/** @typedef {{ kernel: string, what: string, global: readonly number[], local: readonly number[], args: readonly Argument[] }} Launch */

/** @param {string} what @param {number} count of items @returns {Launch} */
const vectorAdd = (what, count) => ({
  kernel: 'vector_add',
  what,
  global: [count],
  local: [256],
  args: [rising('float', count), rising('float', count), filled('float', count)],
});

/** Where the start of the command is nearly all of it. */
export const SMALL_LAUNCH = vectorAdd('vector add of 1,024 items', K);

/** @type {readonly Launch[]} */
export const LAUNCHES = [
  vectorAdd('vector add of 1 M items', M),
  {
    kernel: 'sha256',
    what: 'SHA-256 of 4,096 messages',
    global: [4 * K],
    local: [256],
    args: [rising('uint', 64 * K), filled('uint', 32 * K)],
  },
  {
    kernel: 'matmul',
    what: 'tiled matrix product 256³',
    global: [256, 256],
    local: [16, 16],
    args: [rising('float', 64 * K), rising('float', 64 * K), filled('float', 64 * K), number(256)],
  },
  {
    kernel: 'mandelbrot',
    what: 'Mandelbrot 512² × 256',
    global: [512, 512],
    local: [64, 1],
    args: [filled('uint', 256 * K), number(512), number(512), number(256)],
  },
  { kernel: 'bitonic', what: 'bitonic sort of 64 K', global: [256], local: [256], args: [rising('uint', 64 * K), number(64 * K)] },
  {
    kernel: 'nbody',
    what: 'n-body of 2,048',
    global: [2 * K],
    local: [256],
    args: [rising('float', 8 * K), filled('float', 8 * K), number(2 * K)],
  },
  { kernel: 'keccak', what: 'Keccak of 8,192', global: [8 * K], local: [256], args: [rising('ulong', 136 * K), filled('ulong', 32 * K)] },
  {
    kernel: 'histogram',
    what: 'histogram of 1 M with local atomics',
    global: [16 * K],
    local: [256],
    args: [filled('uchar', M, 7), filled('uint', 256), number(M)],
  },
];

/** The command line of zebin for a launch. @param {Launch} launch */
export const launchLine = ({ kernel, global, local, args }) => [
  'run',
  'BESIDE/kernels.zebin',
  kernel,
  ...['--global', global.join(',')],
  ...['--local', local.join(',')],
  ...args.flatMap(([ours], index) => ['--arg', `${index}=${ours}`]),
  ...['--max-instructions', '4000000000'],
];

/** The simulation file of Oclgrind for a launch. @param {Launch} launch @param {string} source path of the kernels */
export function simulation({ kernel, global, local, args }, source) {
  const three = (/** @type {readonly number[]} */ sizes) => [0, 1, 2].map((axis) => sizes[axis] ?? 1).join(' ');
  return [source, kernel, three(global), three(local), ...args.map(([, theirs]) => theirs), ''].join('\n');
}
