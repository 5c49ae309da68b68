/** Property sets in the JSON form of upstream LLVM. */
import { describe, expect, test } from 'vitest';
import { propsFromJson } from '../../../src/change/props-from-json.ts';
import { Bytes, encodeText } from '../../../src/core/bytes/index.ts';
import { Reporter } from '../../../src/core/diag/index.ts';
import { partition } from '../../../src/core/schema/index.ts';
import { propsItem } from '../../../src/documents/props.ts';
import {
  annotateProps,
  decodeProps,
  isProps,
  type PropertySet,
  parseProps,
  propertySets,
  specConstants,
  validateProps,
  writeProps,
} from '../../../src/formats/props/index.ts';
import { inspect } from '../../../src/internal.ts';
import { latin1 } from '../../support/build-elf.ts';
import { flip, mulberry32, mutate } from '../../support/mutate.ts';
import { syclFiles } from '../../support/sycl.ts';

/** As llvm/lib/Frontend/Offloading/PropertySet.cpp writes it: no white space. */
const WRITTEN =
  '{"SYCL/devicelib req mask":{"DeviceLibReqMask":2},"SYCL/device requirements":{"aspects":"BQAAAAYAAAA=","compile_target":"Ym1n"}}';
const LAID_OUT = '{\n  "SYCL/assert used" : { "k\\u0041" : 1 },\r\n\t"SYCL/kernel param opt": {"k":"Aw=="}\n}\n';

const read = (text: string) => {
  const data = encodeText(text);
  const { value, diagnostics } = parseProps(data);
  return { data, value, codes: diagnostics.map((d) => d.code), sets: propertySets(value) };
};

test('has the values of the text form', () => {
  const { sets, codes } = read(WRITTEN);
  expect(codes).toEqual([]);
  expect(sets.map(({ name, properties }) => [name, properties.map(({ key, value }) => [key, value])])).toEqual([
    ['SYCL/devicelib req mask', [['DeviceLibReqMask', { type: 1, value: 2 }]]],
    [
      'SYCL/device requirements',
      [
        ['aspects', { type: 2, bits: 64, data: Uint8Array.of(5, 0, 0, 0, 6, 0, 0, 0) }],
        ['compile_target', { type: 2, bits: 24, data: latin1('bmg') }],
      ],
    ],
  ]);
  expect(validateProps(sets, new Bytes(encodeText(WRITTEN)).span())).toEqual([]);
  expect(read(LAID_OUT).sets.map(({ properties }) => properties.map(({ key }) => key))).toEqual([['kA'], ['k']]);
});

test.each([WRITTEN, LAID_OUT])('is written back byte for byte, through the document too: %#', (text) => {
  const { data, value } = read(text);
  expect(writeProps(value)).toEqual(data);
  const document = JSON.parse(JSON.stringify(propsItem(value, new Bytes(data).span(), '', [])));
  expect(document.form).toBe('json');
  expect(document.layout).toBe(text === WRITTEN ? undefined : text);
  expect(writeProps(propsFromJson(document))).toEqual(data);
});

test('is written as LLVM writes it when it was changed', () => {
  const { value } = read(LAID_OUT);
  const [set, , ...rest] = value.lines;
  const changed = { ...value, lines: [...(set ? [set] : []), ...rest] };
  expect(new TextDecoder().decode(writeProps(changed))).toBe('{"SYCL/assert used":{},"SYCL/kernel param opt":{"k":"Aw=="}}');
});

test('all property text of the corpus has a JSON form that says the same', { tags: ['corpus'] }, () => {
  let count = 0;
  for (const file of syclFiles('property-sets')) {
    if (!file.name.endsWith('.prop') || file.expect.verdict === 'error') continue;
    const sets = propertySets(parseProps(file.bytes()).value).filter(({ name }) => /^SYCL(BIN)?\//.test(name));
    const whole = (value: { type: 1 | 2; bits?: number }) => value.type === 1 || (value.bits ?? 0) % 8 === 0;
    const kept = sets.map((set) => ({ ...set, properties: set.properties.filter(({ value }) => whole(value)) }));
    if (kept.length === 0) continue;
    const lines = kept.flatMap(({ name, properties }) => [
      { kind: 'set', name, after: '', end: '' } as const,
      ...properties.map(({ key, value }) => ({ kind: 'property', key, value, end: '' }) as const),
    ]);
    const data = writeProps({ kind: 'props', form: 'json', lines });
    const plain = (list: readonly PropertySet[]) =>
      list.map(({ name, properties }) => [name, properties.map(({ key, value }) => [key, value])]);
    expect(plain(propertySets(parseProps(data).value))).toEqual(plain(kept));
    // JSON.parse is the oracle for the syntax.
    expect(Object.keys(JSON.parse(Buffer.from(data).toString()))).toEqual(kept.map(({ name }) => name));
    count++;
  }
  expect(count).toBeGreaterThan(5);
});

test('is identified by its content', () => {
  for (const text of [WRITTEN, LAID_OUT, '{"SYCLBIN/global metadata":{"state":0}}']) {
    expect(isProps(encodeText(text))).toBe(true);
    const { value } = inspect(encodeText(text));
    expect(value.content.kind).toBe('property-sets');
  }
  for (const text of ['{}', '{"a":{}}', '{"SYCL/x":1}', '{"name":"SYCL/x"}', '[{"SYCL/x":{}}]'])
    expect(isProps(encodeText(text))).toBe(false);
});

describe('faults are reported at their places', () => {
  const cases: [text: string, code: string, place: string, keys: number][] = [
    ['{"SYCL/a":{"k":1', 'props/json-syntax', '', 1],
    ['{"SYCL/a":{"k" 1}}', 'props/json-syntax', '1', 0],
    ['{"SYCL/a":{"k":1}} more', 'props/json-syntax', 'm', 1],
    ['{"SYCL/a":{"k":1,}}', 'props/json-syntax', '}', 1],
    ['{"SYCL/a":{"\\q":1}}', 'props/json-syntax', '"\\q"', 0],
    ['{"SYCL/a":{"k":[{"]":1}],"l":2}}', 'props/json-value', '[{"]":1}]', 1],
    ['{"SYCL/a":{"k":true}}', 'props/json-value', 'true', 0],
    ['{"SYCL/a":{},"SYCL/b":[]}', 'props/json-value', '[]', 0],
    ['{"SYCL/a":{"k":-1}}', 'props/number', '-1', 0],
    ['{"SYCL/a":{"k":4294967296}}', 'props/number', '4294967296', 0],
    ['{"SYCL/a":{"k":"AQI"}}', 'props/base64', '"AQI"', 0],
    ['{"SYCL/a":{"k":"A*=="}}', 'props/base64', '"A*=="', 0],
    ['{"SYCL/a":{"k":1,"k":2}}', 'props/duplicate-key', '"k"', 1],
    ['{"SYCL/a":{"k":1},"SYCL/a":{"l":1}}', 'props/duplicate-set', '"SYCL/a"', 2],
  ];
  test.each(cases)('%s', (text, code, place, keys) => {
    const { data, value, sets } = read(text);
    const found = parseProps(data).diagnostics;
    expect(found.map((d) => d.code)).toEqual([code]);
    const [{ span } = { span: { start: 0, end: 0 } }] = found;
    expect(text.slice(span.start, span.end)).toBe(place);
    expect(sets.flatMap(({ properties }) => properties)).toHaveLength(keys);
    expect(writeProps(value)).toEqual(data);
  });

  test('mutations are read without an exception, written back, and every byte is in one span', { tags: ['corpus'] }, () => {
    for (const text of [WRITTEN, LAID_OUT]) {
      const data = encodeText(text);
      for (let seed = 0; seed < 400; seed++) {
        const damaged = seed % 2 === 0 ? flip(data, mulberry32(seed)) : mutate(data, mulberry32(seed));
        const bytes = new Bytes(damaged);
        const out = new Reporter(damaged.length);
        const value = decodeProps(bytes, out);
        expect(Buffer.compare(writeProps(value), damaged)).toBe(0);
        const sets = propertySets(value);
        validateProps(sets, bytes.span(), out);
        specConstants(sets);
        let at = 0;
        for (const { span } of partition(bytes, annotateProps(value, bytes, out), out)) at = span.start === at ? span.end : Number.NaN;
        expect(at).toBe(damaged.length);
      }
    }
  });
});
