/** Arguments that are not what a kernel expects are refused, and why. */
import { expect, test } from 'vitest';
import { argumentProblem } from '../../src/documents/run-arguments.ts';
import { type CaseArgument, defaultOf } from '../../src/run/case/index.ts';
import type { Parameter } from '../../src/run/index.ts';

const parameter = (more: Partial<Parameter>): Parameter => ({ index: 0, name: 'p', isUsed: true, ...more });
const value = (bytes: number, element?: 'int' | 'float' | 'long'): CaseArgument => ({
  kind: 'value',
  bytes: new Uint8Array(bytes),
  ...(element === undefined ? {} : { element }),
});
const image = (dim: Parameter['dim']): CaseArgument => defaultOf(parameter({ kind: 'image', ...(dim === undefined ? {} : { dim }) }));
const BUFFER = defaultOf(parameter({ kind: 'buffer' }));
const SAMPLER = defaultOf(parameter({ kind: 'sampler' }));

test.each<[Partial<Parameter>, CaseArgument, string]>([
  [{ kind: 'image', dim: '2d' }, image('3d'), 'image2d, and image3d'],
  [{ kind: 'image', dim: '2d_array' }, image('2d'), 'image2d_array, and image2d'],
  [{ kind: 'image', dim: '1d' }, image('1d_buffer'), 'image1d, and image1d_buffer'],
  [{ kind: 'image', dim: '2d' }, SAMPLER, 'an image, and a sampler'],
  [{ kind: 'image' }, BUFFER, 'an image, and a buffer'],
  [{ kind: 'sampler' }, image('2d'), 'a sampler, and an image'],
  [{ kind: 'value', size: 4 }, BUFFER, 'a value, and a buffer'],
  [{ kind: 'value', size: 4 }, { kind: 'null' }, 'a value, and null'],
  [{ kind: 'value', size: 4 }, { kind: 'address', arg: 0, offset: 0 }, 'a value of 4 bytes, and one of 8 bytes'],
  [{ kind: 'buffer' }, value(8), 'a pointer, and a value'],
  [{ kind: 'local' }, BUFFER, 'local memory, and a buffer'],
  [{ kind: 'value', size: 4, type: 'int' }, value(4, 'float'), 'int, and float'],
  [{ kind: 'value', size: 16, type: 'float4' }, value(16, 'int'), 'float4, and int'],
  [{ kind: 'value', size: 4 }, value(8, 'long'), 'a value of 4 bytes, and one of 8 bytes'],
])('an argument of another kind is refused: %j', (expected, given, why) => {
  expect(argumentProblem([parameter(expected)], [given])).toBe(`argument 0 (p) is ${why} is given`);
});

test.each<[Partial<Parameter>, CaseArgument]>([
  [{ kind: 'image', dim: '2d' }, image('2d')],
  [{ kind: 'image' }, image('3d')],
  [{ kind: 'buffer' }, { kind: 'null' }],
  [{ kind: 'buffer' }, { kind: 'address', arg: 0, offset: 4 }],
  [
    { kind: 'value', size: 8 },
    { kind: 'address', arg: 0, offset: 4 },
  ],
  [{ kind: 'value', size: 4, type: 'int' }, value(4, 'int')],
  [{ kind: 'value', size: 4 }, value(4, 'float')],
  // Old files round sizes up, and vectors of three take the space of four.
  [{ kind: 'value', size: 4, type: 'char' }, value(1)],
  [{ kind: 'value', size: 1, type: 'char' }, value(4)],
  // Of a structure, a file has the parts that the code reads.
  [{ kind: 'value', size: 9, type: 'struct s' }, value(7)],
  [{ kind: 'value', size: 52, type: 'struct s' }, value(56)],
  [{ isUsed: false }, BUFFER],
  [{ kind: 'value', size: 4, isUsed: false }, value(8)],
])('an argument that may be right is accepted: %j', (expected, given) => {
  expect(argumentProblem([parameter(expected)], [given])).toBeUndefined();
});
