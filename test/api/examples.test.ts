/** The examples in the docs of the public functions: each has one, and what they say comes out. */
import { deepStrictEqual } from 'node:assert';
import { expect, test } from 'vitest';
import { FILES } from './files.ts';
import { ENTRIES, publicNames } from './public.ts';

const names = publicNames();
const functions = names.filter(({ kind }) => kind === 'function');

/** What a line `expression; // value` says is asserted; other comments are prose. */
function asserting(code: string): string {
  return code.replace(/^(?!const |let |for |if |import )(\S.*?);\s+\/\/ (.+)$/gm, (line, expression, said) =>
    isValue(said) ? `equal(${expression}, ${said});` : line,
  );
}

function isValue(text: string): boolean {
  try {
    new Function(`return (${text})`);
    return true;
  } catch {
    return false;
  }
}

const modules = await Promise.all(ENTRIES.map(async ({ path }) => import(path) as Promise<Record<string, unknown>>));
const scope: Readonly<Record<string, unknown>> = Object.assign({}, ...modules);

test('every public function has an example, with a value that is checked', () => {
  const without = functions.filter(({ examples }) => examples.length === 0 || examples.every((code) => asserting(code) === code));
  expect(without.map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
});

const examples = functions.flatMap(({ entry, name, examples: all }) => all.map((code) => ({ entry, name, code })));

test.each(examples)('the example of $name in $entry runs', async ({ name, code }) => {
  expect(code).toContain(name);
  const files = Object.fromEntries(Object.entries(FILES).map(([key, read]) => [key, read()]));
  const given = { ...scope, ...files, equal: deepStrictEqual };
  const run = new Function(...Object.keys(given), asserting(code));
  run(...Object.values(given));
});
