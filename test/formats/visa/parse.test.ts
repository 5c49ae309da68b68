import { describe, expect, test } from 'vitest';
import { FormatError, must } from '../../../src/core/diag/index.ts';
import type { VectorOperand } from '../../../src/formats/visa/instruction.ts';
import { layoutVisa } from '../../../src/formats/visa/layout.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { printVisa } from '../../../src/formats/visa/print.ts';
import { readVisa } from '../../../src/formats/visa/read.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { visaObjects, visaTexts } from '../../support/corpus.ts';

const parse = (text: string) => must(parseVisa(text));
const codes = (text: string) => parseVisa(text).diagnostics.map((d) => d.code);
const kernel = (text: string) => {
  const routine = parse(text).kernels[0]?.routine;
  if (!routine) throw new Error('no kernel');
  return routine;
};
const HEAD = '.version 4.0\n.kernel "k"\n';

test('every directive of the page is understood', () => {
  const routine = kernel(`// a comment
.version 4.0
.kernel plain_name
.funcdecl "callee"
.decl V41 v_type=G type=ud num_elts=8 align=GRFx2
.decl V42 v_type=G type=hf num_elts=4 align=wordx64 alias=<V41, 8> attrs={Scope=1, Output}
.decl V43 v_type=G type=b num_elts=1 alias=(%r0,4)   /// with parentheses
.decl A9 v_type=A num_elts=2 attrs={NoWidening}
.decl mask v_type=P num_elts=32
.decl S0 v_type=S num_elts=1 v_name=S000
.decl T6 v_type = T num_elts = 3
.input V41 offset=32 size=32
.input T6 offset=64 size=4
.implicit_LOCAL_SIZE V43 offset=68 size=1
.implicit_GROUP_COUNT V43 offset=69 size=1
.implicit_LOCAL_ID V43 offset=70 size=1
.implicit_PSEUDO_INPUT V43 offset=71 size=1
.implicit_UNDEFINED_5 S0 offset=72 size=4
.kernel_attr SimdSize=16
.kernel_attr Target="cm"
.kernel_attr OutputAsmPath="a\\"b\\n\\x41"
.kernel_attr NoBarrier
.function "main_0"
main_0:
    FILE "dir/a.cl"
    LOC 12
    (!mask.any) add.sat (M1_NM, 8) V41(0,1)<1> (-)V41(1,0)<8;8,1> (abs)V41(0,0)<0;1,0>
    mov (8) r[A9(1),-4]<1>:ud V41
    ret (M1, 1)
`);
  expect(routine.variables.map((v) => [v.type, v.alignment, v.alias_index, v.alias_offset, v.attributes.length])).toEqual([
    [0, 6, 0, 0, 0],
    [14, 9, 32, 8, 2],
    [5, 0, 7, 4, 0],
  ]);
  expect([routine.addresses.length, routine.predicates.length, routine.samplers.length, routine.surfaces.length]).toEqual([1, 1, 1, 1]);
  expect(routine.inputs.map((i) => [i.category, i.provenance, i.id, i.offset, i.size])).toEqual([
    [0, 0, 32, 32, 32],
    [2, 0, 6, 64, 4],
    [0, 1, 34, 68, 1],
    [0, 2, 34, 69, 1],
    [0, 3, 34, 70, 1],
    [0, 16, 34, 71, 1],
    [1, 5, 0, 72, 4],
  ]);
  expect(routine.attributes.map((a) => [routine.strings[a.name], Buffer.from(a.value).toString('latin1')])).toEqual([
    ['SimdSize', '\x10\0\0\0'],
    ['Target', '\0'],
    ['OutputAsmPath', 'a"b\nA'],
    ['NoBarrier', ''],
  ]);
  expect(routine.instructions.instructions.map((i) => i.opcode)).toEqual([0x30, 0x51, 0x52, 0x01, 0x29, 0x34]);
  expect(routine.instructions.instructions[3]?.values.slice(0, 2)).toEqual([0x83, 0x8000 + 0x2000 + 1]);
});

test('a text of several kernels and functions is one object', () => {
  const object = parse(
    '.version 4.0\n.kernel "a"\n    ret (M1, 1)\n.global_function "f"\n    fret (M1, 1)\n.kernel "b"\n    ret (M1, 1)\n',
  );
  expect(object.kernels.map((k) => k.name)).toEqual(['a', 'b']);
  expect(object.functions.map((f) => f.name)).toEqual(['f']);
  const again = must(readVisa(writeVisa(layoutVisa(object))));
  expect(printVisa(parse(printVisa(again)))).toBe(printVisa(again));
});

test('names are looked up in the scope that is open, and those around it', () => {
  const routine = kernel(`${HEAD}.decl X v_type=G type=d num_elts=1
{
.decl X v_type=G type=w num_elts=1
.decl Y v_type=G type=w num_elts=1
    mov (M1, 1) X(0,0)<1> Y(0,0)<0;1,0>
}
    mov (M1, 1) X(0,0)<1> 0x1:d
`);
  const targets = routine.instructions.instructions.map((i) => (i.values[2] as { index: number }).index);
  expect(targets).toEqual([33, 32]);
  expect(codes(`${HEAD}{\n.decl Y v_type=G type=w num_elts=1\n}\n    mov (M1, 1) Y(0,0)<1> 0x1:w\n`)).toEqual(['visa-text/unknown-name']);
  expect(codes(`${HEAD}.decl %r0 v_type=G type=w num_elts=1\n`)).toEqual(['visa-text/redeclared']);
  expect(codes(`${HEAD}{\n{\n}\n`)).toEqual(['visa-text/scope']);
});

const immediate = (text: string): readonly [bits: number, high: number] => {
  const instruction = kernel(`${HEAD}.decl X v_type=G type=df num_elts=8\n    mov (M1, 1) X(0,0)<1> ${text}\n`).instructions
    .instructions[0];
  const operand = instruction?.values[3] as VectorOperand;
  if (operand.kind !== 'immediate') throw new Error('no immediate');
  return [operand.bits, operand.high];
};

describe('constants in the notation of C', () => {
  test.each([
    ['0x10:d', 0x10, 0],
    ['16:d', 16, 0],
    ['020:d', 16, 0],
    ['-1:d', 0xffff_ffff, 0],
    ['-4:w', 0xffff_fffc, 0],
    ['0xfffc:w', 0xfffc, 0],
    ['0x76543210:v', 0x7654_3210, 0],
    ['0x3f800000:vf', 0x3f80_0000, 0],
    ['0xfedcba98:uv', 0xfedc_ba98, 0],
    ['-1:q', 0xffff_ffff, 0xffff_ffff],
    ['0x123456789abcdef0:uq', 0x9abc_def0, 0x1234_5678],
    ['18446744073709551615:uq', 0xffff_ffff, 0xffff_ffff],
    ['1.5:f', 0x3fc0_0000, 0],
    ['1:f', 0x3f80_0000, 0],
    ['-2.5e-1:f', 0xbe80_0000, 0],
    ['0.1:f', 0x3dcc_cccd, 0],
    ['1e-45:f', 1, 0],
    ['3.5e38:f', 0x7f80_0000, 0],
    ['.5:hf', 0x3800, 0],
    ['65504:hf', 0x7bff, 0],
    ['1.5:bf', 0x3fc0, 0],
    ['0.1:df', 0x9999_999a, 0x3fb9_9999],
    ['5e-324:df', 1, 0],
    ['-0.0:df', 0, 0x8000_0000],
    ['1.7976931348623157e308:df', 0xffff_ffff, 0x7fef_ffff],
    ['1e999:df', 0, 0x7ff0_0000],
    ['-1e999:f', 0xff80_0000, 0],
  ])('%s', (text, bits, high) => {
    expect(immediate(text)).toEqual([bits, high]);
  });

  test.each([['0x1:zz'], ['zz:d'], ['0x123456789:d'], ['1.5:d'], ['99999999999999999999:uq'], ['1']])('%s is refused', (text) => {
    expect(codes(`${HEAD}.decl X v_type=G type=d num_elts=1\n    mov (M1, 1) X(0,0)<1> ${text}\n`)).toHaveLength(1);
  });

  test('floats agree with those of the machine', () => {
    const single = new Float32Array(1);
    const double = new Float64Array(1);
    for (let i = 0, state = 7; i < 500; i++) {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      const value = (state / 2 ** 32 - 0.5) * 10 ** ((state % 90) - 50);
      single[0] = value;
      double[0] = value;
      const words = new Uint32Array(double.buffer);
      expect(immediate(`${value}:f`)[0], String(value)).toBe(new Uint32Array(single.buffer)[0]);
      expect(immediate(`${value}:df`), String(value)).toEqual([words[0], words[1]]);
    }
  });
});

test('line ends of other systems, tabs and comments do not matter', () => {
  const text = `${HEAD}.decl X v_type=G type=d num_elts=1\n    mov (M1, 1) X(0,0)<1> 0x1:d /// $0\n    ret (M1, 1) // end\n`;
  const plain = kernel(text);
  for (const other of [
    text.replaceAll('\n', '\r\n'),
    text.replaceAll('    ', '\t'),
    text.replace(/\n$/, ''),
    text.replaceAll(' (M1, 1) ', '(M1,1)'),
  ]) {
    expect(kernel(other).instructions).toEqual(plain.instructions);
  }
});

test('bytes without a text are a block that comes back', () => {
  const text = `${HEAD}    barrier\n    .raw ff 01 02\n    .raw 03\n`;
  const stream = kernel(text).instructions;
  expect([stream.instructions.length, [...(stream.raw ?? [])]]).toEqual([1, [255, 1, 2, 3]]);
  expect(kernel(printVisa(parse(text))).instructions).toEqual(stream);
  expect(codes(`${HEAD}    .raw 59\n    yield\n`)).toEqual(['visa-text/value']);
  // Bytes of an instruction are that instruction.
  expect(kernel(`${HEAD}    .bytes 59\n    yield\n`).instructions.instructions.map((i) => i.opcode)).toEqual([0x59, 0x5f]);
});

test('an instruction that has no text is one again', () => {
  const text = `${HEAD}.decl X v_type=G type=d num_elts=1\n    lsc_load.ugm (M1, 16)  X:d32  flat[X]:a64\n    ret (M1, 1)\n`;
  const object = parse(text);
  const [load, ret] = kernel(text).instructions.instructions;
  if (!load || !ret) throw new Error('no instructions');
  // A predicate that is not declared, and a size that does not exist.
  const strange = { ...load, values: load.values.map((v, i) => (i === 1 ? 0x0f : i === 2 ? 9 : v)) };
  const stream = { instructions: [strange, ret] };
  const other = { ...object, kernels: object.kernels.map((k) => ({ ...k, routine: k.routine && { ...k.routine, instructions: stream } })) };
  expect(printVisa(other)).toMatch(/^ {4}\.bytes 89 00 0f 09 00 /m);
  expect(kernel(printVisa(other)).instructions).toEqual(stream);
});

test('objects whose instructions lack operands keep them, in bytes and in text', { tags: ['corpus'] }, () => {
  const broken = visaObjects().filter((file) => /visa\/igc1\//.test(file.name));
  expect(broken.length).toBeGreaterThan(0);
  for (const file of broken) {
    const { value, diagnostics } = readVisa(file.bytes());
    expect(new Set(diagnostics.map((d) => d.code)), file.name).toEqual(new Set(['visa/operands-missing']));
    const again = parse(printVisa(value));
    const streams = (object: typeof value) => [...object.kernels, ...object.functions].map((entry) => entry.routine?.instructions);
    expect(streams(again)).toEqual(streams(value));
  }
});

test('names that are not words, or of two things, are replaced', () => {
  const routine = kernel(
    `${HEAD}.decl X v_type=G type=d num_elts=1\n.decl Y v_type=G type=d num_elts=1\n    mov (M1, 1) X(0,0)<1> Y(0,0)<0;1,0>\n`,
  );
  const object = parse(`${HEAD}    ret (M1, 1)\n`);
  const strings = routine.strings.map((s) => (s === 'X' ? 'a b' : s === 'Y' ? '%r0' : s));
  const text = printVisa({ ...object, kernels: object.kernels.map((k) => ({ ...k, routine: { ...routine, strings } })) });
  expect(text).toContain('mov (M1, 1) V32(0,0)<1> V33(0,0)<0;1,0>');
  expect(kernel(text).instructions).toEqual(routine.instructions);
});

describe('bad input', () => {
  const samples = visaTexts().slice(0, 6);
  const NEAR = 20;

  test('no text of damaged bytes is a crash, and all findings are in it', { tags: ['corpus'] }, () => {
    for (const file of samples) {
      const bytes = file.bytes();
      for (let i = 0, state = 1; i < 60; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        const damaged = bytes.slice(0, i % 3 === 0 ? state % bytes.length : bytes.length);
        for (let k = 0; k < 8 && damaged.length > NEAR; k++) damaged[(state * (k + 7)) % damaged.length] = (state >>> k) & 0xff;
        try {
          const { diagnostics, value } = parseVisa(damaged);
          printVisa(value);
          for (const d of diagnostics) expect(d.span.end).toBeLessThanOrEqual(damaged.length);
        } catch (error) {
          expect((error as Error).name).toBe('FormatError');
        }
      }
    }
  });

  test('deep scopes and long lines take no more than their size', () => {
    expect(codes(`${HEAD}${'{\n'.repeat(50_000)}`)).toEqual(['limit/work', 'visa-text/scope']);
    expect(codes(`${HEAD}    mov ${'('.repeat(100_000)}\n`)).toHaveLength(1);
    expect(codes(`${HEAD}    ${'x'.repeat(100_000)}\n`)).toEqual(['visa-text/instruction']);
  });

  test('tables do not grow beyond what their indices can number', () => {
    const surfaces = Array.from({ length: 300 }, (_, i) => `.decl Q${i} v_type=T num_elts=1\n`).join('');
    const found = parseVisa(HEAD + surfaces);
    expect(found.value.kernels[0]?.routine?.surfaces.length).toBe(250);
    expect(new Set(found.diagnostics.map((d) => d.code))).toContain('visa-text/number');
  });
});

test('ten million blank lines before the version do not run out of stack', () => {
  const blank = '\n'.repeat(10_000_000);
  expect(parse(blank + HEAD).kernels).toHaveLength(1);
  expect(() => parseVisa(blank)).toThrow(FormatError);
});
