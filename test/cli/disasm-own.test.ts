/** `disasm` with the decoder of the package itself: what it prints, and of which code. */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { disassemble, PLATFORMS, type Platform } from '../../src/formats/eu/index.ts';
import { type DisasmDocument, disasmDocument, inspect, readZebin } from '../../src/internal.ts';
import { buildZebin } from '../support/build-elf.ts';
import { type CorpusFile, fixture, zebins } from '../support/corpus.ts';
import { findTool } from '../support/tools.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';

const scratch = mkdtempSync(join(tmpdir(), 'zebin-disasm-own-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function printed(path: string, options: Given<'disasm'> = {}, name?: string) {
  const io = fakeIo();
  const status = await runVerb('disasm', [path, name], options, io);
  return { status, stdout: io.printed(), stderr: io.warned() };
}

function written(name: string, bytes: Uint8Array): string {
  const path = join(scratch, name);
  writeFileSync(path, bytes);
  return path;
}

/** The longest kernel of each instruction set among the fixtures. */
const LONGEST = longest();

function longest(): ReadonlyMap<Platform, { file: CorpusFile; name: string; code: Uint8Array }> {
  const found = new Map<Platform, { file: CorpusFile; name: string; code: Uint8Array }>();
  for (const file of zebins().filter(({ name }) => !name.startsWith('corpus:'))) {
    for (const { platform, name, size, offset } of disasmDocument(inspect(file.bytes()).value, {
      decode: () => ({ reason: '' }),
    }).code) {
      const known = PLATFORMS.find((one) => one === platform);
      if (known === undefined || size <= (found.get(known)?.code.length ?? 0)) continue;
      found.set(known, { file, name, code: file.bytes().slice(offset, offset + size) });
    }
  }
  return found;
}

test('the fixtures have code of every instruction set but Gen10', () => {
  expect(PLATFORMS.filter((platform) => !LONGEST.has(platform))).toEqual(['10']);
});

/** The switches of iga64, and ours. */
const SWITCHES: [string, Given<'disasm'>][] = [
  ['', {}],
  ['-n', { numericLabels: true }],
  ['-Xprint-pc', { printPc: true }],
  ['-Xprint-bits', { printBits: true }],
  ['-Xprint-pc -Xprint-bits', { printPc: true, printBits: true }],
  ['-Xprint-ldst', { printLdst: true }],
];

/** Hashes of what iga64 2.40.14 prints for these kernels, by platform and switches. */
const ANSWERS = new URL('disasm-own.tsv', import.meta.url);
const answers = new Map(
  (existsSync(ANSWERS) ? readFileSync(ANSWERS, 'utf8') : '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => [line.slice(0, line.lastIndexOf('\t')), line.slice(line.lastIndexOf('\t') + 1)]),
);
const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

describe.each([...LONGEST])('instruction set %s', { tags: ['corpus'] }, (platform, { file, name, code }) => {
  test('the text of the document is the assembly; --plain prints it', async () => {
    const { stdout } = await printed(file.path, { json: true }, name);
    const document: DisasmDocument = JSON.parse(stdout);
    const [listing] = document.code;
    expect(listing).toMatchObject({ decoder: 'zebin', platform, reason: null });
    const text = disassemble(code, platform).value;
    const lines = listing?.lines.filter(({ kind }) => kind !== 'padding') ?? [];
    expect(`${lines.map((line) => line.text).join('\n')}\n`).toBe(text);
    expect(lines.filter(({ kind, instruction }) => kind === 'instruction' && instruction === undefined)).toEqual([]);
    const raw = written('code', code);
    for (const options of [
      { raw: true, platform },
      { raw: true, platform: platform.toUpperCase() },
    ]) {
      expect(await printed(raw, { ...options, plain: true })).toMatchObject({ status: 0, stdout: text });
    }
    expect((await printed(file.path, { plain: true }, name)).stdout).toBe(text);
  });

  test.each([
    ['-n', { numericLabels: true }],
    ['-Xprint-pc', { printPc: true }],
    ['-Xprint-bits', { printBits: true }],
    ['-Xprint-ldst', { printLdst: true }],
  ])('as iga64 %s', async (option, options) => {
    const raw = written('code', code);
    const { stdout } = await printed(raw, { raw: true, platform, plain: true, ...options });
    expect(stdout).not.toBe('');
    // Its output is compared below, where it is installed.
    expect(stdout === disassemble(code, platform).value).toBe(option === '-Xprint-ldst' ? !stdout.includes('ex_desc:') : false);
  });

  test.each(SWITCHES)('prints what iga64 prints: %s', async (theirs, options) => {
    const raw = written('code', code);
    const { stdout } = await printed(raw, { raw: true, platform, plain: true, ...options });
    const iga64 = findTool('iga64Xe2');
    if (iga64 !== undefined) {
      const answer = spawnSync(iga64, ['-d', `-p=${platform}`, raw, ...theirs.split(' ').filter((word) => word !== '')], {
        encoding: 'utf8',
      });
      expect(stdout).toBe(answer.stdout);
      answers.set(`${platform}\t${theirs}`, sha256Of(answer.stdout));
    }
    expect(sha256Of(stdout)).toBe(answers.get(`${platform}\t${theirs}`));
  });
});

/** Written again with BLESS and ZEBIN_IGA64. */
afterAll(() => {
  if (process.env.BLESS && findTool('iga64Xe2') !== undefined)
    writeFileSync(ANSWERS, [...answers].map(([key, hash]) => `${key}\t${hash}\n`).join(''));
});

describe('which instruction set', () => {
  const { ZEBIN_CORPUS, ZEBIN_CORPUS_GEN } = process.env;
  const answers = ZEBIN_CORPUS === undefined ? '' : join(ZEBIN_CORPUS_GEN ?? join(dirname(ZEBIN_CORPUS), 'corpus-gen'), 'manifest.jsonl');
  const corpus = answers !== '' && existsSync(answers) ? test : test.skip;

  corpus('that of the device, for every code section of the corpus [needs ZEBIN_CORPUS and ZEBIN_CORPUS_GEN]', () => {
    const lines = readFileSync(answers, 'utf8').trimEnd().split('\n');
    const rows: { zebin: string; section: string; platform: string }[] = lines.map((line) => JSON.parse(line));
    const wrong = [...new Set(rows.map(({ zebin }) => zebin))].flatMap((name) => {
      const bytes = new Uint8Array(readFileSync(join(ZEBIN_CORPUS ?? '', 'zebin', `${name}.zebin`)));
      const { code } = disasmDocument(inspect(bytes).value, { decode: () => ({ reason: '' }) });
      const known = new Set(code.map(({ section, platform }) => `${section} ${platform}`));
      return rows.filter(({ zebin, section, platform }) => zebin === name && !known.has(`${section} ${platform}`));
    });
    expect(rows.length).toBeGreaterThan(2_000);
    expect(wrong).toEqual([]);
  });

  const CODE = written('raw', LONGEST.get('2')?.code ?? new Uint8Array());
  const NAMELESS = written(
    'nameless',
    buildZebin({
      zeInfo: 'version: 1.60\nkernels:\n',
      notes: [{ type: 6, desc: 0xfff0_4000 }],
      sections: [{ name: '.text.k', flags: 6, data: LONGEST.get('2')?.code ?? new Uint8Array() }],
    }).bytes,
  );

  test('that of a device', async () => {
    const text = disassemble(LONGEST.get('2')?.code ?? new Uint8Array(), '2').value;
    expect((await printed(CODE, { raw: true, device: 'bmg', plain: true })).stdout).toBe(text);
    expect((await printed(CODE, { raw: true, device: '20.1.0', plain: true })).stdout).toBe(text);
    await expect(printed(CODE, { raw: true, device: 'skl', platform: '2' })).rejects.toThrow('skl does not have the instructions of 2');
    await expect(printed(CODE, { raw: true, device: 'bmh' })).rejects.toThrow('no device is named bmh');
    await expect(printed(CODE, { raw: true, platform: '7p5' })).rejects.toThrow(
      /^7p5 is not a known instruction set; known are 8 \(Gen8\), /,
    );
    await expect(printed(CODE, { raw: true })).rejects.toThrow(/^--raw needs --platform or --device/);
    await expect(printed(CODE, { raw: true, platform: '2' }, 'saxpy')).rejects.toThrow(/^with --raw the file is bare code/);
  });

  test('of a device that is not known: a sentence, the bytes, and 1', async () => {
    const { status, stdout, stderr } = await printed(NAMELESS);
    expect(stdout).toMatch(/^0000 {2}[0-9a-f]{8} /m);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/not decoded: k: .*; give the instruction set with --platform or --device/),
    ]);
  });

  test('the requested one, instead of that of the device', async () => {
    const { status, stdout } = await printed(NAMELESS, { platform: 'xe2' });
    expect([status, stdout]).toEqual([0, expect.stringContaining('; decoded as 2\n')]);
  });
});

describe('bytes that are not code', () => {
  const file = fixture('zebin/igc2/bmg/basic.zebin');

  test('is after code_end, and is marked', async () => {
    const [listing] = disasmDocument(inspect(file.bytes()).value, { pattern: 'saxpy' }).code;
    const last = listing?.lines.filter(({ offset, kind }) => kind === 'instruction' && offset < (listing.code_end ?? 0)).at(-1);
    expect(last?.instruction?.opts).toContain('EOT');
    const { stdout } = await printed(file.path, {}, 'saxpy');
    expect(stdout.match(/^\/\/ the code ends here/gm)).toHaveLength(1);
  });

  test('words without a meaning are kept and named', async () => {
    const { elf } = readZebin(file.bytes()).value;
    const code = elf.sections.find(({ name }) => name === '.text.saxpy')?.bytes.data.slice() ?? new Uint8Array();
    code[0] = 0x3f;
    const { status, stdout, stderr } = await printed(written('bad', code), { raw: true, platform: '2', json: true });
    const document: DisasmDocument = JSON.parse(stdout);
    expect([status, stderr]).toEqual([0, expect.stringMatching(/: at 0x0: .* \[eu\/instruction\]/)]);
    expect(document.diagnostics).toMatchObject([{ code: 'eu/instruction', offset: 0, end: 16 }]);
    expect(document.code[0]?.lines[1]).toMatchObject({ kind: 'instruction', problem: expect.stringContaining('0x3f') });
  });
});
