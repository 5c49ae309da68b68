/** Machine code: words that mean anything or nothing, in every kernel that decodes, dumps or compares it. */
import { assemble } from '../../../src/formats/eu/index.ts';
import { buildZebin } from '../../support/build-elf.ts';
import { attacks } from './attack.ts';

const INFO = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';

/** A zebin with a kernel of this code: for Xe2, if no other target is given. */
const zebin = (data: Uint8Array, { target = 0x0500_4000, info = '' } = {}): Uint8Array =>
  buildZebin({ zeInfo: INFO + info, notes: [{ type: 6, desc: target }], sections: [{ name: '.text.k', flags: 6, data }] }).bytes;

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
/** And verbs that follow registers and branches through the code. */
const FLOW = [...VERBS, 'info', 'compare', 'cost', 'scan', 'run', 'debug'];

/** Instructions of four words each, for a target with this instruction set: Xe2. */
const instructions = (count: number, each: (i: number, all: number) => readonly number[]): Uint8Array => {
  const all = Math.ceil(count);
  const data = new Uint32Array(all * 4);
  for (let i = 0; i < all; i++) data.set(each(i, all), i * 4);
  return new Uint8Array(data.buffer);
};

const SIZE = 16;
const GOTO = [0x10_002e, 0xc000] as const;
/** A bit of the first word: only where the flag is set. */
const PREDICATED = 1 << 26;
/** A branch by so many instructions. */
const jump = (by: number, predicate = 0) => [GOTO[0] | predicate, GOTO[1], (by * SIZE) >>> 0, (by * SIZE) >>> 0];
const WHILE = (by: number) => [0x10_0027, 0x4000, 0, (by * SIZE) >>> 0];
const CALL = (by: number, register: number) => [0x10_002c, (register << 24) | 0x04_4000, 0, (by * SIZE) >>> 0];
/** dst = src0 + src1, single precision. */
const ADD = (dst: number, src0: number, src1: number) => [
  0x10_0040,
  (dst << 24) | 0x05_0aa0,
  0x0a10_0004 | (src0 << 8),
  0x0010_0004 | (src1 << 8),
];
/** A load that sets a token. */
const LOAD = (dst: number, address: number, token: number) => [
  0x10_c031 | (token << 8),
  (dst << 24) | 0x14_0000,
  0xfb00_0014 | (address << 8),
  0,
];
/** A return, of lanes whose flag is set if it is conditional. */
const RET = (isConditional: boolean) => [0x2d | (isConditional ? PREDICATED : 0), 0, 0x504, 0];
/** A scalar branch whose flag is set. */
const JMPI = (by: number) => [(0x8000_0020 | PREDICATED) >>> 0, 0x4000, 0, (by * SIZE) >>> 0];
/** `dpas.8x8 (16|M0) r10:f r10:f r20:bf r30.0:bf {Atomic}`. */
const DPAS = assemble('dpas.8x8 (16|M0)  r10:f  r10:f  r20:bf  r30.0:bf {Atomic}', '2').value;
const DPAS_WORDS = [...new Uint32Array(DPAS.slice().buffer)];
/** Each lane has a run of bytes of its own. */
const STRIDED_WORDS = [...new Uint32Array(assemble('add (32|M0) r10.0<2>:b r20.0<2;1,0>:b r30.0<2;1,0>:b', '2').value.slice().buffer)];
/** A load of Xe3P that counts up its token. */
const COUNTED = (dst: number) => [0x0010_4031, (dst << 24) | 0x14_0000, 0xfb00_0514, 0];
const CRESCENT_ISLAND = 0x8c2_c000;
const GRF = 120;

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
  // One block, at each place of which all registers are live.
  'additions of registers that stay live': {
    make: (scale) => zebin(instructions(250 * scale, (i) => ADD(i % GRF, (i + 1) % GRF, (i + 61) % GRF))),
    verbs: FLOW,
  },
  // As many blocks as instructions, one after another: what descends from block to block is that deep.
  'branches to the next instruction': { make: (scale) => zebin(instructions(250 * scale, () => jump(1))), verbs: FLOW },
  'blocks of two instructions that use all registers': {
    make: (scale) => zebin(instructions(250 * scale, (i) => (i % 2 === 0 ? ADD(i % GRF, (i + 1) % GRF, (i + 61) % GRF) : jump(1)))),
    verbs: FLOW,
  },
  'loops in one another': {
    make: (scale) => zebin(instructions(250 * scale, (i, all) => (i < all / 2 ? ADD(i % GRF, 1, 2) : WHILE(all - 1 - 2 * i)))),
    verbs: FLOW,
  },
  // No branch leads to where another block dominates: forward and back over half of the code.
  'loops with many entries': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i, all) =>
          i % 2 === 0 ? ADD(i % GRF, 1, 2) : jump(((scattered(i) % all) | 0) - i, i % 4 === 1 ? PREDICATED : 0),
        ),
      ),
    verbs: FLOW,
  },
  'calls of the next instruction': { make: (scale) => zebin(instructions(250 * scale, (i) => CALL(1, i % GRF))), verbs: FLOW },
  'calls, each over all that follow': {
    make: (scale) => zebin(instructions(250 * scale, (i, all) => CALL(all - 1 - i, i % GRF))),
    verbs: FLOW,
  },
  // Loads that nothing waits for, and what would have to.
  'loads under way': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i) =>
          i % 3 === 2 ? ADD(i % GRF, (i + 1) % GRF, (i + 2) % GRF) : LOAD(i % GRF, (i + 60) % GRF, i % 16),
        ),
      ),
    verbs: FLOW,
  },
  'loads under way through many branches': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i, all) =>
          i % 4 === 3 ? jump((scattered(i) % Math.min(all - i, 64)) + 1, PREDICATED) : LOAD(i % GRF, (i + 60) % GRF, i % 16),
        ),
      ),
    verbs: FLOW,
  },
  'calls of one subroutine with as many returns': {
    make: (scale) => zebin(instructions(250 * scale, (i, all) => (i < all >> 1 ? CALL((all >> 1) - i, 5) : RET(i < all - 1)))),
    verbs: FLOW,
  },
  'calls in one another': {
    make: (scale) => zebin(instructions(250 * scale, (i) => (i % 2 === 0 ? CALL(2, i % GRF) : RET(false)))),
    verbs: FLOW,
  },
  'one macro of matrix products': { make: (scale) => zebin(instructions(250 * scale, () => DPAS_WORDS)), verbs: FLOW },
  'regions with a stride': { make: (scale) => zebin(instructions(250 * scale, () => STRIDED_WORDS)), verbs: FLOW },
  'loads that meet where many read them': {
    make: (scale) =>
      zebin(instructions(250 * scale, (i, all) => (i >= all / 2 ? ADD(100, 10, 3) : i % 2 === 0 ? LOAD(10, 5, 0) : JMPI((all >> 1) - i)))),
    verbs: FLOW,
  },
  'loads with one token that meet at the end': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i, all) =>
          i === all - 1 ? ADD(1, 2, 3) : i % 2 === 0 ? LOAD(10 + (i % GRF), 5, 0) : jump(all - 1 - i, PREDICATED),
        ),
      ),
    verbs: FLOW,
  },
  'loads that count up one token': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i) => COUNTED(10 + (i % 200))),
        { target: CRESCENT_ISLAND },
      ),
    verbs: FLOW,
  },
  'scalar branches to everywhere, and loads': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i, all) =>
          i % 3 === 0
            ? JMPI(((scattered(i) % all) | 0) - i)
            : i % 3 === 1
              ? LOAD(10 + (scattered(i) & 63), 10 + (i % 100), i & 15)
              : ADD(i % GRF, (i + 1) % GRF, (i + 61) % GRF),
        ),
      ),
    verbs: FLOW,
  },
  // Each loop can be left to the end of the loop around it: what one reads goes around all of them.
  'loops that lead to the next one': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i) => (i % 4 === 3 ? JMPI(-3) : i % 4 === 1 ? JMPI(4) : ADD(i % GRF, (i + 1) % GRF, (i + 61) % GRF))),
      ),
    verbs: FLOW,
  },
  'arguments in registers through many blocks': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i, all) => (i === all - 1 ? ADD(100, 10, 3) : JMPI(1))),
        {
          info: `  payload_arguments:\n${Array.from({ length: 60 }, (_, i) => `  - arg_type: arg_byvalue\n    offset: ${i * 64}\n    size: 64\n    arg_index: ${i}\n`).join('')}`,
        },
      ),
    verbs: FLOW,
  },
  'branches of some lanes to everywhere, loads and additions': {
    make: (scale) =>
      zebin(
        instructions(250 * scale, (i, all) => {
          const number = scattered(i + 1);
          const register = (shift: number) => 10 + ((number >>> shift) % 100);
          if (number % 3 === 1) return LOAD(register(3), register(9), number & 15);
          if (number % 3 === 2) return ADD(register(3), register(9), register(15));
          const by = (scattered(i + all) % all) - i;
          return [jump(by, PREDICATED), jump(by), WHILE(by), CALL(by, 5), RET(true)][(number >>> 8) % 5] ?? RET(true);
        }),
      ),
    verbs: FLOW,
  },
});
