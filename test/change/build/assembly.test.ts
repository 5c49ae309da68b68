/** Kernels whose code is assembly: the example of docs/building.md, and texts with errors. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { assemble, disassemble } from '../../../src/formats/eu/index.ts';
import { type AssemblyBuild, buildZebin, readZebin } from '../../../src/index.ts';
import { codeFaults, inspect } from '../../../src/internal.ts';
import { ROOT } from '../../support/run.ts';
import { extra, needs, type Tool, toolPath } from '../../support/tools.ts';

const folder = mkdtempSync(join(tmpdir(), 'zebin-assembly-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [, assembly = ''] = /const assembly = `([^`]*)`/.exec(readFileSync(join(ROOT, 'docs/building.md'), 'utf8')) ?? [];

function build(device: string, code: AssemblyBuild) {
  return buildZebin({
    device,
    kernels: [{ name: 'double8', code, env: { simd_size: 16 }, args: [{ kind: 'buffer', mode: 'stateless' }] }],
  });
}

describe.each([
  { device: 'dg2-g10-c0', platform: '12p71' },
  { device: 'bmg-g21-a0', platform: '2' },
] as const)('the example for $device', ({ device, platform }) => {
  const file = build(device, { assembly }).value as Uint8Array;
  const code = readZebin(file).value.kernels[0]?.text?.bytes.data as Uint8Array;

  test('has the code of the text, and zeros after it', () => {
    const text = assemble(assembly, platform).value;
    expect(code.subarray(0, text.length)).toEqual(text);
    expect(code.length % 64).toBe(0);
    expect(code.length - text.length).toBeGreaterThanOrEqual(128);
    expect(code.subarray(text.length).every((byte) => byte === 0)).toBe(true);
    expect(disassemble(code, platform).value).toContain('load.ugm.d32x8t.a64');
  });

  test('has no missing wait', () => expect(codeFaults(inspect(file).value)).toEqual([]));

  test('lacks one where it is taken out', () => {
    const without = build(device, { assembly: assembly.replace('{$0.dst}', '') }).value as Uint8Array;
    expect(codeFaults(inspect(without).value).map(({ code: id, data }) => [id, data?.register])).toEqual([['code/read', 'r12.0']]);
  });

  for (const tool of ['ocloc', 'oclocXe2'] as const satisfies readonly Tool[])
    (tool === 'oclocXe2' ? extra : needs)(tool)(`${tool} validate accepts it`, () => {
      const path = join(folder, `${device}.zebin`);
      writeFileSync(path, file);
      const { status, stdout } = spawnSync(toolPath(tool), ['validate', '-file', path], { encoding: 'utf8' });
      expect([status, stdout]).toEqual([0, expect.stringContaining('Binary is VALID')]);
    });
});

test('an error in the text has the path of the code, line and column', () => {
  const { value, diagnostics } = build('bmg-g21-a0', { assembly: 'nop\n moov (16|M0) r1.0<1>:f 1.0:f\n' });
  expect(value).toBeUndefined();
  expect(diagnostics.map(({ code, path, data, span }) => [code, path, data?.line, data?.column, span.start])).toEqual([
    ['eu-text/mnemonic', 'kernels[0]/code', 2, 2, 5],
  ]);
});

test('platform and compact are those of the assembler', () => {
  const text = 'mov (16|M0) r1.0<1>:f r2.0<1;1,0>:f\n';
  const codeOf = (code: AssemblyBuild) => readZebin(build('bmg-g21-a0', code).value as Uint8Array).value.kernels[0]?.text?.bytes.data;
  expect(codeOf({ assembly: text, compact: true })?.subarray(0, 8)).toEqual(assemble(text, '2', { compact: true }).value);
  expect(codeOf({ assembly: text, platform: '12p71' })?.subarray(0, 16)).toEqual(assemble(text, '12p71').value);
});

test('an empty text is code that is empty', () => {
  expect(() => build('bmg-g21-a0', { assembly: '' })).toThrow('has no code');
});
