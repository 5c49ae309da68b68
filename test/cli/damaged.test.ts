/** What a container has cut short, or what fails its checksum, is not passed on without a word. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const TRUNCATED = fixture('sycl/offload-binary/bad-truncated.bin').path;
const HASH = fixture('sycl/bundles/bad-ccob-hash.bundle').path;
const SPIRV = '!bundle!sycl-spir64-unknown-unknown';
const cwd = scratchFolder();

describe.each([
  ['an image that is cut short', `${TRUNCATED}!x[1]`, 'inspect/cut', 24],
  ['an image after a wrong hash', `${HASH}${SPIRV}`, 'inflate/checksum', 40],
])('%s', (_, address, code, size) => {
  test('is not extracted without --damaged', async () => {
    expect(await zebin(['extract', address, '-o', 'out'], { cwd })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--damaged'),
    });
    expect(existsSync(join(cwd, 'out'))).toBe(false);
    const { status, stdout } = await zebin(['extract', address, '--json'], { cwd });
    expect([status, JSON.parse(stdout).files[0].diagnostics[0].code]).toEqual([1, code]);
    expect((await zebin(['extract', address, '--damaged', '-o', `with-${code.replace('/', '-')}`], { cwd })).status).toBe(0);
    expect(statSync(join(cwd, `with-${code.replace('/', '-')}`)).size).toBe(size);
  });

  test('is not unpacked or kept by replace either', async () => {
    const [file] = address.split('!');
    expect(await zebin(['unpack', `${file}`, 'folder'], { cwd })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('--damaged'),
    });
    expect(existsSync(join(cwd, 'folder'))).toBe(false);
    const other = file === TRUNCATED ? `${file}!x[0]` : address;
    expect((await zebin(['replace', other, HASH, '-o', code.slice(0, 4)], { cwd })).status).toBe(1);
    expect(existsSync(join(cwd, code.slice(0, 4)))).toBe(false);
    expect((await zebin(['replace', other, HASH, '-o', code.slice(0, 4), '--damaged'], { cwd })).status).toBe(0);
  });
});

test('of several images those that are whole are written', async () => {
  const { status, stdout, stderr } = await zebin(['extract', TRUNCATED, '--all', 'all'], { cwd });
  expect(status).toBe(1);
  expect(stdout).toMatch(/^x_0_\.spv .*\n$/);
  expect(stderr).toContain('!x[1] is damaged');
  expect(readFileSync(join(cwd, 'all', 'x_0_.spv')).length).toBe(64);
  expect(existsSync(join(cwd, 'all', 'x_1_.spv'))).toBe(false);
});

describe.each([
  ['a SYCLBIN file of version 2', 'syclbin/v2.syclbin', 40, '!native[0]', '!native[2]'],
  ['a SYCLBIN file of version 1', 'syclbin/v1-design-doc.syclbin', 40, '!image!ir[0]', '!image!native'],
  ['a program, whose images are no longer described', 'host/intel-l1.so', 18_000, '!carved[0]', '!carved[1]'],
  ['a program for Windows', 'host/intel-l2-msvc.exe', 18_000, '!tgtimg', undefined],
])('%s that is cut short', (_, name, lost, first, last) => {
  const whole = fixture(`sycl/${name}`).bytes();
  const path = join(cwd, name.replace('/', '-'));
  writeFileSync(path, whole.slice(0, whole.length - lost));
  const folder = `${name.replace(/\W/g, '-')}-all`;

  test('is not extracted without a word', async () => {
    const { status, stderr } = await zebin(['extract', path, '--all', folder], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining('--damaged')]);
    expect((await zebin(['extract', path, '--all', `${folder}-too`, '--damaged'], { cwd })).status).toBe(0);
  });

  test('is not unpacked, and nothing is written', async () => {
    const { status, stderr } = await zebin(['unpack', path, `${folder}-unpacked`], { cwd });
    // Of what is never unpacked that is said.
    expect([status, stderr]).toEqual(
      name.endsWith('.exe') ? [2, expect.stringContaining('pe')] : [1, expect.stringContaining('--damaged')],
    );
    expect(existsSync(join(cwd, `${folder}-unpacked`))).toBe(false);
  });

  test('is not kept by replace without --damaged, and nothing is written', async () => {
    const other = `${path}${first}`;
    const { status, stderr } = await zebin(['replace', other, HASH, '-o', `${folder}-replaced`], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining('--damaged')]);
    expect(existsSync(join(cwd, `${folder}-replaced`))).toBe(false);
  });

  if (last === undefined) return;
  test('its last image is refused', async () => {
    const { status, stderr } = await zebin(['extract', path + last, '-o', 'last'], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining('--damaged')]);
    expect(existsSync(join(cwd, 'last'))).toBe(false);
  });
});
