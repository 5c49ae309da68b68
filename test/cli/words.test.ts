/** How the words of a command line are understood. */
import { describe, expect, test } from 'vitest';
import type { CommandSpec } from '../../cli/command.ts';
import { placeOfVerb, readWords, WordsError } from '../../cli/words.ts';
import { optionsFor } from './run-verb.ts';

const SPEC: CommandSpec = {
  name: 'try',
  summary: 'try words',
  arguments: [
    { name: '<file>', summary: 'a file' },
    { name: '[more...]', summary: 'others' },
  ],
  options: [
    { flags: '-a, --all', summary: 'all' },
    { flags: '-f, --full', summary: 'in full' },
    { flags: '-o, --output <path>', summary: 'where to' },
    { flags: '-m, --max <limit>', summary: 'limits', many: true },
    { flags: '--no-open', summary: 'open nothing' },
    { flags: '--insert-after <text>', summary: 'insert', ordered: true, many: true },
    { flags: '--delete', summary: 'delete', ordered: true },
  ],
  examples: [],
  load: () => Promise.reject(),
};
/** What options are that are not given. */
const DEFAULTS = {
  ...{ color: 'auto', unlimited: false, help: false, version: false },
  ...{ all: false, full: false, max: [], open: true, insertAfter: [], delete: false, order: [] },
};
const options = (...words: string[]) => {
  const given = readWords(['file', ...words], SPEC);
  return typeof given === 'string' ? given : given.options;
};
const names = (...words: string[]) => {
  const given = readWords(words, SPEC);
  return typeof given === 'string' ? given : given.names;
};

test.each<[string[], object]>([
  [[], {}],
  [['--all'], { all: true }],
  [['-af'], { all: true, full: true }],
  [['-afoout'], { all: true, full: true, output: 'out' }],
  [['-o', 'out'], { output: 'out' }],
  [['-o=out'], { output: '=out' }],
  [['--output=a=b'], { output: 'a=b' }],
  [['--output='], { output: '' }],
  // Whatever follows is the value.
  [['-o', '--all'], { output: '--all' }],
  [['-o', 'one', '-o', 'two'], { output: 'two' }],
  [['-m', 'a=1', '--max=b=2'], { max: ['a=1', 'b=2'] }],
  [['--no-open'], { open: false }],
  [['--delete', '--insert-after', 'x', '--delete'], { delete: true, insertAfter: ['x'], order: ['delete', 'insert-after', 'delete'] }],
  [['--color', 'never'], { color: 'never' }],
])('the words %j are read as these options', (words, expected) => {
  expect(options(...words)).toEqual({ ...DEFAULTS, ...expected });
});

test.each<[string[], readonly (string | undefined)[]]>([
  [['a'], ['a']],
  [
    ['a', 'b', '--all', 'c'],
    ['a', 'b', 'c'],
  ],
  [['-'], ['-']],
  [
    ['--', '-a', '--'],
    ['-a', '--'],
  ],
])('the words %j are read as these arguments', (words, expected) => {
  expect(names(...words)).toEqual(expected);
});

test('what may be missing has its place', () => {
  const spec = { ...SPEC, arguments: [{ name: '[sql]', summary: '' }, ...SPEC.arguments.slice(1)] };
  expect(readWords([], spec)).toEqual({ names: [undefined], options: DEFAULTS });
});

test.each([
  [['-h'], 'help'],
  [['--all', '--help', '--nosuch'], 'help'],
  [['-V'], 'version'],
  [['file', '--version'], 'version'],
])('the words %j ask for %s', (words, asked) => {
  expect(readWords(words, SPEC)).toBe(asked);
});

describe('what does not fit is refused', () => {
  test.each([
    [[], "missing required argument 'file'"],
    [['a', '--output'], "option '-o, --output <path>' argument missing"],
    [['a', '--fulll'], "unknown option '--fulll' (Did you mean --full?)"],
    [['a', '--full=yes'], "unknown option '--full=yes'"],
    [['a', '-x'], "unknown option '-x'"],
    [['a', '-ax'], "unknown option '-x'"],
    [['a', '--no-all'], "unknown option '--no-all'"],
    [['a', '--open'], "unknown option '--open'"],
    [['a', '--__proto__'], "unknown option '--__proto__'"],
    [['a', '--color', 'blue'], "option '--color <when>' argument 'blue' is invalid. Allowed choices are auto, always, never."],
  ])('%j', (words, message) => {
    expect(() => readWords(words, SPEC)).toThrow(WordsError);
    expect(() => readWords(words, SPEC)).toThrow(message);
  });

  test('more words than arguments', () => {
    const spec = { ...SPEC, arguments: SPEC.arguments.slice(0, 1) };
    expect(() => readWords(['a', 'b', 'c'], spec)).toThrow("too many arguments for 'try'. Expected 1 argument but got 3.");
  });
});

test.each<[string[], number]>([
  [['info', 'file'], 0],
  [['--color', 'never', 'info'], 2],
  [['--color=never', 'info'], 1],
  [['-h', 'info'], 1],
  [['--color'], 2],
  [['--json', 'info'], 0],
  [[], 0],
])('the verb of %j is at %i', (words, place) => {
  expect(placeOfVerb(words)).toBe(place);
});

test('a name that no option has is an error of types', () => {
  const options = optionsFor('asm');
  // @ts-expect-error there is no --auto-dep
  expect([options.autoDeps, options.autoDep]).toEqual([false, undefined]);
});
