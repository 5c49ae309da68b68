import { expect, test } from 'vitest';
import { type Diagnostic, diagnostic } from '../src/core/diag/index.ts';
import { renderDiagnostic } from '../src/core/diag/render.ts';
import { parseVisa } from '../src/formats/visa/parse.ts';

const at = (start: number, end: number): Diagnostic => diagnostic('visa-text/expected', 'no', { source: '', start, end }, '');

test('a fault is marked below its line', () => {
  const text = '.version 4.0\n.kernel "k"\n\tmov (M1, 1) X(0,0)<1> 0x1:d\n';
  const [found] = parseVisa(text).diagnostics;
  if (!found) throw new Error('nothing found');
  expect(renderDiagnostic(found, text, 'k.visaasm')).toBe(
    [
      "k.visaasm:3:14: error: 'X' is not declared [visa-text/unknown-name]",
      '          mov (M1, 1) X(0,0)<1> 0x1:d',
      '                      ^',
    ].join('\n'),
  );
});

test('a fault of several characters has a longer mark, one at the end of the text too', () => {
  expect(renderDiagnostic(at(2, 5), 'ab cde\nf')).toBe('1:3: error: no [visa-text/expected]\n  ab cde\n    ^~~');
  expect(renderDiagnostic(at(8, 8), 'ab cde\nf')).toBe('2:2: error: no [visa-text/expected]\n  f\n   ^');
  expect(renderDiagnostic(at(0, 0), '')).toBe('1:1: error: no [visa-text/expected]\n  \n  ^');
});

test('bytes give the same as their text', () => {
  const text = 'ab\n\tcde\nf';
  for (const [start, end] of [
    [0, 1],
    [4, 7],
    [2, 3],
    [8, 9],
    [9, 9],
  ] as const) {
    expect(renderDiagnostic(at(start, end), Buffer.from(text))).toBe(renderDiagnostic(at(start, end), text));
  }
});

test('a mark ends with its line', () => {
  expect(renderDiagnostic(at(1, 9), 'abc\ndefgh')).toBe('1:2: error: no [visa-text/expected]\n  abc\n   ^~');
});

test('of a long line only what is around the fault is shown', () => {
  const text = 'x'.repeat(1000);
  const [, line, mark] = renderDiagnostic(at(500, 503), text).split('\n');
  expect(line?.length).toBeLessThan(130);
  expect(line).toMatch(/^ {2}…x+…$/);
  expect(mark?.trimEnd()).toMatch(/^ +\^~~$/);
});
