/** The lines that the strip marks are those that the search of the editor finds. */
import { SearchQuery } from '@codemirror/search';
import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { disasmDocument, inspect } from '../../src/internal.ts';
import { linesWith } from '../../viewer/parts/code/hits.ts';
import { fixture } from '../support/corpus.ts';

test.each([
  { search: 'r1' },
  { search: 'R1', caseSensitive: true },
  { search: 'r1', wholeWord: true },
  { search: '(W)' },
  { search: '$' },
  { search: 'r[0-9]+\\.0', regexp: true },
  { search: 'SYNC|send', regexp: true, wholeWord: true },
  { search: 'not there' },
])('a text has %o in the lines in which the editor finds it', (of) => {
  const { code } = disasmDocument(inspect(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value, {});
  const lines = code.flatMap(({ lines: all }) => all.map(({ text }) => text));
  const text = Text.of(lines);
  const query = new SearchQuery({ literal: true, ...of });
  const found = new Set<number>();
  const cursor = query.getCursor(text);
  for (let next = cursor.next(); !next.done; next = cursor.next()) found.add(text.lineAt(next.value.from).number - 1);
  expect(linesWith(query, text.toString())).toEqual([...found]);
  expect(found.size > 0).toBe(!['R1', 'not there'].includes(of.search));
});
