/** What property values mean, what is refused of them, and property sets that come from outside than text. */
import { describe, expect, test } from 'vitest';
import { propsFromJson } from '../../../src/change/props-from-json.ts';
import { Bytes, encodeText } from '../../../src/core/bytes/index.ts';
import { type FormatError, LIMITS, Reporter } from '../../../src/core/diag/index.ts';
import { partition } from '../../../src/core/schema/index.ts';
import {
  ASPECTS,
  annotateProps,
  decodeProperty,
  decodeProps,
  encodeProperty,
  isProps,
  type NumberName,
  PROPERTY_SETS,
  type PropertySetRow,
  type PropertyValue,
  parseProps,
  parseValue,
  printProps,
  propertyRow,
  propertySets,
  propsFromBinary,
  propsOf,
  type RawProperty,
  setRow,
  specConstants,
  validateProps,
  valueBytes,
  writeProps,
} from '../../../src/formats/props/index.ts';
import { latin1 } from '../../support/build-elf.ts';
import { flip, mulberry32, mutate } from '../../support/mutate.ts';
import { syclFiles } from '../../support/sycl.ts';

const bytesOf = (hex: string): PropertyValue & { type: 2 } => ({
  type: 2,
  bits: hex.length * 4,
  data: new Uint8Array(Buffer.from(hex, 'hex')),
});
const check = (text: string) => {
  const data = latin1(text);
  return validateProps(propertySets(parseProps(data).value), new Bytes(data).span()).map((d) => d.code);
};

describe('tables', () => {
  const sets = PROPERTY_SETS as readonly PropertySetRow[];

  test('no set, key or number occurs twice', () => {
    expect(new Set(sets.map(({ name }) => name)).size).toBe(sets.length);
    for (const { properties } of sets) expect(new Set(properties.map(({ key }) => key)).size).toBe(properties.length);
    const aspects: readonly NumberName[] = ASPECTS;
    expect(new Set(aspects.map(({ value }) => value)).size).toBe(aspects.length);
    expect(new Set(aspects.map(({ name }) => name)).size).toBe(aspects.length);
  });

  test('every set and key of the file with all sets has a row, and no finding', { tags: ['corpus'] }, () => {
    const file = syclFiles('property-sets').find(({ name }) => name.endsWith('all-sets.prop'));
    const found = propertySets(parseProps(file?.bytes() ?? new Uint8Array(0)).value);
    const specified = sets.filter((set) => set.specified !== false).map(({ name }) => name);
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(specified));
    for (const { name, properties } of found) for (const { key } of properties) expect(propertyRow(name, key)).toBeDefined();
    expect(validateProps(found, new Bytes(new Uint8Array(9)).span())).toEqual([]);
  });

  test('a key is looked up exactly, then by its end', () => {
    expect(propertyRow('SYCL/program metadata', 'k@reqd_work_group_size')?.key).toBe('{kernel}@reqd_work_group_size');
    expect(propertyRow('SYCL/program metadata', 'k@something')?.key).toBe('{key}');
    expect(propertyRow('SYCL/specialization constants default values', 'all')?.key).toBe('all');
    expect(propertyRow('SYCL/misc properties', 'nonsense')).toBeUndefined();
    expect(setRow('SYCL/nonsense')).toBeUndefined();
  });

  test('every shape can be decoded and encoded again', () => {
    const values: Readonly<Record<string, PropertyValue>> = {
      uint32: { type: 1, value: 1 },
      uint32s: bytesOf('0100000002000000'),
      uint64s: bytesOf('01000000000000800200000000000000'),
      mask: { type: 2, bits: 9, data: Uint8Array.of(0x81, 1) },
      text: bytesOf('61c3a9ff'),
    };
    for (const { name, properties } of sets) {
      for (const { key, shapes } of properties) {
        for (const shape of shapes) {
          const value = shape.kind === 'structs' ? bytesOf('01000000'.repeat(shape.rows.size64 / 4)) : values[shape.kind];
          if (!value) continue;
          const decoded = decodeProperty(name, key, value);
          expect([name, key, decoded.kind]).toEqual([name, key, shape.kind]);
          const expected = key === '{variable}' ? bytesOf('0100000001000000') : value;
          expect(encodeProperty(name, key, decoded)).toEqual(expected);
        }
      }
    }
  });
});

describe('specialization constants', () => {
  const sets = (defaults: string) =>
    propertySets(
      propsOf([
        {
          name: 'SYCL/specialization constants',
          properties: [
            { key: 'a', value: bytesOf('000000000000000004000000') },
            { key: 'b', value: bytesOf(`010000000000000002000000${'ffffffff0200000002000000'}020000000400000004000000`) },
          ],
        },
        { name: 'SYCL/specialization constants default values', properties: [{ key: 'all', value: bytesOf(defaults) }] },
      ]),
    );

  test('have their defaults by order, offset and size', () => {
    const [a, b] = specConstants(sets('0102030411120000a1a2a3a4'));
    const hex = (data: Uint8Array | undefined) => data && Buffer.from(data).toString('hex');
    expect([a?.offset, a?.size, hex(a?.default)]).toEqual([0, 4, '01020304']);
    expect([b?.offset, b?.size, hex(b?.default)]).toEqual([4, 8, '11120000a1a2a3a4']);
    expect(b?.scalars.map((scalar) => [scalar.id, scalar.padding, hex(scalar.default)])).toEqual([
      [1, false, '1112'],
      [0xffff_ffff, true, '0000'],
      [2, false, 'a1a2a3a4'],
    ]);
  });

  test('without enough defaults say which is missing', () => {
    const short = sets('0102030411120000a1a2a3');
    expect(specConstants(short).map((constant) => constant.default !== undefined)).toEqual([true, false]);
    expect(validateProps(short, new Bytes(new Uint8Array(1)).span()).map((d) => [d.code, d.path])).toEqual([
      ['props/default-range', 'SYCL/specialization constants default values/b'],
    ]);
  });

  test('may have a default of their own name, as the specification has it', () => {
    const own = sets('').map((set) =>
      set.name.endsWith('values') ? { ...set, properties: [{ key: 'a', value: bytesOf('0a0b0c0d') }] } : set,
    );
    expect(specConstants(own).map((constant) => constant.default && Buffer.from(constant.default).toString('hex'))).toEqual([
      '0a0b0c0d',
      undefined,
    ]);
  });
});

test('ordinary Base64 is read where it can be nothing else', () => {
  const value = (text: string) => parseValue(text);
  // With padding: the count may be missing.
  expect(value('2|AQIDBA==')).toMatchObject({
    value: { type: 2, bits: 32, data: Uint8Array.of(1, 2, 3, 4) },
    finding: { code: 'props/ordinary-base64' },
  });
  // The count in front, most significant bits first, without padding because none is needed.
  expect(value(`2|${Buffer.from('08000000000000007f', 'hex').toString('base64')}`)).toMatchObject({
    value: { type: 2, bits: 8, data: Uint8Array.of(0x7f) },
    finding: { code: 'props/ordinary-base64' },
  });
  // Neither: no guess.
  expect(value('2|AQIDBAUGBwgJ').value).toBeUndefined();
  // The toolchain's own comes first.
  expect(value('2|IAAAAAAAAAQA')).toEqual({ value: { type: 2, bits: 8, data: Uint8Array.of(1) } });
});

test('values are held to their rows', () => {
  expect(check('[SYCL/device requirements]\nreqd_sub_group_size=1|32\nwork_group_num_dim=2|gAAAAAAAAAwAAAAA\n')).toEqual([]);
  expect(check('[SYCL/assert used]\nk=1|2\n')).toEqual(['props/value']);
  expect(check('[SYCL/devicelib req mask]\nDeviceLibReqMask=1|1024\n')).toEqual(['props/value']);
  expect(
    check(printProps(propsOf([{ name: 'SYCL/device requirements', properties: [{ key: 'aspects', value: bytesOf('47000000') }] }]))),
  ).toEqual(['props/value']);
  // One above the newest known comes from a newer toolchain; the severity of the code is a remark.
  expect(
    check(printProps(propsOf([{ name: 'SYCL/device requirements', properties: [{ key: 'aspects', value: bytesOf('e7030000') }] }]))),
  ).toEqual(['props/newer']);
  expect(check('[SYCL/work group dynamic local mem]\nk=1|1\n')).toEqual([]);
  expect(check('[SYCL/device requirements]\naspects=1|2\n')).toEqual(['props/value-type']);
  expect(check('[SYCL/misc properties]\nsanUsed=2|IAAAAAAAAAQY\n')).toEqual(['props/value']);
  const joint = {
    name: 'SYCL/device requirements',
    properties: [{ key: 'joint_matrix', value: bytesOf(Buffer.from('a,b,8').toString('hex')) }],
  };
  expect(validateProps([joint], new Bytes(new Uint8Array(1)).span()).map((d) => d.code)).toEqual(['props/value']);
});

describe('property sets of host files', () => {
  const source = new Bytes(new Uint8Array(64), '', 100);
  const span = source.span();
  const raw = (property: Partial<RawProperty>): RawProperty => ({ name: 'k', type: 2, size: 0n, span, ...property });
  const read = (property: Partial<RawProperty>) => {
    const { value, diagnostics } = propsFromBinary([{ name: 'a/b', properties: [raw(property)], span }]);
    return [value[0]?.properties[0]?.value, diagnostics.map((d) => d.code)];
  };

  test('hold numbers, byte arrays and text', () => {
    expect(read({ type: 1, size: 0x1_0000_0007n })).toEqual([{ type: 1, value: 7 }, []]);
    const array = bytesOf('0102ff');
    expect(read({ value: new Bytes(valueBytes(array)) })).toEqual([array, []]);
    expect(read({ type: 3, value: new Bytes(latin1('text\0more')) })).toEqual([bytesOf('74657874'), []]);
  });

  test('without a value, of a type that is unknown, or with a count too large, are left out', () => {
    expect(read({})).toEqual([undefined, ['props/raw-type']]);
    expect(read({ type: 4, value: source })).toEqual([undefined, ['props/raw-type']]);
    expect(read({ value: new Bytes(Uint8Array.of(9, 0, 0, 0, 0, 0, 0, 0, 1)) })).toEqual([undefined, ['props/bit-count']]);
    expect(read({ value: new Bytes(Uint8Array.of(9, 0)) })).toEqual([undefined, ['props/bit-count']]);
  });
});

test('names that text cannot have are refused', () => {
  const property = (key: string) => [{ name: 'a/b', properties: [{ key, value: { type: 1, value: 1 } as const }] }];
  for (const key of ['', '[k', 'k=', 'k\n']) expect(() => propsOf(property(key))).toThrow(TypeError);
  expect(() => propsOf([{ name: 'a\nb', properties: [] }])).toThrow(TypeError);
  expect(printProps(propsOf(property('k|]')))).toBe('[a/b]\nk|]=1|1\n');
});

describe('JSON', () => {
  const read = (document: unknown) => Buffer.from(writeProps(propsFromJson(document))).toString('latin1');
  const one = (line: object) => ({ sets: [{ name: 'SYCL/device requirements', lines: [line] }] });

  test('may say values by what they mean', () => {
    const decoded = { kind: 'uint32s', values: [2, 5] };
    expect(read(one({ key: 'aspects', decoded }))).toBe('[SYCL/device requirements]\naspects=2|ABAAAAAAAAgAAAAAFAAAAA\n');
    expect(read(one({ key: 'reqd_work_group_size_uint64_t', decoded: { kind: 'uint64s', values: ['0x40'] } }))).toContain(
      '=2|ABAAAAAAAAAQAAAAAAAAAA\n',
    );
    expect(
      read({ sets: [{ name: 'SYCL/kernel param opt', lines: [{ key: 'k', decoded: { kind: 'mask', count: 4, removed: [1] } }] }] }),
    ).toContain('k=2|EAAAAAAAAAgA\n');
  });

  test('counts the value where the spelling says another', () => {
    expect(read(one({ key: 'work_group_num_dim', value: 3, spelling: '1|003' }))).toContain('=1|003\n');
    expect(read(one({ key: 'work_group_num_dim', value: 2, spelling: '1|003' }))).toContain('=1|2\n');
  });

  test('is refused with the member that is wrong', () => {
    const wrong: [unknown, string][] = [
      [1, 'the document'],
      [{}, 'sets'],
      [{ items: [] }, 'items'],
      [{ sets: [{ lines: [{}] }] }, 'sets[0].lines[0].key'],
      [one({ key: 'k' }), 'sets[0].lines[0].decoded, in place of value or hex'],
      [one({ key: 'k', value: -1 }), 'sets[0].lines[0].value'],
      [one({ key: 'k', value: 2 ** 32 }), 'sets[0].lines[0].value'],
      [one({ key: 'k', hex: '0' }), 'sets[0].lines[0].hex'],
      [one({ key: 'k', hex: '00', bits: 9 }), 'sets[0].lines[0].bits'],
      [one({ key: 'k', hex: '0000', bits: 8 }), 'sets[0].lines[0].bits'],
      [one({ key: 'a=b', value: 1 }), 'sets[0].lines[0].key'],
      [one({ key: 'aspects', decoded: { kind: 'mask', count: 1, removed: [] } }), 'sets[0].lines[0].decoded'],
      [one({ key: 'aspects', decoded: { kind: 'nonsense' } }), 'sets[0].lines[0].decoded.kind'],
      [
        { sets: [{ name: 'SYCL/kernel param opt', lines: [{ key: 'k', decoded: { kind: 'mask', count: 1, removed: [1] } }] }] },
        'sets[0].lines[0].decoded',
      ],
      [{ sets: [{ name: 'a\nb', lines: [] }] }, 'sets[0].name'],
      [{ sets: [{ name: 'a', lines: [], end: '\r' }] }, 'sets[0].end'],
      [
        {
          sets: [
            { name: 'a', lines: [], end: '' },
            { name: 'b', lines: [] },
          ],
        },
        'end',
      ],
    ];
    for (const [document, path] of wrong) {
      let found: FormatError | undefined;
      try {
        propsFromJson(document);
      } catch (error) {
        found = error as FormatError;
      }
      expect([found?.diagnostic?.code, found?.diagnostic?.path]).toEqual(['props/json', path]);
    }
  });
});

test('what begins with a bracket and is not a property text', () => {
  for (const text of ['', '[1, 2]', '["a/b"]', '[section]\nkey = value\n', '[text](http://a/b)\n', 'k=1|1\n', '[a/b\nk=1|1\n', '[a/b]\0']) {
    expect([text, isProps(latin1(text))]).toEqual([text, false]);
  }
  for (const text of ['[a/b]', '\n\n[a/b]\n', '[SYCL/misc properties]\r\n', '[x]\nk=1|1\n', '[x]\nk=7|1\n']) {
    expect([text, isProps(latin1(text))]).toEqual([text, true]);
  }
});

describe('damage', () => {
  const files = syclFiles('property-sets').filter(({ name }) => /(all-sets|code-only-sets|crlf|odd-names|duplicate-key)\.prop$/.test(name));

  function examine(data: Uint8Array): void {
    const bytes = new Bytes(data);
    const out = new Reporter(data.length);
    const value = decodeProps(bytes, out);
    expect(Buffer.compare(writeProps(value), data)).toBe(0);
    const sets = propertySets(value);
    validateProps(sets, bytes.span(), out);
    specConstants(sets);
    let at = 0;
    for (const { span } of partition(bytes, annotateProps(value, bytes, out), out)) at = span.start === at ? span.end : Number.NaN;
    expect(at).toBe(data.length);
    expect(out.diagnostics.map((d) => d.code)).not.toContain('inspect/overlap');
  }

  test('prefixes, flips and pieces moved', { tags: ['corpus'] }, () => {
    for (const file of files) {
      const data = file.bytes();
      for (let length = 0; length <= data.length; length += 13) examine(data.slice(0, length));
      for (let seed = 0; seed < 150; seed++) examine(flip(data, mulberry32(seed)));
      for (let seed = 0; seed < 100; seed++) examine(mutate(data, mulberry32(seed)));
    }
  });

  test('bytes of any kind', { tags: ['corpus'] }, () => {
    const random = mulberry32(7);
    for (let i = 0; i < 300; i++) examine(Uint8Array.from({ length: i }, () => '[]=|12\r\n/ab\xff\xc3\xa9'.charCodeAt(random() % 14)));
  });

  test('a long text of tiny lines stops at the limit, and is kept', () => {
    const data = latin1('\n'.repeat(200_000));
    const { value, diagnostics } = parseProps(data);
    expect(diagnostics.map((d) => d.code)).toContain('limit/work');
    expect(value.lines.length).toBeLessThan(100_000);
    expect(writeProps(value).length).toBe(data.length);
  });

  test('a real text of many kernels does not', () => {
    const lines = Array.from({ length: 50_000 }, (_, i) => `_ZTSN4demo5saxpy${i}E=1|1\n`).join('');
    const { value, diagnostics } = parseProps(encodeText(`[SYCL/kernel names]\n${lines}`));
    expect(diagnostics).toEqual([]);
    expect(propertySets(value)[0]?.properties.length).toBe(50_000);
    expect(LIMITS.workPerByte).toBeGreaterThan(0);
  });
});
