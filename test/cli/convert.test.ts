/** The verb `convert`: what it takes, what it writes, what it says. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ConvertDocument, convertZebin, NEWEST, readZebin } from '../../src/internal.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const TOO_NEW = NEWEST.replace(/\d+$/, (minor) => String(Number(minor) + 1));

const GLOBALS = 'zebin/igc2/bmg/globals.zebin';

async function convert(name: string, options: Given<'convert'>) {
  const io = fakeIo();
  const code = await runVerb('convert', [join(FIXTURES, name)], options, io);
  return { code, printed: io.printed(), warned: io.warned(), written: io.written() };
}

const zebin = readZebin(fixture(GLOBALS).bytes()).value;

describe('convert', () => {
  test('to its own version is the same file: exit code 0 and nothing to say', async () => {
    const { code, printed, warned, written } = await convert(GLOBALS, { to: '1.73' });
    expect([code, printed, warned]).toEqual([0, '', '']);
    expect(Buffer.from(written).equals(zebin.bytes.data)).toBe(true);
  });

  test('to an old version: the file, a line for each sort of loss, exit code 1', async () => {
    const { code, printed, warned, written } = await convert(GLOBALS, { to: '1.14' });
    expect([code, printed]).toEqual([1, '']);
    expect(Buffer.from(written).equals(convertZebin(zebin, '1.14').value.bytes)).toBe(true);
    expect(warned).toMatch(/lost: \.ze_info\/kernels\[0\]\/user_attributes \(.*\): user_attributes came with 1\.18/);
    const lines = warned.split('\n');
    expect(new Set(lines).size).toBe(lines.length);
    expect(lines.length).toBeLessThan(20);
  });

  test('--json lists every change and writes no file', async () => {
    const { code, printed, written, warned } = await convert(GLOBALS, { to: '1.14', json: true });
    expect([code, written.length, warned]).toEqual([1, 0, '']);
    const { schema, from, to, new_size, changes } = JSON.parse(printed) as ConvertDocument;
    const { value } = convertZebin(zebin, '1.14');
    expect([schema, from, to, new_size]).toEqual(['zebin/convert/1', '1.73', '1.14', value.bytes.length]);
    expect(changes).toHaveLength(value.changes.length);
    expect(changes.find((change) => change.value === 'NT_INTELGT_ZEBIN_VERSION')?.since).toBe('1.16');
  });

  test.each([[GLOBALS, { to: TOO_NEW }, `${TOO_NEW} is not a known version; known are 1.0 to ${NEWEST}`]])(
    '%s %j is bad usage',
    async (name, options, message) => {
      await expect(convert(name, options)).rejects.toThrow(message);
    },
  );
});
