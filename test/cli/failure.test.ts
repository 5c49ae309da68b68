/** Under --json a failure is a document: `zebin/error/1` on standard output, and the sentence on standard error. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { fixture } from '../support/corpus.ts';
import { ROOT } from '../support/run.ts';
import { scratchFolder, zebin, zebinProcess } from './zebin.ts';

const CLOCK = fixture('zebin/igc2/bmg/clock.zebin').path;
const TRUNCATED = fixture('sycl/offload-binary/bad-truncated.bin').path;
const scratch = scratchFolder();
const isError = new Ajv({ strict: true, allowUnionTypes: true }).compile(
  JSON.parse(readFileSync(join(ROOT, 'schemas/error.json'), 'utf8')),
);
writeFileSync(join(scratch, 'cut.zebin'), fixture('zebin/igc2/bmg/clock.zebin').bytes().subarray(0, 40));
mkdirSync(join(scratch, 'taken'));
writeFileSync(join(scratch, 'taken', 'notes.txt'), 'mine');

async function failure(
  args: readonly string[],
  env?: NodeJS.ProcessEnv,
): Promise<{ document: Record<string, unknown>; stderr: string; status: number | null }> {
  const { status, stdout, stderr } = env ? zebinProcess(args, { cwd: scratch, env }) : await zebin(args, { cwd: scratch });
  const document = JSON.parse(stdout);
  expect(isError(document), JSON.stringify(isError.errors)).toBe(true);
  expect(document.exit_code).toBe(status);
  expect(stderr).toContain(`zebin: ${document.message}\n`);
  return { document, stderr, status };
}

test.each<[string, string[], object]>([
  ['an option that is not there', ['info', CLOCK, '--json', '--nosuch'], { code: 'command/usage', file: null, exit_code: 2 }],
  ['a verb without its file', ['ls', '--json'], { code: 'command/usage', file: null }],
  ['a value that does not fit', ['kernel', CLOCK, '--group', 'x', '--json'], { code: 'command/usage' }],
  ['an address that is not there', ['ls', `${CLOCK}!nope`, '--json'], { code: 'command/usage', file: CLOCK, place: null }],
  ['a file that is not there', ['info', 'nosuch.bin', '--json'], { code: 'command/unreadable', file: 'nosuch.bin' }],
  ['a folder in place of a file', ['dump', 'taken', '--json'], { code: 'command/unreadable', file: 'taken' }],
  [
    'a file cut short',
    ['validate', 'cut.zebin', '--json'],
    {
      code: 'elf/header-short',
      file: 'cut.zebin',
      place: { offset: expect.any(Number), end: expect.any(Number), path: expect.any(String) },
    },
  ],
  ['an output in a folder that is not there', ['info', CLOCK, '--json', '-o', 'no/such'], { code: 'command/unwritable', file: 'no/such' }],
  ['a folder that is not replaced', ['unpack', CLOCK, 'taken', '--json'], { code: 'command/unwritable', file: 'taken' }],
  ['damage that is not unpacked', ['unpack', TRUNCATED, 'new', '--json'], { code: 'command/damaged', file: TRUNCATED, exit_code: 1 }],
  [
    'damage that is not kept',
    ['replace', `${TRUNCATED}!x[0]`, CLOCK, '--json'],
    { code: 'command/damaged', place: { offset: expect.any(Number) }, exit_code: 1 },
  ],
  ['a filter that fits nothing', ['extract', CLOCK, '--kernel', 'nope', '--json'], { code: 'command/no-match', file: CLOCK, exit_code: 1 }],
])('%s is a document of its own code', async (_, args, expected) => {
  expect((await failure(args)).document).toMatchObject(expected);
});

describe('a verb whose argument is not a file', () => {
  const verbs = COMMANDS.filter((spec) => spec.options.some(({ flags }) => flags === '--json') && spec.name !== 'explain');
  test.each(verbs.map(({ name, arguments: names }) => [name, names] as const))('%s', async (name, names) => {
    const args = names.filter((argument) => !argument.name.startsWith('[') || name === 'query').map(() => 'nosuch');
    await failure([name, ...(name === 'visa' ? ['info', 'nosuch'] : args), '--json']);
  });
});

test('without --json standard output stays empty, and after `--` the word is a file', async () => {
  expect((await zebin(['info', 'nosuch'], { cwd: scratch })).stdout).toBe('');
  expect(await zebin(['info', '--', '--json'], { cwd: scratch })).toMatchObject({ status: 2, stdout: '' });
});

test('explain knows the codes', async () => {
  expect((await zebin(['explain', 'command/unwritable'])).stdout).toContain('An output that cannot be written');
});

test('a defect is not treated as a file that cannot be read', async () => {
  const planted = `
    const fs = require('node:fs');
    const { readFileSync } = fs;
    fs.readFileSync = (path, ...rest) => {
      if (String(path).endsWith('clock.zebin')) throw new ReferenceError('planted is not defined');
      return readFileSync(path, ...rest);
    };
    require('node:module').syncBuiltinESMExports();`;
  writeFileSync(join(scratch, 'planted.cjs'), planted);
  const { document, stderr } = await failure(['info', CLOCK, '--json'], { NODE_OPTIONS: `--require ${join(scratch, 'planted.cjs')}` });
  expect(document).toMatchObject({ schema: 'zebin/error/1', code: 'command/defect', exit_code: 2 });
  expect(stderr).toContain('ReferenceError: planted is not defined');
});
