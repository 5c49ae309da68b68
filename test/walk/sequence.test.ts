/** Images one after another, as linkers, section dumps and caches hold them. */
import { describe, expect, test } from 'vitest';
import { fixedAmong, replaceItem } from '../../src/change/replace.ts';
import { Bytes } from '../../src/core/bytes/index.ts';
import { Budget, FormatError, Reporter } from '../../src/core/diag/index.ts';
import { compressZstd } from '../../src/core/inflate/index.ts';
import { dumpDocument } from '../../src/documents/index.ts';
import { writeBundle, writeCcob } from '../../src/formats/bundle/index.ts';
import { layoutOffload, writeOffload } from '../../src/formats/offload/index.ts';
import { spirvExtent } from '../../src/formats/spirv/index.ts';
import { carve, imagesIn } from '../../src/walk/carve.ts';
import { eachItem, inspect, zebinsOf } from '../../src/walk/inspect.ts';
import { inspectZebin } from '../../src/walk/zebin-file.ts';
import { buildAr, buildElf, buildMember, concat, latin1 } from '../support/build-elf.ts';
import { archives, fixture, patchTokens, zebins } from '../support/corpus.ts';
import { mulberry32 } from '../support/mutate.ts';
import { syclFiles } from '../support/sycl.ts';
import { childrenOf } from '../support/walk.ts';

const first = fixture('zebin/igc2/bmg/clock.zebin').bytes();
const second = fixture('zebin/igc2/bmg/basic.zebin').bytes();
const words = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
/** A module with one capability and a kernel `k`. */
const spirv = words(0x0723_0203, 0x0001_0400, 0, 9, 0, 0x0002_0011, 6, 0x0004_000f, 6, 1, 0x6b);
const swapped = (data: Uint8Array) => {
  const view = new DataView(data.slice().buffer);
  for (let at = 0; at < data.length; at += 4) view.setUint32(at, view.getUint32(at), true);
  return new Uint8Array(view.buffer);
};
const bundle = (image: Uint8Array) => writeBundle([{ id: 'sycl-spir64_gen-unknown-unknown', data: image }]);
const offload = (image: Uint8Array) =>
  writeOffload({
    blobs: layoutOffload([{ image_kind: 1, offload_kind: 8, flags: 0, strings: [{ key: 'triple', value: 'spir64_gen' }], image }]),
  });
/** What can come one after another: the kind of the image, and how it is made around a zebin. */
const FORMS: Record<string, (image: Uint8Array) => Uint8Array> = {
  zebin: (image) => image,
  spirv: () => spirv,
  ar: (image) => buildAr([buildMember('64.20.1.0/', image)]),
  'clang-bundle': bundle,
  'compressed-clang-bundle': (image) => writeCcob(bundle(image), 3),
  'offload-binary': offload,
};
/** Padded to a multiple of `step`, as a linker does. */
const padded = (data: Uint8Array, step: number) => concat([data, new Uint8Array((step - (data.length % step)) % step)]);

const kinds = (data: Uint8Array) => childrenOf(inspect(data).value).map(({ kind }) => kind);
const codes = (data: Uint8Array) =>
  inspect(data)
    .diagnostics.filter(({ severity }) => severity !== 'info')
    .map(({ code }) => code);

describe.each(Object.entries(FORMS))('images of kind %s', (kind, form) => {
  const [one, two] = [form(first), form(second)];
  const images = [one, two, one];
  const data = concat(images.map((image) => padded(image, 4096)));

  test('with padding between are all found', () => {
    expect(inspect(data).value.kind).toBe('sequence');
    expect(kinds(data)).toEqual([kind, kind, kind]);
    expect(codes(data)).toEqual([]);
    expect(childrenOf(inspect(data).value).map(({ bytes }) => bytes.data)).toEqual(images);
  });

  test('are found after an image of another kind', () => {
    for (const [other, make] of Object.entries(FORMS)) {
      if (other === kind) continue;
      expect(kinds(concat([padded(make(first), 16), form(second)])), other).toEqual([other, kind]);
    }
  });

  test('have every byte in one span of the dump', () => {
    let at = 0;
    const { spans, gap_bytes } = dumpDocument(inspect(data).value);
    for (const { offset, end } of spans) {
      expect(offset).toBe(at);
      at = end;
    }
    expect([at, gap_bytes]).toEqual([data.length, 0]);
  });

  test('are replaced, and the others stay as they are on their boundaries', () => {
    for (const content of [form(second).slice(), form(first), latin1('short')]) {
      const changed = replaceItem(inspect(data).value, '!image[1]', content).data;
      expect(changed.length % 4096).toBe(0);
      const after = 4096 * Math.ceil(one.length / 4096) + 4096 * Math.ceil(content.length / 4096);
      expect(changed.slice(after)).toEqual(padded(one, 4096));
    }
    expect(replaceItem(inspect(data).value, '!image[1]', two).data).toEqual(data);
  });
});

test('zebins directly after each other are not one zebin', () => {
  const data = concat([first, second]);
  expect(inspectZebin(data)).toBeUndefined();
  expect(zebinsOf(inspect(data).value).map(({ item }) => item.address)).toEqual(['!image[0]', '!image[1]']);
});

test('one image with zeros after it stays what it is', () => {
  for (const [kind, form] of Object.entries(FORMS)) {
    if (kind === 'spirv') continue;
    const { value } = inspect(concat([form(first), new Uint8Array(5_000)]));
    expect([value.kind, codes(concat([form(first), new Uint8Array(5_000)]))], kind).toEqual([kind, []]);
  }
  expect(inspectZebin(concat([first, new Uint8Array(100)]))?.value.kind).toBe('zebin');
});

test('what is between and after images and not zero is said once', () => {
  const data = concat([first, latin1('\0junk\0'), second, latin1('end')]);
  const found = inspect(data).diagnostics.filter(({ code }) => code === 'inspect/rest');
  expect(found.map(({ span, data: facts }) => [span.start, span.end, facts])).toEqual([
    [first.length + 1, first.length + 5, { bytes: 7, places: 2 }],
  ]);
  expect(dumpDocument(inspect(data).value).gap_bytes).toBe(9);
  expect(codes(concat([first, latin1('end')]))).toContain('inspect/rest');
});

test('no file of the corpus ends before its last byte', { tags: ['corpus'] }, () => {
  for (const file of [...zebins(), ...archives(), ...patchTokens()]) {
    const { value } = inspect(file.bytes());
    expect([...eachItem(value)].filter(({ kind }) => kind === 'sequence').length, file.name).toBe(0);
    expect(codes(file.bytes()), file.name).not.toContain('inspect/rest');
  }
});

describe('a section of a program', () => {
  const images = [FORMS.ar?.(first) ?? first, spirv, compressZstd(second)];
  const section = concat([new Uint8Array(8), ...images.map((image) => padded(image, 16))]);
  const sections = [
    { name: 'OFFLOAD_DEVICE_CODE', data: section },
    { name: '.tgtsym', data: latin1('sycl-spir64_gen.k\0') },
  ];
  const { bytes } = buildElf({ header: { e_machine: 62 }, sections });

  test('has its images, which may be compressed, wherever they begin', () => {
    const { value } = inspect(bytes);
    expect(childrenOf(value).map(({ address, kind }) => [address, kind])).toEqual([['!OFFLOAD_DEVICE_CODE', 'sequence']]);
    expect(childrenOf(childrenOf(value)[0]).map(({ kind, compression }) => [kind, compression])).toEqual([
      ['ar', undefined],
      ['spirv', undefined],
      ['zebin', 'zstd'],
    ]);
    expect(codes(bytes)).toEqual([]);
  });

  test('keeps every image in its place', () => {
    const address = '!OFFLOAD_DEVICE_CODE!image[1]';
    const shorter = spirv.slice(0, 28);
    const changed = replaceItem(inspect(bytes).value, address, shorter).data;
    expect(changed.length).toBe(bytes.length);
    expect(childrenOf(childrenOf(inspect(changed).value)[0]).map(({ kind }) => kind)).toEqual(['ar', 'spirv', 'zebin']);
    expect(fixedAmong(inspect(bytes).value, [address]).size).toBe(0);
    expect(() => replaceItem(inspect(bytes).value, address, concat([spirv, new Uint8Array(99)]))).toThrow(/replace\/fixed/);
  });

  test('of the name of a target has images for it', () => {
    const { value } = inspect(buildElf({ header: { e_machine: 62 }, sections: [{ name: 'spir64_gen', data: padded(first, 16) }] }).bytes);
    expect(childrenOf(value).map(({ kind, facts }) => [kind, facts.find(({ name }) => name === 'target')?.value])).toEqual([
      ['zebin', 'spir64_gen'],
    ]);
  });

  test('dumped as a file has them too', () => {
    expect(kinds(section.slice(8))).toEqual(['ar', 'spirv', 'zebin']);
  });
});

test('the key of a cache item has all its images', () => {
  const size = (value: number) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);
  const sized = (data: Uint8Array) => concat([size(data.length), data]);
  const device = 'Intel(R) oneAPI Unified Runtime over Level-Zero/Intel(R) Arc(TM) B580 Graphics/20.1.0/1.6.33578';
  const key = concat([sized(latin1(device)), sized(latin1('-O2')), sized(Uint8Array.of(1, 2)), sized(concat([spirv, spirv]))]);
  const { value } = inspect(key);
  expect(value.facts).toEqual([
    { name: 'device', value: 'Intel(R) oneAPI Unified Runtime over Level-Zero, Intel(R) Arc(TM) B580 Graphics, 20.1.0' },
    { name: 'driver', value: '1.6.33578' },
    { name: 'options', value: '-O2' },
    { name: 'specialization constants', value: '2 bytes' },
  ]);
  expect(childrenOf(value).map(({ name, kind }) => [name, kind])).toEqual([
    ['specialization_constants', 'data'],
    ['image', 'sequence'],
  ]);
  expect(childrenOf(childrenOf(value)[1]).map(({ kind, bytes }) => [kind, bytes.length])).toEqual([
    ['spirv', spirv.length],
    ['spirv', spirv.length],
  ]);
});

describe('compressed bundles of every version and method', () => {
  // The hash of a bundle is not checked here.
  const zstd = (version: number, stream: Uint8Array) => {
    const header = concat([latin1('CCOB'), new Uint8Array(Uint16Array.of(version, 1).buffer)]);
    const long = (value: number) => new Uint8Array(new BigUint64Array([BigInt(value)]).buffer);
    const sizes = { 1: [words(bundle(first).length), long(0)], 2: [words(24 + stream.length, bundle(first).length), long(0)] }[version];
    return concat([header, ...(sizes ?? [long(32 + stream.length), long(bundle(first).length), long(0)]), stream]);
  };
  // A frame that readers skip, with the magic in it.
  const skipped = concat([words(0x184d_2a50, 8), latin1('CCOB'), words(0)]);

  test.each([1, 2, 3])('version %i, zstd with the magic in a frame that is skipped', (version) => {
    const one = zstd(version, concat([skipped, compressZstd(bundle(first))]));
    const data = concat([padded(one, 4096), padded(one, 4096), one]);
    expect(zebinsOf(inspect(data).value).map(({ item }) => item.bytes.data)).toEqual([first, first, first]);
    expect(zebinsOf(inspect(concat([one, one])).value).length).toBe(2);
  });

  test.each([1, 2, 3])('version %i, zlib', (version) => {
    const one = writeCcob(bundle(first), version);
    expect(zebinsOf(inspect(concat([one, one])).value).length).toBe(2);
    // Zeros after a zlib stream of version 1 are not told from it.
    if (version > 1) expect(zebinsOf(inspect(concat([padded(one, 4096), one])).value).length).toBe(2);
  });
});

describe('the length of a SPIR-V module', () => {
  const extent = (data: Uint8Array) => spirvExtent(new Bytes(data));

  test.each(Object.keys(FORMS))('ends where an image of kind %s begins', (kind) => {
    expect(extent(concat([spirv, FORMS[kind]?.(first) ?? first]))).toBe(spirv.length);
  });

  test('ends at zeros and at the end, in either byte order', () => {
    for (const module of [spirv, swapped(spirv)]) {
      expect([extent(module), extent(concat([module, new Uint8Array(40)])), extent(concat([module, module]))]).toEqual(
        Array(3).fill(spirv.length),
      );
    }
  });

  test('is more than there is for a module that is cut in an instruction', () => {
    expect(extent(spirv.slice(0, -4))).toBe(spirv.length);
    expect(carve(concat([latin1('xyz'), spirv.slice(0, -4)])).value.map(({ declaredSize, bytes }) => declaredSize - bytes.length)).toEqual([
      4,
    ]);
  });

  test('is that of each module of the SYCL corpus', { tags: ['corpus'] }, () => {
    let count = 0;
    for (const file of syclFiles('offload-binary')) {
      if (file.expect.verdict === 'error') continue;
      for (const item of eachItem(inspect(file.bytes()).value)) {
        if (item.kind !== 'spirv' || spirvExtent(item.bytes) === undefined) continue;
        expect(spirvExtent(item.bytes)).toBe(item.bytes.length);
        count++;
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  test('is none for the magic in other data', { tags: ['corpus'] }, () => {
    const next = mulberry32(1);
    const noise = Uint8Array.from({ length: 200_000 }, () => next() >>> 24);
    for (let at = 0; at + 4 < noise.length; at += 64) noise.set(spirv.slice(0, 4), at);
    expect(carve(noise).value).toEqual([]);
  });
});

describe('hostile data', () => {
  /** Steps of the run. */
  const work = (data: Uint8Array) => {
    const budget = new Budget(data.length);
    try {
      inspect(data, { budget });
    } catch (error) {
      // What is not known is refused.
      if (!(error instanceof FormatError)) throw error;
    }
    return budget.steps;
  };
  const repeated = (unit: Uint8Array, size: number) => {
    const data = new Uint8Array(size);
    for (let at = 0; at + unit.length <= size; at += unit.length) data.set(unit, at);
    return data;
  };
  const MAGICS: Record<string, Uint8Array> = {
    'tiny modules': spirv.slice(0, 28),
    'headers of ELF': first.slice(0, 64),
    'headers of archives': latin1('!<arch>\n'),
    'empty archives': buildAr([buildMember('a/', new Uint8Array(0))]),
    'empty bundles': writeBundle([]),
    'compressed bundles without length': concat([latin1('CCOB'), new Uint8Array([1, 0, 0, 0]), new Uint8Array(12)]),
    'blobs without entries': concat([latin1('\x10\xff\x10\xad'), words(2, 32, 0, 32, 0, 0, 0)]),
    'empty frames': concat([spirv, compressZstd(new Uint8Array(0))]),
    zeros: new Uint8Array(1),
  };
  test.each(Object.entries(MAGICS))('of %s is read with work in proportion to its size', (_, unit) => {
    for (const lead of [new Uint8Array(0), first, latin1('\x01')]) {
      const [small, large] = [1 << 20, 8 << 20].map((size) => work(concat([lead, repeated(unit, size)])));
      expect(large).toBeLessThan(10 * (small ?? 0) + (64 << 20));
    }
  });

  test('more images than a run can list end with a limit', () => {
    const out = new Reporter(28 << 20);
    const found = imagesIn(new Bytes(repeated(spirv.slice(0, 28), 28 << 20)), out, false);
    expect(out.diagnostics.map(({ code }) => code)).toEqual(['limit/work']);
    expect(found.length).toBeGreaterThan(1_000);
  });
});
