/** Branches of eight lanes at once: each lane goes where it would go alone. */
import { expect, test } from 'vitest';
import { PLATFORMS, type Platform, registerBytes } from '../../src/formats/eu/index.ts';
import { translateInstruction } from '../../src/run/code.ts';
import { Thread } from '../../src/run/thread.ts';
import { instructionsOf, surroundingsOf } from './assembled.ts';
import { Random } from './random-instruction.ts';

const LANES = 8;
/** Register k + FIRST counts how often a lane passed mark k; COUNTER is what loops count down. */
const FIRST = 30;
const COUNTER = 25;
const MARKS = 5;
const GUARD = 1000;

/**
 * A line of a program: a label before it; then `mark K`, `count` (down, and f1.0 says whether there is more), or a branch, whose predicate
 * is a flag or nothing, and its labels.
 */
type Line = string;

const PROGRAMS: Readonly<Record<string, readonly Line[]>> = {
  'brd: some lanes leave a stretch out': ['f0.0 brd A', 'mark 0', 'A: mark 1'],
  'brd: one after another, to the same place': ['f0.0 brd A', 'mark 0', 'f0.1 brd A', 'mark 1', 'A: mark 2'],
  'brd: to different places': ['f0.0 brd B', 'mark 0', 'f0.1 brd A', 'mark 1', 'A: mark 2', 'B: mark 3'],
  'brc: all lanes that are left': ['f0.0 brd A', 'mark 0', 'brc A B', 'A: mark 1', 'B: mark 2'],
  'brc: the second label is where lanes go, the first where the thread goes without lanes': [
    'f0.0 brc A B',
    'mark 0',
    'f0.1 brc A B',
    'mark 1',
    'A: mark 2',
    'B: mark 3',
  ],
  'brc: out of a condition': ['f0.0 if E E', 'mark 0', 'f0.1 brc E B', 'mark 1', 'E: endif N', 'N: mark 2', 'B: mark 3'],
  'brc: out of both sides of a condition': [
    'f0.0 if M E',
    'mark 0',
    'f0.1 brc L B',
    'mark 1',
    'L: else E E',
    'M: mark 2',
    'f0.1 brc E B',
    'mark 3',
    'E: endif N',
    'N: mark 4',
    'B: mark 4',
  ],
  'brc: out of a loop': ['A: mark 0', 'f0.1 brc W X', 'mark 1', 'count', 'W: f1.0 while A', 'X: mark 2'],
  'brd: inside of a loop': ['A: mark 0', 'f0.0 brd B', 'mark 1', 'B: mark 2', 'count', 'f1.0 while A', 'mark 3'],
};

const flagOf = (name: string): number => 2 * Number(name[1]) + Number(name[3]);

/** What a lane counts on its own. */
function alone(program: readonly Line[], flags: readonly boolean[], counter: number): number[] {
  const marks = Array<number>(MARKS).fill(0);
  let left = counter;
  let more = false;
  const at = (label: string | undefined): number => program.findIndex((line) => line.startsWith(`${label}:`));
  for (let line = 0, guard = 0; line < program.length; guard++) {
    if (guard > GUARD) throw new Error('no end');
    const words = (program[line] as string).replace(/^\w+: /, '').split(' ');
    const predicate = /^f\d/.test(words[0] ?? '') ? words.shift() : undefined;
    const holds = predicate === undefined || (predicate === 'f1.0' ? more : flags[flagOf(predicate)] === true);
    const [name, first, second = first] = words;
    line++;
    if (name === 'mark') marks[Number(first)] = (marks[Number(first)] as number) + 1;
    else if (name === 'count') more = --left > 0;
    else if (name === 'if' && !holds) line = at(first);
    else if (name === 'else') line = at(second);
    else if ((name === 'brd' || name === 'brc' || name === 'while') && holds) line = at(second);
  }
  return marks;
}

/** A line as assembly. */
function assembly(line: Line): string {
  const [, label = '', rest = ''] = /^(\w+: )?(.*)$/.exec(line) ?? [];
  const words = rest.split(' ');
  const predicate = /^f\d/.test(words[0] ?? '') ? `(${words.shift()}) ` : '';
  const [name, ...labels] = words;
  const register = (number: number): string => `r${number}.0<1>:d r${number}.0<8;8,1>:d`;
  const text =
    name === 'mark'
      ? `add (8|M0) ${register(FIRST + Number(labels[0]))} 1:w`
      : name === 'count'
        ? `add (8|M0) (gt)f1.0 ${register(COUNTER)} -1:w`
        : `${predicate}${name} (8|M0) ${labels.join(' ')}`;
  return `${label === '' ? '' : `${label.trim()}\n`}${text}`;
}

const PLACES = ['9', '11', '12p1', '12p71', '2'] as const;
const rows = Object.entries(PROGRAMS).flatMap(([title, program]) => PLACES.map((platform) => [title, platform, program] as const));

test.each(rows)('each lane goes where it would alone: %s (%s)', (_, platform: Platform, program) => {
  const random = new Random(program.length);
  const around = surroundingsOf(platform);
  const { layout } = around;
  const instructions = instructionsOf(`${program.map(assembly).join('\n')}\nnop`, platform);
  const end = instructions.at(-1)?.offset ?? 0;
  const after = (address: number): number => address + (instructions.find(({ offset }) => offset === address)?.size ?? 16);
  const steps = new Map(instructions.map((one) => [one.offset, translateInstruction(around, one, 0, after)]));
  const word = (register: number): number => (register * registerBytes(PLATFORMS.indexOf(platform))) >> 2;
  for (let round = 0; round < 30; round++) {
    const t = new Thread(layout, around);
    const lanes = round === 0 ? 255 : 1 + random.below(255);
    const flags = random.below(2 ** 32);
    const counters = Array.from({ length: LANES }, () => 1 + random.below(4));
    t.reset(0, lanes, 0);
    t.u32[layout.of('f') >> 2] = flags;
    t.i32.set(counters, word(COUNTER));
    for (let guard = 0; t.ip !== end; guard++) {
      if (guard > GUARD) throw new Error('no end');
      t.resume(t.ip);
      const at = t.ip;
      t.ip = after(at);
      steps.get(at)?.(t);
    }
    t.resume(end);
    expect(t.mask).toBe(lanes);
    const got = Array.from({ length: LANES }, (_, lane) =>
      Array.from({ length: MARKS }, (_, k) => t.i32[word(FIRST + k) + lane] as number),
    );
    const expected = counters.map((counter, lane) => {
      const own = [0, 16].map((bit) => ((flags >>> (bit + lane)) & 1) === 1);
      return (lanes >> lane) & 1 ? alone(program, own, counter) : Array<number>(MARKS).fill(0);
    });
    expect(got).toEqual(expected);
  }
});

/**
 * A function that calls itself as often as a lane counts: the return record is kept at an address that goes up with the depth. The lanes that
 * are done wait in the function for those that call again.
 */
const RECURSIVE = `call (8|M0) r127.0 F
jmpi X
F:
(W) mov (4|M0) r[a0.0]<1>:ud r127.0<1;1,0>:ud
(W) add (1|M0) a0.0<1>:uw a0.0<0;1,0>:uw 64:uw
add (8|M0) r30.0<1>:d r30.0<1;1,0>:d 1:w
cmp (8|M0) (gt)f0.0 null<1>:d r25.0<1;1,0>:d 0:w
(~f0.0) goto (8|M0) J J
add (8|M0) r25.0<1>:d r25.0<1;1,0>:d -1:w
call (8|M0) r127.0 F
add (8|M0) r31.0<1>:d r31.0<1;1,0>:d 1:w
J:
join (8|M0) N
N:
add (8|M0) r32.0<1>:d r32.0<1;1,0>:d 1:w
(W) add (1|M0) a0.0<1>:uw a0.0<0;1,0>:uw -64:w
(W) mov (4|M0) r127.0<1>:ud r[a0.0]<1;1,0>:ud
ret (8|M0) r127.0
X:
nop`;

test.each(['12p71', '12p72', '2', '3'] as const)(
  'lanes that wait in a function do not resume in a call of it by itself (%s)',
  (platform) => {
    const random = new Random(3);
    const around = surroundingsOf(platform);
    const { layout } = around;
    const instructions = instructionsOf(RECURSIVE, platform);
    const end = instructions.at(-1)?.offset ?? 0;
    const sizes = new Map(instructions.map(({ offset, size }) => [offset, size]));
    const after = (address: number): number => address + (sizes.get(address) ?? 16);
    const steps = new Map(instructions.map((one) => [one.offset, translateInstruction(around, one, 0, after)]));
    const word = (register: number): number => (register * layout.grfBytes) >> 2;
    for (let round = 0; round < 20; round++) {
      const t = new Thread(layout, around);
      const lanes = 1 + random.below(255);
      const depths = Array.from({ length: LANES }, () => random.below(5));
      t.reset(0, lanes, 0);
      t.u32[layout.of('a') >> 2] = 40 * layout.grfBytes;
      t.i32.set(depths, word(COUNTER));
      for (let guard = 0; t.ip !== end; guard++) {
        if (guard > GUARD) throw new Error('no end');
        t.arrive();
        const at = t.ip;
        t.ip = after(at);
        steps.get(at)?.(t);
      }
      t.arrive();
      expect(t.mask).toBe(lanes);
      const got = (register: number): number[] => [...t.i32.subarray(word(register), word(register) + LANES)];
      const counted = (f: (depth: number) => number): number[] => depths.map((depth, lane) => ((lanes >> lane) & 1 ? f(depth) : 0));
      expect([got(30), got(31), got(32)]).toEqual([
        counted((depth) => depth + 1),
        counted((depth) => depth),
        counted((depth) => depth + 1),
      ]);
    }
  },
);
