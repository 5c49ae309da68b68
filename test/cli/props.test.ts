/** `zebin props`: what it prints of property sets wherever they are, and the way to JSON and back. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../../cli/exit.ts';
import { syclFiles } from '../support/sycl.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { scratchFolder } from './zebin.ts';

const folder = scratchFolder();
const file = (name: string) => {
  const found = ['property-sets', 'syclbin', 'offload-binary', 'host'].flatMap(syclFiles).find((row) => row.name === name);
  if (!found) throw new Error(`there is no ${name}`);
  return found.path;
};

async function props(argument: string, options: Given<'props'> = {}, width?: number) {
  const io = fakeIo(width);
  const status = await runVerb('props', [argument], options, io);
  return { status, printed: io.printed(), warned: io.warned(), written: io.written() };
}

test('of property text: sets, keys and what values say', async () => {
  const { status, printed } = await props(file('property-sets/all-sets.prop'));
  expect(status).toBe(0);
  const rows = printed.split('\n').map((line) => line.trim().replace(/ {2,}/, ' | '));
  expect(rows).toEqual(
    expect.arrayContaining([
      '[SYCL/kernel param opt]',
      'saxpy | argument 1 of 4 removed',
      'DeviceLibReqMask | 13 (cl_intel_devicelib_assert, cl_intel_devicelib_math_fp64, cl_intel_devicelib_complex)',
      'aspects | gpu, fp16, fp64, ext_intel_esimd',
      'uid7f____ZL5table | size 4096, device_image_scope 0',
      'state | 1 (object)',
      '_ZTSN4demo6stencil | id 1: 07 00 00 00, id 2: 00 00 a0 3f, id 3: 00 00 00 00 00 00 00 c0',
    ]),
  );
});

test('of a SYCLBIN file, an OffloadBinary and a host file: with the addresses of what they belong to', async () => {
  const headings = async (name: string) => (await props(file(name))).printed.split('\n').filter((line) => line.includes('!'));
  expect((await headings('syclbin/v1-design-doc.syclbin')).map((line) => line.replace(/^.*?!/, '!'))).toEqual(
    ['global_metadata', 'am_metadata', 'ir_metadata[0]', 'ir_metadata[1]', 'native_metadata'].map((name) =>
      expect.stringContaining(`!${name}`),
    ),
  );
  expect(await headings('offload-binary/hand-v2-property-strings.bin')).toHaveLength(1);
  expect((await headings('host/intel-l3.so')).length).toBeGreaterThan(0);
});

test('nothing is wider than the terminal', async () => {
  const { printed } = await props(file('property-sets/all-sets.prop'), {}, 60);
  const [, ...lines] = printed.split('\n');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});

describe('with --json and --from-json', () => {
  test.each(syclFiles('property-sets').filter(({ name }) => name.endsWith('.prop')))(
    '$name goes to JSON and back',
    async ({ path, bytes }) => {
      const { printed } = await props(path, { json: true, as: 'props' });
      const document = join(folder, 'document.json');
      writeFileSync(document, printed);
      expect(Buffer.compare((await props(document, { fromJson: true })).written, bytes())).toBe(0);
    },
  );

  test('reports input that is not a document', async () => {
    const text = file('property-sets/crlf.prop');
    await expect(props(text, { fromJson: true })).rejects.toThrow(UsageError);
    const document = join(folder, 'two.json');
    writeFileSync(document, (await props(file('syclbin/v1-design-doc.syclbin'), { json: true })).printed);
    await expect(props(document, { fromJson: true })).rejects.toThrow(/items: a property text/);
    writeFileSync(document, '{"items": [');
    await expect(props(document, { fromJson: true })).rejects.toThrow(/is not JSON/);
  });

  const decoded = (...values: string[]) =>
    `{"sets":[{"name":"SYCL/kernel param opt","lines":[${values.map((value) => `{"key":"k","decoded":${value}}`).join()}]}]}`;

  test.each([
    ['nested lists', `{"sets":${'['.repeat(100)}${']'.repeat(100)}}`, /nest deeper than 64 \[limit\/depth\]$/],
    ['a mask of more bits than one has', decoded('{"kind":"mask","count":4097,"removed":[]}'), /an integer from 0 to 4096/],
    ['a kind that is not text', decoded('{"kind":[[[1]]]}'), /decoded\.kind: a text is needed/],
    ['a long kind', decoded(`{"kind":"${'a'.repeat(1_000)}"}`), /there is no kind "a{77}\.\.\."/],
  ])('refuses %s', async (_, text, message) => {
    const document = join(folder, 'hostile.json');
    writeFileSync(document, text);
    await expect(props(document, { fromJson: true })).rejects.toThrow(message);
  });
});

test('exit code 1 for damaged text and for a file without property sets', async () => {
  const damaged = await props(file('property-sets/bad-rfc4648.prop'));
  expect([damaged.status, damaged.printed]).toEqual([
    1,
    expect.stringMatching(/bad-rfc4648\.prop:2:5: error: .* \[props\/ordinary-base64\]$/m),
  ]);
  const { status, warned } = await props(file('offload-binary/llvm23-sycl-linker-split.bin'));
  expect([status, warned]).toEqual([1, expect.stringContaining('has no property sets')]);
});

test('what the beginning does not identify is read by naming the format', async () => {
  const empty = file('property-sets/empty-file.prop');
  await expect(props(empty)).rejects.toThrow(/is empty/);
  expect(await props(empty, { as: 'props' })).toMatchObject({ status: 0, printed: `${empty}\nno property sets\n` });
  const before = file('property-sets/bad-before-set.prop');
  await expect(props(before)).rejects.toThrow(UsageError);
  expect((await props(before, { as: 'props' })).printed).toContain('props/before-set');
  expect(readFileSync(empty)).toHaveLength(0);
});

test('text that is not recognised: the option that reads it', async () => {
  const text = file('property-sets/bad-before-set.prop');
  await expect(props(text)).rejects.toThrow(/give `--as props`/);
  expect((await props(text, { as: 'props' })).printed).toContain('in no set');
  await expect(props(file('offload-binary/bad-version-9.bin'))).rejects.toThrow(/^(?!.*--as)/);
});
