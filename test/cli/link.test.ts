/** The verb `link`: what it takes, what it writes, what it says. */

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LinkDocument, linkZebin, readZebin } from '../../src/internal.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const GLOBALS = 'zebin/igc2/bmg/globals.zebin';

async function link(name: string, options: Given<'link'>) {
  const io = fakeIo();
  const code = await runVerb('link', [join(FIXTURES, name)], options, io);
  return { code, printed: io.printed(), warned: io.warned(), written: io.written() };
}

const zebin = readZebin(fixture(GLOBALS).bytes()).value;
const needed = zebin.elf.sections.map((section) => section.name).filter((name) => /^\.(text|data)/.test(name));
const at = needed.map((name, i) => `${name}=0x${(0x10000 * (i + 1)).toString(16)}`);

describe('link', () => {
  test('writes the file with every relocation applied: exit code 0 and nothing to say', async () => {
    const { code, printed, warned, written } = await link(GLOBALS, { at });
    expect([code, printed, warned]).toEqual([0, '', '']);
    const sections = new Map(needed.map((name, i) => [name, BigInt(0x10000 * (i + 1))]));
    expect(Buffer.from(written).equals(linkZebin(zebin, { sections }).value.bytes)).toBe(true);
  });

  test('without addresses a file of the same size is written, and the exit code is 1', async () => {
    const { code, written } = await link(GLOBALS, {});
    expect(code).toBe(1);
    expect(written.length).toBe(zebin.bytes.length);
  });

  test('--json lists every relocation and writes no file', async () => {
    const { code, printed, written, warned } = await link(GLOBALS, { at, json: true });
    expect([code, written.length, warned]).toEqual([0, 0, '']);
    const { schema, relocations, unresolved, diagnostics } = JSON.parse(printed) as LinkDocument;
    expect([schema, unresolved, diagnostics]).toEqual(['zebin/link/2', [], []]);
    const expected = zebin.elf.sections.reduce(
      (sum, { content }) => sum + (content.kind === 'relocations' ? content.relocations.length : 0),
      0,
    );
    expect(relocations).toHaveLength(expected);
    expect(relocations.find((one) => one.method === 'added')?.target).toMatch(/^\.data\./);
    const calls = JSON.parse((await link('zebin/igc2/bmg/calls-indirect.zebin', { json: true })).printed) as LinkDocument;
    expect(calls.relocations.find((one) => one.method === 'overwritten')?.target).toMatch(/^\.text\./);
  });

  test('a value given with --symbol counts', async () => {
    const { printed } = await link('zebin/igc2/bmg/library-user.zebin', {
      symbol: ['lib_twice=0x123456789', 'lib_twice=4660'],
      json: true,
    });
    const { relocations, unresolved } = JSON.parse(printed) as LinkDocument;
    expect(new Set(relocations.filter((one) => one.symbol === 'lib_twice').map((one) => one.value))).toEqual(new Set(['0x1234', '0x0']));
    expect(unresolved).not.toContain('lib_twice');
  });
});
