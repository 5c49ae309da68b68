/** Property text of the corpus: values, faults, round trips through text and JSON. */
import { describe, expect, test } from 'vitest';
import { propsFromJson } from '../../../src/change/props-from-json.ts';
import { Bytes } from '../../../src/core/bytes/index.ts';
import { propsItem } from '../../../src/documents/props.ts';
import {
  DEVICELIBS,
  type Decoded,
  decodeProperty,
  encodeProperty,
  isProps,
  type PropertySet,
  parseProps,
  printValue,
  propertySets,
  propsOf,
  writeProps,
} from '../../../src/formats/props/index.ts';
import { syclFiles } from '../../support/sycl.ts';

const files = syclFiles('property-sets').filter(({ name }) => name.endsWith('.prop'));
const good = files.filter(({ expect: facts }) => facts.verdict !== 'error');
const bad = files.filter(({ expect: facts }) => facts.verdict === 'error');

const hex = (data: Uint8Array) => Buffer.from(data).toString('hex');

/** In the form of the expectations, without what the values mean. */
function plain(sets: readonly PropertySet[]) {
  return sets.map(({ name, properties }) => ({
    name,
    properties: properties.map(({ key, value }) =>
      value.type === 1 ? { key, type: 1, uint32: value.value } : { key, type: 2, bits: value.bits, hex: hex(value.data) },
    ),
  }));
}

/** What a value means, in the form of the expectations. */
function meaning(decoded: Decoded): Record<string, unknown> {
  switch (decoded.kind) {
    case 'uint32':
      return { value: decoded.value, name: decoded.name, bits: decoded.bits };
    case 'uint32s':
      return { values: decoded.values, ...(decoded.names ? { names: decoded.names } : {}) };
    case 'uint64s':
      return { values: decoded.values.map(Number) };
    case 'mask':
      return { arguments: decoded.count, removed: decoded.removed };
    case 'text':
      return { value: decoded.value, tuples: decoded.tuples, sets: decoded.list };
    case 'structs':
      return { structs: decoded.values };
    case 'bytes':
      return {};
  }
}

interface Expected {
  name: string;
  properties: { key: string; decoded?: Record<string, unknown> }[];
}

/** What the expectation says of a value, in the form of {@link meaning}. */
function expectedMeaning({ kind, note: _, meaning: name, bitsSet, ...facts }: Record<string, unknown>): Record<string, unknown> {
  if (kind === 'specConstant') {
    const descriptors = facts.descriptors as Record<string, number>[];
    return { structs: descriptors.map(({ id, offset, size }) => ({ id, offset, size })) };
  }
  // The field has 32 bits; old compilers left three bytes of it as they were, and the expectation has the first.
  if (kind === 'deviceGlobal')
    return {
      structs: [
        {
          size: facts.size,
          device_image_scope: expect.toSatisfy((value: number) => (value & 0xff) === facts.deviceImageScope),
        },
      ],
    };
  if (kind === 'hostPipe') return { structs: [{ size: facts.size }] };
  const { matrices, mads, ...rest } = facts;
  return {
    ...rest,
    ...(name === undefined ? {} : { name }),
    ...(bitsSet === undefined ? {} : { bits: (bitsSet as number[]).map((bit) => DEVICELIBS.find((row) => row.value === bit)?.name) }),
    ...(matrices || mads ? { tuples: matrices ?? mads } : {}),
  };
}

describe.each(good)('$name', { tags: ['corpus'] }, ({ bytes, expect: facts }) => {
  const data = bytes();
  const { value: props, diagnostics } = parseProps(data);
  const sets = propertySets(props);

  test('has the sets, keys and values of its expectation, and no errors', () => {
    expect(diagnostics.filter((d) => d.severity === 'error')).toEqual([]);
    const expected = (facts.sets as Expected[]).map(({ name, properties }) => ({
      name,
      properties: properties.map(({ decoded: _, ...value }) => value),
    }));
    expect(plain(sets)).toEqual(expected);
  });

  test('means what its expectation says', () => {
    for (const set of facts.sets as Expected[]) {
      for (const { key, decoded } of set.properties) {
        const value = sets.find((row) => row.name === set.name)?.properties.find((row) => row.key === key)?.value;
        if (!value) throw new Error(`${set.name}/${key} is not there`);
        const found = decodeProperty(set.name, key, value);
        // Sets of no meaning, for the shapes of values alone.
        if (decoded && !set.name.startsWith('Demo/')) expect({ key, ...meaning(found) }).toMatchObject(expectedMeaning(decoded));
        if (found.kind !== 'bytes') expect(encodeProperty(set.name, key, found)).toEqual(value);
      }
    }
  });

  test('is printed back byte for byte', () => {
    expect(writeProps(props)).toEqual(data);
  });

  test('is the same text after JSON and back', () => {
    const document = JSON.parse(JSON.stringify(propsItem(props, new Bytes(data).span(), '', diagnostics)));
    expect(writeProps(propsFromJson(document))).toEqual(data);
  });

  test('has the same sets when they are printed again', () => {
    const again = propertySets(parseProps(writeProps(propsOf(sets))).value);
    expect(plain(again)).toEqual(plain(sets));
  });

  test('is found by its content, unless it has none', () => {
    expect(isProps(data)).toBe(data.length > 0);
  });
});

/** Where the fault is: its code, and the text at the place. */
const FAULTS: Readonly<Record<string, readonly [code: string, text: string]>> = {
  'bad-b64-char': ['props/base64', '-'],
  'bad-b64-length': ['props/base64', 'IAAAAAAAAAQAA'],
  'bad-b64-padding': ['props/ordinary-base64', 'AAAAAAAAAAA='],
  'bad-before-set': ['props/before-set', 'k'],
  'bad-bit-count': ['props/bit-count', 'AABAAAAAAAQACA'],
  'bad-empty-key': ['props/key', '='],
  'bad-empty-value': ['props/base64', ''],
  'bad-no-bar': ['props/type', '1'],
  'bad-no-equals': ['props/key', 'k'],
  'bad-open-bracket': ['props/set-name', '[Demo/x'],
  'bad-rfc4648': ['props/ordinary-base64', 'YAAAAAAAAABAAAAAAQAAAAEAAAA='],
  'bad-short-header': ['props/bit-count', 'IAAA'],
  'bad-type-0': ['props/type', '0'],
  'bad-type-3': ['props/type', '3'],
  'bad-type-word': ['props/type', 'u32'],
  'bad-u32-hex': ['props/number', '0x10'],
  'bad-u32-range': ['props/number', '4294967296'],
  'bad-u32-sign': ['props/number', '-1'],
};

describe.each(bad)('$name', { tags: ['corpus'] }, ({ name, bytes }) => {
  const data = bytes();
  const { value: props, diagnostics } = parseProps(data);
  const errors = diagnostics.filter((d) => d.severity === 'error');

  test('is refused with the place of the fault', () => {
    expect(errors).toHaveLength(1);
    const [{ span, code } = { span: { start: 0, end: 0 }, code: '' }] = errors;
    const expected = FAULTS[name.replace(/^.*\/|\.prop$/g, '')];
    expect([code, Buffer.from(data).toString('latin1', span.start, span.end)]).toEqual(expected);
  });

  test('is kept as it is, in text and JSON', () => {
    expect(writeProps(props)).toEqual(data);
    const document = JSON.parse(JSON.stringify(propsItem(props, new Bytes(data).span(), '', diagnostics)));
    expect(writeProps(propsFromJson(document))).toEqual(data);
  });

  test('is found by its content while its first line is whole', () => {
    const damaged = /before-set|open-bracket/.test(name);
    expect(isProps(data)).toBe(!damaged);
  });
});

test('values in the text of upstream tests', () => {
  // intel/llvm llvm/unittests/Support/PropertySetIOTest.cpp and llvm/test/tools/sycl-post-link.
  const texts = [
    ['IAAAAAAAAAQA', 8, '01'],
    ['oAAAAAAAAAw///3/wB', 40, 'ffff7fff70'],
    ['gBAAAAAAAAQAAAAACAAAAQAAAAA', 96, '010000000200000004000000'],
    ['ABAAAAAAAAAQAAAAAAAAAA', 64, '4000000000000000'],
    ['IBAAAAAAAAAFAAAAjBAAAEA', 72, '140000006300000001'],
  ] as const;
  for (const [text, bits, data] of texts) {
    const { value } = parseProps(Buffer.from(`[a/b]\nk=2|${text}\n`));
    expect(plain(propertySets(value))[0]?.properties).toEqual([{ key: 'k', type: 2, bits, hex: data }]);
    expect(printValue({ type: 2, bits, data: Buffer.from(data, 'hex') })).toBe(`2|${text}`);
  }
});
