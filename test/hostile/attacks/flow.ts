/** Code whose paths, waits and macros multiply: what follows each of many to each of many others. */
import { attacks, times } from './attack.ts';
import { ADD, CALL, FLOW, GRF, instructions, jump, LOAD, PREDICATE, scattered, zebin } from './code.ts';

const SIZE = 16;
/** A branch of all lanes together, where a flag is set. */
const jumpAll = (by: number) => [0x8400_0020, 0x4000, 0, (by * SIZE) >>> 0];
const RETURN = (predicate = 0) => [0x0000_002d | predicate, 0, 0x0504, 0];
const WHILE = (by: number) => [0x0010_0027 | PREDICATE, 0x4000, 0, (by * SIZE) >>> 0];
const BREAK = (by: number) => [0x0010_0028 | PREDICATE, 0xc000, (by * SIZE) >>> 0, (by * SIZE) >>> 0];
/** A systolic instruction that belongs to a macro with the next one. */
const ATOMIC = [0x0010_0059, 0x0a07_3aa1, 0x0505_0a04, 0x1e04_1404];
/** Crescent Island, whose tokens count. */
const CRI = 0x08c2_c000;
/** A send that counts its token up. */
const COUNTS = (register: number, token: number) => [
  0x0010_4031 | (token << 8),
  ((register << 24) | 0x14_0000) >>> 0,
  0xfb00_0014 | (5 << 8),
  0,
];

/** Instructions of four kinds at random: branches by `branch`, loads, additions. */
const random = (count: number, branch: (by: number, kind: number) => readonly number[]) =>
  zebin(
    instructions(count, (i, all) => {
      const number = scattered(i + 1);
      const register = (shift: number) => 10 + ((number >>> shift) % 100);
      if (number % 3 === 0) return branch((scattered(i + all) % all) - i, number >>> 8);
      return number % 3 === 1 ? LOAD(register(3), register(9), number & 15) : ADD(register(3), register(9), register(15));
    }),
  );

const flow = (make: (scale: number) => Uint8Array) => ({ make, verbs: FLOW });

export const ROUTES = attacks(
  'flow',
  {
    'calls of one subroutine that returns in many places': flow((scale) =>
      zebin(
        instructions(250 * scale, (i, all) => {
          const calls = Math.floor(all / 2);
          return i < calls ? CALL(calls - i, 5) : RETURN(i < all - 1 ? PREDICATE : 0);
        }),
      ),
    ),
    'one macro': flow((scale) => zebin(instructions(250 * scale, () => ATOMIC))),
    // Each path that joins has a load under way, and each instruction after it reads what is loaded.
    'loads of one register that many read': flow((scale) =>
      zebin(
        instructions(250 * scale, (i, all) => {
          const before = 2 * Math.floor(all / 4);
          if (i >= before) return ADD(100, 10, 3);
          return i % 2 === 0 ? LOAD(10, 5, 0) : jumpAll(before - i);
        }),
      ),
    ),
    'loads of one token on paths that join': flow((scale) =>
      zebin(instructions(250 * scale, (i, all) => (i % 2 === 0 ? LOAD(10 + ((i >> 1) % 100), 5, 0) : jump(all - 1 - i, PREDICATE)))),
    ),
    'tokens that count': flow((scale) =>
      zebin(
        instructions(250 * scale, (i) => COUNTS(10 + (i % 200), i % 8)),
        { target: CRI },
      ),
    ),
    'one token that counts': flow((scale) =>
      zebin(
        instructions(250 * scale, (i) => COUNTS(10 + (i % 200), 0)),
        { target: CRI },
      ),
    ),
    'random branches of all lanes': flow((scale) => random(250 * scale, jumpAll)),
    'random branches of some lanes': flow((scale) =>
      random(250 * scale, (by, kind) => {
        const branches = [jump(by, PREDICATE), WHILE(by), BREAK(by), CALL(by, 5), RETURN(PREDICATE), jump(by)];
        return branches[kind % branches.length] ?? RETURN();
      }),
    ),
    'arguments in registers, and many blocks': flow((scale) =>
      zebin(
        instructions(150 * scale, (i, all) => (i === all - 1 ? ADD(100, 10, 3) : jumpAll(1))),
        {
          info: `  payload_arguments:\n${times(20 * scale, (i) => `  - arg_type: arg_byvalue\n    offset: ${(i % GRF) * 64}\n    size: 64\n    arg_index: ${i}\n`)}`,
        },
      ),
    ),
  },
  { kind: 'code' },
);
