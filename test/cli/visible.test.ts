/** What is not seen is shown: for every character there is. */
import { describe, expect, test } from 'vitest';
import { visible, visibleJson } from '../../cli/visible.ts';
import { code } from '../../src/presentation/markdown.ts';

/** Every code point, lone surrogates included. */
function* characters(): Generator<string> {
  for (let point = 0; point <= 0x10ffff; point++) yield String.fromCodePoint(point);
}

const CATEGORIES = /^[\p{C}\p{Z}]$/u;
/** Of the category C, these have no meaning yet: what is unassigned differs between versions of Unicode. */
const UNASSIGNED = /^\p{Cn}$/u;

describe('visible', () => {
  test('escapes each control, format, separator, surrogate and private character, and what is ignored where it is not drawn', () => {
    const left: string[] = [];
    for (const c of characters()) {
      if (c === ' ') continue;
      const unseen = (CATEGORIES.test(c) && !UNASSIGNED.test(c)) || /^\p{Default_Ignorable_Code_Point}$/u.test(c);
      if (unseen && visible(c) === c) left.push(c.codePointAt(0)?.toString(16) ?? '');
    }
    expect(left).toEqual([]);
  });

  test.each([0x61c, 0xad, 0x180e, 0x3164, 0xfff9, 0xe0041, 0x115f, 0xffa0, 0x34f, 0xfe0f, 0x2800, 0xa0, 0x3000, 0xe000, 0x202e])(
    'U+%s is printed as an escape',
    (point) => {
      const hex = point.toString(16);
      expect(visible(`a${String.fromCodePoint(point)}b`)).toBe(point <= 0xff ? `a\\x${hex}b` : `a\\u{${hex}}b`);
      const json = JSON.stringify({ a: `a${String.fromCodePoint(point)}b` });
      expect(visibleJson(json)).toMatch(/^[\x20-\x7e]*$/);
      expect(JSON.parse(visibleJson(json))).toEqual(JSON.parse(json));
    },
  );

  test('what can be seen stays: letters of all scripts with their marks, figures, signs', () => {
    for (const text of ['核心', 'été', 'עברית', 'हिन्दी', '×≤°', '🂡', 'e\u0301', '\ufffd']) expect(visible(text)).toBe(text);
  });

  test('a report as Markdown shows the same', () => {
    const left: string[] = [];
    for (const c of characters()) {
      const point = c.codePointAt(0) ?? 0;
      if (visible(c) !== c && code(`a${c}b`).includes(`&#${point};`)) left.push(point.toString(16));
    }
    expect(left).toEqual([]);
  });
});
