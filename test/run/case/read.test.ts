/** Files of cases: every key is read, and what is wrong is an error at its place. */
import { expect, test } from 'vitest';
import { FormatError } from '../../../src/core/diag/index.ts';
import { argumentsOf, checkOf, readCases } from '../../../src/run/case/index.ts';
import { caseDocument } from '../../../src/run/case/read.ts';
import { fileOf } from './cases.ts';

/** What is said of a file: by the reader, or when its arguments or expected bytes are made. */
function faultOf(file: Uint8Array): string {
  try {
    const { value, diagnostics } = readCases(file);
    for (const one of value.cases) {
      argumentsOf(one);
      checkOf(one);
    }
    return diagnostics.map(({ code, path, message }) => `${path}: ${message} [${code}]`).join('\n');
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, path, message } = error.diagnostic;
    return `${path}: ${message} [${code}]`;
  }
}

const buffer = (more: object = {}): object => ({ kind: 'buffer', type: 'int', count: 4, ...more });
const HASH = '9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a';
const EXPECT = { size: 4, sha256: HASH, base64: 'AQIDBA==' };

test('all keys of the format', () => {
  const one = {
    ...{ source: 'a.cl', options: '-DN=4', oclgrind_options: '-DM=1', origin: 'pocl', known: { oclgrind: 'rounds' }, note: 'a note' },
    ...{ global: [10, 2], local: [4, 2], offset: [1, 0], nonuniform: true, launches: 3, fresh: true },
    needs: { devices: ['bmg'], variants: ['O0'] },
    args: [
      buffer({ pointers: [{ at: 8, arg: 0, offset: 4 }] }),
      { kind: 'scalar', type: 'float3', value: [1, '0x1p1', 'inf'] },
      { kind: 'struct', hex: '0102 03' },
      { kind: 'local', size: 64 },
      { kind: 'image', dim: '2d_array', channel: 'UNORM_INT8', order: 'RGBA', width: 2, height: 2, layers: 3, fill: { const: 1 } },
      { kind: 'sampler', normalized: true, addressing: 'mirrored_repeat', filter: 'linear' },
      { kind: 'null' },
      { kind: 'address', arg: 0, offset: 8 },
      { kind: 'buffer', type: 'float', count: 1 },
    ],
    outputs: [
      { arg: 0, class: 'exact', type: 'uchar', skip: [[0, 4]], skip_every: [4, 0, 2] },
      { arg: 8, class: 'float', ulp: 2.5, abs: 0.1, rel: 0.1, ftz: true, overflow: true, zero: 'any', expect: EXPECT, or: [EXPECT] },
      { arg: 8, class: 'float', every: { n: 2, rules: [{ ulp: 1 }, { any: true }] }, expect: EXPECT },
      { arg: 0, class: 'sorted', run: 2 },
      { class: 'stdout', order: 'exact', expect: EXPECT },
      { arg: 4, class: 'any' },
    ],
  };
  const file = fileOf(one, { source: 'k.cl', options: '-O', oclgrind_options: '-DX' });
  expect(faultOf(file)).toBe('');
  const [read] = readCases(file).value.cases;
  expect(read).toMatchObject({ global: [10, 2], offset: [1, 0], launches: 3, devices: ['bmg'] });
  expect(
    argumentsOf(read as NonNullable<typeof read>).map((argument) => ('bytes' in argument ? argument.bytes.length : argument.kind)),
  ).toEqual([16, 16, 3, 'local', 48, 'sampler', 'null', 'address', 4]);
  expect(read?.outputs.map((output) => output.rules.length)).toEqual([0, 1, 2, 0, 0, 0]);
});

test.each([
  ['not JSON', new TextEncoder().encode('{"cases": [}'), /^: the file is not JSON: .* \[run\/case\]$/],
  ['not an object', new TextEncoder().encode('[]'), ': it has to be an object, and is [] [run/case]'],
  [
    'a key of the file',
    fileOf({}, { sauce: 'k.cl' }),
    'sauce: there is no such key; there are source, options, oclgrind_options, cases [run/case]',
  ],
  ['a key of a case', fileOf({ globl: [1] }), /^cases\[0\]\.globl: there is no such key; did you mean global\?/],
  ['a key of an argument', fileOf({ args: [buffer({ size: 4 })] }), /^cases\[0\]\.args\[0\]\.size: there is no such key/],
  [
    'a key of a fill',
    fileOf({ args: [buffer({ fill: { iota: [0, 1], pick: 1 } })] }),
    /^cases\[0\]\.args\[0\]\.fill\.pick: there is no such key/,
  ],
  [
    'a key of an output',
    fileOf({ args: [buffer()], outputs: [{ arg: 0, ulp: 1 }] }),
    /^cases\[0\]\.outputs\[0\]\.ulp: there is no such key/,
  ],
  [
    'a key of a rule',
    fileOf({ args: [{ ...buffer(), type: 'float' }], outputs: [{ arg: 0, class: 'float', every: { n: 1, rules: [{ upl: 1 }] } }] }),
    /^cases\[0\]\.outputs\[0\]\.every\.rules\[0\]\.upl: there is no such key/,
  ],
  [
    'a key of expected data',
    fileOf({ args: [buffer()], outputs: [{ arg: 0, expect: { ...EXPECT, md5: '' } }] }),
    /^cases\[0\]\.outputs\[0\]\.expect\.md5/,
  ],
  ['a missing kernel', fileOf({ kernel: undefined }), 'cases[0].kernel: it has to be a text, and is missing [run/case]'],
  ['no work-items', fileOf({ global: [0] }), 'cases[0].global[0]: it has to be an integer from 1 to 4294967295, and is 0 [run/case]'],
  ['other dimensions', fileOf({ local: [8, 1] }), 'cases[0].local: it has 2 dimensions, and global has 1 [run/case]'],
  [
    'partial groups',
    fileOf({ global: [9] }),
    'cases[0].global: 9 is not a multiple of the local size 8, which nonuniform has to allow [run/case]',
  ],
  ['a type', fileOf({ args: [buffer({ type: 'float4' })] }), 'cases[0].args[0].type: "float4" is not the type of an element [run/case]'],
  [
    'a size',
    fileOf({ args: [buffer({ count: 1e12 })] }),
    'cases[0].args[0].count: it has to be an integer from 0 to 536870912, and is 1000000000000 [run/case]',
  ],
  [
    'two fills',
    fileOf({ args: [buffer({ fill: { const: 1, bits: 2 } })] }),
    'cases[0].args[0].fill: it has both const and bits [run/case]',
  ],
  [
    'a fraction as an integer',
    fileOf({ args: [buffer({ fill: { const: 1.5 } })] }),
    'cases[0].args[0].fill.const: it has to be an integer, and is 1.5 [run/case]',
  ],
  [
    'bits that do not fit',
    fileOf({ args: [buffer({ fill: { const: { bits: '0x1ffffffff' } } })] }),
    /the bits have to fit the 4 bytes of int/,
  ],
  [
    'an empty range',
    fileOf({ args: [buffer({ fill: { random: 1, lo: 5, hi: 4 } })] }),
    'cases[0].args[0].fill.hi: it is less than lo [run/case]',
  ],
  [
    'too much data',
    fileOf({ args: [buffer({ fill: { hex: '00'.repeat(17) } })] }),
    'cases[0].args[0].fill: 17 bytes are more than the 16 of the argument [run/case]',
  ],
  [
    'a damaged stream',
    fileOf({ args: [buffer({ fill: { base64: 'AAAA', deflate: true } })] }),
    /^cases\[0\]\.args\[0\]\.fill: the zlib stream cannot be inflated/,
  ],
  [
    'a hash',
    fileOf({ args: [buffer()], outputs: [{ arg: 0, expect: { ...EXPECT, base64: 'AQIDBQ==' } }] }),
    'cases[0].outputs[0].expect: the hash of its bytes is not its sha256 [run/case]',
  ],
  [
    'a size of data',
    fileOf({ args: [buffer()], outputs: [{ arg: 0, expect: { ...EXPECT, size: 5 } }] }),
    'cases[0].outputs[0].expect: it has 4 bytes, and its size is 5 [run/case]',
  ],
  [
    'an address of no buffer',
    fileOf({ args: [{ kind: 'null' }, { kind: 'address', arg: 0 }] }),
    'cases[0].args[1].arg: argument 0 is not a buffer [run/case]',
  ],
  [
    'a pointer outside',
    fileOf({ args: [buffer({ pointers: [{ at: 12, arg: 0 }] })] }),
    'cases[0].args[0].pointers[0].at: the 8 bytes at 12 are not in the 16 bytes of the buffer [run/case]',
  ],
  [
    'an output of a value',
    fileOf({ args: [{ kind: 'scalar', type: 'int', value: 1 }], outputs: [{ arg: 0 }] }),
    'cases[0].outputs[0].arg: argument 0 is neither a buffer nor an image [run/case]',
  ],
  [
    'floats of integers',
    fileOf({ args: [buffer()], outputs: [{ arg: 0, class: 'float' }] }),
    'cases[0].outputs[0].class: the elements are of type int, which is not a float [run/case]',
  ],
  ['deep nesting', new TextEncoder().encode(`{"cases": ${'['.repeat(100)}`), /\[limit\/depth\]$/],
] as const)('what is wrong is an error at its place: %s', (_, file, expected) => {
  const fault = faultOf(file);
  if (typeof expected === 'string') expect(fault).toBe(expected);
  else expect(fault).toMatch(expected);
});

test('a wrong case does not prevent the others; two of one name do not both count', () => {
  const good = { name: 'a', kernel: 'k', global: [1], local: [1], args: [] };
  const text = JSON.stringify({ cases: [{ ...good, name: 'b', local: [2] }, good, good] });
  const { value, diagnostics } = readCases(new TextEncoder().encode(text));
  expect(value.cases.map(({ name }) => name)).toEqual(['a']);
  expect(diagnostics.map(({ path }) => path)).toEqual(['cases[0].global', 'cases[2].name']);
});

test('arguments larger than the memory that is allowed are not made', () => {
  const [one] = readCases(fileOf({ args: [buffer({ count: 400_000_000 })] })).value.cases;
  expect(() => argumentsOf(one as NonNullable<typeof one>)).toThrow(/1,600,000,000 bytes; --max-memory allows 1,000,000,000 .*run\/limit/);
});

test('numbers in texts stay as they are, and marks of strings are looked at once', () => {
  const name = 'a "1234567890123456" \\ 1234567890123456';
  expect(caseDocument(`{"n":-1234567890123456, "name":${JSON.stringify(name)}}`)).toEqual({ n: '-1234567890123456', name });
  // From each mark to the end, it would take minutes.
  expect(() => caseDocument(`[1234567890123456,"${'\\"'.repeat(200_000)}`)).toThrow('the file is not JSON');
  expect(caseDocument(`[1234567890123456,"${'\\n'.repeat(1_000_000)}"]`)).toEqual(['1234567890123456', '\n'.repeat(1_000_000)]);
});
