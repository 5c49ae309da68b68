/** Scalars as LLVM's writer puts them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeText } from '../../../src/core/bytes/index.ts';
import { parseYaml, printFloat, printKey, printScalar, scalarText } from '../../../src/formats/yaml/index.ts';

describe('quotes', () => {
  test.each([
    ['saxpy', 'saxpy'],
    ['', "''"],
    ['1.73', "'1.73'"],
    ['0x10', "'0x10'"],
    ['0o17', "'0o17'"],
    ['0o18', '0o18'],
    ['+.5e-3', "'+.5e-3'"],
    ['1.', "'1.'"],
    ['1e', '1e'],
    ['e1', 'e1'],
    ['.', '.'],
    ['+', "'+'"],
    ['.inf', "'.inf'"],
    ['.nan', "'.nan'"],
    ['~', "'~'"],
    ['null', "'null'"],
    ['True', "'True'"],
    ['tRUE', 'tRUE'],
    ['y', 'y'],
    ['n', 'n'],
    ['off', 'off'],
    ['-', "'-'"],
    ['-a', "'-a'"],
    ['a-b', 'a-b'],
    ['a b', 'a b'],
    [' a', "' a'"],
    ['a\t', "'a\t'"],
    ['a,b', 'a,b'],
    ['int*;8', "'int*;8'"],
    ['a/b', "'a/b'"],
    ["it's", "'it''s'"],
    ['host::limits[2]', "'host::limits[2]'"],
    ['a\nb', '"a\\nb"'],
    ['a\x01"\\', '"a\\x01\\"\\\\"'],
    ['\x7f', '"\x7f"'],
    ['é', '"é"'],
    ['\u0085\u00a0\u2028', '"\\N\\_\\L"'],
    ['\ufeff', '"\\uFEFF"'],
    ['\u{1f600}', '"\u{1f600}"'],
    ['\u{e0001}', '"\\U000E0001"'],
  ])('%j is written as %s', (text, printed) => {
    expect(printScalar(text)).toBe(printed);
  });

  test('any text reads as the same again', { tags: ['corpus'] }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (key, value) => {
        for (const text of [key, value]) {
          const document = parseYaml(encodeText(`k: ${printScalar(text)}\n`));
          expect(document.diagnostics).toEqual([]);
          const [item] = document.value.root.items;
          expect(item && scalarText(document.value, item)).toBe(text);
        }
      }),
    );
  });
});

test('keys are padded to the seventeenth column', () => {
  expect([printKey('name'), printKey('eu_thread_count'), printKey('has_4gb_buffers1'), printKey('a b:')]).toEqual([
    'name:            ',
    'eu_thread_count: ',
    'has_4gb_buffers1: ',
    "'a b:':          ",
  ]);
});

test.each([
  [0, '0'],
  [-0, '-0'],
  [1, '1'],
  [0.5, '0.5'],
  [-1, '-1'],
  [100000, '100000'],
  [1000000, '1e+06'],
  [0.0001, '0.0001'],
  [0.00001, '1e-05'],
  [1234.5, '1234.5'],
  [1.5e20, '1.5e+20'],
  [0.1, '0.1'],
  [12.3456789, '12.3456789'],
])('the float %d is %s', (value, printed) => {
  expect(printFloat(value)).toBe(printed);
});
