/** What the document of `kernel` says beyond the attributes: where arguments land, removed arguments, memory, threads. */
import { describe, expect, test } from 'vitest';
import { encodeText } from '../../src/core/bytes/index.ts';
import { layoutOffload, writeOffload } from '../../src/formats/offload/index.ts';
import { printValue } from '../../src/formats/props/index.ts';
import { type Item, inspect, type KernelDetail, kernelDocument } from '../../src/internal.ts';
import { buildZebin } from '../support/build-elf.ts';
import { fixture, zebins } from '../support/corpus.ts';

function kernelOf(item: Item, name: string, groupSize?: number): KernelDetail {
  const [kernel] = kernelDocument(item, { pattern: name, groupSize }).kernels;
  if (!kernel) throw new Error(`no ${name}`);
  return kernel;
}
const open = (path: string) => inspect(fixture(path).bytes()).value;

describe('payload', () => {
  test('names registers as assembly does', () => {
    const { payload } = kernelOf(open('zebin/igc1/dg2/basic.zebin'), 'saxpy');
    expect(payload.entries.map(({ arg_type, operand, surfaces }) => [arg_type, operand, surfaces])).toEqual([
      ['global_id_offset', 'r7.0:ud', []],
      ['local_size', 'r7.3:ud', []],
      ['arg_bypointer', null, [0]],
      ['buffer_address', 'r8.0:uq', []],
      ['arg_bypointer', null, [1]],
      ['buffer_address', 'r8.1:uq', []],
      ['arg_byvalue', 'r8.4:ud', []],
      ['enqueued_local_size', 'r8.5:ud', []],
      ['local_id', 'r1.0:uw', []],
    ]);
  });

  test('every kind of value that the driver fills is explained', { tags: ['corpus'] }, () => {
    for (const file of zebins()) {
      for (const { payload } of kernelDocument(inspect(file.bytes()).value).kernels) {
        const wanted = payload.entries.map(({ arg_type }) => arg_type).filter((word) => !/^arg_by(value|pointer)$/.test(word));
        expect(payload.implicit.map(({ arg_type }) => arg_type)).toEqual([...new Set(wanted)]);
      }
    }
  });
});

describe('arguments that were removed from a SYCL kernel', () => {
  const zeInfo = `version: 1.60
kernels:
- name: k
  execution_env:
    simd_size: 16
  payload_arguments:
  - {}
`.replace(
    '  - {}\n',
    [0, 1, 2].map((index) => `  - arg_type: arg_byvalue\n    offset: ${4 * index}\n    size: 4\n    arg_index: ${index}\n`).join(''),
  );

  /** @param removed a bit for each of so many arguments */
  function sources(bits?: number, removed = 0): unknown[] {
    const image = buildZebin({ zeInfo, kernels: ['k'] }).bytes;
    const text = `k=${printValue({ type: 2, bits: bits ?? 0, data: Uint8Array.of(removed) })}\n`;
    const strings = [{ key: 'triple', value: 'spir64_gen' }, ...(bits ? [{ key: 'SYCL/kernel param opt', value: text }] : [])];
    const bytes = writeOffload({ blobs: layoutOffload([{ image_kind: 1, offload_kind: 8, flags: 0, strings, image }]) });
    return kernelOf(inspect(bytes).value, 'k').arguments.map(({ source_argument }) => source_argument);
  }

  test('each that is left has its place among all', () => {
    expect(sources(5, 0b01001)).toEqual([1, 2, 4]);
    expect(sources(3)).toEqual([0, 1, 2]);
    expect(sources()).toEqual([undefined, undefined, undefined]);
  });
});

describe('memory for each hardware thread and lane', () => {
  test('from the attributes', () => {
    const kernel = kernelOf(open('zebin/igc2/ptl-h/spill-two-scratch.zebin'), 'spilling_private');
    const { simd_size } = kernel.resources;
    const env = kernel.ze_info.execution_env as { spill_size: number; private_size: number };
    expect(kernel.memory.spill).toEqual({ per_thread: env.spill_size, per_lane: env.spill_size / (simd_size ?? 0) });
    expect(kernel.memory.private).toEqual({ per_thread: env.private_size, per_lane: env.private_size / (simd_size ?? 0) });
    expect(kernel.memory.source).toBe('attributes');
  });

  test('before 1.39 from the scratch buffer, of which spill may be all', () => {
    const { memory } = kernelOf(open('zebin/igc1-10840/skl/spill-private.zebin'), 'private_scratch');
    expect([memory.source, memory.spill, memory.scratch.per_thread === memory.spill.per_thread]).toEqual([
      'single-space',
      { per_thread: memory.scratch.per_thread, per_lane: expect.any(Number) },
      true,
    ]);
  });
});

test('occupancy takes the size of a group that is given', () => {
  const item = open('zebin/igc1/dg2/basic.zebin');
  expect(kernelOf(item, 'saxpy').occupancy).toMatchObject({ group_size: null, resident_threads: 8, max_threads: 8, percent: 100 });
  expect(kernelOf(item, 'saxpy', 544).occupancy).toMatchObject({ group_threads: 17, resident_threads: 119, max_threads: 128, percent: 92 });
});

test('a mangled name is found by its demangled form', () => {
  const image = buildZebin({ zeInfo: 'kernels:\n- name: _Z3addPfi\n  execution_env:\n    simd_size: 16\n', kernels: ['_Z3addPfi'] }).bytes;
  expect(kernelOf(inspect(image).value, 'add(*').label).toBe('add(float*, int)');
});

test('many entries for one table entry do not multiply', () => {
  const argument =
    '  - arg_type: arg_bypointer\n    offset: 0\n    size: 0\n    arg_index: 0\n    addrmode: stateful\n    addrspace: global\n';
  const entry = '  - bti_value: 1\n    arg_index: 0\n';
  const zeInfo = `kernels:\n- name: k\n  execution_env:\n    simd_size: 16\n  payload_arguments:\n${argument.repeat(1_000)}  binding_table_indices:\n${entry.repeat(1_000)}`;
  const text = JSON.stringify(kernelDocument(inspect(buildZebin({ zeInfo, kernels: ['k'] }).bytes).value));
  expect(text.length).toBeLessThan(encodeText(zeInfo).length * 10);
});
