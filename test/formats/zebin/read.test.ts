/** Zebins joined from ELF, notes and attributes: every real one, and small ones made for what real ones do not show. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { FormatError, Reporter } from '../../../src/core/diag/index.ts';
import { readElf } from '../../../src/formats/elf/index.ts';
import {
  decodeZebin,
  driverNeeds,
  isZebin,
  type KernelResources,
  kernelResources,
  PSEUDO_KERNELS,
  readZebin,
} from '../../../src/formats/zebin/index.ts';
import { buildElf, buildZebin, latin1, SHT, type ZebinSpec } from '../../support/build-elf.ts';
import { FIXTURES, probes, zebins } from '../../support/corpus.ts';

interface Origin {
  readonly elf_class?: number;
  readonly abi_version?: number;
  readonly zebin_version?: string | null;
  readonly ze_info_version?: string | null;
}
const { files }: { files: { path: string; origin: Origin }[] } = JSON.parse(readFileSync(join(FIXTURES, 'manifest.json'), 'utf8'));
const origins = new Map(files.map(({ path, origin }) => [path, origin]));

describe.each(zebins())('$name', { tags: ['corpus'] }, (file) => {
  const { value: zebin, diagnostics } = readZebin(file.bytes());

  test('is read without an error', () => {
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
  });

  test('is less than half the work that it may be', () => {
    const bytes = new Bytes(file.bytes());
    const out = new Reporter(bytes.length / 2);
    decodeZebin(bytes, out);
    expect(out.diagnostics.map((d) => d.code)).not.toContain('limit/work');
  });

  test('has code for every kernel, and a target', () => {
    for (const kernel of zebin.kernels) {
      expect(kernel.text?.name).toBe(`.text.${kernel.name}`);
      expect(kernel.text?.bytes.length).toBeGreaterThan(0);
      const { simd_size, grf_count, code_size } = kernelResources(kernel, zebin.version);
      expect(simd_size).toBeGreaterThan(0);
      // A file of the vector compiler with vISA sections says 0.
      expect(grf_count).toBeGreaterThanOrEqual(0);
      expect(code_size).toBe(kernel.text?.bytes.length);
    }
    expect(zebin.target.names.length).toBeGreaterThan(0);
    expect(zebin.target.grfBytes).toBeDefined();
  });

  test('has the version that its origin says', () => {
    const { zebin_version } = zebin.target;
    if (zebin_version !== undefined && zebin.zeInfo) expect(zebin.zeInfo.container.version).toBe(zebin_version);
    const origin = origins.get(file.name);
    if (!origin) return;
    expect(zebin.elf.is64 ? 64 : 32).toBe(origin.elf_class);
    expect(zebin.elf.ident.EI_ABIVERSION).toBe(origin.abi_version);
    expect(zebin_version ?? null).toBe(origin.zebin_version ?? null);
    expect(zebin.zeInfo?.container.version ?? null).toBe(origin.ze_info_version ?? null);
  });

  test('needs drivers that exist', () => {
    const needs = driverNeeds(zebin);
    if (needs.since !== undefined) expect(needs.newest.length).toBeGreaterThan(0);
    expect(needs.until === undefined).toBe(needs.dropped.length === 0);
  });
});

test.each(probes())('$name is read, whatever is wrong with it', { tags: ['corpus'] }, (file) => {
  const { value: zebin } = readZebin(file.bytes());
  for (const kernel of zebin.kernels) kernelResources(kernel, zebin.version);
  driverNeeds(zebin);
  expect(zebin.elf.sections.length).toBeGreaterThan(2);
});

function read(spec: ZebinSpec) {
  const { value, diagnostics } = readZebin(buildZebin(spec).bytes);
  return { zebin: value, codes: diagnostics.map((d) => d.code) };
}

describe('a zebin', () => {
  test('is identified by its machine or by its attributes', () => {
    const machine = (e_machine: number, spec: ZebinSpec = {}) =>
      isZebin(readElf(buildZebin({ ...spec, header: { e_machine } }).bytes).value);
    expect(machine(205)).toBe(true);
    expect(machine(62)).toBe(false);
    // Files from before the number was assigned have a product family there.
    expect(machine(18, { zeInfo: 'version: 1.0\n' })).toBe(true);
    expect(machine(18, { sections: [{ name: '.ze_info', data: 'version: 1.0\n' }] })).toBe(true);
    // The wrapper of OpenMP has the number too, and holds images.
    expect(machine(205, { sections: [{ name: '.note.inteloneompoffload', type: SHT.note }] })).toBe(false);
  });

  test('is nothing else', () => {
    const host = buildElf({ header: { e_machine: 62 } }).bytes;
    expect(() => readZebin(host)).toThrow(FormatError);
    expect(() => readZebin(host)).toThrow(/zebin\/not-zebin/);
    expect(() => readZebin(latin1('text'))).toThrow(/elf\/not-elf/);
    expect(() => readZebin('text' as unknown as Uint8Array)).toThrow(TypeError);
  });

  test('is the same in 32 and 64 bits', () => {
    const spec: ZebinSpec = {
      zeInfo: 'version: 1.60\nkernels:\n- name: k\n  execution_env: {grf_count: 128, simd_size: 16}\n',
      kernels: ['k'],
      notes: [
        { type: 1, desc: 1274 },
        { type: 4, desc: '1.60\0' },
      ],
    };
    const [elf32, elf64] = [false, true].map((w) => read({ ...spec, is64: w }));
    expect(elf32?.codes).toEqual([]);
    expect(elf64?.codes).toEqual([]);
    expect(elf32?.zebin.target).toEqual(elf64?.zebin.target);
    expect(elf32?.zebin.kernels.map((k) => k.name)).toEqual(['k']);
    expect([elf32?.zebin.elf.is64, elf64?.zebin.elf.is64]).toEqual([false, true]);
  });

  test('reads the first of several attribute sections, by type before name', () => {
    const again = { name: '.other', type: SHT.zeInfo, data: 'version: 1.2\n' };
    const { zebin, codes } = read({ zeInfo: 'version: 1.1\n', sections: [again] });
    expect(zebin.version).toBe('1.1');
    expect(codes).toEqual(['zebin/several-ze-info']);
    const untyped = { name: '.ze_info', data: 'version: 1.3\n' };
    expect(read({ sections: [untyped, again] }).zebin.version).toBe('1.2');
    expect(read({ sections: [untyped] }).zebin.version).toBe('1.3');
  });

  test('takes its version from the attributes before the note', () => {
    const notes = [{ type: 4, desc: '1.40\0' }];
    expect(read({ zeInfo: 'version: 1.41\n', notes }).zebin.version).toBe('1.41');
    expect(read({ zeInfo: 'kernels: []\n', notes }).zebin.version).toBe('1.40');
    expect(read({ notes }).zebin.version).toBe('1.40');
    expect(read({ zeInfo: 'kernels: []\n' }).zebin.version).toBeUndefined();
  });

  test('has kernels also without code, and reports code without a kernel', () => {
    const { zebin, codes } = read({ zeInfo: 'kernels:\n- name: a\n- name: b\n- execution_env: {}\n', kernels: ['a', 'c'] });
    expect(zebin.kernels.map(({ name, text, path }) => [name, text?.name, path])).toEqual([
      ['a', '.text.a', '.ze_info/kernels[0]'],
      ['b', undefined, '.ze_info/kernels[1]'],
      ['', undefined, '.ze_info/kernels[2]'],
    ]);
    expect(codes).toEqual(['zebin/kernel-without-text', 'zebin/kernel-without-text', 'zebin/text-without-kernel']);
  });
});

describe('entries that only hold functions', () => {
  test.each(PSEUDO_KERNELS.map(({ name }) => name))('%s is not among the kernels, which keep their places', (name) => {
    const { zebin, codes } = read({ zeInfo: `kernels:\n- name: a\n- name: ${name}\n- name: ${name}_\n`, kernels: ['a', name, `${name}_`] });
    expect(zebin.kernels.map((kernel) => [kernel.name, kernel.index])).toEqual([
      ['a', 0],
      [`${name}_`, 2],
    ]);
    expect(zebin.kernelEntries.map((kernel) => kernel.text?.name)).toEqual(['.text.a', `.text.${name}`, `.text.${name}_`]);
    expect(codes).toEqual([]);
  });
});

describe('the memory of a kernel', () => {
  type Memory = Pick<KernelResources, 'spill_size' | 'private_size' | 'scratch_size' | 'memory_source'>;

  function memory(version: string | undefined, kernel: string): Memory {
    const head = version === undefined ? '' : `version: ${version}\n`;
    const { zebin } = read({ zeInfo: `${head}kernels:\n- name: k\n${kernel}`, kernels: ['k'] });
    const [found] = zebin.kernels;
    if (!found) throw new Error('no kernel');
    const { spill_size, private_size, scratch_size, memory_source } = kernelResources(found, zebin.version);
    return { spill_size, private_size, scratch_size, memory_source };
  }

  const buffers = (...lines: string[]) => `  per_thread_memory_buffers:\n${lines.map((line) => `  - {${line}}\n`).join('')}`;
  const env = (line: string) => `  execution_env: {simd_size: 16, ${line}}\n`;
  const spill = 'type: scratch, usage: spill_fill_space, size: 1024';
  const slots = buffers('type: scratch, usage: spill_fill_space, size: 1024', 'type: scratch, usage: private_space, size: 256, slot: 1');

  test.each<[string, string | undefined, string, Memory]>([
    [
      'is in the attributes from 1.39 on',
      '1.39',
      env('spill_size: 64, private_size: 32') + slots,
      { spill_size: 64, private_size: 32, scratch_size: 1280, memory_source: 'attributes' },
    ],
    [
      'is none there when they are left out',
      '1.40',
      env('grf_count: 128') + slots,
      { spill_size: 0, private_size: 0, scratch_size: 1280, memory_source: 'attributes' },
    ],
    [
      'is in the buffers before, by slot',
      '1.38',
      env('grf_count: 128') + slots,
      { spill_size: 1024, private_size: 256, scratch_size: 1280, memory_source: 'scratch-buffers' },
    ],
    [
      'is older in 1.9 than in 1.39',
      '1.9',
      env('grf_count: 128') + slots,
      { spill_size: 1024, private_size: 256, scratch_size: 1280, memory_source: 'scratch-buffers' },
    ],
    [
      'is in the attributes of any version that has them',
      '1.20',
      env('spill_size: 64') + slots,
      { spill_size: 64, private_size: 0, scratch_size: 1280, memory_source: 'attributes' },
    ],
    [
      'is in the buffers without a version',
      undefined,
      env('grf_count: 128') + slots,
      { spill_size: 1024, private_size: 256, scratch_size: 1280, memory_source: 'scratch-buffers' },
    ],
    [
      'is in the buffers with a version that is none',
      '1.x',
      env('grf_count: 128') + buffers(spill),
      { spill_size: 1024, private_size: 0, scratch_size: 1024, memory_source: 'scratch-buffers' },
    ],
    [
      'is an upper bound in one buffer for everything',
      '1.12',
      env('grf_count: 128') + buffers('type: scratch, usage: single_space, size: 2048'),
      { spill_size: 2048, private_size: 0, scratch_size: 2048, memory_source: 'single-space' },
    ],
    [
      'counts global buffers for each lane',
      '1.12',
      env('grf_count: 128') +
        buffers('type: global, usage: private_space, size: 8, is_simt_thread: true', 'type: global, usage: private_space, size: 100'),
      { spill_size: 0, private_size: 8 * 16 + 100, scratch_size: 0, memory_source: 'scratch-buffers' },
    ],
    ['is none without anything', '1.12', '', { spill_size: 0, private_size: 0, scratch_size: 0, memory_source: 'scratch-buffers' }],
  ])('%s', (_, version, kernel, expected) => {
    expect(memory(version, kernel)).toEqual(expected);
  });

  test('sizes of arguments end where the last one ends', () => {
    const { zebin } = read({
      zeInfo:
        'kernels:\n- name: k\n  payload_arguments:\n  - {arg_type: arg_byvalue, offset: 40, size: 8}\n  - {arg_type: arg_byvalue, offset: 8, size: 4}\n  - {arg_type: arg_bypointer}\n  per_thread_payload_arguments:\n  - {arg_type: local_id, offset: 0, size: 192}\n',
      kernels: ['k'],
    });
    const [kernel] = zebin.kernels;
    expect(kernel && kernelResources(kernel, '1.60')).toMatchObject({
      cross_thread_size: 48,
      per_thread_size: 192,
      simd_size: null,
      grf_count: null,
      eu_thread_count: 0,
      has_stack_calls: false,
      code_size: 16,
    });
  });
});

describe('driver needs', () => {
  const needs = (zeInfo: string, spec: ZebinSpec = {}) => driverNeeds(read({ zeInfo, ...spec }).zebin);

  test('come from the newest name in use', () => {
    expect(needs('kernels:\n- name: k\n').since).toBe('20.32.17625');
    expect(needs('kernels_misc_info: []\nkernels: []\n')).toMatchObject({
      since: '22.43.24595.20',
      newest: ['container/kernels_misc_info'],
    });
    expect(needs('kernels:\n- payload_arguments:\n  - {image_type: image_2d}\n')).toMatchObject({ since: '22.34.24023' });
  });

  test('name what was dropped again', () => {
    const found = needs(
      'kernels:\n- execution_env: {has_device_enqueue: true}\n  payload_arguments:\n  - {addrmode: shared_local_memory}\n',
    );
    expect(found.until).toBe('20.45.18403');
    expect(found.dropped).toEqual(['addrmode shared_local_memory']);
  });

  test('name what no release reads', () => {
    const found = needs('kernels_cost_info:\n- name: k\nkernels:\n- payload_arguments:\n  - {image_type: image_cube}\n');
    expect(found.unread).toEqual(['image_type image_cube', 'container/kernels_cost_info', 'kernels_cost_info/name']);
  });

  test('count sections too', () => {
    const plain = needs('kernels: []\n');
    const more = needs('kernels: []\n', { sections: [{ name: '.misc.buildOptions', type: 0xff000014, data: 'x' }] });
    expect(plain.newest).not.toEqual(more.newest);
    expect(more.newest).toEqual(['.misc.buildOptions']);
  });

  test('are none for unknown names, which no release is known to read or refuse', () => {
    expect(needs('nothing_known: 1\n')).toEqual({ since: '20.32.17625', newest: ['.ze_info', '.shstrtab'], dropped: [], unread: [] });
  });
});
