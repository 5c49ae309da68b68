/**
 * Every file of the corpus of SYCL containers, against what its manifest expects: the images with their hashes, what their containers
 * say of them, and the property sets. A file that must be refused has an error; none is identified by its name.
 */
import { describe, expect, test } from 'vitest';
import {
  containerRow,
  eachItem,
  FormatError,
  type FormatKind,
  findItem,
  formatRow,
  type Item,
  inspect,
  type LsEntry,
  lsDocument,
} from '../src/internal.ts';
import { sha256, syclFiles } from './support/sycl.ts';
import { childrenOf, plainItem } from './support/walk.ts';

interface Payload {
  readonly size: number;
  readonly sha256: string;
}
interface ExpectedSet {
  readonly name: string;
  readonly properties: readonly {
    readonly key: string;
    readonly type: number;
    readonly uint32?: number;
    readonly bits?: number;
    readonly hex?: string;
    /** Of type 3, which becomes a byte array. */
    readonly string?: string;
  }[];
}
interface OffloadImage {
  readonly imageKind: number;
  readonly offloadKind: number;
  readonly strings: Readonly<Record<string, string>> | readonly (readonly [string, string])[];
  readonly symbols?: readonly string[];
}
interface HostImage {
  readonly structVersion: number;
  readonly target: string;
  readonly entries: readonly string[];
  readonly compile?: string;
  readonly link?: string;
  readonly payload: Payload;
  readonly propertySets?: readonly ExpectedSet[];
}
interface SyclbinImage {
  readonly metadata: readonly ExpectedSet[];
}
interface Expectation {
  readonly note?: string;
  readonly members?: readonly string[];
  readonly thin?: boolean;
  readonly blobs?: readonly { readonly images: readonly OffloadImage[] }[];
  readonly offload?: { readonly blobs: readonly { readonly images: readonly OffloadImage[] }[] };
  readonly sycl?: { readonly images?: readonly HostImage[] };
  readonly sets?: readonly ExpectedSet[];
  readonly bundles?: readonly (readonly { readonly id: string }[])[];
  readonly abstractModules?: readonly {
    readonly metadata: readonly ExpectedSet[];
    readonly irModules: readonly SyclbinImage[];
    readonly nativeImages: readonly SyclbinImage[];
  }[];
}
interface Row {
  readonly path: string;
  readonly expect: Expectation & { readonly verdict?: 'ok' | 'error' };
  bytes(): Uint8Array;
}

const FOLDERS = ['property-sets', 'syclbin', 'offload-binary', 'bundles', 'host'];
const rows: readonly Row[] = FOLDERS.flatMap((one) =>
  syclFiles(one).map(({ name, expect: wanted, bytes }) => ({ path: name, expect: wanted, bytes })),
);
const folder = (path: string) => path.slice(0, path.indexOf('/'));

/** The format to name for a file that its beginning does not identify. */
const NAMED: Readonly<Record<string, FormatKind>> = {
  'property-sets': 'property-sets',
  syclbin: 'syclbin',
  'offload-binary': 'offload-binary',
  bundles: 'clang-bundle',
};
/** Right and without a line, so nothing identifies it. */
const NAMELESS = 'property-sets/empty-file.prop';

const payloadOf = (item: Item): Payload => ({ size: item.bytes.length, sha256: sha256(item.bytes.data) });
const bySize = (a: Payload, b: Payload) => a.size - b.size || (a.sha256 < b.sha256 ? -1 : 1);

/** Images and entries of bundles: what is in containers and is not one itself. */
function imagesIn(item: Item): Item[] {
  if (item.kind === 'property-sets' || item.kind === 'index' || item.kind === 'padding') return [];
  return containerRow(item.kind) ? childrenOf(item).flatMap(imagesIn) : [item];
}

const fact = (item: Item | LsEntry, name: string) => item.facts?.find((one) => one.name === name)?.value;
/** The entry for the host in an object file is a byte that means nothing. */
const isPlaceholder = (item: Item) => item.bytes.length === 1 && fact(item, 'offload_kind') === 'host';

/** Every payload that an expectation names, in its order. */
function payloads(value: unknown): Payload[] {
  if (value === null || typeof value !== 'object') return [];
  const { size, sha256, bytes } = value as Partial<Payload> & { bytes?: number };
  if (size !== undefined && sha256 !== undefined && bytes === undefined) return [{ size, sha256 }];
  const { bytes: _, ...parts } = value as Record<string, unknown>;
  return Object.values(parts).flatMap(payloads);
}

function setsAsListed(sets: readonly ExpectedSet[] = []): LsEntry['properties'] {
  return sets.map(({ name, properties }) => ({
    name,
    properties: properties.map(({ key, type, uint32 = 0, bits = 0, hex = '', string = '' }) => {
      if (type === 1) return { key, type: 1, value: uint32 };
      const text = Buffer.from(string);
      return type === 3 ? { key, type: 2, bits: text.length * 8, value: text.toString('hex') } : { key, type: 2, bits, value: hex };
    }),
  }));
}

function open({ path, bytes }: Row): Item {
  return inspect(bytes(), path === NAMELESS ? { as: 'property-sets' } : {}).value;
}

/** The file of that path, when it is among those that there are. */
const rowAt = (path: string) => rows.find((row) => row.path === path);

/** The entries of `ls --json` that an item's images have. */
function listed(root: Item, items: readonly Item[]): LsEntry[] {
  const entries = new Map<string, LsEntry>();
  const visit = (entry: LsEntry): void => {
    entries.set(entry.address, entry);
    entry.children.forEach(visit);
  };
  visit(lsDocument(root).root);
  return items.map((item) => entries.get(item.address) as LsEntry);
}

const right = rows.filter((row) => row.expect.verdict !== 'error');
const wrong = rows.filter((row) => row.expect.verdict === 'error');
const withImages = right.filter((row) => row.expect.members === undefined && !row.path.endsWith('.bc'));

describe.each(withImages)('$path', { tags: ['corpus'] }, (row) => {
  const wanted = row.expect;
  const root = open(row);
  const images = imagesIn(root).filter((item) => !isPlaceholder(item));

  test('has the images, and nothing is wrong with it', () => {
    const hashed = payloads(wanted);
    const blobs = wanted.blobs ?? wanted.offload?.blobs ?? [];
    // Of some the manifest has the kernel names only.
    if (hashed.length > 0 || blobs.length === 0) expect(images.map(payloadOf).sort(bySize)).toEqual(hashed.sort(bySize));
    for (const { diagnostics } of eachItem(root)) expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    for (const item of images) expect(plainItem(findItem(root, item.address))).toEqual(plainItem(item));
  });

  const blobs = wanted.blobs ?? (wanted.sycl?.images ? undefined : wanted.offload?.blobs);
  if (blobs) {
    test('says of each image what its OffloadBinary does', () => {
      const entries = listed(root, images);
      const all = blobs.flatMap((blob) => blob.images);
      expect(entries).toHaveLength(all.length);
      all.forEach(({ strings, symbols }, i) => {
        const pairs = Array.isArray(strings) ? strings : Object.entries(strings);
        for (const [key, value] of pairs) {
          if (key === 'symbols' || key.startsWith('SYCL')) continue;
          expect(entries[i]?.facts).toContainEqual({ name: key, value });
        }
        if (symbols) expect(images[i]?.kernels).toEqual(symbols);
      });
    });
  }

  const host = wanted.sycl?.images;
  if (host) {
    test('says of each image what its descriptor does', () => {
      const described = images.filter((item) => item.address.startsWith('!tgtimg'));
      const entries = listed(root, described);
      expect(entries.map((entry) => fact(entry, 'target') ?? '')).toEqual(host.map((image) => image.target));
      host.forEach((image, i) => {
        const entry = entries[i];
        expect(described[i] && payloadOf(described[i])).toEqual({ size: image.payload.size, sha256: image.payload.sha256 });
        expect(fact(entry as LsEntry, 'version')).toBe(String(image.structVersion));
        expect(described[i]?.kernels).toEqual(image.entries);
        expect(entry?.properties ?? []).toEqual(setsAsListed(image.propertySets));
        if (image.compile !== undefined) expect(fact(entry as LsEntry, 'compile-opts') ?? '').toBe(image.compile);
        if (image.link !== undefined) expect(fact(entry as LsEntry, 'link-opts') ?? '').toBe(image.link);
      });
    });
  }

  const { sets, abstractModules, bundles } = wanted;
  if (sets) test('has the property sets', () => expect(lsDocument(root).root.properties ?? []).toEqual(setsAsListed(sets)));
  if (abstractModules) {
    test('has the property sets of each image, after those of its module', () => {
      const all = abstractModules.flatMap(({ metadata, irModules, nativeImages }) =>
        [...irModules, ...nativeImages].map((image) => setsAsListed([...metadata, ...image.metadata])),
      );
      expect(listed(root, images).map((entry) => entry.properties ?? [])).toEqual(all);
    });
  }
  if (bundles) test('has the ids', () => expect(images.map((item) => item.name)).toEqual(bundles.flat().map((entry) => entry.id)));
});

describe('archives hold what their members hold', () => {
  /** Archives of which all members are there as files too. */
  const whole = right.filter((row) => row.expect.members?.every((path) => rowAt(path)));
  const members = (row: Row): Row[] => (row.expect.members ?? []).flatMap((path) => rowAt(path) ?? []);
  const hashes = (item: Item) =>
    imagesIn(item)
      .filter((one) => !isPlaceholder(one))
      .map(payloadOf);

  for (const row of whole) {
    if (row.expect.thin) continue;
    test(row.path, () => expect(hashes(open(row))).toEqual(members(row).flatMap((member) => hashes(open(member)))));
  }

  for (const row of right.filter((one) => one.expect.thin)) {
    test(`${row.path}, closed`, { tags: ['corpus'] }, () => {
      expect(imagesIn(open(row)).map((item) => item.bytes.length)).toEqual(row.expect.members?.map(() => 0));
    });
    test(`${row.path}, with a way to open other files`, { tags: ['corpus'] }, () => {
      const asked: string[] = [];
      const sibling = (name: string) => {
        asked.push(name);
        return rowAt(`${folder(row.path)}/${name}`)?.bytes();
      };
      const root = inspect(row.bytes(), { sibling }).value;
      expect(asked).toEqual(row.expect.members?.map((path) => path.slice(path.indexOf('/') + 1)));
      expect(hashes(root).filter((one) => one.size > 0)).toEqual(members(row).flatMap((member) => hashes(open(member))));
      for (const item of eachItem(root))
        if (item !== root && item.kind !== 'index' && item.bytes.length > 0) expect(item.bytes.source).toMatch(/^!/);
    });
  }
});

describe('files that are wrong', () => {
  test.each(wrong)('$path', { tags: ['corpus'] }, (row) => {
    const bytes = row.bytes();
    const errors = (as?: FormatKind) => {
      try {
        return inspect(bytes, as === undefined ? {} : { as }).diagnostics.filter((d) => d.severity === 'error');
      } catch (error) {
        if (error instanceof FormatError) return [error.diagnostic];
        throw error;
      }
    };
    const reported = errors();
    // What is not known by its beginning is read when its format is named, also if images are found in it.
    const found = reported.length === 0 || reported.some((d) => d.code.startsWith('detect/')) ? errors(NAMED[folder(row.path)]) : reported;
    expect(found.length).toBeGreaterThan(0);
    for (const { code, span } of found) {
      expect(code).not.toMatch(/^detect\//);
      expect(span.start).toBeGreaterThanOrEqual(0);
      if (span.source === '') expect(span.end).toBeLessThanOrEqual(bytes.length);
    }
  });
});

test('bitcode is named, with the reason why images inside are not taken out', () => {
  expect(inspect(Uint8Array.of(0x42, 0x43, 0xc0, 0xde, 0x35, 0x14, 0, 0)).value.kind).toBe('bitcode');
  for (const row of right.filter(({ path }) => path.endsWith('.bc'))) expect(open(row).kind).toBe('bitcode');
  expect(formatRow('bitcode')?.advice).toMatch(/not aligned to bytes/);
});
