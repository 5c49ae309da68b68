/** Readers take time in proportion to their input. Each test counts the work of one cause, at a size and at twice that size. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SourceFiles } from '../../cli/input/source-files.ts';
import { Bytes } from '../../src/core/bytes/index.ts';
import { FormatError, Reporter } from '../../src/core/diag/index.ts';
import { inflate } from '../../src/core/inflate/index.ts';
import { readDwarf } from '../../src/formats/dwarf/index.ts';
import { readElf, writeElf } from '../../src/formats/elf/index.ts';
import { readHost } from '../../src/formats/host/index.ts';
import { specConstants } from '../../src/formats/props/index.ts';
import { readSamples } from '../../src/formats/samples/index.ts';
import { buildSyclbin } from '../../src/formats/syclbin/index.ts';
import { readZebin } from '../../src/formats/zebin/index.ts';
import {
  checkDocument,
  disasmDocument,
  findingsOf,
  infoDocument,
  inspect,
  kernelDocument,
  lsDocument,
  TABLES,
} from '../../src/internal.ts';
import { checkJoined, kernelProperties } from '../../src/walk/join.ts';
import { fakeIo } from '../cli/fake-io.ts';
import { buildElf, buildZebin, concat, latin1, type SectionSpec, SHT } from '../support/build-elf.ts';
import { childrenOf } from '../support/walk.ts';

const INFO = 'version: 1.60\nkernels:\n- name: k\n  execution_env:\n    grf_count: 128\n    simd_size: 16\n';
const NOTES = [{ type: 6, desc: 0x0500_4000 }];
const u16 = (value: number) => new Uint8Array(Uint16Array.of(value).buffer);
const u32 = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const u64 = (...values: number[]) => new Uint8Array(BigUint64Array.from(values, BigInt).buffer);
const bytesOf = (...values: number[]) => Uint8Array.from(values);
const many = <T>(count: number, each: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => each(i));
const text = (count: number, each: (i: number) => string): string => many(count, each).join('');

/** Calls of a function of the language while `run` runs, of which `counts` says how much each is. */
function callsOf<K extends string>(
  of: Readonly<Record<K, (...args: never[]) => unknown>>,
  name: K,
  run: () => unknown,
  counts: (args: readonly unknown[]) => number = () => 1,
): number {
  const original = of[name] as (...args: unknown[]) => unknown;
  let count = 0;
  const put = (value: unknown) => Object.defineProperty(of, name, { value, writable: true, configurable: true });
  put(function counted(this: unknown, ...args: unknown[]) {
    count += counts(args);
    return original.apply(this, args);
  });
  try {
    run();
  } finally {
    put(original);
  }
  return count;
}

/** Twice the input is at most twice the work, and a little that does not depend on it. */
function expectLinear(work: (size: number) => number, size: number, least = 64): void {
  const [once, twice] = [work(size), work(2 * size)];
  expect(twice, `${once} for ${size}, ${twice} for twice as many`).toBeLessThanOrEqual(2 * once + least);
}

/** Numbers that no offset in a file of the tests is as large as, each with a few bits set. */
const large = (i: number) => 2 ** 31 - 1 - i * 65_536;

test('no map or set has numbers that a file chooses as its keys', () => {
  const unit = concat([u32(13), u16(4), u32(0), bytesOf(8, 1, 0, 0, 0, 0), bytesOf(0)]);
  const leb = (value: number): number[] => (value < 128 ? [value] : [(value % 128) | 128, ...leb(Math.floor(value / 128))]);
  const zebins: readonly [name: string, bytes: Uint8Array][] = [
    [
      'arguments',
      buildZebin({
        zeInfo: `${INFO}  payload_arguments:\n${text(40, (i) => `  - arg_type: arg_byvalue\n    offset: ${4 * i}\n    size: 4\n    arg_index: ${large(i)}\n`)}${text(40, (i) => `  - arg_type: arg_bypointer\n    offset: ${8 * i}\n    size: 8\n    arg_index: ${large(i)}\n    addrmode: stateful\n    addrspace: global\n`)}  binding_table_indices:\n${text(40, (i) => `  - bti_value: 1\n    arg_index: ${large(i)}\n`)}  per_thread_memory_buffers:\n${text(8, (i) => `  - type: scratch\n    usage: spill_fill_space\n    size: 64\n    slot: ${large(i)}\n`)}kernels_misc_info:\n- name: k\n  args_info:\n${text(40, (i) => `  - index: ${large(i)}\n    name: a\n`)}kernels_cost_info:\n- name: k\n  kcm_args_sym:\n${text(8, (i) => `  - argNo: ${large(i)}\n`)}`,
        kernels: ['k'],
        notes: [...NOTES, ...many(20, (i) => ({ type: large(i), desc: 1 }))],
      }).bytes,
    ],
    [
      'links, types and debug information',
      buildZebin({
        zeInfo: INFO,
        kernels: ['k'],
        notes: NOTES,
        sections: [
          { name: '.strtab', type: SHT.strtab },
          { name: '.symtab', link: '.strtab', symbols: [{}, { name: 'k', section: '.text.k' }] },
          ...many(
            20,
            (i): SectionSpec => ({
              name: '.rel.x',
              link: '.symtab',
              relocations: [{ offset: 0, symbol: 1, type: large(i) }],
              header: { sh_info: large(i) },
            }),
          ),
          ...many(20, (i): SectionSpec => ({ name: '.symtab', symbols: [{}], header: { sh_link: large(i) } })),
          { name: '.debug_info', data: unit },
          {
            name: '.debug_abbrev',
            data: Uint8Array.from([1, 0x11, 1, 0x10, 0x17, 0, 0, ...many(40, (i) => [...leb(large(i)), 0x34, 0, 0, 0]).flat(), 0]),
          },
          {
            name: '.debug_line',
            data: concat([u32(28), u16(4), u32(18), bytesOf(16, 1, 1, 1, 1, 13, 0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1), u32(0)]),
          },
          {
            name: '.rel.debug_info',
            link: '.symtab',
            info: '.debug_info',
            relocations: many(40, (i) => ({ offset: large(i), symbol: 1, type: 1 })),
          },
        ],
      }).bytes,
    ],
  ];
  const sampled = latin1(`kernel,address,sbid\n${text(40, (i) => `k,${large(i).toString(16)},1\n`)}`);
  const found: string[] = [];
  const note = (what: string) => (args: readonly unknown[]) => {
    if (typeof args[0] === 'number' && args[0] > 2 ** 24) found.push(`${what}: ${args[0]} ${new Error().stack?.split('\n')[3]}`);
    return 1;
  };
  const use = (bytes: Uint8Array) => {
    const root = inspect(bytes).value;
    infoDocument(root);
    lsDocument(root);
    kernelDocument(root);
    checkDocument(root, { release: TABLES.releases.at(-1) ?? '' });
    findingsOf(root);
    disasmDocument(root, { pattern: 'k', analysis: true, samples: readSamples(sampled).value });
    readDwarf(readElf(bytes).value);
  };
  for (const [name, bytes] of zebins) {
    let calls = 0;
    calls += callsOf(
      Map.prototype,
      'set',
      () => callsOf(Set.prototype, 'add', () => use(bytes), note(`${name}, Set`)),
      note(`${name}, Map`),
    );
    expect(calls).toBeGreaterThan(100);
  }
  callsOf(Map.prototype, 'set', () => readHost(program(40)), note('host, Map'));
  expect(found).toEqual([]);
});

/** A program with relative relocations at such addresses, which a descriptor of images has to be looked for in. */
function program(count: number): Uint8Array {
  const at = 0x400;
  const size = at + count * 24;
  const tags = u64(7, at, 8, count * 24, 9, 24, 0, 0);
  const relocations = many(count, (i) => u64(large(i), 8, 0x100));
  const head = buildElf({
    header: { e_type: 3, e_machine: 62 },
    programHeaders: [
      { p_type: 1, p_flags: 6, p_offset: 0, p_vaddr: 0n, p_filesz: size },
      { p_type: 2, p_flags: 6, p_offset: 0x300, p_vaddr: 0x300n, p_filesz: tags.length },
    ],
  }).bytes;
  const data = new Uint8Array(size);
  data.set(head.subarray(0, 64 + 2 * 56));
  new DataView(data.buffer).setBigUint64(40, 0n, true);
  new DataView(data.buffer).setUint32(60, 0, true);
  data.set(tags, 0x300);
  // A descriptor, whose pointers are looked for among the relocations.
  data.set(u64(1 | (1 << 16)), 0x200);
  data.set(concat(relocations), at);
  return data;
}

test('units of debug information whose functions many sections have', () => {
  const one = (name: number) => concat([bytesOf(2, name, 0), u64(0), u32(16)]);
  const entries = concat([bytesOf(1), u32(0), one(0x61), one(0x62), bytesOf(0)]);
  const unit = concat([u32(entries.length + 7), u16(4), u32(0), bytesOf(8), entries]);
  const elf = (size: number) =>
    readElf(
      buildZebin({
        zeInfo: INFO,
        sections: [
          { name: '.strtab', type: SHT.strtab },
          {
            name: '.symtab',
            link: '.strtab',
            symbols: [{}, ...many(size, (i) => ({ name: 'ab'[i % 2] ?? '', section: 1 + (i >> 1), fields: { st_info: 2 } }))],
          },
          { name: '.debug_info', data: concat(many(size, () => unit)) },
          { name: '.debug_abbrev', data: bytesOf(1, 0x11, 1, 0x10, 0x17, 0, 0, 2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0, 0) },
          ...many(size >> 1, (i) => ({ name: `s${i}` })),
        ],
      }).bytes,
    ).value;
  const [small, large] = [elf(300), elf(600)];
  expectLinear((size) => callsOf(Set.prototype, 'has', () => readDwarf(size === 300 ? small : large)), 300);
});

test('a unit is in the one section that has all its functions', () => {
  const entry = (name: string) => concat([bytesOf(2), latin1(`${name}\0`), u64(0), u32(16)]);
  const entries = concat([bytesOf(1), u32(0), entry('a'), entry('b'), bytesOf(0)]);
  const code = (name: string): SectionSpec => ({ name, flags: 6, data: new Uint8Array(16) });
  const symbol = (name: string, section: string) => ({ name, section, fields: { st_info: 2 } });
  const { bytes, index } = buildZebin({
    zeInfo: INFO,
    sections: [
      code('x'),
      code('y'),
      { name: '.strtab', type: SHT.strtab },
      { name: '.symtab', link: '.strtab', symbols: [{}, symbol('a', 'x'), symbol('a', 'y'), symbol('b', 'y')] },
      { name: '.debug_info', data: concat([u32(entries.length + 7), u16(4), u32(0), bytesOf(8), entries]) },
      { name: '.debug_abbrev', data: bytesOf(1, 0x11, 1, 0x10, 0x17, 0, 0, 2, 0x2e, 0, 0x03, 0x08, 0x11, 0x01, 0x12, 0x06, 0, 0, 0) },
    ],
  });
  const { units } = readDwarf(readElf(bytes).value).value;
  expect(units[0]?.section).toBe(index('y'));
});

test('sections of a host file that all have one long name', () => {
  const host = (size: number) =>
    buildElf({ header: { e_machine: 62 }, sections: many(size, () => ({ name: 'n'.repeat(250), flags: 2, data: 'x' })) }).bytes;
  const bytesRead = (size: number) => {
    const bytes = host(size);
    return callsOf(Bytes.prototype, 'u8', () => readHost(bytes)) / size;
  };
  expect(bytesRead(200)).toBeLessThan(20);
});

test('property sets of a module are one list for all its images', () => {
  const metadata = latin1(text(50, (i) => `[s${i}]\nk=1|1\n`));
  const native = many(20, () => ({ metadata: latin1(''), bytes: buildZebin({ zeInfo: INFO }).bytes }));
  const bytes = buildSyclbin({ metadata: latin1('[SYCLBIN/global metadata]\nstate=1|2\n'), modules: [{ metadata, ir: [], native }] }, 1);
  const root = inspect(bytes).value;
  const images = childrenOf(root).filter(({ kind }) => kind === 'zebin');
  expect(images).toHaveLength(20);
  expect(new Set(images.map(({ properties }) => properties)).size).toBe(1);
  expect(images[0]?.properties).toHaveLength(50);
  const listed = lsDocument(root).root.children.filter(({ kind }) => kind === 'zebin');
  expect(new Set(listed.map(({ properties }) => properties)).size).toBe(1);
});

test('argument masks of many kernels, each of which kernels_misc_info describes', () => {
  const bits = { type: 2, bits: 64, data: new Uint8Array(8) } as const;
  const work = (size: number) => {
    const names = many(size, (i) => `k${i}`);
    const zeInfo = `version: 1.60\nkernels:\n${names.map((name) => `- name: ${name}\n`).join('')}`;
    // The rest of the file is as large as that of real kernels.
    const zebin = readZebin(buildZebin({ zeInfo, sections: [{ name: 'rest', data: new Uint8Array(200 * size) }] }).bytes).value;
    expect(zebin.kernels).toHaveLength(size);
    let read = 0;
    const kernels_misc_info = [...names].reverse().map((name) => ({
      get name() {
        read++;
        return name;
      },
      args_info: [{}],
    }));
    const described = {
      ...zebin,
      zeInfo: { ...zebin.zeInfo, container: { ...zebin.zeInfo?.container, kernels_misc_info } },
    } as typeof zebin;
    const out = new Reporter(1_000_000);
    const sets = [{ name: 'SYCL/kernel param opt', properties: names.map((key) => ({ key, value: bits })) }];
    checkJoined(described, kernelProperties(sets), [], out);
    expect(new Set(out.diagnostics.map(({ code }) => code))).toEqual(new Set(['join/arguments', 'limit/diagnostics']));
    return read;
  };
  expectLinear(work, 1_500);
});

test('kernels of one name share what their mask says', () => {
  const value = { type: 2, bits: 4_000, data: new Uint8Array(500) } as const;
  const work = (size: number) => {
    const zeInfo = `version: 1.60\nkernels:\n${text(size, () => '- name: k\n')}`;
    // The rest of the file is as large as that of real kernels.
    const zebin = readZebin(buildZebin({ zeInfo, sections: [{ name: 'rest', data: new Uint8Array(200 * size) }] }).bytes).value;
    expect(zebin.kernels).toHaveLength(size);
    const sets = [{ name: 'SYCL/kernel param opt', properties: [{ key: 'k', value }] }];
    return callsOf(Uint8Array.prototype, 'forEach', () => checkJoined(zebin, kernelProperties(sets), [], new Reporter(1_000_000)));
  };
  expect([work(100), work(200)]).toEqual([1, 1]);
});

test('the defaults of many specialization constants', () => {
  const work = (size: number) => {
    let read = 0;
    const property = (i: number) => ({
      get key() {
        read++;
        return `c${i}`;
      },
      value: { type: 2, bits: 96, data: new Uint8Array(12) } as const,
    });
    const sets = ['SYCL/specialization constants', 'SYCL/specialization constants default values'].map((name) => ({
      name,
      properties: many(size, property),
    }));
    expect(specConstants(sets)).toHaveLength(size);
    return read;
  };
  expectLinear(work, 500);
});

test('blocks of zstd with tables of their own', () => {
  // Three tables of two symbols, one sequence that copies three bytes.
  const block = Uint8Array.from([0, 1, 0xa8, ...FSE9, ...FSE8, ...FSE9, ...SEQUENCE]);
  const header = (size: number, type: number, last: number) => u32((size << 3) | (type << 1) | last).subarray(0, 3);
  const stream = (count: number) =>
    concat([
      bytesOf(0x28, 0xb5, 0x2f, 0xfd, 0, 0x50),
      header(8, 0, 0),
      latin1('abcdefgh'),
      ...many(count, () => concat([header(block.length, 2, 0), block])),
      header(0, 0, 1),
    ]);
  const made = (count: number) => {
    const stored = new Bytes(stream(count));
    const Real = globalThis.Uint32Array;
    let tables = 0;
    globalThis.Uint32Array = new Proxy(Real, {
      construct(target, args, self) {
        tables++;
        return Reflect.construct(target, args, self) as object;
      },
    });
    try {
      const out = new Reporter(stored.length);
      expect([inflate(stored, { method: 'zstd' }, '!x', out)?.length, out.diagnostics]).toEqual([8 + 3 * count, []]);
    } finally {
      globalThis.Uint32Array = Real;
    }
    return tables;
  };
  expect(made(400)).toBe(made(200));
});

/** Counts of two symbols, half each, for tables of 512 and 256 states, and the initial states of one sequence (RFC 8878, 4.1.1). */
const FSE9 = [20, 240, 63];
const FSE8 = [19, 248, 15];
const SEQUENCE = [0, 0, 0, 0x04];

test('one source file under many names is read once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  writeFileSync(join(folder, 'b.c'), 'one\ntwo\n');
  const sources = new SourceFiles(folder, fakeIo());
  const split = callsOf(
    String.prototype,
    'split',
    () => {
      for (let i = 0; i < 100; i++) expect(sources.line({ file: `${'./'.repeat(i)}b.c`, line: 2, column: 0 })).toBe('two');
      expect(sources.line({ file: 'elsewhere/b.c', line: 1, column: 0 })).toBe('one');
      expect(sources.line({ file: 'c.c', line: 1, column: 0 })).toBeUndefined();
    },
    ([separator]) => (separator instanceof RegExp ? 1 : 0),
  );
  expect(split).toBe(1);
});

test('offsets and sizes past 4 GiB', () => {
  const FAR = 5 * 2 ** 30;
  const built = buildZebin({ zeInfo: INFO, kernels: ['k'], notes: NOTES, sections: [{ name: '.data.const', data: 'x' }] });
  const head = built.bytes.slice();
  const view = new DataView(head.buffer);
  const table = Number(view.getBigUint64(40, true));
  const headers = head.slice(table);
  view.setBigUint64(40, BigInt(table + FAR), true);
  // The last section but the names has the bytes between.
  new DataView(headers.buffer).setBigUint64(built.index('.data.const') * 64 + 24, BigInt(table), true);
  new DataView(headers.buffer).setBigUint64(built.index('.data.const') * 64 + 32, BigInt(FAR), true);
  let most = 0;
  const source = {
    size: table + FAR + headers.length,
    read(start: number, length: number) {
      most = Math.max(most, length);
      if (length > 2 ** 20) throw new RangeError('Invalid typed array length');
      const data = new Uint8Array(length);
      for (const [at, part] of [
        [0, head.subarray(0, table)],
        [table + FAR, headers],
      ] as const)
        for (let i = Math.max(at, start); i < Math.min(at + part.length, start + length); i++) data[i - start] = part[i - at] as number;
      return data;
    },
  };
  const root = inspect(source).value;
  const section = childrenOf(root).find(({ name }) => name === '.data.const');
  expect([root.kind, section?.bytes.base, section?.bytes.length]).toEqual(['zebin', table, FAR]);
  expect(infoDocument(root).images).toHaveLength(1);
  expect(checkDocument(root, { release: TABLES.releases.at(-1) ?? '' })?.verdict).toBeDefined();
  expect(most).toBeLessThanOrEqual(2 ** 20);
  expect(() => section?.bytes.data).toThrow(
    expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'bytes/too-large', span: section?.bytes.span() }) }),
  );
});

test('a file that memory cannot hold is not written', () => {
  const { bytes } = buildZebin({ zeInfo: INFO });
  const { is64, ident, header } = readElf(bytes).value;
  const layout = { size: 2 ** 53 - 1, is64, ident, header, programHeaders: [], sections: [], patches: [], verbatim: true };
  expect(() => writeElf(layout)).toThrow(FormatError);
  expect(() => writeElf(layout)).toThrow(/bytes\/too-large/);
});
