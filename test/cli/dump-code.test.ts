/** `dump` of code: a span for each instruction, and its bits by name where they are asked for. */

import { expect, test } from 'vitest';
import { type DumpDocument, disasmDocument, inspect } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const FILE = fixture('zebin/igc1/dg2/basic.zebin');

async function printed(argument: string, options: Given<'dump'> = {}, width = Number.POSITIVE_INFINITY): Promise<string> {
  const io = fakeIo(width);
  expect(await runVerb('dump', [argument], options, io)).toBe(0);
  return io.printed();
}

const documentOf = async (argument: string, options: Given<'dump'> = {}): Promise<DumpDocument> =>
  JSON.parse(await printed(argument, { ...options, json: true }));

const plain = (text: string): string => text.trim().replace(/\s+/g, ' ');

test('each instruction is a span with its assembly', async () => {
  const [listing] = disasmDocument(inspect(FILE.bytes()).value, { pattern: 'saxpy', print: { numericLabels: true } }).code;
  const { spans } = await documentOf(FILE.path);
  const code = spans.filter(({ path }) => path.startsWith('.text.saxpy+'));
  const lines = listing?.lines.filter(({ kind }) => kind === 'instruction') ?? [];
  expect(code.map(({ offset, end, text, role }) => ({ offset, end, text, role }))).toEqual(
    lines.map(({ offset, size, text }) => {
      const start = (listing?.offset ?? 0) + offset;
      return { offset: start, end: start + size, text: plain(text), role: 'code' };
    }),
  );
  expect(code.every(({ fields }) => fields === undefined)).toBe(true);
});

test.each([
  ['a code section', `${FILE.path}!.text.saxpy`, {}],
  ['a file with --fields', FILE.path, { fields: true }],
])('%s has every bit by name', async (_, argument, options) => {
  const { spans } = await documentOf(argument, options);
  const code = spans.filter(({ role, path }) => role === 'code' && path.includes('.text.saxpy+'));
  expect(code.length).toBeGreaterThan(30);
  for (const { offset, end, fields = [] } of code) {
    const count = fields
      .flatMap(({ bits }) => bits.split(' '))
      .reduce((sum, range) => {
        const [high = 0, low = high] = range.split(':').map(Number);
        return sum + high - low + 1;
      }, 0);
    expect(count).toBe(8 * (end - offset));
  }
  const text = await printed(argument, options);
  expect(text).toMatch(/^ +18:16 +execSize = 4: 16 channels$/m);
  // Of the descriptor of a send.
  expect(text).toMatch(/^ {12,}7:0 +binding table index = /m);
});
