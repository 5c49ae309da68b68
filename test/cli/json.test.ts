/** Documents whose lists are made while they are printed. */
import { expect, test } from 'vitest';
import type { Io } from '../../cli/io.ts';
import { Listed, printJson } from '../../cli/json.ts';

/** What is printed of a document, in pieces. */
function printed(document: unknown): string[] {
  const pieces: string[] = [];
  printJson({ print: (text: string) => void pieces.push(text) } as Io, document);
  return pieces;
}

/** Items in the order in which they are asked for; `made` counts them. */
function* items(count: number, made: number[]): Generator<object> {
  for (let i = 0; i < count; i++) {
    made.push(i);
    yield { name: `kernel ${i}`, values: [i, { deep: null }], none: [] };
  }
}

test.each([0, 1, 3, 3_000])('%d items are printed as an array of them is', (count) => {
  const rest = { schema: 'x', complete: true };
  const listed = printed({ ...rest, items: new Listed(items(count, [])), after: 1 }).join('');
  expect(listed).toBe(printed({ ...rest, items: [...items(count, [])], after: 1 }).join(''));
  expect(JSON.parse(listed).items).toHaveLength(count);
});

test('items are made while the document is printed, and what follows them after all of them', () => {
  const made: number[] = [];
  const counts: number[] = [];
  const document = {
    items: new Listed(items(3_000, made)),
    get count() {
      return made.length;
    },
  };
  const pieces: string[] = [];
  printJson(
    {
      print: (text: string) => {
        pieces.push(text);
        counts.push(made.length);
      },
    } as Io,
    document,
  );
  expect(counts.length).toBeGreaterThan(2);
  expect(counts[0]).toBeLessThan(3_000);
  expect(JSON.parse(pieces.join('')).count).toBe(3_000);
});
