/** What a file is, detected from its content; the tree of what is inside, and its addresses. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import {
  allDiagnostics,
  containerRow,
  detect,
  eachItem,
  FORMATS,
  FormatError,
  findItem,
  formatRow,
  type Item,
  inspect,
  LIMITS,
  zebinsOf,
} from '../src/internal.ts';
import { addressSteps } from '../src/walk/inspect.ts';
import { buildAr, buildElf, buildMember, buildZebin, latin1 } from './support/build-elf.ts';
import { archives, fixture, patchTokens, probes, sycl, zebins } from './support/corpus.ts';
import { nestedArchives } from './support/mutate.ts';
import { childrenOf, plainItem } from './support/walk.ts';

/** The finding that is thrown. */
function refusal(bytes: Uint8Array) {
  try {
    inspect(bytes);
  } catch (error) {
    if (error instanceof FormatError) return error.diagnostic;
    throw error;
  }
  throw new Error('it was read');
}

const zebin = buildZebin({ zeInfo: 'version: 1.60\nkernels:\n- name: k\n', kernels: ['k'] });

describe('a kind is identified by content', () => {
  test.each(zebins())('$name', { tags: ['corpus'] }, (file) => {
    expect(detect(file.bytes())).toBe('zebin');
  });
  // A file without attributes is a zebin by its machine; all probes have that.
  test.each(probes())('$name', { tags: ['corpus'] }, (file) => {
    expect(detect(file.bytes())).toBe('zebin');
  });
  test.each(archives())('$name', { tags: ['corpus'] }, (file) => {
    expect(detect(file.bytes())).toBe('ar');
  });
  // The device binary of patch tokens is inside.
  test.each(patchTokens())('$name', { tags: ['corpus'] }, (file) => {
    expect(detect(file.bytes())).toBe('legacy-elf');
    expect([...eachItem(inspect(file.bytes()).value)].map((item) => item.kind)).toContain('patch-tokens');
  });

  test('of every file, as far as there is a row for it, without throwing', { tags: ['corpus'] }, () => {
    for (const file of sycl()) {
      const kind = detect(file.bytes());
      if (kind !== undefined) expect(formatRow(kind)?.kind).toBe(kind);
    }
  });
});

describe('what is not read', () => {
  const made: Record<string, [kind: string, bytes: Uint8Array]> = {
    'a picture': ['png', latin1('\x89PNG\r\n\x1a\n\0\0\0\rIHDR')],
    'another picture': ['jpeg', latin1('\xff\xd8\xff\xe0\0\x10JFIF')],
    'a document': ['pdf', latin1('%PDF-1.7\n')],
    'attributes alone': ['ze-info', latin1("---\nversion: '1.60'\nkernels:\n")],
    'a history with versions': ['text', latin1('version: 0.25\ndate: Sat\nchanges:\n  - more\n')],
    'attributes of a later version': ['ze-info', latin1("version: '1.99'\nnew_list:\nkernels:\n")],
    'attributes after comments': ['ze-info', latin1('# made by hand\r\n# twice\r\n\nversion: 1.60\n')],
    'a text': ['text', latin1('Hello, world.\n')],
    'a text of another language': ['text', new TextEncoder().encode('привет\n')],
    'a text with a version that is none': ['text', latin1('version: latest\n')],
  };

  test.each([
    ['spirv', latin1('\x03\x02\x23\x07\0\x04\x01\0')],
    ['bitcode', latin1('BC\xc0\xde\x35\x14')],
  ])('%s is an image: drivers compile it', (kind, bytes) => {
    expect(inspect(bytes).value.kind).toBe(kind);
  });

  test.each(Object.entries(made))('%s gets a sentence that names it and says what to do', (_, [kind, bytes]) => {
    expect(detect(bytes)).toBe(kind);
    const { code, data, message, span } = refusal(bytes);
    expect(code).toBe('detect/not-readable');
    expect(data?.kind).toBe(kind);
    expect(message).toContain(formatRow(kind)?.title);
    expect(message.length).toBeGreaterThan(50);
    expect([span.start, span.end]).toEqual([0, Math.min(16, bytes.length)]);
  });

  test.each([
    ['patch-tokens', 'CTNI\x2a\x04\0\0', 'legacy/cut'],
    ['offload-binary', '\x10\xff\x10\xad\x01\0\0\0', 'offload/header'],
    ['syclbin', 'IBYS\x01\0\0\0', 'syclbin/header'],
    ['compressed-clang-bundle', 'CCOB\x02\0', 'bundle/header'],
    ['coff', '\x64\x86\x05\0', 'host/not-host'],
    ['pe', 'MZ\x90\0\x03\0\0\0', 'host/not-host'],
  ] as const)('a container that is nothing but its magic says what is missing: %s', (kind, text, code) => {
    expect(detect(latin1(text))).toBe(kind);
    expect(refusal(latin1(text)).code).toBe(code);
  });

  test('host code without images says so', () => {
    const { value, diagnostics } = inspect(buildElf({ header: { e_machine: 62 } }).bytes);
    expect([value.kind, value.children.length]).toEqual(['elf', 0]);
    expect(diagnostics.map((d) => d.code)).toEqual(['inspect/no-images']);
  });

  test.each([64, 65])('host code of %i MiB that is not in memory is searched up to 64', (mebibytes) => {
    const { bytes } = buildElf({ header: { e_machine: 62 } });
    const program = fixture('patchtoken/basic-skl.bin')
      .bytes()
      .subarray(8064, 8064 + 11_528);
    const at = 4096;
    const size = mebibytes * 1_048_576;
    const read = (start: number, length: number) => {
      const piece = new Uint8Array(length);
      for (const [from, data] of [
        [0, bytes],
        [at, program],
      ] as const)
        for (let i = Math.max(start, from); i < Math.min(start + length, from + data.length); i++) piece[i - start] = data[i - from] ?? 0;
      return piece;
    };
    const { value, diagnostics } = inspect({ size, read });
    expect(childrenOf(value).map(({ kind, bytes: { base, length } }) => [kind, base, length])).toEqual(
      mebibytes > 64 ? [] : [['patch-tokens', at, program.length]],
    );
    expect(diagnostics.map((d) => d.code)).toEqual(mebibytes > 64 ? ['inspect/no-images'] : []);
  });

  test('every kind that is not read is among them or has a magic', () => {
    const kinds = new Set(Object.values(made).map(([kind]) => kind));
    const rows: readonly { kind: string; advice?: string; magic?: readonly string[] }[] = FORMATS;
    expect(rows.filter((row) => row.advice !== undefined && !row.magic && !kinds.has(row.kind) && !containerRow(row.kind))).toEqual([]);
    for (const { kind, magic = [] } of rows) for (const text of magic) expect(detect(latin1(text))).toBe(kind);
  });

  test('nothing at all, and what is of no known kind', () => {
    expect(refusal(new Uint8Array(0))).toMatchObject({ code: 'detect/empty', span: { start: 0, end: 0 } });
    expect(refusal(Uint8Array.of(0, 1, 2, 3))).toMatchObject({ code: 'detect/unknown', span: { start: 0, end: 4 } });
    expect(refusal(new Uint8Array(100))).toMatchObject({ code: 'detect/unknown', span: { start: 0, end: 16 } });
    expect(detect(new Uint8Array(0))).toBeUndefined();
    expect(detect(Uint8Array.of(0, 1, 2))).toBeUndefined();
  });

  test('an ELF file without a whole header says what is wrong with it', () => {
    expect(refusal(latin1('\x7fELF')).code).toBe('elf/header-short');
    expect(refusal(latin1('\x7fELF\x03').slice()).code).toBe('elf/header-short');
    expect(detect(latin1('\x7fELF'))).toBe('elf');
  });

  test.each([
    ['zstd', '\x28\xb5\x2f\xfd\x04'],
    ['gzip', '\x1f\x8b\x08\0\0\0\0\0\0\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff'],
  ])('a damaged %s stream says what is wrong with it', (kind, text) => {
    expect(detect(latin1(text))).toBe(kind);
    expect(refusal(latin1(text)).code).toBe('inflate/data');
  });

  test('what is not bytes is a mistake of the caller', () => {
    expect(() => inspect('text' as unknown as Uint8Array)).toThrow(TypeError);
    expect(() => detect(undefined as unknown as Uint8Array)).toThrow(TypeError);
  });
});

/** Every address is there once and leads to its item. */
function expectAddresses(root: Item): void {
  const seen = new Set<string>();
  for (const item of eachItem(root)) {
    expect(seen.has(item.address), item.address).toBe(false);
    seen.add(item.address);
    expect(plainItem(findItem(root, item.address)), item.address).toEqual(plainItem(item));
    for (const child of childrenOf(item)) {
      expect(child.address.startsWith(`${item.address}!`)).toBe(true);
      expect(child.bytes.length === 0 || child.bytes.base >= item.bytes.base).toBe(true);
    }
  }
}

describe('addresses', () => {
  test.each([...zebins(), ...probes(), ...archives()])('of $name lead to their items', (file) => {
    expectAddresses(inspect(file.bytes()).value);
  });

  test('of names that repeat or are empty have a number', () => {
    expect(addressSteps(['a', 'b', 'a', '', 'a'])).toEqual(['a[0]', 'b', 'a[1]', '[0]', 'a[2]']);
    expect(addressSteps([''])).toEqual(['[0]']);
  });

  test('of names that look like addresses are escaped', () => {
    const names = ['a!b', 'a%21b', 'a', 'a', 'a[0]', 'a[1]', 'a[x]', '[0]', '', 'a[3]b', '100%', 'a[0][1]', 'a[0]\n'];
    const steps = addressSteps(names);
    expect(steps).toEqual([
      'a%21b',
      'a%2521b',
      'a[0]',
      'a[1]',
      'a%5b0]',
      'a%5b1]',
      'a[x]',
      '%5b0]',
      '[0]',
      'a[3]b',
      '100%25',
      'a[0]%5b1]',
      'a[0]\n',
    ]);
    expect(new Set(steps).size).toBe(names.length);
  });

  test('of odd names lead to sections and through members', () => {
    const odd = buildElf({
      sections: ['a!b', 'a', 'a', 'a[1]', '%21', 'é', ' ', '..', '/', '__proto__'].map((name) => ({
        name: Buffer.from(name).toString('latin1'),
        data: name,
      })),
    });
    const bytes = buildAr([
      buildMember('x!y/', odd.bytes),
      buildMember('x/', odd.bytes),
      buildMember('x/', zebin.bytes),
      buildMember('x[1]/', zebin.bytes),
    ]);
    const root = inspect(bytes).value;
    expectAddresses(root);
    expect(findItem(root, '!x%21y!a%21b')?.bytes.text()).toBe('a!b');
    expect(findItem(root, '!x[0]!a[1]')?.bytes.text()).toBe('a');
    expect(findItem(root, '!x[1]!.ze_info')?.bytes.text()).toContain('version: 1.60');
    expect(findItem(root, '!x%5b1]')?.kind).toBe('zebin');
    expect(findItem(root, '!x[0]!é')?.name).toBe('é');
  });

  test('of nothing lead nowhere', () => {
    const root = inspect(zebin.bytes).value;
    for (const address of ['!', '!x', '.ze_info', '!.ze_info!x', '!.ze_inf', '!.ze_info!', ' !.ze_info'])
      expect(findItem(root, address)).toBeUndefined();
    expect(findItem(root, '')).toBe(root);
  });
});

describe('a tree', () => {
  test('has the sections of a zebin, with their place in the file', () => {
    const { value, diagnostics } = inspect(zebin.bytes);
    expect(diagnostics).toEqual([]);
    expect([value.kind, value.content.kind]).toEqual(['zebin', 'zebin']);
    expect(value.children.map((item) => item.address)).toEqual(['![0]', '!.text.k', '!.ze_info', '!.shstrtab']);
    const [start, end] = zebin.content('.ze_info');
    expect(findItem(value, '!.ze_info')?.bytes.span()).toEqual({ source: '', start, end });
  });

  test('lists the members of an archive, with the kind of each', () => {
    const bytes = buildAr([
      buildMember('//', latin1('long-name-of-a-member/\n')),
      buildMember('64.20.1.0/', zebin.bytes),
      buildMember('pad_0/', latin1('   ')),
      buildMember('generic_ir/', buildElf({ header: { e_type: 0xff02, e_machine: 0 } }).bytes),
      buildMember('/0', latin1('some text')),
      buildMember('odd/', Uint8Array.of(0, 1, 2)),
      buildMember('empty/', new Uint8Array(0)),
      buildMember('broken/', latin1('\x7fELF\x02')),
    ]);
    const { value, diagnostics } = inspect(bytes);
    expect(childrenOf(value).map((item) => [item.address, item.kind])).toEqual([
      ['!//', 'index'],
      ['!64.20.1.0', 'zebin'],
      ['!pad_0', 'padding'],
      ['!generic_ir', 'legacy-elf'],
      ['!long-name-of-a-member', 'text'],
      ['!odd', 'data'],
      ['!empty', 'data'],
      ['!broken', 'data'],
    ]);
    expect(zebinsOf(value).map(({ item }) => item.address)).toEqual(['!64.20.1.0']);
    // A member that cannot be read carries the reason, and its siblings are read.
    expect(diagnostics.map((d) => [d.code, d.path])).toEqual([['elf/header-short', 'broken!']]);
    expect(allDiagnostics(value)).toEqual(diagnostics);
  });

  test('of unknown data has the device binaries in it, at any offset', () => {
    const inside = Uint8Array.from([0, 1, 2, ...zebin.bytes, 9, 9, ...zebin.bytes, 7]);
    const { value, diagnostics } = inspect(inside);
    expect(value.kind).toBe('data');
    expect(childrenOf(value).map((item) => [item.address, item.kind])).toEqual([
      ['!carved[0]', 'zebin'],
      ['!carved[1]', 'zebin'],
    ]);
    expect(findItem(value, '!carved[1]!.ze_info')?.bytes.text()).toContain('version: 1.60');
    // What is not in them may hold others that were not found.
    expect(diagnostics.map((d) => [d.code, d.data?.bytes, d.data?.places])).toEqual([['inspect/rest', 5, 3]]);
  });

  test('of a host program of which nothing is known has them too', () => {
    const built = buildElf({ header: { e_machine: 62 }, sections: [{ name: '.rodata', data: zebin.bytes }] });
    expect(childrenOf(inspect(built.bytes).value).map((item) => item.kind)).toEqual(['zebin']);
  });

  test('of files of a SYCL cache has their binaries', () => {
    const size = (length: number) => [...new Uint8Array(BigUint64Array.of(BigInt(length)).buffer)];
    const one = Uint8Array.from([...size(zebin.bytes.length), ...zebin.bytes]);
    const { value } = inspect(one);
    expect([value.kind, value.children.map((item) => item.address)]).toEqual(['sycl-cache', ['!binary']]);
    const key = Uint8Array.from([...size(3), 65, 66, 67, ...size(0), ...size(0), ...one]);
    const image = findItem(inspect(key).value, '!image');
    expect([image?.kind, image?.facts]).toEqual(['zebin', [{ name: 'device', value: 'ABC' }]]);
  });

  test('of a compressed file is that of its content, in a separate source', () => {
    const { value, diagnostics } = inspect(gzipSync(buildZebin({ zeInfo: 'version: 1.60\nodd: 1\n' }).bytes));
    expect([value.kind, value.compression, value.bytes.source, value.stored.source]).toEqual(['zebin', 'gzip', '!', '']);
    expect(diagnostics.map((d) => [d.code, d.span.source])).toEqual([['zeinfo/unknown-attribute', '!']]);
    expect(findItem(value, '!.ze_info')?.bytes.text()).toContain('odd');
    const inner = childrenOf(inspect(buildAr([buildMember('a/', new Uint8Array(gzipSync(zebin.bytes)))])).value)[0];
    expect([inner?.kind, inner?.address, inner?.bytes.source]).toEqual(['zebin', '!a', '!a']);
  });

  test('of a format that is named is read as that', () => {
    expect(inspect(latin1('no line\n'), { as: 'property-sets' }).diagnostics.map((d) => d.code)).toEqual(['props/key']);
    expect(inspect(new Uint8Array(0), { as: 'property-sets' }).value.kind).toBe('property-sets');
    expect(refusal(latin1('no line\n')).code).toBe('detect/not-readable');
    expect(() => inspect(latin1('no archive'), { as: 'ar' })).toThrow(/ar\/not-ar/);
  });

  test('has findings that count in the whole file and begin with their address', () => {
    const inner = buildZebin({ zeInfo: 'version: 1.60\nodd: 1\n' });
    const { diagnostics } = inspect(buildAr([buildMember('a/', buildAr([buildMember('b/', inner.bytes)]))]));
    const start = 8 + 60 + 8 + 60 + inner.content('.ze_info')[0] + 'version: 1.60\n'.length;
    expect(diagnostics.map((d) => [d.path, d.span.start, d.span.end])).toEqual([['a!b!.ze_info/odd', start, start + 3]]);
  });

  test('of archives in one another ends at the limit', () => {
    for (const levels of [1, LIMITS.containerDepth, LIMITS.containerDepth + 1, 1_000]) {
      const { value, diagnostics } = inspect(nestedArchives(levels, zebin.bytes));
      expectAddresses(value);
      const deep = levels > LIMITS.containerDepth;
      expect(diagnostics.map((d) => d.code)).toEqual(deep ? ['limit/depth'] : []);
      expect(zebinsOf(value)).toHaveLength(deep ? 0 : 1);
      expect([...eachItem(value)].filter((item) => item.kind === 'ar')).toHaveLength(Math.min(levels, LIMITS.containerDepth + 1));
    }
  });

  test('keeps no more findings than the limit', () => {
    const broken = buildZebin({ zeInfo: 'x\n'.repeat(2_000) }).bytes;
    const { diagnostics } = inspect(
      buildAr([buildMember('a/', broken), buildMember('b/', broken), ...Array.from({ length: 30 }, () => buildMember('c/', broken))]),
    );
    expect(diagnostics.length).toBe(LIMITS.diagnostics + 1);
    expect(diagnostics.at(-1)).toMatchObject({ code: 'limit/diagnostics' });
  });
});
