/** Words of the texts: what they mean, which can come, and how they are coloured. */
import { describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/formats/eu/index.ts';
import { explainWord, grammarOf, LANGUAGES, offeredWords } from './library.ts';

const meaning = (language: string, line: string, word: string) => {
  const found = explainWord(language, line, line.indexOf(word) + 1);
  return found && `${found.entries[0]?.path} ${line.slice(found.start, found.end)}`;
};
const words = (language: string, before: string) => offeredWords(language, before).map(({ word }) => word);

describe('the meaning of a word', () => {
  test.each([
    ['eu-assembly', '        mov (16|M0)  r12.0<1>:ud r1.0<1;1,0>:uw {I@1}', 'mov', 'eu operation/mov mov'],
    ['eu-assembly', '        mov (16|M0)  r12.0<1>:ud r1.0<1;1,0>:uw {I@1}', 'r12', 'eu register/r r12'],
    ['eu-assembly', '        mov (16|M0)  r12.0<1>:ud r1.0<1;1,0>:uw {I@1}', 'ud', 'eu type/ud ud'],
    ['eu-assembly', '        math.inv (16|M0)  r12.0<1>:f r1.0<1;1,0>:f', 'inv', 'eu function/math.inv math.inv'],
    ['eu-assembly', '        mov (16|M0)  r12.0<1>:ud 0:ud {Compacted,I@1}', 'Compacted', 'eu option/Compacted Compacted'],
    ['visa-text', '    dpas.s8.s8.8.8 (M1, 8) CC.0 CC.0 DD.0 DD(8,0)', 'dpas', 'visa instruction/dpas dpas'],
    ['visa-text', '.decl V0032 v_type=G type=d num_elts=8 align=hword', 'decl', 'visa directive/decl decl'],
    ['ze-info', '      grf_count:       128', 'grf_count', 'execution_env/grf_count grf_count'],
    ['ze-info', '        access_type:     readwrite', 'readwrite', 'access_type/readwrite readwrite'],
    ['property-sets', '[SYCL/misc properties]', 'misc', 'SYCL/misc properties SYCL/misc properties'],
    ['property-sets', 'isEsimdImage=1|1', 'isEsimd', 'SYCL/misc properties/isEsimdImage isEsimdImage'],
  ])('in %s, of `%s` at %s, is %s', (language, line, word, expected) => {
    expect(meaning(language, line, word)).toBe(expected);
  });

  test('is missing for numbers and names of the text', () => {
    expect(meaning('eu-assembly', 'LOOP_7:', 'LOOP')).toBeUndefined();
    expect(meaning('ze-info', '  - name: my_kernel', 'my_kernel')).toBeUndefined();
  });
});

describe('the words that can come', () => {
  test.each([
    ['eu-assembly', '        ad', 'add'],
    ['eu-assembly', '(W&f0.0) ', 'mov'],
    ['eu-assembly', '        math.', 'sqt'],
    ['eu-assembly', '        send.', 'ugm'],
    ['eu-assembly', '        mov (1|M0) r1.0<1>:', 'ud'],
    ['eu-assembly', '        mov (1|M0) r1.0<1>:ud 0:ud {', 'Compacted'],
    ['eu-assembly', '        mov (1|M0) ', 'acc'],
    ['visa-text', '.ker', 'kernel_attr'],
    ['visa-text', '.decl V32 v_type=G type=', 'uq'],
    ['visa-text', '    ', 'dpas'],
    ['ze-info', '      ', 'grf_count'],
    ['ze-info', '        access_type: ', 'readwrite'],
    ['property-sets', '[SY', 'SYCL/misc properties'],
    ['property-sets', 'is', 'isEsimdImage'],
  ])('in %s, after `%s`, have %s among them', (language, before, word) => {
    expect(words(language, before)).toContain(word);
  });

  test('are those of one place only', () => {
    expect(words('eu-assembly', '        ')).not.toContain('ud');
    expect(words('eu-assembly', '        math.')).not.toContain('ugm');
    expect(words('ze-info', '        access_type: ')).not.toContain('grf_count');
  });
});

describe('the grammars', () => {
  test('have each operation of the tables, and no look-behind of a length that varies', () => {
    const grammar = grammarOf(LANGUAGES[0] as (typeof LANGUAGES)[number]);
    const operations = grammar.patterns.find(({ name }) => name === 'keyword.control.eu-assembly')?.match ?? '';
    const missing = OPERATIONS.filter(({ mnemonic }) => !new RegExp(operations).test(` ${mnemonic} (1|M0)`)).map(
      ({ mnemonic }) => mnemonic,
    );
    expect(missing).toEqual([]);
    for (const language of LANGUAGES)
      for (const { match } of grammarOf(language).patterns) expect(match).not.toMatch(/\(\?<[=!](?:[^()[\]]|\[[^\]]*\])*(?<!\\)[*+]/);
  });
});
