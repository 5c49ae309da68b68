/** Arguments as people write them on a command line. */
import { expect, test } from 'vitest';
import { argumentsOf, defaultOf, elementOf, type GivenContext, parameterNamed, readGiven } from '../../../src/run/case/index.ts';
import type { Parameter } from '../../../src/run/index.ts';

const PARAMETERS: readonly Parameter[] = [
  { index: 0, name: 'x', type: 'float*', kind: 'buffer', isUsed: true },
  { index: 1, name: 'n', type: 'int', kind: 'value', size: 4, isUsed: true },
  { index: 2, name: 'v', type: 'float3', kind: 'value', size: 16, isUsed: true },
  { index: 3, kind: 'value', size: 8, isUsed: true },
  { index: 4, kind: 'local', isUsed: true },
  { index: 5, kind: 'image', dim: '2d', isUsed: true },
  { index: 6, kind: 'sampler', isUsed: true },
  { index: 7, kind: 'buffer', isUsed: true },
];
const CONTEXT: GivenContext = {
  items: 8,
  parameters: PARAMETERS,
  file: (path) => (path === 'in.bin' ? Uint8Array.of(1, 2, 3, 4) : undefined),
};

/** An argument, with its bytes as hexadecimal digits. */
function given(name: string, text: string): object {
  const argument = readGiven(text, parameterNamed(name, PARAMETERS), CONTEXT);
  const [made] = argumentsOf({ args: [argument], path: '' });
  return made && 'bytes' in made ? { ...made, bytes: Buffer.from(made.bytes).toString('hex') } : (made ?? {});
}

test.each([
  ['n', '42', '2a000000'],
  ['n', '-1', 'ffffffff'],
  ['n', '0x10', '10000000'],
  ['n', 'f32:1', '0000803f'],
  ['n', 'in.bin', '01020304'],
  ['v', '1', '0000803f0000803f0000803f00000000'],
  ['v', '1,2,0.5', '0000803f000000400000003f00000000'],
  ['v', 'uint4:1,2,3,4', '01000000020000000300000004000000'],
  ['3', '1.5', '000000000000f83f'],
  ['3', '7', '0700000000000000'],
  ['3', 'hex:0102', '0102000000000000'],
])('a value is made of %s=%s', (name, text, bytes) => {
  expect(given(name, text)).toMatchObject({ kind: 'value', bytes });
});

test.each([
  ['x', 'in.bin', '01020304'],
  ['x', 'f32[2]:1', '0000803f0000803f'],
  ['x', 'float[3]:1,2', '0000803f000000400000803f'],
  ['x', 'u16[4]:iota', '0000010002000300'],
  ['x', 'i8[4]:iota:-1:2', 'ff010305'],
  ['x', 'f32[2]', '0000000000000000'],
  ['x', 'u8[4]:random:1', '7247a72c'],
  ['x', 'int[4]:random:1:-5:5', '0300000003000000fcffffff04000000'],
  ['x', 'u8[6]:in.bin', '010203040000'],
])('a buffer is made of %s=%s', (name, text, bytes) => {
  expect(given(name, text)).toMatchObject({ kind: 'buffer', bytes });
});

test('without a count there is an element for each work-item, or 4096 bytes if that is more', () => {
  expect(readGiven('f32:iota', parameterNamed('x', PARAMETERS), CONTEXT)).toMatchObject({ type: 'float', count: 1024 });
  expect(readGiven('f32:iota', parameterNamed('x', PARAMETERS), { ...CONTEXT, items: 5000 })).toMatchObject({ count: 5000 });
  expect(readGiven('random:7', parameterNamed('x', PARAMETERS), CONTEXT)).toMatchObject({ type: 'float', count: 1024 });
  expect(readGiven('random:7', parameterNamed('7', PARAMETERS), CONTEXT)).toMatchObject({ type: 'uchar', count: 4096 });
});

test.each([
  ['x', 'null', { kind: 'null' }],
  ['3', '&x+16', { kind: 'address', arg: 0, offset: 16 }],
  ['4', '1024', { kind: 'local', size: 1024 }],
  ['4', 'f32[256]', { kind: 'local', size: 1024 }],
  ['6', 'sampler', { kind: 'sampler', normalized: false, addressing: 'clamp_to_edge', filter: 'nearest' }],
  ['6', 'sampler:repeat:linear:normalized', { kind: 'sampler', normalized: true, addressing: 'repeat', filter: 'linear' }],
  ['5', 'image2d:2x1:UNORM_INT8:RGBA:7', { kind: 'image', dim: '2d', width: 2, height: 1, depth: 1, layers: 1, bytes: '07'.repeat(8) }],
  ['5', 'image2d:2x1:UNORM_INT8:sBGRA:7', { kind: 'image', order: 'sBGRA', bytes: '07'.repeat(8) }],
  ['5', 'image2d:2x1:FLOAT:DEPTH:1', { kind: 'image', order: 'DEPTH', bytes: '0000803f'.repeat(2) }],
  ['5', '3d:1x1x2:UNSIGNED_INT16:R:iota', { kind: 'image', dim: '3d', depth: 2, bytes: '00000100' }],
  ['5', '2d_array:1x1x3:FLOAT:R', { kind: 'image', dim: '2d_array', layers: 3, bytes: '00'.repeat(12) }],
])('other kinds are made of %s=%s', (name, text, expected) => {
  expect(given(name, text)).toMatchObject(expected);
});

test.each([
  ['y', '1', 'there is no argument y; there are 0 (x), 1 (n), 2 (v), 3, 4, 5, 6, 7'],
  ['x', '1,2', 'it is a pointer: give a file, a type with a count and values such as f32[1024]:0, or null'],
  ['x', '5', 'it is a pointer: give a file, a type with a count and values such as f32[1024]:0, or null'],
  ['x', 'i32[2]:1.5', '1.5 is not an integer (int)'],
  ['x', 'missing.bin', 'missing.bin is neither a value nor a file: it is a pointer: give a file'],
  ['x', 'int[abc]', 'int[abc] is neither a value nor a file: it is a pointer: give a file'],
  ['x', 'int[4]:1,zz', '1,zz is neither a value nor a file: give a file, numbers with commas between them'],
  ['n', 'x', 'x is neither a value nor a file: give a file, or a value such as 42'],
  ['n', '99999999999', '99999999999 has more bits than int'],
  ['n', '-2147483649', '-2147483649 has more bits than int'],
  ['x', 'u8[2]:256', '256 has more bits than uchar'],
  ['n', '1,2', '2 numbers are not 1'],
  ['n', 'long:1', 'it has 8 bytes, and the argument has 4'],
  ['v', '1,2', '2 numbers are not 3'],
  ['n', 'hex:012', 'hex: needs two hexadecimal digits for each byte after it'],
  ['3', '&n', 'n is not a pointer'],
  ['4', 'much', 'it is local memory: give its bytes, as in 1024, or its elements, as in f32[256]; not much'],
  ['5', 'in.bin', 'it is an image: give its kind, size, channel type and order, as in image2d:64x64:UNORM_INT8:RGBA'],
  ['5', '2d:4:FLOAT:R', '4 is not the size of image2d, which has width x height'],
  ['6', 'linear', /^it is a sampler: give sampler, with any of /],
] as const)('what is wrong with %s=%s is said', (name, text, message) => {
  expect(() => given(name, text)).toThrow(message);
});

test('what is not given', () => {
  expect(PARAMETERS.map((one) => defaultOf(one).kind)).toEqual([
    'buffer',
    'value',
    'value',
    'value',
    'local',
    'image',
    'sampler',
    'buffer',
  ]);
  expect(defaultOf(PARAMETERS[0] as Parameter)).toMatchObject({ count: 4096, fill: { kind: 'zero' } });
});

test.each([
  ['float*', 'float'],
  ['uchar16*', 'uchar'],
  ['int', 'int'],
  ['size_t', 'ulong'],
  ['float4', 'float'],
  ['struct S*', undefined],
])('the elements of %s are %s', (type, element) => {
  expect(elementOf({ index: 0, type, isUsed: true })).toBe(element);
});
