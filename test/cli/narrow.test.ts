/** No line is wider than the terminal, except for addresses, which are there to be copied. */

import { basename, dirname } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, describe, expect, test } from 'vitest';
import { run as explain } from '../../cli/commands/explain.ts';
import { COMMANDS, GROUPS } from '../../cli/commands/index.ts';
import type { Verb } from '../../cli/commands/rows.ts';
import { commandHelp, verbHelp } from '../../cli/help.ts';
import { kernelColumns } from '../../cli/resources.ts';
import { fill, middle, wrap } from '../../cli/text.ts';
import { allNames, infoDocument, inspect } from '../../src/internal.ts';
import { archives, type CorpusFile, fixture, probes, zebins } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, optionsFor, runVerb } from './run-verb.ts';

const WIDTHS = [120, 80, 60, 40];
/** One file of each name: those of other devices look alike. */
const files = [...new Map([...zebins(), ...archives(), ...probes()].map((file) => [basename(file.path), file])).values()];

const home = process.cwd();
afterAll(() => process.chdir(home));

function tooWide(text: string, width: number): string[] {
  return text.split('\n').filter((line) => columns(line) > width);
}

/** Most lines are ASCII, of which each character is a column. */
function columns(line: string): number {
  return /^[ -~]*$/.test(line) ? line.length : stringWidth(line);
}

/** Lines of what a verb prints of files that are too wide. */
async function tooWideOf<V extends Verb>(verb: V, of: readonly CorpusFile[], width: number, options: Given<V> = {}) {
  const found: { file: CorpusFile; line: string }[] = [];
  for (const file of of) {
    for (const line of tooWide(await printed(verb, file, width, options), width)) found.push({ file, line });
  }
  return found;
}

/** What a verb prints of a file; the path of a file is as short as it can be, since it is never cut. */
async function printed<V extends Verb>(verb: V, file: CorpusFile, width: number, options: Given<V> = {}): Promise<string> {
  process.chdir(dirname(file.path));
  const io = fakeIo(width);
  await runVerb(verb, [basename(file.path)], options, io);
  return io.printed();
}

test('a list of kernel that is too wide for a table does not repeat the number that its entries begin with', async () => {
  const text = await printed('kernel', fixture('zebin/igc2/bmg/loops-cost.zebin'), 60);
  const lines = text.split('\n');
  expect(lines.filter((line) => /^ {2}(\d+: )?loops \d/.test(line)).slice(0, 2)).toEqual([
    expect.stringMatching(/^ {2}loops 0, all/),
    expect.stringMatching(/^ {2}loops 1, all/),
  ]);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}0: arg_type /));
});

describe.each(WIDTHS)('%i columns', (width) => {
  test('fit what info prints', { tags: ['corpus'] }, async () => {
    const found = await tooWideOf('info', files, width);
    expect(found.filter(({ file, line }) => !line.startsWith(basename(file.path)))).toEqual([]);
  });

  test('fit what kernel prints', { tags: ['corpus'] }, async () => {
    expect(await tooWideOf('kernel', files, width)).toEqual([]);
  });

  test('fit what ls prints, except for addresses', { tags: ['corpus'] }, async () => {
    const found = await tooWideOf('ls', files, width, { all: true });
    // Offset, size and kind come before the address; they alone have to fit.
    const heads = found.map(({ file, line }) => line.slice(0, line.indexOf(basename(file.path))));
    expect(heads.filter((head) => head === '' || head.length > width)).toEqual([]);
  });

  test('fit what dump prints', { tags: ['corpus'] }, async () => {
    const small = files.filter((file) => file.bytes().length < 6000);
    expect(small.length).toBeGreaterThan(10);
    expect(await tooWideOf('dump', small, width, { full: true })).toEqual([]);
  });

  test('fit what explain prints', () => {
    const found = ['', ...allNames()].flatMap((name) => {
      const io = fakeIo(width);
      explain({ arguments: [name], options: optionsFor('explain'), io });
      return tooWide(io.printed(), width);
    });
    expect(found).toEqual([]);
  });
});

describe.each([...WIDTHS, 30])('help in %i columns', (width) => {
  test.each(COMMANDS.map((spec) => [spec.name, spec] as const))('%s', (_, spec) => {
    const text = verbHelp(spec, width);
    expect(tooWide(text, width)).toEqual([]);
    // Nothing is lost, and command lines can be copied.
    const plain = text.replaceAll(' \\\n', ' ').replace(/\s+/g, '');
    for (const [line, shows] of spec.examples) expect(plain).toContain((line + shows).replace(/\s+/g, ''));
    for (const { flags, summary } of spec.options) expect(plain).toContain((flags + summary).replace(/\s+/g, ''));
  });

  test('fits, of the command', () => {
    expect(tooWide(commandHelp(GROUPS, width), width)).toEqual([]);
  });
});

describe('the table of resources', () => {
  const { bytes } = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin');
  const document = infoDocument(inspect(bytes()).value);
  const kernels = document.images.flatMap((image) => image.kernels);

  test.each(WIDTHS)('keeps the name, the spill and its mark of every kernel at %i columns', (width) => {
    const text = kernelColumns(kernels, fakeIo(width));
    for (const { name, spill_size } of kernels) {
      expect(text).toContain(name);
      if (spill_size > 0) expect(text).toMatch(new RegExp(`${spill_size}\\s+\\(`));
    }
    expect(text.match(/!/g)).toHaveLength(kernels.filter((k) => k.spill_size > 0).length);
  });

  test('long names are cut in the middle, where they differ least', () => {
    const long = kernels.map((k, i) => ({ ...k, label: `prefix_${'x'.repeat(300)}_${i}` }));
    for (const width of WIDTHS) {
      const text = kernelColumns(long, fakeIo(width));
      expect(tooWide(text, width)).toEqual([]);
      long.forEach((_, i) => {
        expect(text).toMatch(new RegExp(`prefix_.*….*_${i}$`, 'm'));
      });
    }
  });
});

describe('fitting text', () => {
  test('characters of two columns are counted as such', () => {
    const name = '核'.repeat(40);
    expect(stringWidth(middle(name, 21))).toBeLessThanOrEqual(21);
    expect(tooWide(wrap(name, 21, '  '), 21)).toEqual([]);
    // A character outside the basic plane is not cut in half.
    expect(middle('🂡'.repeat(30), 20)).not.toMatch(/[\ud800-\udfff]/u);
  });

  test('pieces stay whole where they fit, and nothing is lost where they do not', () => {
    expect(fill(['alpha 1,', 'beta 2,', 'gamma 3'], 16)).toBe('alpha 1, beta 2,\ngamma 3');
    const word = 'abcdefghijklmnopqrstuvwxyz';
    expect(wrap(`see ${word} there`, 10).replaceAll('\n', '')).toBe(`see${word}there`);
    expect(tooWide(wrap(`see ${word} there`, 10), 10)).toEqual([]);
  });

  test('a width without end leaves text as it is', () => {
    expect(wrap('a b c', Number.POSITIVE_INFINITY, '  ')).toBe('  a b c');
  });
});
