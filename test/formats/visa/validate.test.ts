/** What compilers and their assembler write is checked sound; what is not sound in an object that reads well is in test/codes/visa.ts. */
import { describe, expect, test } from 'vitest';
import { readVisa, validateVisa } from '../../../src/formats/visa/index.ts';
import { input, variable, visaObject } from '../../support/build-visa.ts';
import { visaObjects } from '../../support/corpus.ts';

test('real objects have no findings, but those whose instructions lost their operands', { tags: ['corpus'] }, () => {
  const found = visaObjects().flatMap((file) => {
    const { value, diagnostics } = readVisa(file.bytes());
    const findings = validateVisa(value);
    // The page and the rows are checked against real objects, not the other way round.
    return [...diagnostics.filter((d) => d.code !== 'visa/operands-missing'), ...findings].map(
      (d) => `${file.name}: ${d.code} ${d.path} ${d.message}`,
    );
  });
  expect(found).toEqual([]);
});

const codes = (object: Parameters<typeof validateVisa>[0]) => validateVisa(object).map((d) => d.code);

describe('inputs', () => {
  const two = (first: object, second: object) =>
    codes(visaObject({ variables: [variable(), variable()], inputs: [input(first), input({ id: 33, ...second })] }));

  test('one after the other is sound, one in the other is not', () => {
    expect(two({ offset: 32 }, { offset: 36 })).toEqual([]);
    expect(two({ offset: 32 }, { offset: 32 })).toEqual(['visa/input-overlap']);
  });

  test('a larger one covers all that begin in it', () => {
    const wide = variable({ num_elements: 64 });
    const inputs = [input({ offset: 32, size: 256 }), input({ id: 33, offset: 64 }), input({ id: 34, offset: 128 })];
    expect(codes(visaObject({ variables: [wide, variable(), variable()], inputs }))).toEqual(['visa/input-overlap', 'visa/input-overlap']);
  });

  test('pseudo inputs may be anywhere', () => {
    expect(two({ offset: 32 }, { offset: 32, provenance: 16 })).toEqual([]);
  });

  test('a sampler, a surface and what is neither', () => {
    const samplers = [{ name_index: 1, num_elements: 1, attributes: [] }];
    expect(codes(visaObject({ samplers, inputs: [input({ category: 1, id: 0 })] }))).toEqual([]);
    expect(codes(visaObject({ samplers, inputs: [input({ category: 1, id: 1 })] }))).toEqual(['visa/index']);
    expect(codes(visaObject({ samplers, surfaces: samplers, inputs: [input({ category: 2, id: 6, offset: 33 })] }))).toEqual([
      'visa/alignment',
    ]);
    expect(codes(visaObject({ inputs: [input({ category: 3, id: 0 })] }))).toEqual(['visa/index']);
  });

  test('within one register, or from its start', () => {
    const wide = variable({ num_elements: 8 });
    expect(codes(visaObject({ variables: [wide], inputs: [input({ size: 32, offset: 36 })] }))).toEqual(['visa/alignment']);
    const some = variable({ num_elements: 2 });
    expect(codes(visaObject({ variables: [some], inputs: [input({ size: 8, offset: 60 })] }))).toEqual(['visa/alignment']);
  });
});

describe('aliases stay in their variable', () => {
  const alias = (of: object, base = variable({ num_elements: 4 })) =>
    codes(visaObject({ variables: [base, variable({ alias_index: 32, ...of })] }));

  test.each([
    ['the last element', { alias_offset: 12 }, []],
    ['after the last element', { alias_offset: 16 }, ['visa/alias']],
    ['between elements', { alias_offset: 2 }, ['visa/alignment']],
    ['of something pre-defined', { alias_index: 7, alias_offset: 4 }, []],
    ['of nothing, with an offset', { alias_index: 0, alias_offset: 4 }, ['visa/alias']],
    ['of what is not there', { alias_index: 34 }, ['visa/index']],
    ['of file scope that is not there', { alias_index: 999, alias_scope_specifier: 1 }, ['visa/index']],
  ])('%s', (_, of, expected) => {
    expect(alias(of)).toEqual(expected);
  });

  test('of each other', () => {
    expect(codes(visaObject({ variables: [variable({ alias_index: 33 }), variable({ alias_index: 32 })] }))).toEqual(['visa/alias']);
  });
});

test('types and alignments that no variable has', () => {
  for (const of of [{ type: 8 }, { type: 10 }, { alignment: 10 }, { num_elements: 0 }]) {
    expect(codes(visaObject({ variables: [variable(of)] }))).toEqual(['visa/range']);
  }
});
