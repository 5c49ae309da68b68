/** What an editor asks about vISA text, ze_info and property sets. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { explainWord, offeredWords, readText } from './library.ts';

const fixture = (path: string) => readFileSync(new URL(`../fixtures/${path}`, import.meta.url), 'utf8');

describe('vISA text in an editor', () => {
  const text = fixture('visa/igc1-10840/dg2/visa-misc.systolic.visaasm');
  const at = (word: string, nth = 0) => {
    const lines = text.split('\n').flatMap((line, i) => (new RegExp(`(?<!\\w)${word}(?!\\w)`).test(line) ? [i] : []));
    const line = lines[nth] ?? -1;
    return { line, character: text.split('\n')[line]?.indexOf(word) ?? -1 };
  };

  test('of a compiler has no finding; a fault is where it is', () => {
    expect(readText('visa-text', text).findings).toEqual([]);
    const [finding] = readText('visa-text', text.replace('shl (M1', 'shll (M1')).findings;
    expect(finding?.code).toBe('visa-text/instruction');
    expect(finding?.range.start).toEqual({ line: at('shl').line, character: 4 });
    expect(readText('visa-text', 'no version\n').findings.map(({ code }) => code)).toEqual(['visa-text/version']);
  });

  test('a variable leads to its declaration, and has its uses', () => {
    const model = readText('visa-text', text);
    expect(model.definitions(at('V0045', 2))).toEqual([{ start: at('V0045'), end: { line: at('V0045').line, character: 11 } }]);
    const uses = model.uses(at('V0045', 2));
    expect(uses[0]?.role).toBe('write');
    expect(uses.length).toBe(text.match(/(?<!\w)V0045(?!\w)/g)?.length);
  });

  test('has the routine, its variables and labels as outline, and folds them', () => {
    const model = readText('visa-text', text);
    const [kernel] = model.outline();
    expect(kernel).toMatchObject({ name: 'systolic', kind: 'function' });
    expect(kernel?.children.filter(({ kind }) => kind === 'variable').length).toBe(text.match(/^\.decl/gm)?.length);
    expect(kernel?.children.find(({ kind }) => kind === 'label')?.name).toBe('_main_0_0');
    expect(model.blocks().length).toBeGreaterThan(0);
  });

  test('layout puts instructions four blanks in, and keeps everything else', () => {
    const squeezed = text
      .split('\n')
      .map((line) => line.trim())
      .join('\n');
    const formatted = readText('visa-text', squeezed).formatted() ?? '';
    const trimmed = text.split('\n').map((line) => line.trimEnd());
    expect(formatted.split('\n')).toEqual(trimmed);
    expect(readText('visa-text', formatted).findings).toEqual([]);
  });
});

describe('ze_info in an editor', () => {
  const text = `---
version:         '1.60'
kernels:
  - name:            scale
    execution_env:
      grf_count:       128
      simd_size:       16
    payload_arguments:
      - arg_type:        arg_bypointer
        offset:          0
        size:            8
        arg_index:       0
        addrmode:        stateless
        addrspace:       global
        access_type:     readwrite
kernels_misc_info:
  - name:            scale
    args_info:
      - index:           0
        name:            data
        address_qualifier: __global
        access_qualifier: NONE
        type_name:       'float*;8'
        type_qualifiers: NONE
...
`;

  test('has findings of reading and of rules, with the codes of the command', () => {
    expect(readText('ze-info', text).findings).toEqual([]);
    const wrong = text.replace('simd_size:       16', 'simd_size:       sixteen').replace('access_type', 'acces_type');
    expect(readText('ze-info', wrong).findings.map(({ code, range }) => [code, range.start.line])).toEqual([
      ['zeinfo/type', 6],
      ['zeinfo/unknown-attribute', 14],
      // Without a value that is read, and without the attribute of that name.
      ['zeinfo/missing', 5],
      ['zeinfo/missing', 8],
    ]);
  });

  test('the name of a kernel leads from its other lists to its description', () => {
    const model = readText('ze-info', text);
    expect(model.definitions({ line: 16, character: 24 }).map(({ start }) => start.line)).toEqual([3]);
    expect(model.uses({ line: 3, character: 24 }).map(({ range, role }) => [range.start.line, role])).toEqual([
      [3, 'write'],
      [16, 'read'],
    ]);
  });

  test('has kernels by name in its outline, and folds what has several lines', () => {
    const model = readText('ze-info', text);
    const outline = model.outline();
    expect(outline.map(({ name }) => name)).toEqual(['version', 'kernels', 'kernels_misc_info']);
    expect(outline[1]?.children.map(({ name }) => name)).toEqual(['scale']);
    expect(model.blocks()).toContainEqual({ first: 4, last: 6 });
  });

  test('layout is that of the compiler, and is refused where comments would be lost', () => {
    const squeezed = text.replace(/: +/g, ': ');
    expect(readText('ze-info', squeezed).formatted()).toBe(text);
    expect(readText('ze-info', `${squeezed.slice(0, -4)}# why\n...\n`).formatted()).toBeUndefined();
  });
});

describe('property sets in an editor', () => {
  const text = fixture('sycl/property-sets/all-sets.prop');

  test('have the findings of reading and of the rules', () => {
    expect(readText('property-sets', text).findings).toEqual([]);
    const wrong = '[SYCL/assert used]\n\nreduce=1|x\nno value\n';
    expect(readText('property-sets', wrong).findings.map(({ code, range }) => [code, range.start.line])).toEqual([
      ['props/blank-line', 1],
      ['props/number', 2],
      ['props/key', 3],
    ]);
  });

  test('have sets with their properties as outline, and fold them', () => {
    const model = readText('property-sets', text);
    expect(model.outline().length).toBe(text.match(/^\[/gm)?.length);
    expect(model.outline()[0]).toMatchObject({ name: 'SYCL/specialization constants', children: [{ name: '_ZTSN4demo9threshold' }, {}] });
    expect(model.blocks()[0]).toEqual({ first: 0, last: 2 });
  });

  test('layout drops empty lines, which the runtime does not read', () => {
    expect(readText('property-sets', text).formatted()).toBe(text);
    expect(readText('property-sets', text.replace('\n', '\n\n')).formatted()).toBe(text);
  });
});

test('places in a line of thousands of letters that take several bytes', () => {
  const before = 'é€😀a'.repeat(300);
  const text = `// ${before}\n/* ${before} */ x\n`;
  const [finding] = readText('eu-assembly', text, { platform: '2' }).findings;
  const start = { line: 1, character: `/* ${before} */ `.length };
  expect(finding?.range).toEqual({ start, end: { ...start, character: start.character + 1 } });
});

test('words of any length have no meaning, and are not searched for', () => {
  const long = '1'.repeat(100_000);
  expect(explainWord('eu-assembly', `${long}x`, 5)).toBeUndefined();
  expect(offeredWords('eu-assembly', `${'{'.repeat(100_000)}}`)).toEqual(offeredWords('eu-assembly', '{}'));
  expect(offeredWords('eu-assembly', '{A').map(({ word }) => word)).toEqual(offeredWords('eu-assembly', 'add {').map(({ word }) => word));
  expect(offeredWords('eu-assembly', 'math.').length).toBeGreaterThan(3);
});
