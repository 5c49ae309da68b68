/** OffloadBinary files: those that LLVM 22 and 23 wrote, those written by hand, and damaged ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Bytes, encodeText } from '../../../src/core/bytes/index.ts';
import { type Diagnostic, FormatError, Reporter } from '../../../src/core/diag/index.ts';
import { partition } from '../../../src/core/schema/index.ts';
import {
  annotateOffload,
  imageKindName,
  imagesOf,
  layoutOffload,
  OFFLOAD_KINDS,
  type Offload,
  type OffloadImage,
  offloadKindName,
  offloadPropertyText,
  offloadString,
  offloadSymbols,
  readOffload,
  validateOffload,
  writeOffload,
} from '../../../src/formats/offload/index.ts';
import { parseProps, propertySets } from '../../../src/formats/props/index.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';
import { FOLDER, sha256, syclFiles } from '../../support/sycl.ts';

const files = syclFiles('offload-binary').filter(({ name }) => name.endsWith('.bin'));
const good = files.filter(({ expect: facts }) => facts.verdict !== 'error');
const bad = files.filter(({ expect: facts }) => facts.verdict === 'error');

interface ExpectedImage {
  imageKind: number;
  offloadKind: number;
  flags: number;
  strings?: [string, string][] | Record<string, string>;
  size?: number;
  sha256?: string;
  payload?: { size: number; sha256: string };
  symbols?: string[];
}

const blobsOf = (facts: { blobs?: unknown; offload?: { blobs: unknown } }) =>
  (facts.blobs ?? facts.offload?.blobs) as { version: number; images: ExpectedImage[] }[];

const hashed = (images: readonly OffloadImage[]) => images.map((image) => ({ ...image, image: sha256(image.image) }));

/** Every byte in one span, in order. */
function tear(offload: Offload): string | undefined {
  const spans = partition(offload.bytes, annotateOffload(offload, new Reporter(offload.bytes.length)), new Reporter(offload.bytes.length));
  let at = offload.bytes.base;
  for (const { span } of spans) {
    if (span.start !== at) return `at ${at} begins what begins at ${span.start}`;
    at = span.end;
  }
  return at === offload.bytes.base + offload.bytes.length ? undefined : `it ends at ${at}`;
}

describe.each(good)('$name', { tags: ['corpus'] }, ({ bytes, expect: facts }) => {
  const data = bytes();
  const { value: offload, diagnostics } = readOffload(data);

  test('has the blobs, images and strings of its expectation, and nothing is reported', () => {
    expect(diagnostics).toEqual([]);
    expect(offload.rest.length).toBe(0);
    const expected = blobsOf(facts);
    expect(offload.blobs.map(({ header, entries }) => [header.version, entries.length])).toEqual(
      expected.map(({ version, images }) => [version, images.length]),
    );
    expected.forEach(({ images }, b) => {
      images.forEach((image, i) => {
        const entry = offload.blobs[b]?.entries[i];
        if (!entry) throw new Error('not there');
        expect(entry.header).toMatchObject({ image_kind: image.imageKind, offload_kind: image.offloadKind, flags: image.flags });
        const { size, sha256: hash } = { ...image, ...image.payload };
        if (hash) expect([entry.image.length, sha256(entry.image.data)]).toEqual([size, hash]);
        const pairs = entry.strings.map(({ key, value }) => [key, Buffer.from(encodeText(value)).toString('latin1')]);
        if (Array.isArray(image.strings)) expect(pairs).toEqual(image.strings);
        else expect(Object.fromEntries(pairs)).toMatchObject(image.strings ?? {});
        if (image.symbols) expect(offloadSymbols(entry)).toEqual(image.symbols);
      });
    });
  });

  test('is written back byte for byte', () => {
    expect(Buffer.compare(writeOffload(offload), data)).toBe(0);
  });

  test('is written byte for byte from its numbers alone, where it is not compressed', () => {
    const blobs = offload.blobs.filter((blob) => !blob.compressed).map(({ bytes: _, ...blob }) => blob);
    const plain = offload.blobs.filter((blob) => !blob.compressed).map((blob) => blob.bytes?.data ?? new Uint8Array(0));
    expect(Buffer.compare(writeOffload({ blobs }), Buffer.concat(plain))).toBe(0);
  });

  test('has every byte in one span of its dump', () => {
    expect(tear(offload)).toBeUndefined();
  });

  test('has the same images when it is laid out again, and another one in place of one', () => {
    const versions = offload.blobs.map(({ header }) => header.version);
    const images = offload.blobs.flatMap(({ entries }) => imagesOf(entries));
    for (const version of [1, 2, 3]) {
      if (version === 1 && images.some(({ strings }) => strings.some(({ value }) => value.includes('\0')))) continue;
      const again = readOffload(writeOffload({ blobs: layoutOffload(images, version) }));
      expect(again.diagnostics).toEqual([]);
      expect(again.value.blobs.flatMap(({ entries }) => hashed(imagesOf(entries)))).toEqual(hashed(images));
    }
    for (const change of [(image: Uint8Array) => image.map((byte) => byte ^ 0xff), () => Buffer.from('another image')]) {
      const [blob, ...others] = offload.blobs;
      const [entry, ...rest] = blob?.entries ?? [];
      if (!blob || !entry) throw new Error('nothing is there');
      const other = new Uint8Array(change(entry.image.data));
      const changed = { ...blob, entries: [{ ...entry, image: new Bytes(other) }, ...rest] };
      const again = readOffload(writeOffload({ blobs: [changed, ...others] }));
      expect(again.diagnostics).toEqual([]);
      const found = again.value.blobs.flatMap(({ entries }) => imagesOf(entries));
      expect(found.map(({ image }) => sha256(image))).toEqual([other, ...images.slice(1).map(({ image }) => image)].map(sha256));
      expect(found.map(({ strings }) => strings.map(({ key, value }) => [key, value]))).toEqual(
        images.map(({ strings }) => strings.map(({ key, value }) => [key, value])),
      );
      expect(again.value.blobs.map(({ header }) => header.version)).toEqual(versions);
    }
  });
});

describe.each(good.filter(({ name }) => /\/llvm/.test(name)))('$name', { tags: ['corpus'] }, ({ bytes }) => {
  test('is reproduced by the layout of its images, byte for byte', () => {
    const data = bytes();
    const { blobs } = readOffload(data).value;
    const version = blobs[0]?.header.version ?? 0;
    const images = blobs.flatMap(({ entries }) => imagesOf(entries));
    expect(Buffer.compare(writeOffload({ blobs: layoutOffload(images, version) }), data)).toBe(0);
  });
});

/** What is wrong: code and place. */
const FAULTS: Readonly<Record<string, readonly [code: string, start: number, end: number]>> = {
  'bad-entries-count': ['offload/entries', 16, 32],
  'bad-entries-offset': ['offload/entries', 16, 32],
  'bad-header-only': ['offload/header', 24, 24],
  'bad-image-offset': ['offload/image-range', 56, 72],
  'bad-image-size': ['offload/image-range', 56, 72],
  'bad-key-offset': ['offload/string', 72, 80],
  'bad-no-nul': ['offload/size', 8, 16],
  'bad-size-huge': ['offload/size', 8, 16],
  'bad-size-small': ['offload/size', 8, 16],
  'bad-string-count': ['offload/strings', 40, 56],
  'bad-string-offset': ['offload/strings', 40, 56],
  'bad-truncated': ['offload/size', 8, 16],
  'bad-v3-inflated-size': ['limit/inflated', 40, 134],
  'bad-v3-stream': ['inflate/data', 126, 134],
  'bad-value-size': ['offload/string', 120, 136],
  'bad-version-0': ['offload/version', 4, 8],
  'bad-version-9': ['offload/version', 4, 8],
};

describe.each(bad)('$name', { tags: ['corpus'] }, ({ name, bytes }) => {
  const data = bytes();
  const found = attempt(data);

  test('is refused with the place of the fault', () => {
    const error = found.diagnostics.find((d) => d.severity === 'error');
    const [code, start, end] = FAULTS[name.replace(/^.*\/|\.bin$/g, '')] ?? [];
    expect([error?.code, error?.span.start, error?.span.end]).toEqual([code, start, end]);
  });

  test('is written back byte for byte, if it can be read at all', () => {
    if (found.value) expect(Buffer.compare(writeOffload(found.value), data)).toBe(0);
    else expect(FAULTS[name.replace(/^.*\/|\.bin$/g, '')]?.[0]).toMatch(/header|version/);
  });
});

function attempt(data: Uint8Array): { value?: Offload; diagnostics: readonly Diagnostic[] } {
  try {
    return readOffload(data);
  } catch (error) {
    if (error instanceof FormatError) return { diagnostics: [error.diagnostic] };
    throw error;
  }
}

describe('what llvm-objdump --offloading lists', () => {
  // Its text: for each image kind, arch, triple, producer and, from LLVM 23 on, size.
  const NAMES: Readonly<Record<string, string>> = {
    object: 'elf',
    none: '<none>',
    spirv: 'spir-v',
    bitcode: 'llvm bitcode',
    syclbin: '<none>',
  };
  // SYCLBIN files that are OffloadBinaries, damaged further in or not; the image kind of SYCLBIN is not known to LLVM.
  const wrapped = syclFiles('syclbin').filter(({ name, bytes }) => name.endsWith('.syclbin') && bytes()[0] === 0x10);
  let compared = 0;
  for (const release of [22, 23]) {
    const text = readFileSync(join(FOLDER, `peers/objdump-offloading-${release}.txt`), 'utf8');
    const runs = text.split(/^\$ /m).slice(1);
    for (const file of [...good, ...wrapped]) {
      const run = runs.find((part) => part.split('\n')[0]?.endsWith(` ${file.name}`));
      if (!run || !/# exit status 0/.test(run) || !run.includes('OFFLOADING IMAGE')) continue;
      compared++;
      test(`${file.name}, LLVM ${release}`, { tags: ['corpus'] }, () => {
        const listed = run
          .split(/OFFLOADING IMAGE \[[0-9]+\]:\n/)
          .slice(1)
          .map((part) =>
            Object.fromEntries([...part.matchAll(/^(kind|arch|triple|producer|image size) +(.*)$/gm)].map((m) => [m[1], m[2]])),
          );
        const { blobs } = readOffload(file.bytes()).value;
        const own = blobs.flatMap(({ entries }) =>
          entries.map((entry) => {
            const { image_kind, offload_kind } = entry.header;
            const kind = imageKindName(image_kind) ?? '';
            const triple = offloadString(entry, 'triple') ?? '';
            return {
              kind: NAMES[kind] ?? kind,
              arch: offloadString(entry, 'arch') ?? '',
              triple,
              // LLVM has no name for several kinds together.
              producer: OFFLOAD_KINDS.find(({ value }) => value === offload_kind)?.name ?? 'none',
              'image size': `${entry.image.length} bytes`,
            };
          }),
        );
        expect(listed.length).toBeGreaterThan(0);
        expect(own.length).toBe(listed.length);
        listed.forEach((row, i) => {
          expect(own[i]).toMatchObject(row);
        });
      });
    }
  }

  test('is compared for files of both releases', () => {
    expect(compared).toBeGreaterThanOrEqual(8);
  });
});

test('property sets as strings of an entry', () => {
  const { blobs } = readOffload(
    syclFiles('offload-binary')
      .find(({ name }) => name.endsWith('hand-v2-property-strings.bin'))
      ?.bytes() ?? new Uint8Array(0),
  ).value;
  const entry = blobs[0]?.entries[0];
  const sets = propertySets(parseProps(encodeText(entry ? offloadPropertyText(entry) : '')).value);
  expect(sets.map(({ name, properties }) => `${name} ${properties.length}`)).toEqual([
    'SYCL/specialization constants 1',
    'SYCL/specialization constants default values 1',
    'SYCL/devicelib req mask 1',
    'SYCL/kernel param opt 2',
    'SYCL/misc properties 1',
    'SYCL/assert used 1',
    'SYCL/device requirements 2',
  ]);
});

test('kinds by name', () => {
  expect([1, 2, 4, 8, 3, 16].map((kind) => offloadKindName(kind))).toEqual(['openmp', 'cuda', 'hip', 'sycl', 'openmp+cuda', undefined]);
  expect(offloadKindName(4, 'spir64-unknown-unknown')).toBe('sycl');
  expect(offloadKindName(5, '', 7)).toBe('sycl');
});

describe('damage', () => {
  const small = files.filter((file) => file.bytes().length < 9_000);

  function check(data: Uint8Array): void {
    const { value } = attempt(data);
    if (!value) return;
    expect(tear(value)).toBeUndefined();
    expect(Buffer.compare(writeOffload(value), data)).toBe(0);
    validateOffload(value);
    for (const { entries } of value.blobs) for (const entry of entries) offloadSymbols(entry);
  }

  test('every prefix is read, or refused with a place', { tags: ['corpus'] }, () => {
    for (const file of small.filter(({ name }) => /bad-value-size|hand-v3-zlib|sycl-linker-split/.test(name))) {
      const data = file.bytes();
      for (let length = 0; length <= data.length; length += length < 400 ? 1 : 37) check(data.slice(0, length));
    }
  });

  test('flips are read, or refused with a place', { tags: ['corpus'] }, () => {
    for (const file of small) for (let seed = 0; seed < 25; seed++) check(flip(file.bytes(), mulberry32(seed)));
    const headers = small[0]?.bytes() ?? new Uint8Array(0);
    for (let seed = 0; seed < 1_000; seed++) check(flip(headers, mulberry32(seed)));
  });

  test('a blob that is its own image is refused, and images that all overlap are little work', () => {
    const image = { image_kind: 0, offload_kind: 8, flags: 0, strings: [], image: new Uint8Array(0) };
    const overlapping = (count: number, from: bigint) => {
      const [blob] = layoutOffload(Array.from({ length: count }, () => image));
      if (!blob) throw new Error('nothing');
      const entries = blob.entries.map((entry) => ({
        ...entry,
        header: { ...entry.header, image_offset: from, image_size: BigInt(blob.length) - from },
      }));
      return readOffload(writeOffload({ blobs: [{ ...blob, entries, placed: entries }] }));
    };
    const own = overlapping(2, 0n);
    expect(own.diagnostics.map((d) => d.code)).toEqual(['offload/image-range', 'offload/image-range']);
    expect(own.value.blobs[0]?.entries.map((entry) => entry.image.length)).toEqual([0, 0]);
    const many = overlapping(1_000, 32n);
    expect(many.diagnostics.map((d) => d.code)).toEqual(['limit/work']);
    expect(many.value.blobs[0]?.entries.reduce((sum, entry) => sum + entry.image.length, 0)).toBeLessThan(5 * many.value.bytes.length);
  });

  test('entries that all have the same many strings are not much work', () => {
    const image = { image_kind: 6, offload_kind: 8, flags: 0, image: new Uint8Array(0) };
    const strings = Array.from({ length: 20_000 }, () => ({ key: 'k', value: 'v' }));
    const images = [{ ...image, strings }, ...Array.from({ length: 10_000 }, () => ({ ...image, strings: [] }))];
    const [blob] = layoutOffload(images);
    const first = blob?.entries[0];
    if (!blob || !first) throw new Error('nothing');
    const entries = blob.entries.map((entry) => ({ ...entry, header: first.header }));
    const data = writeOffload({ blobs: [{ ...blob, entries, placed: entries }] });
    expect(readOffload(data).diagnostics.map((d) => d.code)).toContain('limit/work');
  });
});
