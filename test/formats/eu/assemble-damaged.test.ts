/** Damaged assembly: an error at its place, no exception, no hang. */
import { expect, test } from 'vitest';
import { assemble, PLATFORMS } from '../../../src/formats/eu/index.ts';
import { madeTexts, numbers } from './made-texts.ts';

const TEXTS = 1_000;

/** A statement that is assembled, before and after the one that is damaged. */
const AROUND = '         illegal\n';

test.each(PLATFORMS.map((platform, number) => ({ platform, number })))(
  'a character that means nothing, on $platform',
  { tags: ['corpus'] },
  ({ platform, number }) => {
    const random = numbers(number + 11);
    for (const text of madeTexts(number, TEXTS, 3)) {
      const at = random(text.length + 1);
      const damaged = `${text.slice(0, at)}${'?"`\\\x01'[random(5)]}${text.slice(at)}`;
      const { value, diagnostics } = assemble(`${AROUND}${damaged}\n${AROUND}`, platform);
      const [first, ...others] = diagnostics;
      // The lines around it are assembled all the same.
      const isRight = value.length === 32 && others.length === 0 && first?.severity === 'error';
      const start = first?.span.start ?? -1;
      const isThere = start >= AROUND.length && start <= AROUND.length + damaged.length && (first?.span.end ?? 0) > start;
      if (!isRight || !isThere) expect({ damaged, diagnostics, size: value.length }).toBeUndefined();
    }
  },
);

test.each(PLATFORMS.map((platform, number) => ({ platform, number })))(
  'anything may be missing, doubled or moved, on $platform',
  { tags: ['corpus'] },
  ({ platform, number }) => {
    const random = numbers(number + 71);
    for (const text of madeTexts(number, TEXTS, 5)) {
      const [from, size, to] = [random(text.length), 1 + random(8), random(text.length)];
      const piece = text.slice(from, from + size);
      const without = text.slice(0, from) + text.slice(from + size);
      const damaged =
        [without, text.slice(0, from) + piece + text.slice(from), without.slice(0, to) + piece + without.slice(to)][random(3)] ?? '';
      const { diagnostics } = assemble(`${AROUND}${damaged}\n`, platform);
      const isWhole = diagnostics.every(
        ({ severity, span }) => severity === 'error' && span.end > span.start && span.end <= AROUND.length + damaged.length + 1,
      );
      if (!isWhole) expect({ damaged, diagnostics }).toBeUndefined();
    }
  },
);

test('work is charged: the text of a statement without end is read once', () => {
  const deep = `mov (16|M0) r1.0<1>:ud ${'('.repeat(100_000)}1`;
  expect(assemble(deep, '2').diagnostics.map(({ code }) => code)).toEqual(['eu-text/number']);
  const many = assemble('moov\n'.repeat(100_000), '2').diagnostics;
  expect(many.length).toBeLessThan(1_003);
  expect(many.slice(-2).map(({ code }) => code)).toEqual(['limit/diagnostics', 'limit/work']);
  const labels = Array.from({ length: 20_000 }, (_, i) => `L${i}:`).join('\n');
  expect(assemble(labels, '2').diagnostics).toEqual([]);
});
