/** Names in a file cannot move the cursor, change colours or reorder what is read: they are printed escaped. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/core/bytes/index.ts';
import { infoDocument, inspect } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const scratch = scratchFolder();
const FILE = 'hostile.zebin';

/** A kernel of the fixture, the bytes put in place of its name, and how they are to be shown. */
const NAMES: [name: string, bytes: number[], shown: string][] = [
  ['saxpy', [0x1b, ...ascii('[2Jz')], '\\x1b[2Jz'],
  ['store_one', [0xe2, 0x80, 0xae, ...ascii('dlrow!')], '\\u{202e}dlrow!'],
  ['copy_bytes', [0x9b, ...ascii('31m'), 0x07, 0x08, 0x7f, ...ascii('end')], '\\x9b31m\\x07\\x08\\x7fend'],
  ['empty_kernel', [0xe2, 0x81, 0xa6, ...ascii('isolated!')], '\\u{2066}isolated!'],
];

function ascii(text: string): number[] {
  return [...text].map((c) => c.charCodeAt(0));
}

/** The fixture with the kernel names exchanged everywhere: in section names, symbols and ze_info. */
function hostile(): Uint8Array {
  const bytes = Buffer.from(fixture('zebin/igc2/bmg/basic.zebin').bytes());
  for (const [name, replacement] of NAMES) {
    expect(replacement).toHaveLength(name.length);
    let found = 0;
    for (let at = bytes.indexOf(name); at >= 0; at = bytes.indexOf(name, at + 1), found++) bytes.set(replacement, at);
    expect(found).toBeGreaterThan(2);
  }
  return new Uint8Array(bytes);
}

writeFileSync(join(scratch, FILE), hostile());

/** What a terminal obeys, or hides, or reads backwards; and what it cannot show. */
const OBEYED = /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/;

async function expectSafe(args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await zebin(args, { cwd: scratch });
  expect(`${stdout}${stderr}`.split('\n').filter((line) => OBEYED.test(line))).toEqual([]);
  return stdout + stderr;
}

test('the reader gets the names as they are', () => {
  const document = infoDocument(inspect(hostile()).value);
  const names = document.images.flatMap((image) => image.kernels.map((kernel) => kernel.name));
  for (const [, bytes] of NAMES) expect(names).toContain(decodeText(Uint8Array.from(bytes)));
});

describe('every verb shows them escaped', () => {
  test.each([
    ['info', ['info', FILE]],
    ['ls', ['ls', FILE]],
    ['kernel', ['kernel', FILE]],
    ['dump', ['dump', FILE, '--full']],
    ['a filter that matches nothing', ['info', FILE, '-k', 'nope']],
    ['a kernel that is not there', ['kernel', FILE, 'nope']],
    ['an address that is not there', ['dump', `${FILE}!nope`]],
  ])('%s', async (_, args) => {
    const text = await expectSafe(args);
    for (const [, , shown] of NAMES) expect(text).toContain(shown.replaceAll('!', args[0] === 'ls' || args[1] !== FILE ? '%21' : '!'));
  });

  test.each(['info', 'ls', 'kernel', 'dump'])('%s --json: in the escapes of JSON, with nothing lost', async (verb) => {
    const text = await expectSafe([verb, FILE, '--json']);
    expect(text).toContain('\\u001b[2Jz');
    expect(text).toContain('\\u202edlrow');
    expect(JSON.stringify(JSON.parse(text))).toContain('\u202edlrow');
  });

  test('what the user typed is escaped too', async () => {
    expect(await expectSafe(['explain', 'a\x1b[31mb\u202e'])).toContain('a\\x1b[31mb\\u{202e}');
    expect(await expectSafe(['no\x1b[31msuch'])).toContain('no\\x1b[31msuch is neither a verb nor a file');
    expect(await expectSafe(['info', FILE, '-k', '\x9b31m'])).toContain('no kernel matches \\x9b31m');
    expect(await expectSafe(['--\x1b[31m'])).toContain('\\x1b[31m');
  });
});

test('an address can be given as it was printed', async () => {
  const listed = (await zebin(['ls', FILE], { cwd: scratch })).stdout;
  const address = /hostile\.zebin(!\.text\.\\x1b[^\s']*)/.exec(listed)?.[1];
  const { status, stdout } = await zebin(['dump', `${FILE}${address}`], { cwd: scratch });
  expect(status).toBe(0);
  expect(stdout).toContain('.text.\\x1b[2Jz');
});
