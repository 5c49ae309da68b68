/** Findings of texts begin with file, line and column on a line of their own, as compilers print them and editors find them. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fixture } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const CLOCK = fixture('zebin/igc2/bmg/clock.zebin').path;
const cwd = scratchFolder();
writeFileSync(join(cwd, 'bad.visaasm'), '.version 3.6\n.kernel "k"\n.decl V1 v_type=G type=d num_elts=16\n    ret (M1, 1)\n');
writeFileSync(join(cwd, 'bad.asm'), 'nop\nmvo (8) r1:ud r2:ud\n');
writeFileSync(join(cwd, 'bad.prop'), '[SYCL/devicelib req mask]\nDeviceLibReqMask=1|x\n');
mkdirSync(join(cwd, 'sub'));
await zebin(['unpack', CLOCK, 'folder'], { cwd });
const assembly = join(cwd, 'folder/text/clock.asm');
writeFileSync(assembly, readFileSync(assembly, 'utf8').replace('mov', 'mvo'));

test.each<[string, string[], RegExp]>([
  ['asm', ['asm', 'bad.asm', '-d', 'bmg'], /^bad\.asm:2:1: error: .* \[eu-text\/[a-z-]+\]$/m],
  ['patch', ['patch', CLOCK, 'clock', '--at', '_entry', '--insert', '@bad.asm'], /^bad\.asm:2:1: error: .*$/m],
  ['pack', ['pack', 'folder', '-o', 'x.zebin'], /^folder\/text\/clock\.asm:\d+:\d+: error: mvo .*\[eu-text\/mnemonic\]$/m],
  ['visa asm', ['visa', 'asm', 'bad.visaasm', '-o', 'x.isa'], /^bad\.visaasm:3:7: error: .* \[visa-text\/redeclared\]$/m],
  ['visa dis', ['visa', 'dis', 'bad.visaasm'], /^bad\.visaasm:3:7: error: /m],
  ['visa info', ['visa', 'info', 'bad.visaasm'], /^bad\.visaasm:3:7: error: /m],
  ['info', ['info', 'bad.visaasm'], /^bad\.visaasm:3:7: error: /m],
  ['validate', ['validate', 'bad.visaasm'], /^bad\.visaasm:3:7: error: /m],
  ['validate of property sets', ['validate', 'bad.prop'], /^bad\.prop:2:20: error: .* \[props\/number\]$/m],
  ['props', ['props', 'bad.prop'], /^bad\.prop:2:20: error: /m],
])('%s', async (_, args, line) => {
  const { stdout, stderr } = await zebin(args, { cwd });
  expect(stdout + stderr).toMatch(line);
  expect(stdout + stderr).toMatch(/\n {2}.*\n {2} *\^/);
});

test('a binary given to asm is one sentence that says what it is', async () => {
  const { status, stdout, stderr } = await zebin(['asm', CLOCK, '-d', 'bmg']);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^zebin: [^\n]*a zebin[^\n]*`zebin disasm [^\n]*\n$/);
  const bytes = await zebin(['asm', '-', '-d', 'bmg'], { input: new Uint8Array(64).fill(1) });
  expect([bytes.status, bytes.stderr.split('\n').length]).toEqual([2, 2]);
});

test('with --json the failure of pack is one sentence, with the place', async () => {
  const { stdout } = await zebin(['pack', 'folder', '--json'], { cwd });
  const { code, message } = JSON.parse(stdout);
  expect([code, message.includes('\n')]).toEqual(['eu-text/mnemonic', false]);
});
