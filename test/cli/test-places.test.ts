/** Where the values of JSON are: each place has the text of its value, however the text is laid out. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Place, placesOf } from '../../cli/suite/places.ts';

/** What the places say, with the text at each scalar. */
function valueAt(text: string, { start, end, members, items }: Place): unknown {
  if (text[start] === '{') return Object.fromEntries([...members].map(([name, place]) => [name, valueAt(text, place)]));
  if (text[start] === '[') return items.map((place) => valueAt(text, place));
  return JSON.parse(text.slice(start, end));
}

test.each([undefined, 2, '\t', '\r\n'])('values are found in any layout: %j', (indent) => {
  fc.assert(
    fc.property(fc.json(), (json) => {
      const value = JSON.parse(json);
      // A member of this name is not one of an object literal.
      fc.pre(!json.includes('__proto__'));
      const plain = JSON.stringify(value, undefined, 2);
      const text = indent === '\r\n' ? plain.replaceAll('\n', '\r\n') : JSON.stringify(value, undefined, indent);
      const place = placesOf(` ${text}\n`);
      expect(place).toMatchObject({ start: 1, end: 1 + text.length });
      expect(valueAt(` ${text}\n`, place)).toEqual(value);
    }),
  );
});

test('strings with brackets and escapes, names with escapes, and the last of two members', () => {
  const text = '{"a]": "}\\"{", "\\u0062": [1, [], {}], "c": 1 , "c" : 18446744073709551615}';
  const { members } = placesOf(text);
  const at = (name: string) => text.slice(members.get(name)?.start, members.get(name)?.end);
  expect(['a]', 'b', 'c'].map(at)).toEqual(['"}\\"{"', '[1, [], {}]', '18446744073709551615']);
});
