/** What the package promises: its names, their signatures, and that none is for two things. `npm test -- --bless` accepts a change. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ENTRIES, missingTypes, publicNames } from './public.ts';

const LIST = join(import.meta.dirname, 'surface.txt');
const names = publicNames();

test('the public surface is the committed one', () => {
  const text = ENTRIES.map(({ entry }) => {
    const lines = names.filter((one) => one.entry === entry).map(({ kind, text: shown }) => `  ${kind.padEnd(8)}  ${shown}`);
    return `${entry}\n${lines.join('\n')}\n`;
  }).join('\n');
  if (process.env.BLESS) writeFileSync(LIST, text);
  expect(text, '`npm test -- --bless api` writes test/api/surface.txt').toBe(readFileSync(LIST, 'utf8').replaceAll('\r\n', '\n'));
});

test('no name is for two things', () => {
  const places = new Map<string, Set<string>>();
  for (const { name, place } of names) places.set(name, (places.get(name) ?? new Set()).add(place));
  expect([...places].filter(([, found]) => found.size > 1)).toEqual([]);
});

test.each(ENTRIES.filter(({ promised }) => promised))('every type that $entry names, at any depth, can be imported from it', (entry) => {
  expect(missingTypes(entry)).toEqual([]);
});

test('the walk over types finds what an entry does not export', () => {
  const unstable = ENTRIES.filter(({ promised }) => !promised);
  expect(unstable.flatMap(missingTypes).length).toBeGreaterThan(100);
});

test('reporters stay inside', () => {
  expect(names.filter(({ name, kind, text }) => kind !== 'type' && /Reporter/.test(name + text))).toEqual([]);
});

/** The shapes of functions by the verb that their name begins with. */
const SHAPES: readonly (readonly [verb: RegExp, shape: RegExp])[] = [
  [/^read[A-Z]/, /\): Outcome<\w+>$/],
  [/^parse[A-Z]/, /\): Outcome<\w+>$/],
  [/^write[A-Z]/, /\): Uint8Array$/],
  [/^print[A-Z]/, /\): string$/],
  [/^validate[A-Z]\w*(?<!Document)$/, /\): readonly Diagnostic\[\]$/],
  [/^dump[A-Z]\w*(?<!Document)$/, /^\w+\(input: Input\): readonly Annotation\[\]$/],
];

test.each(SHAPES)('functions that begin with %s have one shape', (verb, shape) => {
  const found = names.filter(({ name, kind }) => kind === 'function' && verb.test(name));
  expect(found.length).toBeGreaterThan(2);
  expect(found.map(({ text }) => text).filter((text) => !shape.test(text))).toEqual([]);
});
