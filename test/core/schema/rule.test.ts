/** Rules of all formats are rows of one type, and are applied in their order. */
import { describe, expect, test } from 'vitest';
import { CODES } from '../../../src/core/diag/index.ts';
import { applied, type Rule, type RuleRow } from '../../../src/core/schema/index.ts';
import { ELF_RULES } from '../../../src/formats/elf/index.ts';
import { OFFLOAD_RULES } from '../../../src/formats/offload/index.ts';
import { PROPERTY_RULES, PROPS_RULES, SET_RULES } from '../../../src/formats/props/index.ts';
import { IMAGE_RULES, SYCLBIN_RULES, TEXT_RULES } from '../../../src/formats/syclbin/index.ts';
import { RULES as VISA_RULES } from '../../../src/formats/visa/index.ts';
import { DEVICE_RULES, FILE_RULES, SPEC_RULES, RULES as ZEBIN_RULES } from '../../../src/formats/zebin/index.ts';
import { ATTRIBUTE_RULES } from '../../../src/formats/zeinfo/index.ts';

/** By their table. */
const TABLES: Readonly<Record<string, readonly RuleRow[]>> = {
  elf: ELF_RULES,
  file: FILE_RULES,
  attributes: ATTRIBUTE_RULES,
  'ze_info, specification': SPEC_RULES,
  'ze_info, devices': DEVICE_RULES,
  'ze_info, drivers': ZEBIN_RULES,
  'property sets': [...SET_RULES, ...PROPERTY_RULES, ...PROPS_RULES],
  offload: OFFLOAD_RULES,
  syclbin: [...SYCLBIN_RULES, ...TEXT_RULES, ...IMAGE_RULES],
  visa: VISA_RULES,
};

describe.each(Object.entries(TABLES))('rules of %s', (_, rules) => {
  test('say in one sentence what must hold, and where that is published', () => {
    for (const { code, says, source } of rules)
      expect([code, says, source]).toEqual([code, expect.stringMatching(/^\S.*\.$/), expect.stringMatching(/^\S.*\S$/)]);
  });

  test('have names that distinguish those of one code', () => {
    const names = rules.map(({ code, name = '' }) => `${code} ${name}`);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});

test('each code of a rule has one at least', () => {
  const codes = new Set<string>(Object.values(TABLES).flatMap((rules) => rules.map(({ code }) => code)));
  expect(Object.keys(CODES).filter((code) => code.startsWith('rule/') && !codes.has(code))).toEqual([]);
});

describe('applied', () => {
  const rule = (code: RuleRow['code'], ...messages: readonly string[]): Rule<number, [path: string]> => ({
    code,
    says: '',
    source: '',
    check(subject, report) {
      for (const message of messages) report(`${subject}`, message, { found: subject });
    },
  });
  const RULES: readonly Rule<number, [path: string]>[] = [
    rule('rule/cut'),
    rule('rule/numbers', 'a', 'b'),
    { code: 'rule/names', says: '', source: '' },
    rule('rule/samplers', 'c'),
  ];
  const violations = (most?: 'first') => {
    const lines: unknown[] = [];
    applied(RULES, ({ code }, subject, ...rest) => lines.push([code, subject, ...rest]), most)(7);
    return lines;
  };

  test('reports everything that is wrong, in the order of the rules', () => {
    expect(violations()).toEqual([
      ['rule/numbers', 7, '7', 'a', { found: 7 }],
      ['rule/numbers', 7, '7', 'b', { found: 7 }],
      ['rule/samplers', 7, '7', 'c', { found: 7 }],
    ]);
  });

  test('ends with the first rule that is violated', () => {
    expect(violations('first').map((line) => (line as unknown[])[0])).toEqual(['rule/numbers', 'rule/numbers']);
  });
});
