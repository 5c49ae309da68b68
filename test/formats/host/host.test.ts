/** Host files: what their manifest says of images, entries, options and properties. */
import { describe, expect, test } from 'vitest';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { FormatError, Reporter } from '../../../src/core/diag/index.ts';
import { inflate } from '../../../src/core/inflate/index.ts';
import { type HostImage, readHost } from '../../../src/formats/host/index.ts';
import type { RawProperty } from '../../../src/formats/props/index.ts';
import { buildElf, concat } from '../../support/build-elf.ts';
import { buildProgram, describeImages } from '../../support/build-host.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';
import { sha256, syclFiles } from '../../support/sycl.ts';

const files = [...syclFiles('host'), ...syclFiles('bundles')].filter(({ name }) => /\.(o|obj|so|exe|dll)$/.test(name));

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

function property({ name: key, type, size, value }: RawProperty) {
  if (type === 1) return { key, type, uint32: Number(size & 0xffff_ffffn) };
  if (type === 3) return { key, type, string: value?.text().replace(/\0.*$/s, ''), size: Number(size) };
  const bits = Number(value?.u64(0));
  return { key, type, bits, hex: hex(value?.sub(8, 8 + Math.ceil(bits / 8)).data ?? new Uint8Array(0)) };
}

function payload(image: HostImage) {
  const out = new Reporter(image.bytes.length);
  const bytes = image.compressed ? inflate(image.bytes, image.compressed, '!', out) : image.bytes;
  expect(out.diagnostics).toEqual([]);
  return { size: bytes?.length, sha256: bytes && sha256(bytes.data) };
}

/** An image in the words of the manifest. */
function image(found: HostImage) {
  return {
    structVersion: found.version,
    kind: found.offloadKind,
    format: found.format,
    target: found.target,
    entries: found.kernels,
    entryForm: found.entryForm ?? null,
    payload: payload(found),
    ...(found.linkOptions === undefined ? { options: found.compileOptions } : { compile: found.compileOptions, link: found.linkOptions }),
    propertySets: found.propertySets.map(({ name, properties }) => ({ name, properties: properties.map(property) })),
  };
}

describe.each(files)('$name', { tags: ['corpus'] }, ({ bytes, expect: facts }) => {
  const { value, diagnostics } = readHost(bytes());

  test('is read without remarks', () => expect(diagnostics).toEqual([]));

  test('has the images of its manifest', () => {
    const wanted = facts.sycl?.form === 'descriptor' ? facts.sycl.images : [];
    // biome-ignore lint/suspicious/noExplicitAny: see test/support/sycl.ts.
    const expected = wanted.map(({ compressed, payload: { input, ...content }, ...row }: any) => ({
      propertySets: [],
      ...row,
      payload: content,
    }));
    const found = value.images.map(image);
    // The manifest leaves out what a version has not, or what is empty.
    expect(
      found.map((row, i) => Object.fromEntries(Object.keys({ ...expected[i] }).map((key) => [key, row[key as keyof typeof row]]))),
    ).toEqual(expected);
    expect(found.length).toBe(wanted.length);
  });

  test('has the sections of its manifest', () => {
    const entries = value.sections.filter(({ role }) => role === 'bundle-entry');
    // biome-ignore lint/suspicious/noExplicitAny: see test/support/sycl.ts.
    const ids = (facts.sections ?? []).map(({ id, size }: any) => ({ id, size }));
    expect(entries.map(({ id, bytes: own }) => ({ id, size: own.length }))).toEqual(ids);
    const blobs = facts.offload?.blobs ?? [];
    const sections = value.sections.filter(({ role }) => role === 'offload-binary');
    expect(sections.length > 0).toBe(blobs.length > 0);
    for (const section of sections) expect(section.bytes.startsWith('\x10\xff\x10\xad')).toBe(true);
  });
});

describe('hostility', () => {
  const attempt = (data: Uint8Array) => {
    try {
      readHost(new Bytes(data));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  };
  test.each(files)('$name: prefixes and flips', { tags: ['corpus'] }, ({ bytes }) => {
    const data = bytes();
    for (let i = 0; i < 12; i++) attempt(data.slice(0, Math.floor((data.length * i) / 12)));
    for (let length = 0; length < 300; length += 7) attempt(data.slice(0, length));
    for (let seed = 0; seed < 40; seed++) attempt(flip(data, mulberry32(seed)));
  });
});

describe('programs without section headers', () => {
  /** Takes the section table away. */
  const stripped = (data: Uint8Array) => {
    const bytes = data.slice();
    const view = new DataView(bytes.buffer);
    view.setBigUint64(40, 0n, true);
    view.setUint16(60, 0, true);
    view.setUint16(62, 0, true);
    return bytes;
  };
  const elf64 = files.filter(({ name, bytes }) => /\.(so|exe)$/.test(name) && bytes()[0] === 0x7f && bytes()[4] === 2);

  test.each(elf64)('$name has the same images', { tags: ['corpus'] }, ({ bytes }) => {
    const [whole, without] = [bytes(), stripped(bytes())].map((data) => readHost(data).value);
    expect(without?.images.map(image)).toEqual(whole?.images.map(image));
    const blobs = whole?.sections.filter(({ role }) => role === 'offload-binary').map(({ bytes: own }) => own.base);
    expect(without?.sections.map(({ bytes: own }) => own.base)).toEqual(blobs);
  });
});

describe('much work for the size', () => {
  /** Segments that all claim the whole file, each at an address of its own. */
  const overlapping = (data: Uint8Array, count: number) =>
    buildElf({
      header: { e_type: 2, e_machine: 62, e_shnum: 0, e_shoff: 0, e_shstrndx: 0 },
      sections: [{ name: 'first', data }],
      programHeaders: Array.from({ length: count }, (_, i) => ({
        p_type: 1,
        p_flags: 6,
        p_offset: Math.ceil((64 + count * 56) / 8) * 8,
        p_vaddr: 65_536 + i * data.length,
        p_filesz: data.length,
      })),
    }).bytes;

  test('descriptors that all describe the same images', () => {
    const at = 65_536;
    const head = new DataView(new ArrayBuffer(32));
    head.setUint16(0, 1, true);
    head.setUint16(2, 0xffff, true);
    head.setUint32(8, at, true);
    const { data } = describeImages({
      images: Array.from({ length: 1_000 }, () => ({ target: 't', data: new Uint8Array(8).fill(1) })),
      at,
    });
    const images = data.slice();
    head.setUint32(8, at + 32, true);
    const many = concat([images, ...Array.from({ length: 2_000 }, () => new Uint8Array(head.buffer))]);
    const { value, diagnostics } = readHost(overlapping(many, 200));
    expect(diagnostics.map((d) => d.code)).toContain('limit/work');
    expect(value.images.length).toBeLessThan(100_000);
  });

  test('a table of 2³² sections', () => {
    const { bytes } = buildElf({ header: { e_machine: 62, e_shnum: 0 } });
    const view = new DataView(bytes.buffer);
    const table = Number(view.getBigUint64(40, true));
    view.setBigUint64(table + 32, 2n ** 32n, true);
    const { diagnostics } = readHost(bytes);
    expect(diagnostics.map((d) => d.code)).toContain('elf/table-range');
  });

  test('a table of 2³² sections in a file large enough for them', () => {
    const { bytes } = buildElf({ header: { e_machine: 62, e_shnum: 0 } });
    const view = new DataView(bytes.buffer);
    const table = Number(view.getBigUint64(40, true));
    view.setBigUint64(table + 32, 2n ** 32n, true);
    const size = 2 ** 39;
    const read = (start: number, length: number) => {
      const page = new Uint8Array(length);
      page.set(bytes.subarray(start, start + length));
      return page;
    };
    const { diagnostics } = readHost({ size, read });
    expect(diagnostics.map((d) => d.code)).toContain('limit/host-sections');
  });
});

test('an image that only .tgtimg names is listed', () => {
  // The structures are of a version that is unknown.
  const source = files.find(({ name }) => name === 'host/intel-l2-msvc.exe');
  if (!source) throw new Error('host/intel-l2-msvc.exe is missing');
  const known = readHost(source.bytes()).value;
  const data = source.bytes();
  for (const { span } of known.images) data[span.start] = 9;
  const { images } = readHost(data).value;
  expect(images.map(({ bytes }) => sha256(bytes.data))).toEqual(known.images.map(({ bytes }) => sha256(bytes.data)));
  expect(images.map(({ target }) => target)).toEqual(known.images.map(() => ''));
});

test('an object of the form for many sections', () => {
  // The same object with the larger header, section 32-bit numbers, and offsets moved on.
  const source = files.find(({ name }) => name === 'host/intel-l2-msvc.obj');
  if (!source) throw new Error('host/intel-l2-msvc.obj is missing');
  const known = readHost(source.bytes()).value;
  expect(known.images.length).toBeGreaterThan(0);
  const big = readHost(toBigobj(source.bytes())).value;
  expect(big.images.map(image)).toEqual(known.images.map(image));
});

function toBigobj(data: Uint8Array): Uint8Array {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const sections = view.getUint16(2, true);
  const symbolsAt = view.getUint32(8, true);
  const symbols = view.getUint32(12, true);
  const move = 56 - 20;
  const head = new DataView(new ArrayBuffer(56));
  head.setUint32(0, 0xffff_0000, true);
  head.setUint16(4, 2, true);
  head.setUint16(6, view.getUint16(0, true), true);
  head.setUint32(44, sections, true);
  head.setUint32(48, symbolsAt + move, true);
  head.setUint32(52, symbols, true);
  const body = data.slice(20, symbolsAt);
  const table = new DataView(body.buffer);
  for (let i = 0; i < sections; i++) {
    for (const field of [20, 24]) {
      const at = i * 40 + field;
      if (table.getUint32(at, true) > 0) table.setUint32(at, table.getUint32(at, true) + move, true);
    }
  }
  const wider = new Uint8Array(symbols * 20);
  for (let i = 0; i < symbols; i++) {
    const symbol = data.subarray(symbolsAt + i * 18, symbolsAt + i * 18 + 18);
    wider.set(symbol.subarray(0, 14), i * 20);
    wider.set(symbol.subarray(14), i * 20 + 16);
    if ((symbol[13] ?? 0) & 0x80) wider.set([0xff, 0xff], i * 20 + 14);
  }
  return concat([new Uint8Array(head.buffer), body, wider, data.subarray(symbolsAt + symbols * 18)]);
}

test('the wrapper of oneAPI OpenMP', () => {
  const image = (text: string) => ({ data: text, type: 1 });
  const { bytes } = buildElf({
    header: { e_type: 3, e_machine: 205 },
    sections: [
      { name: '.note.inteloneompoffload', type: 7, data: '' },
      { name: '__openmp_offload_spirv_0', ...image('first') },
      { name: '__openmp_offload_spirv_1_0', ...image('second') },
    ],
  });
  const { value, diagnostics } = readHost(bytes);
  expect(diagnostics).toEqual([]);
  expect(value.sections.map(({ name, role, bytes: own }) => [name, role, own.text()])).toEqual([
    ['__openmp_offload_spirv_0', 'openmp-image', 'first'],
    ['__openmp_offload_spirv_1_0', 'openmp-image', 'second'],
  ]);
});

test('a library with a relocation table too large to read is searched', () => {
  // A copy of a library whose words are zero in place; its table is moved after the file, after two hundred thousand other entries.
  const source = files.find(
    ({ name, bytes }) => name.endsWith('.so') && relaOf(bytes()) !== undefined && readHost(bytes()).value.images.length > 0,
  );
  if (!source) throw new Error('the corpus has no library with RELA');
  const data = source.bytes();
  const known = readHost(data).value;
  const rela = relaOf(data);
  if (!rela) throw new Error('no table');
  const others = 200_000;
  const table = new Uint8Array(rela.size + others * 24);
  const entries = Array.from({ length: rela.size / 24 }, (_, i) => data.slice(rela.offset + i * 24, rela.offset + i * 24 + 24))
    .filter((entry) => new DataView(entry.buffer).getUint32(8, true) === rela.relative)
    .sort((a, b) => Number(new DataView(a.buffer).getBigUint64(0, true) - new DataView(b.buffer).getBigUint64(0, true)));
  const view = new DataView(table.buffer);
  for (const [i, entry] of entries.entries()) table.set(entry, i * 24);
  for (let i = 0; i < others; i++) {
    view.setBigUint64((entries.length + i) * 24, BigInt(0x7000_0000 + i * 8), true);
    view.setUint32((entries.length + i) * 24 + 8, rela.relative, true);
  }
  // Loaded by one more segment: the last program header that is none of PT_LOAD and PT_DYNAMIC is made one.
  const at = Math.ceil(data.length / 4096) * 4096;
  const grown = new Uint8Array(at + table.length);
  grown.set(data);
  grown.set(table, at);
  const out = new DataView(grown.buffer);
  const address = 0x4000_0000n;
  const phoff = Number(out.getBigUint64(32, true));
  const count = out.getUint16(56, true);
  const spare = Array.from({ length: count }, (_, i) => phoff + i * 56)
    .filter((p) => ![1, 2].includes(out.getUint32(p, true)))
    .at(-1);
  if (spare === undefined) throw new Error('no spare program header');
  out.setUint32(spare, 1, true);
  for (const [field, value] of [
    [8, BigInt(at)],
    [16, address],
    [32, BigInt(table.length)],
    [40, BigInt(table.length)],
  ] as const) {
    out.setBigUint64(spare + field, value, true);
  }
  out.setBigUint64(rela.tagAt + 8, address, true);
  out.setBigUint64(rela.sizeAt + 8, BigInt((entries.length + others) * 24), true);
  if (rela.countAt !== undefined) out.setBigUint64(rela.countAt + 8, BigInt(entries.length + others), true);
  let fetched = 0;
  const { value } = readHost({
    size: grown.length,
    read: (start, length) => {
      fetched += length;
      return grown.subarray(start, start + length);
    },
  });
  expect(value.images.map(image)).toEqual(known.images.map(image));
  expect(fetched).toBeLessThan(2_500_000);
});

/** Where DT_RELA of a 64-bit library is, and the entries of PT_DYNAMIC that say so. */
function relaOf(data: Uint8Array) {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  if (data[0] !== 0x7f || data[4] !== 2) return undefined;
  const phoff = Number(view.getBigUint64(32, true));
  const headers = Array.from({ length: view.getUint16(56, true) }, (_, i) => phoff + i * 56);
  const dynamic = headers.find((at) => view.getUint32(at, true) === 2);
  if (dynamic === undefined) return undefined;
  const start = Number(view.getBigUint64(dynamic + 8, true));
  const tags = new Map<number, number>();
  for (let at = start; view.getBigUint64(at, true) !== 0n; at += 16) tags.set(Number(view.getBigUint64(at, true)), at);
  const [tagAt, sizeAt] = [tags.get(7), tags.get(8)];
  if (tagAt === undefined || sizeAt === undefined) return undefined;
  const address = Number(view.getBigUint64(tagAt + 8, true));
  const load = headers.find((at) => {
    const from = Number(view.getBigUint64(at + 16, true));
    return view.getUint32(at, true) === 1 && from <= address && address < from + Number(view.getBigUint64(at + 32, true));
  });
  if (load === undefined) return undefined;
  const offset = address - Number(view.getBigUint64(load + 16, true)) + Number(view.getBigUint64(load + 8, true));
  const relative = view.getUint16(18, true) === 183 ? 1027 : 8;
  return { offset, size: Number(view.getBigUint64(sizeAt + 8, true)), tagAt, sizeAt, countAt: tags.get(0x6fff_fff9), relative };
}

test('an empty image is an image', () => {
  const data = new TextEncoder().encode('image');
  const { bytes } = buildProgram({
    images: ['spir64', 'spir64_gen', 'native_cpu'].map((target, i) => ({ target, data: i === 1 ? new Uint8Array(0) : data })),
  });
  const { value, diagnostics } = readHost(bytes);
  expect(diagnostics).toEqual([]);
  expect(value.images.map(({ target, bytes: own }) => [target, own.text()])).toEqual([
    ['spir64', 'image'],
    ['spir64_gen', ''],
    ['native_cpu', 'image'],
  ]);
});
