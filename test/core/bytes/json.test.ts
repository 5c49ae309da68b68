/** JSON that others wrote: values are refused with their path, and its nesting is limited. */
import { describe, expect, test } from 'vitest';
import { JsonValue, parseJson } from '../../../src/core/bytes/index.ts';
import { diagnostic, FormatError, LIMITS, NOWHERE } from '../../../src/core/diag/index.ts';

const refusal = (path: string, need: string) =>
  new FormatError(diagnostic('diff/baseline', `${path === '' ? 'the document' : path} is not ${need}`, NOWHERE, path));
const read = (text: string) =>
  new JsonValue(
    parseJson(text, (why) => new TypeError(`not JSON: ${why}`)),
    refusal,
  );

describe('values', () => {
  test('are returned as what they are, with their paths', () => {
    const list = read('{"a": [{"b": "text", "c": 7, "d": true, "e": null}]}').listAt('a');
    const [first] = list;
    expect([first?.at('b').text(), first?.at('c').number(7), first?.at('d').flag(), first?.at('e').isNull]).toEqual([
      'text',
      7,
      true,
      true,
    ]);
    expect(first?.members().map(([key, { path, value }]) => [key, path, value])).toEqual([
      ['b', 'a[0].b', 'text'],
      ['c', 'a[0].c', 7],
      ['d', 'a[0].d', true],
      ['e', 'a[0].e', null],
    ]);
  });

  test('may be missing, also those that every object has', () => {
    const document = read('{}');
    for (const key of ['a', 'constructor', '__proto__']) {
      expect([document.at(key).isMissing, document.optional(key)]).toEqual([true, undefined]);
      expect(document.at(key).flag()).toBe(false);
    }
  });

  test.each<[text: string, get: (value: JsonValue) => unknown, message: string]>([
    ['[]', (value) => value.at('a'), 'the document is not an object'],
    ['null', (value) => value.members(), 'the document is not an object'],
    ['{"a": {}}', (value) => value.listAt('a'), 'a is not a list'],
    ['{"a": [1]}', (value) => value.listAt('a')[0]?.at('b'), 'a[0] is not an object'],
    ['{"a": {"b": 1}}', (value) => value.at('a').at('b').text(), 'a.b is not a text'],
    ['{"a": 8}', (value) => value.at('a').number(7), 'a is not an integer from 0 to 7'],
    ['{"a": -1}', (value) => value.at('a').number(7), 'a is not an integer from 0 to 7'],
    ['{"a": 0.5}', (value) => value.at('a').number(7), 'a is not an integer from 0 to 7'],
    ['{"a": "1"}', (value) => value.at('a').number(7), 'a is not an integer from 0 to 7'],
    ['{"a": 1}', (value) => value.at('a').flag(), 'a is not true or false'],
  ])('of %s are refused with their path', (text, get, message) => {
    expect(() => get(read(text))).toThrow(expect.objectContaining({ diagnostic: expect.objectContaining({ message }) }));
  });
});

describe('text', () => {
  test('that is not JSON is what the caller refuses', () => expect(() => read('{"a": }')).toThrow(/^not JSON: ./));

  test('may nest as deep as the limit, whatever strings contain', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"[[[\\"["${']'.repeat(depth)}`;
    expect(read(nested(LIMITS.jsonDepth)).list()).toHaveLength(1);
    expect(() => read(nested(LIMITS.jsonDepth + 1))).toThrow(
      expect.objectContaining({ diagnostic: expect.objectContaining({ code: 'limit/depth' }) }),
    );
  });
});
