/** Location expressions: the operations of DWARF, those of Intel, and what is malformed. */
import { expect, test } from 'vitest';
import { decodeDwarf, type Located, locate, type VariableType } from '../../../src/formats/dwarf/index.ts';
import { inspect, Reporter, type RunTarget, runTargets } from '../../../src/internal.ts';
import { fixture } from '../../support/corpus.ts';

/** Register n has n in its upper bytes, and the bit offset below. */
const context = (lane: number) => ({
  lane,
  register: (number: number, bit: number) => BigInt(number * 1_000 + bit),
  memory: (address: bigint) => address * 2n,
});
const bytes = (hex: string): Uint8Array => Uint8Array.from(hex.split(' '), (byte) => Number.parseInt(byte, 16));

test.each<[what: string, hex: string, lane: number, found: Located]>([
  ['bits of a register', '43 08 40 fe 40 9f', 0, { kind: 'register', number: 3, bit: 64, bits: 64 }],
  ['an element of a lane', 'ed 34 25 23 16 ed 3f 1a 08 20 1e fe 20 9f', 17, { kind: 'register', number: 7, bit: 32, bits: 32 }],
  [
    'memory of a lane from a register on',
    '08 8f 08 80 fe 40 23 10 ed 38 1e 22 23 80 04',
    2,
    { kind: 'memory', address: 127_128n + 16n + 16n + 512n },
  ],
  ['a value', '9e 04 01 00 00 00', 0, { kind: 'bytes', bytes: bytes('01 00 00 00') }],
  ['a computed value', '35 34 1c 9f', 0, { kind: 'value', value: 1n }],
  ['a negative constant', '11 7f 9f', 0, { kind: 'value', value: 0xffff_ffff_ffff_ffffn }],
  ['what memory has', '3a 06', 0, { kind: 'memory', address: 20n }],
  ['a branch that is taken', 'ed 40 2a 28 04 00 31 2f 01 00 32 9f', 20, { kind: 'value', value: 2n }],
  ['a branch that is not taken', 'ed 40 2a 28 04 00 31 2f 01 00 32 9f', 3, { kind: 'value', value: 1n }],
  ['an operation that is not known', '31 93 04', 0, { kind: 'unknown', operation: 0x93 }],
])('an expression gives %s', (_, hex, lane, found) => {
  expect(locate(bytes(hex), context(lane))).toEqual(found);
});

test.each([
  ['an empty stack', '22'],
  ['no value at all', ''],
  ['a value that is cut', '9e 08 01'],
  ['a constant that is cut', '0c 01'],
  ['a loop', '2f fd ff'],
])('an expression is malformed: %s', (_, hex) => {
  expect(() => locate(hex === '' ? new Uint8Array(0) : bytes(hex), context(0))).toThrow(RangeError);
});

test('variables of a kernel: names, types, where they are visible, and their locations', () => {
  const [target] = runTargets(inspect(fixture('debug/bmg.zebin').bytes()).value, {}) as [RunTarget];
  const { elf } = target.zebin;
  const out = new Reporter(elf.bytes.length);
  const variables = decodeDwarf(elf, out, true).units.flatMap((unit) => unit.variables ?? []);
  expect(
    variables.map(
      ({ name, type, isParameter, locations }) => `${isParameter ? 'parameter ' : ''}${type?.name} ${name}: ${locations.length}`,
    ),
  ).toEqual([
    'parameter int* in: 1',
    'parameter int* out: 1',
    'parameter int count: 1',
    'parameter int* part: 0',
    'int item: 1',
    'int lane: 1',
    'int sum: 2',
    'int size: 1',
    'int other: 1',
    'int i: 2',
    'int value: 1',
  ]);
  const part = variables.find(({ name }) => name === 'part')?.type;
  expect(part).toMatchObject({ kind: 'pointer', isLocal: true });
  expect(part?.to?.()).toMatchObject({ kind: 'signed', size: 4 });
  expect(variables.find(({ name }) => name === 'value')?.ranges.map(({ start, end }) => [start, end])).toEqual([
    [0x190n, 0x1f0n],
    [0x210n, 0x270n],
  ]);
  expect(out.diagnostics).toEqual([]);
  // A caller that reads lines alone does not pay for variables.
  expect(decodeDwarf(elf, new Reporter(elf.bytes.length)).units.some((unit) => 'variables' in unit)).toBe(false);
});

test('types of structures, unions, arrays and vectors, which may contain themselves', () => {
  const [target] = runTargets(inspect(fixture('debug/types-bmg.zebin').bytes()).value, {}) as [RunTarget];
  const { elf } = target.zebin;
  const variables = decodeDwarf(elf, new Reporter(elf.bytes.length), true).units.flatMap((unit) => unit.variables ?? []);
  const typeOf = (name: string) => variables.find((one) => one.name === name)?.type;
  const membersOf = (type: VariableType | undefined) =>
    (type?.members?.() ?? []).map(({ name, offset, type: own }) => `${own?.name} ${name}: ${offset}, ${own?.size}`);
  expect(typeOf('sum')).toMatchObject({ kind: 'structure', name: 'point', size: 16 });
  expect(membersOf(typeOf('sum'))).toEqual(['int x: 0, 4', 'float[3] weight: 4, 12']);
  expect(typeOf('mixed')).toMatchObject({ kind: 'array', name: 'float4', size: 16, count: 4 });
  const node = typeOf('one')?.to?.();
  expect(node).toMatchObject({ kind: 'structure', name: 'node', size: 32 });
  expect(membersOf(node)).toEqual(['point at: 0, 16', 'node* next: 16, 8', ' tag: 24, 4']);
  expect(membersOf(node?.members?.()[2]?.type)).toEqual(['int number: 0, 4', 'uchar[4] bytes: 0, 4']);
  expect(node?.members?.()[1]?.type?.to?.()).toMatchObject({ kind: 'structure', name: 'node' });
});
