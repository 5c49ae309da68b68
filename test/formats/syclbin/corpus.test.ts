/** SYCLBIN files of both versions: good ones, damaged ones, and what becomes of them when something is replaced. */
import { describe, expect, test } from 'vitest';
import { Bytes, encodeText } from '../../../src/core/bytes/index.ts';
import { type Diagnostic, FormatError, Reporter } from '../../../src/core/diag/index.ts';
import { partition } from '../../../src/core/schema/index.ts';
import { readOffload, writeOffload } from '../../../src/formats/offload/index.ts';
import { parseProps, propertySets } from '../../../src/formats/props/index.ts';
import {
  annotateSyclbin,
  buildSyclbin,
  isSyclbin,
  readSyclbin,
  type Syclbin,
  syclbinOfOffload,
  syclbinParts,
  validateSyclbin,
  writeSyclbin,
} from '../../../src/formats/syclbin/index.ts';
import { flip, mulberry32 } from '../../support/mutate.ts';
import { sha256, syclFiles } from '../../support/sycl.ts';

const files = syclFiles('syclbin').filter(({ name }) => name.endsWith('.syclbin'));
const good = files.filter(({ expect: facts }) => facts.verdict !== 'error');
const bad = files.filter(({ expect: facts }) => facts.verdict === 'error');

/** Property text in the form of the expectations. */
function sets(text: Bytes) {
  return propertySets(parseProps(text).value).map(({ name, properties }) => ({
    name,
    properties: properties.map(({ key, value }) =>
      value.type === 1
        ? { key, type: 1, uint32: value.value }
        : { key, type: 2, bits: value.bits, hex: Buffer.from(value.data).toString('hex') },
    ),
  }));
}

interface ExpectedImage {
  metadata: unknown;
  size: number;
  sha256: string;
}

function described({ version, metadata, modules }: Syclbin) {
  const images = (list: Syclbin['modules'][number]['ir']) =>
    list.map((image) => ({ metadata: sets(image.metadata), size: image.bytes.length, sha256: sha256(image.bytes.data) }));
  return {
    syclbinVersion: version,
    globalMetadata: sets(metadata),
    abstractModules: modules.map((module) => ({
      metadata: sets(module.metadata),
      irModules: images(module.ir),
      nativeImages: images(module.native),
    })),
  };
}

const expected = (images: ExpectedImage[]) => images.map(({ metadata, size, sha256: hash }) => ({ metadata, size, sha256: hash }));

function tear(syclbin: Syclbin): string | undefined {
  const { bytes } = syclbin;
  const out = new Reporter(bytes.length);
  let at = bytes.base;
  for (const { span } of partition(bytes, annotateSyclbin(syclbin, out), out)) {
    if (span.start !== at) return `at ${at} begins what begins at ${span.start}`;
    at = span.end;
  }
  return at === bytes.base + bytes.length ? undefined : `it ends at ${at}`;
}

describe.each(good)('$name', { tags: ['corpus'] }, ({ bytes, expect: facts }) => {
  const data = bytes();
  const { value: syclbin, diagnostics } = readSyclbin(data);

  test('has what its expectation says, and nothing is reported', () => {
    expect([...diagnostics, ...validateSyclbin(syclbin)].filter((d) => d.severity === 'error')).toEqual([]);
    expect(described(syclbin)).toEqual({
      syclbinVersion: facts.syclbinVersion,
      globalMetadata: facts.globalMetadata,
      abstractModules: facts.abstractModules.map(
        (module: { metadata: unknown; irModules: ExpectedImage[]; nativeImages: ExpectedImage[] }) => ({
          metadata: module.metadata,
          irModules: expected(module.irModules),
          nativeImages: expected(module.nativeImages),
        }),
      ),
    });
  });

  test('is written back byte for byte', () => {
    expect(Buffer.compare(writeSyclbin(syclbin), data)).toBe(0);
  });

  test('has every byte in one span of its dump', () => {
    expect(tear(syclbin)).toBeUndefined();
  });

  test('has the same content when it is built again, in either version', () => {
    for (const version of [1, 2] as const) {
      const again = readSyclbin(buildSyclbin(syclbinParts(syclbin), version));
      expect(again.diagnostics).toEqual([]);
      expect(described(again.value)).toEqual({ ...described(syclbin), syclbinVersion: version });
      const found = validateSyclbin(again.value).filter((d) => d.severity !== 'info');
      // Metadata without `target`, which the specification does not ask for, gives no string `triple`.
      expect(found.filter((d) => d.data?.expected !== 'triple')).toEqual([]);
    }
  });

  test('has another image, or other metadata, in place of one', () => {
    const [module, ...others] = syclbin.modules;
    if (!module) return;
    const list = module.ir.length > 0 ? 'ir' : 'native';
    const [image, ...rest] = module[list];
    if (!image) throw new Error('a module without an image');
    const other = encodeText('another image');
    const text = encodeText('[SYCL/misc properties]\noptLevel=1|0\n');
    const changed = { ...module, metadata: new Bytes(text), [list]: [{ ...image, bytes: new Bytes(other) }, ...rest] };
    const written = writeSyclbin({ ...syclbin, modules: [changed, ...others] });
    const again = readSyclbin(written);
    expect(again.diagnostics).toEqual([]);
    expect(again.value.version).toBe(syclbin.version);
    expect(again.value.envelope === undefined).toBe(syclbin.envelope === undefined);
    const found = described(again.value);
    const before = described(syclbin);
    expect(found.abstractModules[0]?.metadata).toEqual([
      { name: 'SYCL/misc properties', properties: [{ key: 'optLevel', type: 1, uint32: 0 }] },
    ]);
    const images = found.abstractModules[0]?.[list === 'ir' ? 'irModules' : 'nativeImages'];
    expect(images?.[0]?.sha256).toBe(sha256(other));
    expect(found.abstractModules.slice(1)).toEqual(before.abstractModules.slice(1));
  });

  test('of version 2 is identified by its entries', () => {
    if (syclbin.envelope) expect(isSyclbin(syclbin.envelope)).toBe(syclbin.version === 2);
  });
});

test('version 1 is laid out as it is in the files', { tags: ['corpus'] }, () => {
  for (const { bytes } of good) {
    const { value } = readSyclbin(bytes());
    if (!value.layout) continue;
    expect(Buffer.compare(buildSyclbin(syclbinParts(value), 1), value.layout.bytes.data)).toBe(0);
  }
});

/** What is wrong: code and place. */
const FAULTS: Readonly<Record<string, readonly [code: string, start: number, end: number]>> = {
  'bad-v1-ir-index': ['syclbin/index', 72, 80],
  'bad-v1-magic': ['syclbin/not-syclbin', 0, 4],
  'bad-v1-metadata-range': ['syclbin/range', 56, 72],
  'bad-v1-metadata-size': ['syclbin/range', 24, 32],
  'bad-v1-size-overflow': ['syclbin/range', 32, 40],
  'bad-v1-truncated': ['syclbin/range', 32, 40],
  'bad-v1-version-2': ['syclbin/version', 4, 8],
  'bad-v2-format-version': ['syclbin/version', 573, 574],
  'bad-v2-index-gap': ['syclbin/role', 0, 8128],
  'bad-v2-index-huge': ['syclbin/index', 462, 481],
  'bad-v2-index-sign': ['syclbin/index', 462, 464],
  'bad-v2-kind': ['syclbin/image-kind', 112, 114],
  'bad-v2-metadata-size': ['syclbin/metadata-size', 1003, 1011],
  'bad-v2-no-global': ['syclbin/role', 0, 7984],
  'bad-v2-role': ['syclbin/role', 459, 465],
  'bad-v2-two-globals': ['syclbin/role', 668, 683],
};

describe.each(bad)('$name', { tags: ['corpus'] }, ({ name, bytes }) => {
  const data = bytes();
  const { value, diagnostics } = attempt(data);

  test('is refused with the place of the fault', () => {
    const error = diagnostics.find((d) => d.severity === 'error');
    expect([error?.code, error?.span.start, error?.span.end]).toEqual(FAULTS[name.replace(/^.*\/|\.syclbin$/g, '')]);
  });

  test('is written back byte for byte, if it can be read at all', () => {
    if (value) expect(Buffer.compare(writeSyclbin(value), data)).toBe(0);
    else expect(name).toMatch(/magic|version-2/);
  });
});

function attempt(data: Uint8Array): { value?: Syclbin; diagnostics: readonly Diagnostic[] } {
  try {
    return readSyclbin(data);
  } catch (error) {
    if (error instanceof FormatError) return { diagnostics: [error.diagnostic] };
    throw error;
  }
}

test('strings of version 2 that contradict the property text', () => {
  const file = good.find(({ name }) => name.endsWith('/v2.syclbin'));
  const { value: envelope } = readOffload(file?.bytes() ?? new Uint8Array(0));
  const [blob] = envelope.blobs;
  if (!blob) throw new Error('nothing');
  const entries = blob.entries.map((entry) => ({
    ...entry,
    strings: entry.strings.map((row) => (row.key === 'triple' ? { ...row, value: 'x' } : row)),
  }));
  const written = writeOffload({ blobs: [{ ...blob, entries }] });
  const value = syclbinOfOffload(readOffload(written).value, new Reporter(written.length));
  const images = value.modules.flatMap((module) => [...module.ir, ...module.native]).length;
  expect(validateSyclbin(value).filter((d) => d.code === 'syclbin/strings')).toHaveLength(images);
});

test('version 2 keeps the order and the strings of its entries', { tags: ['corpus'] }, () => {
  const file = good.find(({ name }) => name.endsWith('/v2-shuffled.syclbin')) ?? good.find(({ name }) => name.endsWith('/v2.syclbin'));
  const { value } = readSyclbin(file?.bytes() ?? new Uint8Array(0));
  const [module, ...others] = value.modules;
  const [image, ...rest] = module?.ir ?? [];
  if (!module || !image) throw new Error('nothing');
  const text = encodeText('[SYCLBIN/ir module metadata]\ntype=1|1\n');
  const changed = { ...module, ir: [{ ...image, metadata: new Bytes(text), bytes: new Bytes(encodeText('ptx')) }, ...rest] };
  const again = readSyclbin(writeSyclbin({ ...value, modules: [changed, ...others] })).value;
  const strings = ({ envelope }: Syclbin) =>
    envelope?.blobs[0]?.entries.map((entry) => entry.strings.map(({ key, value: own }) => `${key}=${own}`));
  expect(strings(again)).toEqual(strings(value)?.map((list) => list.map((one) => (one === 'ir_type=0' ? 'ir_type=1' : one))));
  expect(again.modules[0]?.ir[0]?.bytes.text()).toBe('ptx');
  expect(validateSyclbin(again)).toEqual([]);
});

describe('damage', () => {
  const small = files.filter((file) => file.bytes().length < 9_000);

  function check(data: Uint8Array): void {
    const { value } = attempt(data);
    if (!value) return;
    expect(tear(value)).toBeUndefined();
    expect(Buffer.compare(writeSyclbin(value), data)).toBe(0);
    validateSyclbin(value);
  }

  test('prefixes are read, or refused with a place', { tags: ['corpus'] }, () => {
    for (const file of small.filter(({ name }) => /runtime-writer|no-modules|bad-v2-role|bad-v1-ir/.test(name))) {
      const data = file.bytes();
      for (let length = 0; length <= data.length; length += length < 600 ? 3 : 41) check(data.slice(0, length));
    }
  });

  test('flips are read, or refused with a place', { tags: ['corpus'] }, () => {
    for (const file of small) for (let seed = 0; seed < 15; seed++) check(flip(file.bytes(), mulberry32(seed)));
  });

  test('modules that all have the same long metadata are not much work', () => {
    const module = { metadata: new Uint8Array(0), ir: [], native: [] };
    const metadata = encodeText(`[SYCL/assert used]\n${'kernel=1|1\n'.repeat(5_000)}`);
    const data = buildSyclbin({ metadata, modules: Array.from({ length: 1_000 }, () => module) }, 1);
    const view = new DataView(data.buffer);
    for (let i = 0; i < 1_000; i++) {
      view.setBigUint64(56 + i * 32, 0n, true);
      view.setBigUint64(56 + i * 32 + 8, BigInt(metadata.length), true);
    }
    const { value, diagnostics } = readSyclbin(data);
    expect(diagnostics.map((d) => d.code)).toContain('limit/work');
    expect(value.modules.reduce((sum, { metadata: own }) => sum + own.length, 0)).toBeLessThan(5 * data.length);
  });

  test('modules that all have the same many images are not much work', () => {
    const image = { metadata: new Uint8Array(0), bytes: new Uint8Array(0) };
    const module = { metadata: new Uint8Array(0), ir: [], native: [] };
    const data = buildSyclbin(
      {
        metadata: image.metadata,
        modules: [{ ...module, ir: Array.from({ length: 5_000 }, () => image) }, ...Array.from({ length: 5_000 }, () => module)],
      },
      1,
    );
    const view = new DataView(data.buffer);
    for (let i = 0; i < 5_001; i++) {
      view.setUint32(56 + i * 32 + 16, 5_000, true);
      view.setUint32(56 + i * 32 + 20, 0, true);
    }
    const { value, diagnostics } = readSyclbin(data);
    expect(diagnostics.map((d) => d.code)).toContain('limit/work');
    expect(value.modules.flatMap(({ ir }) => ir).length).toBeLessThan(100_000);
  });
});
