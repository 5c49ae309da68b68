/** Spellings of compilers that depend on their version, and what compilers do not print at all. */
import { describe, expect, test } from 'vitest';
import { must } from '../../../src/core/diag/index.ts';
import { layoutVisa } from '../../../src/formats/visa/layout.ts';
import type { VisaObject } from '../../../src/formats/visa/model.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { printVisa } from '../../../src/formats/visa/print.ts';
import { readVisa } from '../../../src/formats/visa/read.ts';
import { writeVisa } from '../../../src/formats/visa/write.ts';
import { kernel, kernelEntry, variable, visaObject } from '../../support/build-visa.ts';

/** A text of a compiler with this after the declarations. */
function textOf(version: string, lines: string): string {
  const modern = version === '4.2';
  const empty = `.version ${version}\n${modern ? '\n' : ''}.kernel "k"\n.decl V32 v_type=G type=uq num_elts=8 align=GRF\n.kernel_attr SimdSize=16\n`;
  const head = printVisa(must(parseVisa(empty, { names: 'all' })));
  return head.trimEnd() + lines;
}

const line = (text: string, number: number) => `    ${text.padEnd(76)} /// $${number}\n`;
const FADDR = (name: string) => `\n${line(`faddr ${name} V32(0,0)<1>`, 0)}${line('ret (M1, 1)', 1)}`;

const SUBROUTINE_3_6 = `\n${line('call (M1, 8) i32_func_p0i32_i32_indirect_stack.7_0', 0)}${line('ret (M1, 1)', 1)}    
.function "i32_func_p0i32_i32_indirect_stack.7_0"

i32_func_p0i32_i32_indirect_stack.7_0:
${line('ret (M1, 8)', 3)}`;

const SUBROUTINE_4_0 = `\n${line('call (M1, 8) stack_7_0', 0)}${line('ret (M1, 1)', 1)}    
.function "stack_7_0" /// Original Name: "stack.7_0"

stack_7_0:
${line('ret (M1, 8)', 3)}`;

describe('texts print as they were parsed', () => {
  test.each([
    ['3.6', FADDR('__const.array.data')],
    ['4.0', FADDR('__const.array.data')],
    ['4.1', FADDR('"__const.array.data"')],
    ['4.1', FADDR('__const.array.data')],
    ['4.0', FADDR('"__const.array.data"')],
    ['4.1', FADDR('table')],
    ['4.2', FADDR('".str.1"')],
    ['3.6', SUBROUTINE_3_6],
    ['4.0', SUBROUTINE_4_0],
    ['4.1', SUBROUTINE_4_0],
  ])('%s: %s', (version, lines) => {
    const text = textOf(version, lines);
    const { value, diagnostics } = parseVisa(text);
    expect(diagnostics).toEqual([]);
    expect(printVisa(value)).toBe(text);
  });
});

test('objects print as the compiler of their version does', () => {
  const labels = [{ name_index: 1, kind: 1, attributes: [] }];
  const dst = { kind: 'general', modifier: 0, index: 32, row: 0, col: 0, region: 0x200 } as const;
  const instructions = [
    { opcode: 0x50, values: [2, dst] },
    { opcode: 0x30, values: [0] },
  ];
  const of = (major_version: number, minor_version: number) =>
    printVisa(
      visaObject(
        { strings: ['k', 's.7', 'a.b', 'X'], variables: [variable({ name_index: 3 })], labels, instructions: { instructions } },
        { major_version, minor_version },
      ),
    )
      .split('\n')
      .flatMap((text) => /faddr \S+|^\.function.*/.exec(text)?.[0] ?? []);
  expect(of(3, 6)).toEqual(['faddr a.b', '.function "s.7_0"']);
  expect(of(4, 0)).toEqual(['faddr a.b', '.function "s_7_0" /// Original Name: "s.7_0"']);
  expect(of(4, 1)).toEqual(['faddr "a.b"', '.function "s_7_0" /// Original Name: "s.7_0"']);
});

describe('what compilers do not print', () => {
  const gen_binaries = [
    { gen_platform: 5, binary_offset: 0, binary_size: 0, bytes: Uint8Array.from({ length: 70 }, (_, i) => i) },
    { gen_platform: 14, binary_offset: 0, binary_size: 0, bytes: new Uint8Array(0) },
  ];
  const variables = [
    { linkage: 2, name: 'a "name"', type: 7, alignment: 9, num_elements: 1024, attributes: [{ name: 3, value: Uint8Array.of(1, 255) }] },
    { linkage: 7, name: 'b', type: 0, alignment: 12, num_elements: 0, attributes: [{ name: 0, value: new Uint8Array(0) }] },
  ];
  const symbols = {
    variable_reloc_symtab: [{ symbolic_index: 3, resolved_index: 1 }],
    function_reloc_symtab: [
      { symbolic_index: 4, resolved_index: 0 },
      { symbolic_index: 65535, resolved_index: 65535 },
    ],
  };
  const tables = { strings: ['k', 'X'], variables: [variable({ alias_index: 1, alias_offset: 8, alias_scope_specifier: 1 })] };
  const { inputs: _, ...routine } = kernel(tables);
  const object = visaObject(
    {},
    {
      kernels: [kernelEntry(kernel(tables), { ...symbols, gen_binaries })],
      variables,
      functions: [
        {
          linkage: 1,
          name: 'k',
          offset: 0,
          size: 0,
          ...symbols,
          routine: { ...routine, kind: 'function', input_size: 3, return_value_size: 2 },
        },
      ],
    },
  );
  /** All except the strings, which a text numbers again. */
  const facts = (value: VisaObject) => ({
    variables: value.variables,
    entries: [...value.kernels, ...value.functions].map((entry) => ({
      relocations: [entry.variable_reloc_symtab, entry.function_reloc_symtab],
      code: 'gen_binaries' in entry ? entry.gen_binaries.map(({ gen_platform, bytes }) => [gen_platform, [...bytes]]) : entry.linkage,
      sizes: entry.routine?.kind === 'function' ? [entry.routine.input_size, entry.routine.return_value_size] : [],
      aliases: entry.routine?.variables.map((v) => [v.alias_index, v.alias_offset, v.alias_scope_specifier]),
    })),
  });

  test('comes back from the text, and through bytes', () => {
    const text = printVisa(object, { code: true });
    const { value, diagnostics } = parseVisa(text);
    expect(diagnostics).toEqual([]);
    expect(facts(value)).toEqual(facts(object));
    expect(printVisa(value, { code: true })).toBe(text);
    expect(facts(readVisa(writeVisa(layoutVisa(value))).value)).toEqual(facts(object));
  });

  test('consists of comments, with machine code on request', () => {
    const own = printVisa(object, { code: true })
      .split('\n')
      .filter((one) => one.startsWith('//.'));
    expect(own.map((one) => one.split(' ')[0])).toMatchInlineSnapshot(`
      [
        "//.file_scope_var",
        "//.file_scope_var",
        "//.variable_reloc",
        "//.function_reloc",
        "//.function_reloc",
        "//.gen_binary",
        "//.code",
        "//.code",
        "//.code",
        "//.gen_binary",
        "//.linkage",
        "//.sizes",
        "//.variable_reloc",
        "//.function_reloc",
        "//.function_reloc",
      ]
    `);
    expect(printVisa(object)).not.toContain('//.code');
    expect(printVisa(visaObject())).not.toContain('//.');
  });

  test.each([
    ['//.file_scope_var v linkage=extern', 'visa-text/expected'],
    ['//.file_scope_var "v" linkage=public type=d num_elts=1 align=byte', 'visa-text/value'],
    ['//.file_scope_var "v" linkage=extern type=d num_elts=1 align=byte attr=0:1', 'visa-text/number'],
    ['//.variable_reloc symbolic=0 resolved=65536', 'visa-text/number'],
    ['//.function_reloc symbolic=0', 'visa-text/expected'],
    ['//.code 00', 'visa-text/value'],
    ['//.gen_binary platform=5 and more', 'visa-text/trailing'],
  ])('%s', (text, code) => {
    expect(parseVisa(`.version 4.0\n.kernel "k"\n${text}\n`).diagnostics.map((d) => d.code)).toEqual([code]);
  });

  test.each([
    ['4.0', 65535],
    ['3.6', 255],
  ])('names of version %s have %i bytes at most', (version, most) => {
    const of = (count: number) => {
      const { value, diagnostics } = parseVisa(
        `.version ${version}\n.kernel "k"\n    ret (M1, 1)\n.kernel "${'n'.repeat(count)}"\n    ret (M1, 1)\n`,
      );
      if (diagnostics.length === 0) writeVisa(layoutVisa(value));
      return diagnostics.map((d) => d.code);
    };
    expect([of(most), of(most + 1)]).toEqual([[], ['visa-text/number']]);
  });

  test('needs a routine where it belongs to one; other comments are comments', () => {
    expect(parseVisa('.version 4.0\n//.linkage extern\n.kernel "k"\n').diagnostics.map((d) => d.code)).toEqual(['visa-text/routine']);
    expect(parseVisa('.version 4.0\n//.kernel "x"\n.kernel "k"\n//Build option: "-O2"\n').diagnostics).toEqual([]);
  });
});
