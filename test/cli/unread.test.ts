/** Every verb says of a damaged file that its answer lacks something, in text and as JSON. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const cwd = scratchFolder();
const whole = fixture('fat/basic-dg2-bmg.ar');
writeFileSync(join(cwd, 'cut.ar'), whole.bytes().slice(0, -10_000));
copyFileSync(whole.path, join(cwd, 'whole.ar'));
const VERBS = ['info', 'ls', 'size', 'coverage', 'kernel', 'validate', 'disasm', 'text', 'props', 'scan', 'diff', 'check'];

const words = (verb: string, file: string) => [verb, file, ...(verb === 'diff' ? [file] : [])];

describe.each(VERBS)('%s', (verb) => {
  test('of a whole file: complete, and nothing unread', async () => {
    const { stdout, stderr } = await zebin([...words(verb, 'whole.ar'), '--json'], { cwd });
    expect(JSON.parse(stdout)).toMatchObject({ complete: true, unread: [] });
    const text = await zebin(words(verb, 'whole.ar'), { cwd });
    expect(stderr + text.stdout + text.stderr).not.toMatch(/not read whole/);
  });

  test('of a cut one: what is not read, by its address', async () => {
    const { stdout } = await zebin([...words(verb, 'cut.ar'), '--json'], { cwd });
    const { complete, unread } = JSON.parse(stdout);
    const images = unread.filter(({ address }: { address: string }) => address.endsWith('!64.bmg'));
    // What a driver does with an image that is cut is the answer of check itself.
    expect([complete, images.length > 0]).toEqual(verb === 'check' ? [true, false] : [false, true]);
    const text = await zebin(words(verb, 'cut.ar'), { cwd });
    expect(text.stdout + text.stderr).toMatch(verb === 'check' ? /refused/ : /not read whole/);
  });
});

describe('exit codes', () => {
  test.each([
    ['coverage', ['coverage', 'FILE', '-d', 'dg2']],
    ['scan', ['scan', 'FILE', '--json']],
  ])('%s: 1 for a damaged file, which --allow-damaged accepts', async (_, line) => {
    const given = (file: string) => line.map((word) => (word === 'FILE' ? file : word));
    expect((await zebin(given('whole.ar'), { cwd })).status).toBe(0);
    expect((await zebin(given('cut.ar'), { cwd })).status).toBe(1);
    expect((await zebin([...given('cut.ar'), '--allow-damaged'], { cwd })).status).toBe(0);
  });

  test('check: an image that cannot be read is not among those that are accepted', async () => {
    const bytes = whole.bytes();
    const second = Buffer.from(bytes).indexOf('\x7fELF', Buffer.from(bytes).indexOf('\x7fELF') + 4);
    bytes.fill(0xaa, second, second + 4);
    writeFileSync(join(cwd, 'one.ar'), bytes);
    const { status, stdout } = await zebin(['check', 'one.ar', '--json'], { cwd });
    expect([status, JSON.parse(stdout)]).toMatchObject([
      1,
      { verdict: 'accepted', complete: false, unread: [{ address: '!64.bmg', code: 'inspect/unread-part' }] },
    ]);
    expect((await zebin(['check', 'one.ar', '--allow-damaged'], { cwd })).status).toBe(0);
  });

  test('diff: a damaged file is the same as itself, and as no other', async () => {
    expect((await zebin(['diff', 'cut.ar', 'cut.ar'], { cwd })).status).toBe(0);
    writeFileSync(join(cwd, 'longer.ar'), Buffer.concat([readFileSync(join(cwd, 'cut.ar')), Buffer.from('\0')]));
    expect((await zebin(['diff', 'cut.ar', 'longer.ar'], { cwd })).status).toBe(1);
  });
});
