/** Rows as loops want them. */
import { expect, test } from 'vitest';
import { compileRows } from '../../../src/core/schema/index.ts';
import { CONTAINER } from '../../../src/formats/zeinfo/table/index.ts';

test('each attribute that a record may need has a bit of its own, which a word of each alternative has', () => {
  const records = [...compileRows(CONTAINER).records.values()];
  expect(records.some(({ needed }) => needed.length > 1)).toBe(true);
  for (const { needed, attributes, byKey } of records) {
    expect(new Set([0, ...needed.map(({ need }) => need)]).size).toBe(needed.length + 1);
    expect(attributes.filter(({ need }) => need !== 0)).toEqual(needed);
    for (const { need, neededWhen = [] } of needed) {
      for (const alternative of neededWhen) {
        const found = alternative.some(({ key, words }) => words.every((word) => ((byKey.get(key)?.needs?.get(word) ?? 0) & need) !== 0));
        expect(found).toBe(true);
      }
    }
  }
});
