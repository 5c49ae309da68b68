/** Edited kernels before real tools: `ocloc validate` answers as for the original, and iga64 sees the edit alone. scripts/tools/patched.mjs has all. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { platformOfParts } from '../../src/change/code/index.ts';
import { patchItem } from '../../src/change/patch.ts';
import { optionBit, type Platform, readCode } from '../../src/formats/eu/index.ts';
import { partsOfZebin } from '../../src/formats/zebin/index.ts';
import { inspect, zebinsOf } from '../../src/walk/inspect.ts';
import { type CorpusFile, fixture } from '../support/corpus.ts';
import { run } from '../support/run.ts';
import { extra, needs, toolPath } from '../support/tools.ts';
import { casesOf, compareTexts } from './patched.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-patched-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SAMPLE = [
  'igc1/skl/images',
  'igc1/dg2/calls-gtpin',
  'igc2/bmg/calls-indirect',
  'igc2/dg2/calls-debug',
  'igc2/cri/calls-indirect',
].map((name) => fixture(`zebin/${name}.zebin`));

function* edited(file: CorpusFile) {
  const root = inspect(file.bytes()).value;
  const zebin = zebinsOf(root)[0]?.zebin;
  const platform = zebin && platformOfParts(partsOfZebin(zebin));
  if (!zebin || platform === undefined) throw new Error(`${file.name} has no known device`);
  for (const { name, text } of zebin.kernels.slice(0, 3)) {
    if (!text) continue;
    const { instructions, end } = readCode(text.bytes, platform).value;
    const code = instructions.filter(({ offset }) => offset < end);
    for (const one of casesOf(code, 0, ({ options }) => (options & optionBit('EOT')) !== 0)) {
      const { bytes } = patchItem(root, name, [one.edit]);
      if (bytes === undefined) throw new Error(`${name}, ${one.name}: not edited`);
      const made = zebinsOf(inspect(bytes).value)[0]?.zebin;
      const now = made?.elf.sections.find((section) => section.name === `.text.${name}`)?.bytes.data ?? new Uint8Array(0);
      yield { name: `${name}, ${one.name}`, one, bytes: bytes.data, platform, old: text.bytes.data, now };
    }
  }
}

function validate(bytes: Uint8Array): string {
  const path = join(scratch, 'in.zebin');
  writeFileSync(path, bytes);
  const { status, stdout } = run(toolPath('ocloc'), ['validate', '-file', path]);
  return `${status}\n${stdout.replace(/^Validating : .*$/m, '')}`;
}

function iga64(code: Uint8Array, platform: Platform): string {
  const path = join(scratch, 'x.krn');
  writeFileSync(path, code);
  return run(toolPath('iga64Xe2'), ['-d', '-p', platform, path]).stdout;
}

needs('ocloc')('ocloc validate answers as for the original', () => {
  for (const file of SAMPLE) {
    const expected = validate(file.bytes());
    for (const { name, bytes } of edited(file)) expect(validate(bytes), `${file.name} ${name}`).toBe(expected);
  }
});

extra('iga64Xe2')('iga64 sees the edit alone', () => {
  for (const file of SAMPLE) {
    for (const { name, one, old, now, platform } of edited(file)) {
      expect(compareTexts(iga64(old, platform), iga64(now, platform), one), `${file.name} ${name}`).toHaveProperty('map');
    }
  }
});
