/**
 * `disasm`: what it prints without its own marks is what the decoder prints of the same bytes; and where no decoder is, the bytes.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import stringWidth from 'string-width';
import { afterAll, describe, expect, test } from 'vitest';
import { decoderNamed } from '../../cli/decoder.ts';
import { CORE_FAMILIES } from '../../src/devices/index.ts';
import { type DisasmDocument, disasmDocument, inspect, readZebin } from '../../src/internal.ts';
import { buildZebin } from '../support/build-elf.ts';
import { archives, type CorpusFile, FIXTURES, fixture, zebins } from '../support/corpus.ts';
import { findTool, needs, toolPath } from '../support/tools.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { zebin } from './zebin.ts';

const { ZEBIN_CORPUS, ZEBIN_DISASM } = process.env;
const scratch = mkdtempSync(join(tmpdir(), 'zebin-disasm-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function printed(file: CorpusFile, name?: string, options: Given<'disasm'> = {}, width = Number.POSITIVE_INFINITY) {
  const io = fakeIo(width);
  const status = await runVerb('disasm', [file.path, name], options, io);
  return { status, stdout: io.printed(), stderr: io.warned() };
}

async function documentOf(file: CorpusFile, name: string | undefined, options: Given<'disasm'>): Promise<DisasmDocument> {
  return JSON.parse((await printed(file, name, { ...options, json: true })).stdout);
}

/** Comments of our own begin a line; before everything else stand an address or as many blanks. */
function withoutMarks(text: string): string {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('//') && !/^[0-9a-f]{4,} {2}\/\/ padding/.test(line))
    .map((line) => line.replace(/^(?:[0-9a-f]{4,} {2}| {6,7})/, ''))
    .join('\n');
}

const trimmed = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n');

/** Code of each instruction set, each once. */
function codeByPlatform(): Map<string, { file: CorpusFile; name: string; code: Uint8Array }[]> {
  const found = new Map<string, { file: CorpusFile; name: string; code: Uint8Array }[]>();
  const seen = new Set<string>();
  for (const file of zebins()) {
    const { elf, target } = readZebin(file.bytes()).value;
    const platform = CORE_FAMILIES.map((row) => ({ iga: undefined as string | undefined, ...row })).find((row) =>
      target.names.includes(row.name),
    )?.iga;
    if (platform === undefined) continue;
    const list = found.get(platform) ?? [];
    found.set(platform, list);
    for (const section of elf.sections.filter((one) => one.name.startsWith('.text.') && one.sh_size > 0)) {
      const code = section.bytes.data;
      const key = `${platform} ${Buffer.from(code).toString('base64')}`;
      if (!seen.has(key)) list.push({ file, name: section.name.slice('.text.'.length), code });
      seen.add(key);
    }
  }
  return found;
}

/** What Debian 12's iga64 knows of those that devices with zebins have. */
const KNOWN = ['8', '9', '11', '12p1', '12p5', '12p71', '12p72'];

describe('without our marks, disasm prints what iga64 prints of the same bytes', () => {
  const codes = codeByPlatform();
  for (const platform of KNOWN) {
    // Each takes two runs of the tool: a few here, all of them with ZEBIN_DISASM=all.
    const all = codes.get(platform) ?? [];
    const step = ZEBIN_DISASM === 'all' ? 1 : Math.max(1, Math.floor(all.length / 6));
    const some = all.filter((_, i) => i % step === 0);
    needs('iga64')(`${platform}: ${some.length} of ${all.length}`, async () => {
      expect(some.length).toBeGreaterThan(0);
      for (const { file, name, code } of some) {
        writeFileSync(join(scratch, 'code'), code);
        const theirs = spawnSync(toolPath('iga64'), [`-p=${platform}`, '-d', join(scratch, 'code')], { encoding: 'utf8' }).stdout;
        expect(theirs).not.toBe('');
        const mine = disasmDocument(inspect(file.bytes()).value, { pattern: name, decode: decoderNamed(toolPath('iga64')) }).code.filter(
          (one) => one.name === name,
        );
        expect(mine[0]?.reason, `${file.name} ${name}`).toBe(null);
        expect(
          `${mine[0]?.lines
            .filter((line) => line.kind !== 'padding')
            .map((line) => line.text)
            .join('\n')}\n`,
        ).toBe(theirs);
      }
      const [{ file, name, code }] = some as [(typeof some)[0]];
      writeFileSync(join(scratch, 'code'), code);
      const theirs = spawnSync(toolPath('iga64'), [`-p=${platform}`, '-d', join(scratch, 'code')], { encoding: 'utf8' }).stdout;
      expect(withoutMarks((await printed(file, name, { decoder: toolPath('iga64') })).stdout)).toBe(trimmed(theirs));
    });
  }
});

/** A decoder that prints this file. */
const decoded = (text: string) => () => ({ decoder: 'a file', text });
const corpusAsm = ZEBIN_CORPUS ? join(ZEBIN_CORPUS, 'ocloc-disasm') : undefined;

describe('what `ocloc disasm` prints, Xe2 and later among it, fits the bytes and is kept', () => {
  const same = (file: CorpusFile, name: string, asm: string) => {
    const [code] = disasmDocument(inspect(file.bytes()).value, { pattern: name, decode: decoded(asm) }).code;
    expect(code?.reason, `${file.name} ${name}`).toBe(null);
    expect(
      `${code?.lines
        .filter((line) => line.kind !== 'padding')
        .map((line) => line.text)
        .join('\n')}\n`,
    ).toBe(asm);
  };

  test('saxpy for Battlemage', () => {
    same(
      fixture('zebin/igc2/bmg/basic.zebin'),
      'saxpy',
      fixture('dwarf/bmg-basic-saxpy.asm')
        .bytes()
        .reduce((text, byte) => text + String.fromCharCode(byte), ''),
    );
  });

  const cases = asmFiles();
  const whole = cases.length > 0 ? test : test.skip;
  whole(`all of the corpus: ${cases.length} [needs ZEBIN_CORPUS]`, () => {
    for (const { file, name, asm } of cases) same(file, name, readFileSync(asm, 'utf8'));
  });

  // The ocloc of this Debian does not know these devices; one that does runs in a tree of its own.
  if (findTool('oclocXe2')) {
    test('and so does an ocloc that is installed', async () => {
      const options = { decoder: toolPath('oclocXe2') };
      const asm = readFileSync(fixture('dwarf/bmg-basic-saxpy.asm').path, 'utf8');
      expect(withoutMarks((await printed(fixture('zebin/igc2/bmg/basic.zebin'), 'saxpy', options)).stdout)).toBe(trimmed(asm));
      for (const { file, name, asm } of cases) {
        const [code] = (await documentOf(file, name, options)).code;
        expect(code?.decoder, `${file.name} ${name}: ${code?.reason}`).toBe('ocloc');
        expect(
          `${code?.lines
            .filter((line) => line.kind !== 'padding')
            .map((line) => line.text)
            .join('\n')}\n`,
        ).toBe(readFileSync(asm, 'utf8'));
      }
    });
  }
});

/** The kernels of `ocloc-disasm` in the corpus whose zebin is in memory. */
function asmFiles(): { file: CorpusFile; name: string; asm: string }[] {
  if (corpusAsm === undefined) return [];
  return zebins().flatMap((file) => {
    const folder = join(
      corpusAsm,
      file.name
        .replace(/^corpus:/, '')
        .replace(/^zebin\//, '')
        .replace(/\.zebin$/, ''),
    );
    if (!existsSync(folder)) return [];
    return readZebin(file.bytes()).value.elf.sections.flatMap((section) => {
      const asm = join(folder, `${section.name}.asm`);
      return section.name.startsWith('.text.') && existsSync(asm) ? [{ file, name: section.name.slice('.text.'.length), asm }] : [];
    });
  });
}

const CALLS = fixture('zebin/igc2/dg2/calls-debug.zebin');
const INLINE = fixture('dwarf/inline.elf');

describe('marks', () => {
  test('symbols, relocations and places, without a decoder', async () => {
    const { status, stdout, stderr } = await printed(CALLS, 'call_twice', { decoder: 'none' });
    expect([status, stderr]).toEqual([0, '']);
    const text = stdout.split('\n');
    expect(text).toContain('// symbol _entry');
    expect(text).toContain('// symbol mix');
    expect(text.filter((line) => line.startsWith('// ^ byte 12: R_SYM_ADDR_32 __INTEL_PATCH_CROSS_THREAD_OFFSET_OFF_R0'))).toHaveLength(2);
    // A place comes before its first instruction, whose address the line table has.
    expect(text[text.findIndex((line) => line.startsWith('0400  ')) - 1]).toBe('// calls.cl:23:9 in call_twice');
    expect(text[text.findIndex((line) => line.startsWith('0678  ')) - 1]).toBe('// calls.cl:3:77 in mix');
    expect(
      text.filter(
        (line) => line.startsWith('//') || line === '' || /^[0-9a-f]{4} {2}[0-9a-f]{8}( [0-9a-f]{8}){1,3}(?: +\/\/ padding)?$/.test(line),
      ),
    ).toHaveLength(text.length);
  });

  test('every byte is printed once', async () => {
    const [code] = (await documentOf(CALLS, 'call_twice', { decoder: 'none' })).code;
    const bytes = readZebin(CALLS.bytes()).value.elf.sections.find((section) => section.name === '.text.call_twice')?.bytes.data;
    expect(code?.lines.map((line) => line.bytes).join('')).toBe(Buffer.from(bytes ?? []).toString('hex'));
    expect(code).toMatchObject({ decoder: null, reason: '--decoder none was given', size: bytes?.length });
  });

  test('inlined calls next to the code, with the lines of the source where a folder is given', async () => {
    const { stdout } = await printed(INLINE, 'blur', { decoder: 'none', source: join(FIXTURES, 'dwarf') });
    expect(stdout).toContain(
      '// inline.cl:4:18 in weight, inlined at inline.cl:8 in blend, inlined at inline.cl:16 in blur: return x * k + native_sqrt(x);\n0188  ',
    );
    expect((await printed(INLINE, 'blur', { decoder: 'none', source: scratch })).stdout).not.toContain('native_sqrt');
  });

  test('a source file is looked for in the folder only, whatever path the debug information has', async () => {
    const folder = join(scratch, 'below', 'src');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(scratch, 'below', 'inline.cl'), 'SECRET\n'.repeat(30));
    const bytes = INLINE.bytes();
    // `inline.cl` of the file table becomes `../inline` without more: eight characters and the NUL.
    const at = Buffer.from(bytes).lastIndexOf('inline.cl\0');
    bytes.set(Buffer.from('../in.cl\0\0'), at);
    writeFileSync(join(scratch, 'below', 'in.cl'), 'SECRET\n'.repeat(30));
    const path = join(scratch, 'changed.zebin');
    writeFileSync(path, bytes);
    const { stdout } = await printed({ name: 'changed', path, bytes: () => bytes }, undefined, { decoder: 'none', source: folder });
    expect(stdout).not.toContain('SECRET');
  });
});

describe('decoders', () => {
  const shell = process.platform === 'win32' ? test.skip : test;
  const tool = (name: string, script: string) => {
    const path = join(scratch, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };

  shell('one that does not know the platform: a sentence and the bytes', async () => {
    const old = tool('iga64', 'echo "iga: -p=2: invalid platform option (use option -h=p to list platforms)" >&2; exit 1');
    const { status, stdout, stderr } = await printed(fixture('zebin/igc2/bmg/basic.zebin'), 'saxpy', { decoder: old });
    const reason = `${old} is too old for BMG-G21 A0: it does not know the platform 2`;
    expect([status, stderr]).toEqual([1, expect.stringContaining(`not decoded: saxpy: ${reason}`)]);
    expect(stdout).toContain(`bytes only: ${reason}\n`);
    expect(stdout).toMatch(/^0000 {2}[0-9a-f]{8} /m);
  });

  shell('a decoder that fails, prints too little, or misplaces a label', async () => {
    const file = fixture('zebin/igc1/dg2/basic.zebin');
    const reasonOf = async (decoder: string) => (await documentOf(file, 'saxpy', { decoder })).code[0]?.reason;
    expect(await reasonOf(tool('iga64-fails', 'echo "byte offset 0x0: error" >&2; exit 1'))).toBe(
      'iga64 cannot decode it: byte offset 0x0: error',
    );
    expect(await reasonOf(tool('iga64-short', 'echo "        nop"'))).toBe('what iga64 as 12p71 prints does not fit the instructions');
    expect(await reasonOf(tool('iga64-labels', 'echo "L8:"'))).toBe('what iga64 as 12p71 prints does not fit the instructions');
    expect(await reasonOf(tool('iga64-killed', 'kill -9 $$'))).toBe('iga64 cannot decode it: it was stopped by SIGKILL');
    expect(await reasonOf(tool('ocloc-none', 'echo "Warning: could not load iga"'))).toMatch(
      /ocloc-none cannot decode the code of .*: Warning: could not load iga$/,
    );
  });

  shell('one that leaves a process running, which keeps its output open, is not waited for', async () => {
    const reason = async () => (await documentOf(fixture('zebin/igc1/dg2/basic.zebin'), 'saxpy', { decoder })).code[0]?.reason;
    const decoder = tool('iga64-leaves', 'sleep 100 & echo $! > "$(dirname "$0")/left"; echo "byte offset 0x0: error" >&2; exit 1');
    expect(await reason()).toBe('iga64 cannot decode it: byte offset 0x0: error');
    const left = Number(readFileSync(join(scratch, 'left'), 'utf8'));
    // It is still there, so it was not waited for.
    expect(process.kill(left, 'SIGKILL')).toBe(true);
  });

  shell('a path is relative to where the user is', async () => {
    tool('iga64', 'echo "iga: -p=2: invalid platform option" >&2; exit 1');
    const { stdout } = await zebin(['disasm', fixture('zebin/igc2/bmg/basic.zebin').path, 'saxpy', '--decoder', './iga64'], {
      cwd: scratch,
    });
    expect(stdout).toContain('is too old for BMG-G21 A0');
  });

  shell('ocloc is given a file with this code only, under a name of our own', async () => {
    const look = tool('ocloc-looks', `cp in.zebin '${scratch}/seen.zebin'; ls > '${scratch}/seen.txt'`);
    await documentOf(fixture('zebin/igc2/bmg/basic.zebin'), 'saxpy', { decoder: look });
    const seen = readZebin(new Uint8Array(readFileSync(join(scratch, 'seen.zebin')))).value;
    const names = seen.elf.sections.map((section) => section.name).filter((name) => name.startsWith('.text.'));
    expect(names).toEqual(['.text.k']);
    const original = readZebin(fixture('zebin/igc2/bmg/basic.zebin').bytes()).value;
    expect(seen.kernels[0]?.text?.bytes.data).toEqual(original.kernels.find((kernel) => kernel.name === 'saxpy')?.text?.bytes.data);
    expect(seen.target.names).toEqual(original.target.names);
    expect(readFileSync(join(scratch, 'seen.txt'), 'utf8')).toBe('in.zebin\n');
  });

  test('one that is not in PATH', async () => {
    const { PATH } = process.env;
    process.env.PATH = dirname(scratch);
    try {
      await expect(printed(CALLS, 'call_twice', { decoder: 'iga64' })).rejects.toThrow('iga64 is not in PATH');
    } finally {
      process.env.PATH = PATH;
    }
  });
});

describe('output', () => {
  const decoders = findTool('iga64') === undefined ? ['none'] : ['none', toolPath('iga64')];

  test.each(decoders)('no line is wider than the terminal, decoded by %s', async (decoder) => {
    for (const width of [120, 80, 60, 40]) {
      for (const options of [{ decoder }, { decoder, hex: true }]) {
        const lines = (await printed(fixture('zebin/igc1/dg2/basic.zebin'), 'saxpy', options, width)).stdout.split('\n');
        // The path of a file is never cut.
        expect(lines.filter((line) => stringWidth(line) > width)).toEqual([]);
      }
    }
  });

  test('every image of an archive', async () => {
    const [archive] = archives();
    if (!archive) throw new Error('there is no archive');
    const { code } = await documentOf(archive, undefined, { decoder: 'none' });
    expect(new Set(code.map((one) => one.address)).size).toBeGreaterThan(1);
  });

  test('a code section by its address', async () => {
    const io = fakeIo();
    await runVerb('disasm', [`${CALLS.path}!.text.call_vector`], { decoder: 'none', json: true }, io);
    expect(JSON.parse(io.printed()).code.map((one: { name: string }) => one.name)).toEqual(['call_vector']);
  });

  test('code sections over one stretch are not listed again and again', () => {
    const code = new Uint8Array(65_536);
    const others = Array.from({ length: 500 }, (_, i) => ({ name: `.text.k${i}`, header: { sh_offset: 64, sh_size: code.length } }));
    const { bytes } = buildZebin({ zeInfo: 'version: 1.60\nkernels:\n', sections: [{ name: '.text.a', data: code }, ...others] });
    const document = disasmDocument(inspect(bytes).value);
    expect(document.diagnostics.map((one) => one.code)).toContain('limit/work');
    expect(document.code.length).toBeLessThan(4);
  });

  needs('iga64')('--hex puts the bytes before the instructions', async () => {
    const options = { decoder: toolPath('iga64'), hex: true };
    expect((await printed(fixture('zebin/igc1/dg2/basic.zebin'), 'saxpy', options)).stdout).toMatch(
      /^0000 {2}[0-9a-f]{8}(?: [0-9a-f]{8}){3} {2}\(W\) +mov /m,
    );
  });
});
