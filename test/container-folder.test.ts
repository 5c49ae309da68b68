/** Containers as folders and back, and other content in place of an image. */
import { describe, expect, test } from 'vitest';
import { CONTAINER_FOLDER_KINDS } from '../src/change/folder/containers.ts';
import { printTextBundle } from '../src/formats/bundle/index.ts';
import {
  Budget,
  containerRow,
  eachItem,
  FormatError,
  findItem,
  type Item,
  inspect,
  packFolder,
  replaceItem,
  unpackItem,
} from '../src/internal.ts';
import { buildAr, buildMember, buildZebin, latin1 } from './support/build-elf.ts';
import { archives } from './support/corpus.ts';
import { sha256, syclFiles } from './support/sycl.ts';
import { childrenOf } from './support/walk.ts';

const files = [
  ...archives().map(({ name, bytes }) => ({ name, bytes, expect: {} as { verdict?: string } })),
  ...['offload-binary', 'syclbin', 'bundles', 'host'].flatMap(syclFiles),
].filter((file) => file.expect.verdict !== 'error' && !file.name.endsWith('.bc'));

const foldable = files.filter((file) => CONTAINER_FOLDER_KINDS.includes(inspect(file.bytes()).value.kind));
/** Laid out by hand, not as the toolchain does it. */
const BY_HAND = /hand-|syclbin\/v2|v1-in-offloadbinary|v1-runtime-writer/;

const code = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    if (error instanceof FormatError) return error.diagnostic.code;
    throw error;
  }
  return 'none';
};

/** What is in a container: names, facts and contents. */
const contents = (item: Item): unknown[] =>
  childrenOf(item).map(({ name, facts, properties, bytes, kind }) => [
    name,
    kind,
    facts,
    properties.map((set) => set.name),
    sha256(bytes.data),
  ]);

describe('a container becomes a folder and a container again', () => {
  test.each(foldable)('$name', { tags: ['corpus'] }, (file) => {
    const bytes = file.bytes();
    const { value } = inspect(bytes);
    const folder = unpackItem(value) ?? [];
    expect(folder[0]?.path).toBe('container.json');
    expect(new Set(folder.map(({ path }) => path.toLowerCase())).size).toBe(folder.length);
    const packed = packFolder(folder);
    expect(packed.diagnostics).toEqual([]);
    if (!BY_HAND.test(file.name)) expect(sha256(packed.value)).toBe(sha256(bytes));
    // Filler depends on the layout.
    const bare = (item: Item) =>
      contents({ ...item, children: childrenOf(item).filter((child) => child.kind !== 'padding' && child.kind !== 'index') });
    expect(bare(inspect(packed.value).value)).toEqual(bare(value));
  });

  test('of every kind that can', () => {
    expect(
      new Set(foldable.map((file) => inspect(file.bytes()).value.kind)),
      '`files` in this file has one of each kind of CONTAINER_FOLDERS in src/change/folder/containers.ts',
    ).toEqual(new Set(CONTAINER_FOLDER_KINDS));
  });

  const archive = buildAr([buildMember('64.20.1.0/', latin1('image'))]);
  const folder = unpackItem(inspect(archive).value) ?? [];
  const withManifest = (text: string) => [{ path: 'container.json', data: latin1(text) }, ...folder.slice(1)];

  test.each([
    ['no JSON', '{', 'pack/syntax'],
    ['no object', '[]', 'pack/value'],
    ['no kind', '{}', 'pack/value'],
    ['another kind', '{"container":"zip"}', 'pack/value'],
    ['a kind that is in every object', '{"container":"toString"}', 'pack/value'],
    ['no members', '{"container":"ar"}', 'pack/value'],
    ['members that are none', '{"container":"ar","members":[1]}', 'pack/value'],
    ['a member without a file', '{"container":"ar","members":[{"name":"a"}]}', 'pack/value'],
    ['a file that is not there', '{"container":"ar","members":[{"name":"a","file":"../x"}]}', 'pack/missing-file'],
    [
      'a field that is too long',
      '{"container":"ar","members":[{"name":"a","file":"64.20.1.0.txt","header":{"ar_date":"1234567890123"}}]}',
      'pack/value',
    ],
    ['a version that is none', '{"container":"offload-binary","blobs":[{"version":0,"images":[]}]}', 'pack/value'],
  ])('%s is refused', (_, text, wanted) => {
    expect(code(() => packFolder(withManifest(text)))).toBe(wanted);
  });

  test('a file that nothing names is left out and reported', () => {
    const { diagnostics } = packFolder([...folder, { path: 'notes.txt', data: latin1('x') }]);
    expect(diagnostics.map((d) => [d.code, d.span.source])).toEqual([['pack/unused-file', 'notes.txt']]);
  });
});

describe('far more files than a file of its size would have are not made', () => {
  const SECTIONS = Array.from({ length: 6_000 }, (_, i) => ({ name: `.s${i}`, data: new Uint8Array(0) }));
  test.each([
    ['of a zebin', buildZebin({ zeInfo: 'version: 1.60\n', sections: SECTIONS }).bytes],
    [
      'of a container',
      printTextBundle(
        Array.from({ length: 8_000 }, (_, i) => ({ id: `${i}`, data: new Uint8Array(0) })),
        '//',
      ),
    ],
  ])('%s', (_, bytes) => {
    const { value } = inspect(bytes);
    expect(code(() => unpackItem(value))).toBe('limit/work');
    const trusted = inspect(bytes, { budget: Budget.unlimited() }).value;
    expect(unpackItem(trusted, { budget: Budget.unlimited() })?.length).toBeGreaterThan(6_000);
  });
});

describe('an image is replaced', () => {
  const other = buildZebin({ zeInfo: 'version: 1.60\nkernels:\n- name: other\n', kernels: ['other'] }).bytes;
  /**
   * The innermost things that something of any size can be put in place of, with each container around them. Sections take content of the
   * same size: see cli/machine-code.test.ts.
   */
  const places = files.flatMap((file) => {
    const root = inspect(file.bytes()).value;
    return [...eachItem(root)]
      .filter(
        (item) => item.slot && !containerRow(item.kind) && !['data', 'section'].includes(item.kind) && fixedAbove(root, item) === undefined,
      )
      .map((item) => ({ name: file.name, address: item.address, root }));
  });

  /** The container around an item that cannot be written again. */
  function fixedAbove(root: Item, item: Item): Item | undefined {
    return [...eachItem(root)].find((above) => above !== root && item.address.startsWith(`${above.address}!`) && !above.slot);
  }

  test.each(places)('in $name, $address', { tags: ['corpus'] }, ({ root, address }) => {
    const before = new Map(
      [...eachItem(root)].filter((item) => !containerRow(item.kind)).map((item) => [item.address, sha256(item.bytes.data)]),
    );
    // In a bundle of texts a text.
    const by = root.kind === 'text-bundle' ? latin1('another text\n') : other;
    const { value, diagnostics } = inspect(replaceItem(root, address, by));
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    // Containers that were compressed are not any more, so they are steps of addresses no longer.
    const at = findItem(value, address) ?? [...eachItem(value)].find((item) => address.endsWith(item.address) && item.address !== '');
    expect(sha256(at?.bytes.data ?? latin1(''))).toBe(sha256(by));
    for (const item of eachItem(value)) {
      if (item.kind === 'padding' || item.kind === 'index' || item.kind === 'section' || item === at || containerRow(item.kind)) continue;
      if (before.has(item.address) && item.address !== address) expect(sha256(item.bytes.data)).toBe(before.get(item.address));
    }
  });

  test('by the same content, which changes nothing', { tags: ['corpus'] }, () => {
    for (const { root, address } of places) {
      const item = findItem(root, address);
      const compressed = [...eachItem(root)].some((one) => one.compression !== undefined);
      if (item && !compressed && !/hand-v3-z/.test(address)) {
        const again = replaceItem(root, address, item.bytes.data);
        expect(again.length === root.bytes.length || contents(inspect(again).value).length === contents(root).length).toBe(true);
      }
    }
  });

  test('nowhere else', () => {
    const { value } = inspect(buildAr([buildMember('a/', other)]));
    expect(() => replaceItem(value, '!b', other)).toThrow(TypeError);
    expect(code(() => replaceItem(value, '!a!.ze_info', other))).toBe('replace/fixed');
    expect(replaceItem(value, '', other).data).toEqual(other);
  });
});

describe('hostile folders', () => {
  const text = (value: string): Uint8Array => latin1(value);
  const codeOf = (files: readonly { path: string; data: Uint8Array }[]): string | undefined => {
    try {
      packFolder(files);
      return undefined;
    } catch (error) {
      if (error instanceof FormatError) return error.diagnostic.code;
      throw error;
    }
  };
  const container = (json: string) => [{ path: 'container.json', data: text(json) }];
  test('lists that nest without end are refused before they are parsed', () => {
    expect(codeOf(container(`{"container":"ar","members":${'['.repeat(100_000)}${']'.repeat(100_000)}}`))).toBe('limit/depth');
    expect(codeOf(container(`{"container":"ar","members":[],"x":"\\"${'['.repeat(100)}"}`))).toBeUndefined();
  });
});
