/** Tests of piglit become cases of ours: the syntax that its documentation has, in a program of our own. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { caseOf } from '../../scripts/piglit/case.mjs';
import { poclResults } from '../../scripts/piglit/pocl.mjs';
import { readProgram } from '../../scripts/piglit/read.mjs';
import { launchOf, readCases } from '../../src/internal.ts';

const PROGRAM = `/*!
[config]
name: all of it            # a comment
clc_version_min: 11
build_options: -D TYPE=int
kernel_name: add
dimensions: 2
global_size: 8 2 0
local_size: 4 1 0

[test]
name: buffers and values
arg_out: 0 buffer int[4]  1 -2 \\   # goes on
                          0x10 -0x10
arg_in: 1 buffer float3[2] repeat 0x1.8p1 -inf 1e3
arg_in: 2 short2 3 -4
arg_in: 3 buffer uint[1] NULL
arg_in: 4 buffer long[1] NULL
arg_in: 5 buffer half[2] 1.0 -0.5
arg_in: 6 float NULL

[test]
name: tolerances
kernel_name: sub
expect_test_fail: true
dimensions: 1
global_size: 2 0 0
local_size: NULL
global_offset: 3 0 0
arg_out: 0 buffer float3[1] 1 nan 3 tolerance 4 ulp
arg_out: 1 buffer float[2] 1 2 tolerance 0.5
arg_out: 2 buffer float[2] 1 2 tolerance 16777216 ulp
arg_out: 3 buffer int[2] 1 2 tolerance 16777216

[test]
name: images
arg_in: 1 image uchar4 repeat 7 image_type 2d image_width 2 image_height 3 image_channel_order RGBA \\
        image_channel_data_type UNSIGNED_INT8
arg_in: 2 sampler normalized_coords 1 addressing_mode CLAMP_TO_EDGE filter_mode LINEAR
arg_out: 0 buffer uint4[1] 7 7 7 7
!*/
kernel void add(global int *out) {}
`;

function programOf(files: Readonly<Record<string, string>>, path: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-piglit-'));
  try {
    mkdirSync(join(folder, 'tests'));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'tests', name), text);
    return readProgram(folder, `tests/${path}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LOCAL = [3, 6].map((index) => ({ index, kind: 'local' as const, isUsed: true }));

function casesOf(program: ReturnType<typeof programOf>) {
  const parameters = Array.from({ length: 7 }, (_, index) => LOCAL.find((one) => one.index === index) ?? { index, isUsed: true });
  const cases = program.tests.map((one) => caseOf(one, parameters));
  const { value, diagnostics } = readCases(new TextEncoder().encode(JSON.stringify({ cases })));
  expect(diagnostics).toEqual([]);
  return value.cases;
}

const floats = (bytes: Uint8Array): number[] => [...new Float32Array(bytes.slice().buffer)];

test('a program has its source, the options of the compiler and its tests', () => {
  const program = programOf({ 'all.cl': PROGRAM }, 'all.cl');
  expect(program.options).toBe('-D TYPE=int -cl-std=CL1.2');
  expect(program.source).toBe(PROGRAM);
  expect(program.tests.map(({ name, kernel, fails, global, local, offset }) => [name, kernel, fails, global, local, offset])).toEqual([
    ['buffers and values', 'add', false, [8, 2], [4, 1], [0, 0]],
    ['tolerances', 'sub', true, [2], [1], [3]],
    ['images', 'add', false, [8, 2], [4, 1], [0, 0]],
  ]);
});

test('a configuration names the file with the source, or has the source in itself', () => {
  const config = '[config]\nname: a\nclc_version_max: 11\n[test]\nname: b\nkernel_name: k\n';
  const named = programOf(
    { 'a.program_test': config.replace('name: a', 'program_source_file: a.inc'), 'a.inc': 'kernel' },
    'a.program_test',
  );
  expect([named.source, named.options, named.tests.length]).toEqual(['kernel', '-cl-std=CL1.1', 1]);
  const own = programOf({ 'a.program_test': `${config}[program source]\nkernel void k() {}\n` }, 'a.program_test');
  expect([own.source.trim(), own.tests[0]?.kernel]).toEqual(['kernel void k() {}', 'k']);
});

test('arguments have the bytes that piglit writes', () => {
  const [first] = casesOf(programOf({ 'all.cl': PROGRAM }, 'all.cl'));
  if (first === undefined) throw new Error('no case');
  const [out, vectors, value, local, none, halves, room] = launchOf(first).arguments;
  // What no test gives is what nothing is written into.
  expect(out).toMatchObject({ kind: 'buffer', bytes: new Uint8Array(16).fill(0xa5) });
  expect(vectors?.kind === 'buffer' && floats(vectors.bytes)).toEqual([3, -Infinity, 1000, 0, 3, -Infinity, 1000, 0]);
  expect(value).toEqual({ kind: 'value', bytes: Uint8Array.of(3, 0, 0xfc, 0xff) });
  expect(local).toMatchObject({ kind: 'local', size: 8 });
  expect(none).toEqual({ kind: 'null' });
  expect(halves).toMatchObject({ bytes: Uint8Array.of(0x00, 0x3c, 0x00, 0xb8) });
  expect(room).toMatchObject({ kind: 'local', size: 4 });
  expect(first.outputs).toMatchObject([{ arg: 0, class: 'exact', type: 'int' }]);
  expect(Buffer.from(first.outputs[0]?.expect?.text ?? '', 'base64').toString('hex')).toBe('01000000feffffff10000000f0ffffff');
});

test('tolerances are rules of the comparison, and the padding of vectors is not compared', () => {
  const outputs = casesOf(programOf({ 'all.cl': PROGRAM }, 'all.cl'))[1]?.outputs;
  expect(outputs).toMatchObject([
    { class: 'float', rules: [{ ulp: 4, abs: 0, any: false }], skipEvery: { every: 4, elements: [3] } },
    { class: 'float', rules: [{ ulp: 0, abs: 0.5, anyZero: true }] },
    { class: 'float', rules: [{ any: true }] },
    { class: 'any' },
  ]);
});

test('images and samplers have their properties', () => {
  const args = casesOf(programOf({ 'all.cl': PROGRAM }, 'all.cl'))[2]?.args;
  expect(args?.[1]).toMatchObject({ kind: 'image', shape: { dim: '2d', width: 2, height: 3, channel: 'UNSIGNED_INT8', order: 'RGBA' } });
  expect(args?.[2]).toEqual({ kind: 'sampler', normalized: true, addressing: 'clamp_to_edge', filter: 'linear' });
});

test('what PoCL gave is read from what the tester prints', () => {
  const printed =
    'PIGLIT: {"subtest": {"a: b" : "pass"}}\n Argument 0: FAIL\nPIGLIT: {"subtest": {"c" : "fail"}}\nPIGLIT: {"result": "fail" }\n';
  expect(poclResults(printed)).toEqual(['pass', 'fail']);
});
