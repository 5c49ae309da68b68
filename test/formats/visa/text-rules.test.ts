/**
 * Rules that a text breaks: the code, within the line.
 */
import { describe, expect, test } from 'vitest';
import { layoutVisa } from '../../../src/formats/visa/layout.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { validateVisa } from '../../../src/formats/visa/validate.ts';

describe('of a text', () => {
  const HEAD =
    '.version 4.0\n.kernel "k"\n.decl V40 v_type=G type=d num_elts=64 align=GRF\n.decl T6 v_type=T num_elts=1\n.kernel_attr SimdSize=16\n';
  const CASES_OF_TEXT: readonly (readonly [line: string, code: string])[] = [
    ['.decl P0 v_type=P num_elts=16', 'visa-text/redeclared'],
    ...[0, 1, 2, 3, 4, 5].map((n) => [`.decl T${n} v_type=T num_elts=1`, 'visa-text/redeclared'] as const),
    ['.decl V5 v_type=G type=d num_elts=1', 'visa-text/redeclared'],
    ['.decl %tm v_type=G type=d num_elts=1', 'visa-text/redeclared'],
    ['.decl V41 v_type=G type=ud num_elts=1 alias=<%tm, 0>', 'visa/alias'],
    ['.decl V41 v_type=G type=ud num_elts=17 alias=<%r0, 0>', 'visa/alias'],
    ['.decl V41 v_type=G type=d num_elts=65 alias=<V40, 0>', 'visa/alias'],
    ['.decl V41 v_type=G type=d num_elts=1 attrs={Scope=2}', 'visa/attribute'],
    ['.decl A0 v_type=A num_elts=17', 'visa/range'],
    ['.decl P1 v_type=P num_elts=3', 'visa/range'],
    ['.input %r0 offset=32 size=32', 'visa/input'],
    ['.input %slm offset=32 size=4', 'visa/input'],
    ['.input V40 offset=-256 size=256', 'visa/range'],
    ['.input V40 offset=32 size=4', 'visa/input-size'],
    ['.input T6 offset=34 size=4', 'visa/alignment'],
    ['.implicit_UNDEFINED_9 V40 offset=32 size=256', 'visa/reserved'],
    ['.kernel_attr SLMSize=65', 'visa/attribute'],
    ['.kernel_attr Target=2', 'visa/attribute'],
    ['    mov (M1, 8) V40(9,0)<1> 0x0:d', 'visa/operand-range'],
    ['    mov (M1, 8) V40(0,0)<1> V25(0,0)<0;1,0>', 'visa/index'],
    ['    (P0) mov (M1, 8) V40(0,0)<1> 0x0:d', 'visa-text/value'],
    ['    asin (M1, 8) V40(0,0)<1> V40(0,0)<0;1,0>', 'visa-text/instruction'],
  ];

  test.each(CASES_OF_TEXT)('%s', (line, wanted) => {
    const text = `${HEAD}${line}\n`;
    const { value, diagnostics } = parseVisa(text);
    const found = [...diagnostics, ...validateVisa(value)];
    expect(found.map((d) => d.code)).toEqual([wanted]);
    const start = HEAD.length;
    for (const { span } of found) expect(span.start >= start && span.end <= start + line.length).toBe(true);
  });

  test('names of the page and of the compilers are the same variables', () => {
    const names = ['%tm', '%tsc', 'V6', '%implicit_arg_ptr', '%impl_arg_buf_ptr', '%implicit_local_id_buf_ptr', '%local_id_buf_ptr'];
    const lines = names.map((name) => `    mov (M1, 1) V40(0,0)<1> ${name}(0,0)<0;1,0>\n`).join('');
    const { value, diagnostics } = parseVisa(HEAD + lines);
    expect(diagnostics).toEqual([]);
    const indices = value.kernels[0]?.routine?.instructions.instructions.map(({ values }) => (values[3] as { index: number }).index);
    expect(indices).toEqual([6, 6, 6, 18, 18, 19, 19]);
    expect(validateVisa(layoutVisa(value))).toEqual([]);
  });

  test.each([['2.9'], ['4.3'], ['9.9']])('version %s is not known', (version) => {
    const { diagnostics } = parseVisa(`.version ${version}\n.kernel "k"\n    ret (M1, 1)\n`);
    expect(diagnostics.map((d) => [d.code, d.span.start, d.span.end])).toEqual([['visa/version', 9, 12]]);
  });

  test('a function needs the sizes of its arguments and its result', () => {
    const { value } = parseVisa('.version 4.0\n.global_function "f"\n    fret (M1, 1)\n');
    expect(validateVisa(value).map((d) => [d.code, d.span.start])).toEqual([
      ['visa/attribute', 13],
      ['visa/attribute', 13],
    ]);
  });
});
