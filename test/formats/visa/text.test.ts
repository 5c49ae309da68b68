import { describe, expect, test } from 'vitest';
import { must } from '../../../src/core/diag/index.ts';
import { readElf } from '../../../src/formats/elf/index.ts';
import { parseVisa } from '../../../src/formats/visa/parse.ts';
import { printRoutine, printVisa } from '../../../src/formats/visa/print.ts';
import { readVisa } from '../../../src/formats/visa/read.ts';
import { type CorpusFile, visaObjects, visaTexts, zebins } from '../../support/corpus.ts';

const latin1 = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');
const objects = new Map(visaObjects().map((file) => [file.name, file]));

/** The compilers whose objects are whole, and whose own texts of them are there. */
const WHOLE = /(?:^|:)visa\/igc1-(?:10840|5353)\//;

/** The object of a text, and the number of the function that the text is of: `NAME.f2.callee.visaasm` is function 2 of `NAME.isa`. */
function objectOf(text: CorpusFile): { readonly file: CorpusFile; readonly index: number | undefined } | undefined {
  const whole = objects.get(text.name.replace(/\.visaasm$/, '.isa'));
  if (whole) return { file: whole, index: undefined };
  const part = /^(.*)\.f([0-9]+)\.[^/]*\.visaasm$/.exec(text.name);
  const named = part && objects.get(`${part[1]}.isa`);
  if (named) return { file: named, index: Number(part[2]) };
  // An object of several kernels has the name of the source alone.
  const several = objects.get(text.name.replace(/\.[^./]*\.visaasm$/, '.isa'));
  return several && { file: several, index: undefined };
}

const texts = visaTexts();
const pairs = texts.filter((text) => WHOLE.test(text.name) && objectOf(text));

test('there are pairs of object and text, and texts of five compilers', () => {
  expect(pairs.length).toBeGreaterThan(10);
  expect(new Set(texts.map((text) => text.name.split('/')[1])).size).toBe(5);
});

describe.each(pairs.map((text) => [text.name, text] as const))('%s', { tags: ['corpus'] }, (_, text) => {
  test('is what the object prints as', () => {
    const pair = objectOf(text);
    if (!pair) throw new Error('no object');
    const object = must(readVisa(pair.file.bytes()));
    const wanted = latin1(text.bytes());
    const name = /^\.(?:kernel|global_function) "(.*)"$/m.exec(wanted)?.[1];
    const entry = pair.index === undefined ? object.kernels.find((kernel) => kernel.name === name) : object.functions[pair.index];
    if (!entry) throw new Error(`no routine ${name}`);
    expect(printRoutine(object, entry)).toBe(wanted);
  });
});

describe.each(texts.map((text) => [text.name, text] as const))('%s', { tags: ['corpus'] }, (_, text) => {
  test('prints the text that was parsed', () => {
    const { value, diagnostics } = parseVisa(text.bytes());
    expect(diagnostics).toEqual([]);
    expect(printVisa(value)).toBe(latin1(text.bytes()));
  });
});

const sections = zebins().flatMap((file) => {
  const { sections } = readElf(file.bytes()).value;
  return sections.filter(({ name }) => name.startsWith('.visaasm')).map((section) => [`${file.name} ${section.name}`, section] as const);
});

test('there are zebins with texts in them', () => {
  expect(sections.length).toBeGreaterThan(0);
});

test.each(sections)('%s prints as it was parsed', { tags: ['corpus'] }, (_name, section) => {
  const bytes = section.bytes.data;
  const { value, diagnostics } = parseVisa(bytes);
  expect(diagnostics).toEqual([]);
  expect(Buffer.compare(Buffer.from(printVisa(value), 'utf8'), bytes)).toBe(0);
});
