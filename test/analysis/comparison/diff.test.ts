/** What differs, and above all what does not. */
import { describe, expect, test } from 'vitest';
import { must } from '../../../src/core/diag/index.ts';
import type { PropertySet } from '../../../src/formats/props/index.ts';
import {
  buildZebin,
  compareDocument,
  type DiffDocument,
  diffDocument,
  disasmDocument,
  encodeZebin,
  FormatError,
  type Item,
  inspect,
  type KernelBuild,
  measuredKernels,
  measuredSide,
  partsOfZebin,
  readZebin,
  type Side,
  writeAr,
  type ZebinBuild,
} from '../../../src/internal.ts';
import { archives, fixture, zebins } from '../../support/corpus.ts';

const side = (bytes: Uint8Array, path = 'a.zebin'): Side => ({ path, files: [{ path: '', root: inspect(bytes).value }] });
const diff = (base: Uint8Array, next: Uint8Array) => diffDocument(side(base), side(next));
const texts = (differences: DiffDocument['kernels'][number]['differences']) =>
  differences.map(({ within, what, base, new: next }) => `${within === '' ? '' : `${within}: `}${what} ${base} > ${next}`);

const CODE = new Uint8Array(64).fill(0xaa);
const kernel = (name: string, more: Partial<KernelBuild> = {}): KernelBuild => ({
  name,
  env: { simd_size: 16 },
  code: CODE,
  args: [
    { kind: 'buffer', mode: 'stateless' },
    { kind: 'value', bytes: 4 },
  ],
  ...more,
});
const built = (kernels: readonly KernelBuild[], more: Partial<ZebinBuild> = {}) =>
  must(buildZebin({ device: 'bmg-g21-a0', kernels, ...more })) ?? new Uint8Array();

describe('nothing differs', () => {
  test('between a file and itself, for every file', { tags: ['corpus'] }, () => {
    for (const file of [...zebins(), ...archives()]) {
      const root = inspect(file.bytes()).value;
      const document = diffDocument(
        { path: 'a', files: [{ path: '', root }] },
        { path: 'b', files: [{ path: '', root: inspect(file.bytes()).value }] },
      );
      expect({ file: file.name, same: document.same, changed: [...document.kernels, ...document.images] }).toEqual({
        file: file.name,
        same: true,
        changed: [],
      });
    }
  });

  test('when kernels are in another order', () => {
    const { same, unchanged } = diff(built([kernel('a'), kernel('b')]), built([kernel('b'), kernel('a')]));
    expect([same, unchanged]).toEqual([true, 2]);
  });

  test('when the code is padded otherwise', () => {
    const bytes = built([kernel('a')]);
    const padded = withContent(bytes, '.text.a', (code) => Uint8Array.from({ length: code.length + 192 }, (_, i) => code[i] ?? 0));
    expect(padded.length).toBeGreaterThan(bytes.length);
    expect(diff(bytes, padded)).toMatchObject({ same: true, unchanged: 1 });
  });

  test('when arguments are in another order, and attributes with their defaults are written', () => {
    const bytes = built([kernel('a')]);
    const edited = withText(bytes, (text) => {
      const [list = ''] = /(?: +- arg_type:.*\n(?: {6,}\w.*\n)*)+/.exec(text) ?? [];
      const entries = list.split(/^(?= +- )/m);
      expect(entries.length).toBeGreaterThan(1);
      const reversed = text.replace(list, entries.reverse().join(''));
      return reversed.replace(/^( +)grf_count: .*\n/m, '$&$1barrier_count: 0\n$1has_stack_calls: false\n$1has_global_atomics: false\n');
    });
    expect(Buffer.from(edited).equals(bytes)).toBe(false);
    expect(diff(bytes, edited)).toMatchObject({ same: true, unchanged: 1 });
  });

  test('when a name is mangled otherwise', () => {
    const document = diff(built([kernel('_ZTS4Copy')]), built([kernel('_ZTSN4CopyE')]));
    expect([document.same, document.kernels]).toEqual([true, []]);
  });
});

/** The file with another content of a section. */
function withContent(bytes: Uint8Array, name: string, change: (content: Uint8Array) => Uint8Array): Uint8Array {
  const parts = partsOfZebin(readZebin(bytes).value);
  const sections = parts.sections.map((section) =>
    section.name === name && section.content.kind === 'bytes'
      ? { ...section, content: { ...section.content, bytes: change(section.content.bytes) } }
      : section,
  );
  return must(encodeZebin({ ...parts, sections }));
}

function withText(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return withContent(bytes, '.ze_info', (content) => new TextEncoder().encode(change(new TextDecoder().decode(content))));
}

describe('what differs', () => {
  const base = built([kernel('a'), kernel('b')]);

  test('measures, attributes and code, by kernel', () => {
    const other = new Uint8Array(CODE);
    other[0x20] = 1;
    const document = diff(
      base,
      built([kernel('a', { env: { simd_size: 32, slm_size: 1024, require_disable_eufusion: true }, code: other }), kernel('b')]),
    );
    expect([document.same, document.unchanged]).toEqual([false, 1]);
    const [found] = document.kernels;
    expect(found?.name).toBe('a');
    expect(texts(found?.differences ?? [])).toEqual(
      expect.arrayContaining([
        'SLM (bytes per thread group) 0 > 1024',
        'SIMD (lanes) 16 > 32',
        'execution_env: require_disable_eufusion null > true',
      ]),
    );
    expect(found?.differences.find((one) => one.what === 'instructions')?.new).toMatch(/differ from 0x20 on$/);
  });

  test('an argument more is one difference', () => {
    const more = kernel('a', { args: [...(kernel('a').args ?? []), { kind: 'value', bytes: 8 }] });
    const { kernels } = diff(base, built([more, kernel('b')]));
    const lines = texts(kernels[0]?.differences ?? []);
    expect(lines.filter((line) => line.startsWith('payload_arguments[arg_byvalue 2'))).toHaveLength(1);
  });

  test('kernels that only one side has', () => {
    const document = diff(base, built([kernel('b'), kernel('c')]));
    expect(document.kernels_only_base.map((one) => one.name)).toEqual(['a']);
    expect(document.kernels_only_new.map((one) => one.name)).toEqual(['c']);
    expect([document.same, document.unchanged]).toEqual([false, 1]);
  });

  test('the image: intermediate code, global data', () => {
    const document = diff(base, built([kernel('a'), kernel('b')], { spirv: CODE, globals: { bytes: CODE } }));
    expect(document.kernels).toEqual([]);
    expect(texts(document.images[0]?.differences ?? [])).toEqual(
      expect.arrayContaining(['intermediate code no > yes', 'sections: .spv null > 64 bytes', 'sections: .data.global null > 64 bytes']),
    );
    const changed = diff(
      built([kernel('a')], { globals: { bytes: CODE } }),
      built([kernel('a')], { globals: { bytes: CODE.map((_, i) => i) } }),
    );
    expect(texts(changed.images[0]?.differences ?? [])).toEqual(['sections: .data.global 64 bytes > 64 bytes, differ from 0x0 on']);
  });

  test('the image: symbols of data, and property sets', () => {
    const data = (name: string) => built([kernel('a')], { constants: { bytes: CODE, symbols: [{ name, offset: 0, bytes: 4 }] } });
    expect(texts(diff(data('one'), data('two')).images[0]?.differences ?? [])).toEqual([
      'global symbols: one .data.const + 0, 4 bytes > null',
      'global symbols: two null > .data.const + 0, 4 bytes',
    ]);
    const withSet = (value: number): Side => {
      const root = inspect(data('one')).value;
      const set = { name: 'SYCL/misc properties', properties: [{ key: 'optLevel', value: { type: 1 as const, value } }] };
      return { path: 'a', files: [{ path: '', root: { ...root, properties: [set] } as typeof root }] };
    };
    expect(texts(diffDocument(withSet(0), withSet(2)).images[0]?.differences ?? [])).toEqual([
      'property set SYCL/misc properties: optLevel 1|0 > 1|2',
    ]);
  });

  test('a filter leaves out the other kernels and the images', () => {
    const next = built([kernel('a', { env: { simd_size: 32 } }), kernel('b', { env: { simd_size: 32 } })], { spirv: CODE });
    const document = diffDocument(side(base), side(next), (name) => name === 'b');
    expect([document.base.kernels, document.kernels.map((one) => one.name), document.images]).toEqual([1, ['b'], []]);
  });

  test('two compilers, one device', () => {
    const document = diff(fixture('zebin/igc1/dg2/basic.zebin').bytes(), fixture('zebin/igc2/dg2/basic.zebin').bytes());
    expect(document.kernels).toHaveLength(9);
    const store = document.kernels.find((one) => one.name === 'store_one');
    const lines = texts(store?.differences ?? []);
    expect(lines).toContain('execution_env: has_no_stateless_write null > true');
    // The stateless pointer is in both; the stateful one next to it went.
    expect(lines.filter((line) => line.includes('arg_bypointer 0 stateless'))).toEqual([
      'payload_arguments[arg_bypointer 0 stateless]: offset 32 > 0',
    ]);
  });
});

describe('instructions that differ', () => {
  const code = (file: string) =>
    diffDocument(side(fixture(file).bytes()), side(fixture('zebin/igc2/dg2/basic.zebin').bytes()), (name) => name === 'saxpy').kernels[0]
      ?.code;

  test('lead from one kernel to the other', () => {
    const document = (path: string) =>
      disasmDocument(inspect(fixture(path).bytes()).value, { pattern: 'saxpy', print: { numericLabels: true } });
    const [mine, theirs] = ['igc1', 'igc2'].map((compiler) => {
      const [listing] = document(`zebin/${compiler}/dg2/basic.zebin`).code;
      const lines = listing?.lines.filter(({ kind, offset }) => kind === 'instruction' && offset < (listing.code_end ?? 0)) ?? [];
      return lines.map(({ offset, text }) => ({ offset, text: text.trim().replace(/\s+/g, ' ') }));
    });
    const found = code('zebin/igc1/dg2/basic.zebin');
    if (found === undefined) throw new Error('the code differs');
    const { base_count, new_count, same, changed, changes } = found;
    const count = (kind: string): number => changes.filter((change) => change.kind === kind).length;
    expect({ changed, new: count('new'), gone: count('gone') }).toEqual({ changed: count('changed'), new: found.new, gone: found.gone });
    const isNoise = ({ text }: { text: string }): boolean => /^(?:\(W\) )?(?:sync\.(?:nop|all)|nop|illegal)/.test(text);
    expect(base_count).toBe(mine?.length);
    expect(new_count).toBe(theirs?.length);
    expect(same + changed + found.gone).toBe(mine?.filter((one) => !isNoise(one)).length);
    expect(same + changed + found.new).toBe(theirs?.filter((one) => !isNoise(one)).length);
    for (const change of changes) {
      expect([change.base === null, change.new === null]).toEqual([change.kind === 'new', change.kind === 'gone']);
      if (change.base) expect(mine).toContainEqual(change.base);
      if (change.new) expect(theirs).toContainEqual(change.new);
    }
  });

  test('of other instruction sets are not compared', () => {
    expect(code('zebin/igc2/bmg/basic.zebin')).toBe(undefined);
  });
});

test('builds for one device each are compared across the devices, as their measures are', () => {
  const [dg2, bmg] = ['dg2', 'bmg'].map((device) => side(fixture(`zebin/igc2/${device}/basic.zebin`).bytes())) as [Side, Side];
  const measured = (of: Side) =>
    measuredSide(
      of,
      measuredKernels(of, () => true, false),
    );
  const { kernels, ...found } = diffDocument(dg2, bmg);
  const { matched, other_devices } = compareDocument(measured(dg2), measured(bmg));
  expect(found).toMatchObject({ other_devices, unchanged: 0, kernels_only_base: [], kernels_only_new: [], images_only_base: [] });
  expect([other_devices, kernels.length]).toEqual([true, matched]);
  expect(diffDocument(dg2, dg2)).toMatchObject({ other_devices: false, same: true });
});

describe('a side with many images', () => {
  const images = (count: number, code: number) =>
    Array.from({ length: count }, (_, i) => built([kernel(`k${i}`, { code: new Uint8Array(64).fill(code) })]));

  /** The archive of some images, and how often each was opened. */
  function counted(members: readonly Uint8Array[], change: (item: Item) => Item = (item) => item) {
    const data = writeAr(members.map((bytes, i) => ({ name: `m${i}`, data: bytes })));
    const root = inspect(data).value;
    const opened = root.children.map(() => 0);
    const children = root.children.map((child, i) => {
      const open = () => {
        opened[i] = (opened[i] ?? 0) + 1;
        return change(child.open());
      };
      return { ...child, open };
    });
    return { opened, side: { path: 'a.ar', files: [{ path: '', root: { ...root, children } }] } };
  }

  test('is read once, and once more where something differs', () => {
    const [base, same, next] = [counted(images(6, 0xaa)), counted(images(6, 0xaa)), counted(images(6, 0xbb).reverse())];
    expect(diffDocument(base.side, same.side)).toMatchObject({ same: true, unchanged: 6, base: { images: 6, kernels: 6 } });
    expect([...base.opened, ...same.opened]).toEqual(new Array(12).fill(1));
    const { kernels } = diffDocument(base.side, next.side);
    expect(kernels.map((one) => [one.name, one.base, one.new])).toEqual(
      Array.from({ length: 6 }, (_, i) => [`k${i}`, `!m${i}`, `!m${5 - i}`]),
    );
    expect([...base.opened, ...next.opened]).toEqual([...new Array(6).fill(3), ...new Array(6).fill(2)]);
  });

  test('is read once for its measures, and once more for its code', () => {
    const [base, next] = [counted(images(4, 0xaa)), counted(images(4, 0xbb))];
    const measuredWithCode = ({ side: one }: typeof base) =>
      measuredSide(
        one,
        measuredKernels(one, () => true, true),
      );
    const { code } = compareDocument(measuredWithCode(base), measuredWithCode(next), { code: true });
    expect(code?.compared).toBe(4);
    // Whether a side has native code is asked of its kernels.
    expect([...base.opened, ...next.opened]).toEqual(new Array(8).fill(2));
  });

  test('reads a property set that images share once in each pass', () => {
    let read = 0;
    const shared = (value: number): PropertySet => ({
      name: 'SYCL/misc properties',
      get properties() {
        read++;
        return [{ key: 'optLevel', value: { type: 1 as const, value } }];
      },
    });
    const [one, other] = [shared(0), shared(2)];
    const sideWith = (set: PropertySet): Side => counted(images(6, 0xaa), (item) => ({ ...item, properties: [set] })).side;
    const { images: changed } = diffDocument(sideWith(one), sideWith(other));
    expect(changed.map(({ differences }) => texts(differences))).toEqual(
      new Array(6).fill(['property set SYCL/misc properties: optLevel 1|0 > 1|2']),
    );
    expect(read).toBe(4);
  });
});

describe('hostile files', () => {
  test('many kernels of one name with one code are compared once', () => {
    const bytes = built([kernel('a', { code: new Uint8Array(1 << 20).fill(0x55) })]);
    const many = (text: string) => {
      const [entry = ''] = / {2}- name: +a\n(?: {4,}.*\n)+/.exec(text) ?? [];
      expect(entry).not.toBe('');
      return text.replace(entry, entry.repeat(1_500));
    };
    const [base, next] = [withText(bytes, many), withText(bytes, many)];
    next[next.indexOf(0x55, 4096)] = 0x56;
    const document = diff(base, next);
    expect([document.kernels.length, document.unchanged]).toEqual([1_500, 0]);
  });

  test('every change of a byte in a small file results in a document', { tags: ['corpus'] }, () => {
    const bytes = built([kernel('a')]);
    for (const changed of mutations(bytes, 300)) {
      let next: Side;
      try {
        next = side(changed);
      } catch (error) {
        if (error instanceof FormatError) continue;
        throw error;
      }
      const document = diffDocument(side(bytes), next);
      expect(document.schema).toBe('zebin/diff/2');
    }
  });
});

function* mutations(bytes: Uint8Array, count: number): Generator<Uint8Array> {
  const step = Math.max(1, Math.floor(bytes.length / count));
  for (let at = 0; at < bytes.length; at += step) {
    const changed = new Uint8Array(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    yield changed;
    yield bytes.subarray(0, at);
  }
}
