import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readVisa } from '../../src/formats/visa/read.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const OBJECT = 'visa/igc1-5353/skl/basic-32.saxpy.isa';
const TEXT = 'visa/igc1-5353/skl/basic-32.saxpy.visaasm';
const SECTIONS = 'zebin/igc2/cri/basic-visa-sections.zebin';
const scratch = scratchFolder();

async function visa(action: string, file: string, options: Given<'visa'> = {}) {
  const io = fakeIo();
  const status = await runVerb('visa', [action, file.startsWith('/') ? file : join(FIXTURES, file)], options, io);
  return { status, text: io.printed(), bytes: io.written(), warned: io.warned() };
}

describe('dis', () => {
  test('prints what the compiler printed', async () => {
    const { status, text, warned } = await visa('dis', OBJECT);
    expect([status, warned]).toEqual([0, '']);
    expect(text).toBe(readFileSync(fixture(TEXT).path, 'latin1'));
  });

  test('prints a text as it is', async () => {
    expect((await visa('dis', TEXT)).text).toBe((await visa('dis', OBJECT)).text);
  });
});

describe('asm', () => {
  test('makes an object that prints as the text', async () => {
    const { status, bytes } = await visa('asm', TEXT);
    expect(status).toBe(0);
    const path = join(scratch, 'k.isa');
    writeFileSync(path, bytes);
    // The assembler does not keep the names after v_name=.
    const unnamed = (text: string) => text.replace(/^(\.decl .* v_name=).*$/gm, '$1');
    expect(unnamed((await visa('dis', path)).text)).toBe(unnamed((await visa('dis', OBJECT)).text));
  });

  test('accepts line ends of Windows', async () => {
    const path = join(scratch, 'windows.visaasm');
    writeFileSync(path, readFileSync(fixture(TEXT).path, 'latin1').replaceAll('\n', '\r\n'), 'latin1');
    expect((await visa('asm', path)).bytes).toEqual((await visa('asm', TEXT)).bytes);
  });
});

test('machine code of an object is in the text on request, and is assembled again', async () => {
  const path = join(scratch, 'code.visaasm');
  writeFileSync(path, (await visa('dis', OBJECT, { code: true })).text, 'latin1');
  const codeOf = (bytes: Uint8Array) => readVisa(bytes).value.kernels.map(({ gen_binaries }) => gen_binaries.map((one) => [...one.bytes]));
  const wanted = codeOf(fixture(OBJECT).bytes());
  expect(wanted[0]?.[0]?.length).toBeGreaterThan(0);
  expect(codeOf((await visa('asm', path)).bytes)).toEqual(wanted);
});

test('findings of a text are its own', async () => {
  const path = join(scratch, 'outside.visaasm');
  writeFileSync(
    path,
    readFileSync(fixture(TEXT).path, 'latin1').replace(/^\.kernel_attr SimdSize=\d+/m, '.kernel_attr SimdSize=7'),
    'latin1',
  );
  expect(JSON.parse((await visa('info', path, { json: true })).text).diagnostics).toMatchObject([{ code: 'visa/attribute' }]);
});

describe('info', () => {
  test('of a section of a zebin, by its address', async () => {
    const { status, text } = await visa('info', `${SECTIONS}!.visaasm[3]`);
    expect(status).toBe(0);
    expect(text).toContain('kernel saxpy');
  });

  test('as JSON', async () => {
    expect(JSON.parse((await visa('info', OBJECT, { json: true })).text)).toMatchObject({
      schema: 'zebin/visa-info/1',
      format: 'visa-object',
    });
  });
});
