/** The verbs `unpack`, `pack` and `strip`: what they take, write and say, and what is left when writing fails. */

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Verb } from '../../cli/commands/rows.ts';
import { UsageError } from '../../cli/exit.ts';
import { count } from '../../cli/text.ts';
import { stripZebin } from '../../src/change/strip.ts';
import { sectionPart } from '../../src/formats/elf/index.ts';
import { encodeZebin, partsOfZebin } from '../../src/formats/zebin/index.ts';
import { allDiagnostics, eachItem, inspect, readZebin, zebinsOf } from '../../src/internal.ts';
import { FIXTURES, fixture } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { type Given, runVerb } from './run-verb.ts';
import { COMMAND, ENV, SHELL_ZEBIN, scratchFolder, shell, zebin } from './zebin.ts';

const CLOCK = 'zebin/igc2/bmg/clock.zebin';
const clock = fixture(CLOCK).bytes();
const scratch = scratchFolder();
const at = (name: string): string => join(scratch, name);

async function run<V extends Verb>(verb: V, args: readonly string[], options: Given<V> = {}) {
  const io = fakeIo();
  const code = await runVerb(verb, args, options, io);
  return { code, printed: io.printed(), warned: io.warned(), written: io.written() };
}

const unpack = async (file: string, folder: string, options: Given<'unpack'> = {}) =>
  await run('unpack', [join(FIXTURES, file), at(folder)], options);
const pack = async (folder: string, options: Given<'pack'> = {}) => await run('pack', [at(folder)], options);
const strip = async (file: string, options: Given<'strip'> = {}) => await run('strip', [join(FIXTURES, file)], options);

describe('unpack and pack', () => {
  test('a folder, and the same file again', async () => {
    const { code, printed, warned } = await unpack(CLOCK, 'clock');
    expect([code, warned]).toEqual([0, '']);
    expect(printed).toBe(`8 files in ${at('clock')}; start with zebin.txt\n`);
    expect(readdirSync(at('clock')).sort()).toEqual(
      ['.zebin-unpacked', 'misc', 'module.spv', 'notes.txt', 'sections', 'symbols.txt', 'text', 'ze_info.yaml', 'zebin.txt'].sort(),
    );
    const packed = await pack('clock');
    expect([packed.code, packed.printed, packed.warned]).toEqual([0, '', '']);
    expect(Buffer.compare(packed.written, clock)).toBe(0);
  });

  test('an image of an archive', async () => {
    expect((await unpack('fat/basic-dg2-bmg.ar!64.bmg', 'member')).code).toBe(0);
    expect(readZebin((await pack('member')).written).value.kernels.length).toBeGreaterThan(0);
  });

  test('--json lists the files', async () => {
    const { printed } = await unpack(CLOCK, 'json', { json: true });
    const { schema, files } = JSON.parse(printed);
    expect(schema).toBe('zebin/unpack/1');
    for (const { path, size } of files) expect(statSync(at(`json/${path}`)).size).toBe(size);
    const packed = await pack('json', { json: true });
    expect(JSON.parse(packed.printed)).toEqual({ schema: 'zebin/pack/1', size: clock.length, diagnostics: [] });
    expect(packed.written.length).toBe(0);
  });

  test('an existing folder is replaced only with --force, and only if it was unpacked', async () => {
    await unpack(CLOCK, 'again');
    writeFileSync(at('again/mine.txt'), 'mine');
    await expect(unpack(CLOCK, 'again', { force: true })).rejects.toThrow(UsageError);
    rmSync(at('again/mine.txt'));
    await unpack(CLOCK, 'again', { force: true });
    mkdirSync(at('other'));
    expect((await unpack(CLOCK, 'other')).code).toBe(0);
    mkdirSync(at('full'));
    writeFileSync(at('full/mine.txt'), 'mine');
    await expect(unpack(CLOCK, 'full', { force: true })).rejects.toThrow(UsageError);
    expect(readdirSync(at('full'))).toEqual(['mine.txt']);
  });

  test('a fault in a folder is named by file and line, and nothing is written', async () => {
    await unpack(CLOCK, 'fault');
    writeFileSync(at('fault/symbols.txt'), `${readFileSync(at('fault/symbols.txt'), 'utf8')}more section=.nowhere\n`);
    await expect(pack('fault')).rejects.toThrow(`${at('fault')}/symbols.txt:6:6: error: there is no section ".nowhere"`);
  });
});

describe('strip', () => {
  test('what is asked for, and what is kept', async () => {
    const names = async (options: Given<'strip'>): Promise<string[]> =>
      readZebin((await strip(CLOCK, options)).written).value.elf.sections.map(({ name }) => name);
    expect(await names({ spv: true })).toContain('.misc.buildOptions');
    expect(await names({ misc: true })).toContain('.spv');
    expect(await names({ keep: ['.s*'] })).toContain('.spv');
    expect((await strip(CLOCK, { debug: true })).warned).toBe('there is nothing to remove; the file is unchanged');
    expect(Buffer.compare((await strip(CLOCK, { debug: true })).written, clock)).toBe(0);
  });

  test.each([
    ['an archive', 'fat/basic-dg2-bmg.ar'],
    ['an OffloadBinary', 'sycl/offload-binary/llvm23-sycl-linker-bmg.bin'],
    ['a bundle', 'sycl/bundles/llvm22.bundle'],
    ['compressed bundles', 'sycl/bundles/hand-ccob-v2-zlib.bundle'],
    ['a library', 'sycl/host/intel-l1.so'],
    ['a program for Windows', 'sycl/host/intel-l2-msvc.exe'],
    ['an object', 'sycl/host/intel-l2-i386.o'],
    ['a program of LLVM 23', 'sycl/host/llvm23-sycl-bmg.exe'],
  ])('%s: every image in it', async (_, file) => {
    const { code, written, warned } = await strip(file);
    const [before, after] = [inspect(fixture(file).bytes()).value, inspect(written).value];
    const images = zebinsOf(before);
    expect([code, images.length > 0]).toEqual([0, true]);
    expect(zebinsOf(after).map(({ item }) => item.address)).toEqual(images.map(({ item }) => item.address));
    for (const [i, { zebin }] of zebinsOf(after).entries()) {
      expect(zebin.elf.sections.map(({ name }) => name).filter((name) => /^\.(spv|debug_|misc)/.test(name))).toEqual([]);
      expect(zebin.bytes.length).toBeLessThanOrEqual(images[i]?.zebin.bytes.length ?? 0);
    }
    const errors = (root: typeof before) => allDiagnostics(root).filter((d) => d.severity === 'error').length;
    expect(errors(after)).toBe(errors(before));
    const saved = images.reduce((sum, { zebin }, i) => sum + zebin.bytes.length - (zebinsOf(after)[i]?.zebin.bytes.length ?? 0), 0);
    const shorter = fixture(file).bytes().length - written.length;
    expect(warned).toMatch(new RegExp(`^${count(shorter, 'byte')} saved\\b`));
    if (saved !== shorter) expect(warned).toContain(`${count(saved, 'byte')} removed from`);
  });

  test('an image that is stored compressed in a program is compressed again where it does not fit as it is', async () => {
    const path = 'sycl/host/intel-l2-compressed.so';
    const { code, written } = await strip(path);
    const images = (data: Uint8Array) => [...eachItem(inspect(data).value)].filter(({ kind }) => kind === 'zebin');
    const [before] = images(fixture(path).bytes());
    const [after] = images(written);
    expect([code, after?.compression, written.length]).toEqual([0, 'zstd', fixture(path).bytes().length]);
    const bare = stripZebin(partsOfZebin(readZebin(before?.bytes ?? new Uint8Array(0)).value), {}).parts;
    expect(after?.bytes.data).toEqual(encodeZebin(bare).value);
    // Sizes in descriptors are those of the new frame.
    expect(after?.stored.length).toBeLessThan(before?.stored.length ?? 0);
  });
});

describe('edit', () => {
  const edit = async (file: string, options: Given<'edit'>) => await run('edit', [join(FIXTURES, file)], options);
  const MULTI = 'fat/basic-dg2-bmg.ar';

  test('several edits in one call: renames, then arguments, then notes', async () => {
    const { code, written, warned } = await edit(CLOCK, {
      rename: ['clock=tick'],
      addArgument: ['tick:arg_type=arg_byvalue,offset=64,size=4,arg_index=7'],
      setNote: ['product_family=7', 'ZEBIN_VERSION=1.70'],
    });
    expect([code, warned]).toEqual([0, '4 edits']);
    const { value, diagnostics } = readZebin(written);
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(value.kernels.map(({ name }) => name)).toEqual(['tick']);
    const last = value.kernels[0]?.zeInfo.payload_arguments?.at(-1);
    expect(last).toMatchObject({ arg_type: 'arg_byvalue', offset: 64, size: 4, arg_index: 7 });
    expect(value.elf.sections.map(({ name }) => name)).toContain('.text.tick');
    expect(value.target).toMatchObject({ product_family: { value: 7 }, zebin_version: '1.70' });
  });

  test('an edited file that the named driver accepts is what it is without one, and other devices are not checked', async () => {
    const device = 'bmg';
    const fine: Given<'edit'> = { rename: ['clock=tick'], device, driver: '26.27' };
    expect((await edit(CLOCK, fine)).written).toEqual((await edit(CLOCK, { rename: ['clock=tick'] })).written);
    const other: Given<'edit'> = { setNote: ['product_config=0x03000000'] };
    expect((await edit(CLOCK, other)).code).toBe(0);
    const unread: Given<'edit'> = { addArgument: ['clock:arg_type=buffer_size,arg_index=0'] };
    expect((await edit(CLOCK, { ...unread, device })).code).toBe(0);
    // An archive has images for other devices, which are edited and not checked.
    expect((await edit(MULTI, { rename: ['k=renamed'], device })).warned).toBe('2 edits in 2 of 2 images');
  });
});

/** A zebin of many sections and 24 MB, for which writing takes a while. */
function large(): string {
  const path = at('large.zebin');
  if (existsSync(path)) return path;
  const parts = partsOfZebin(readZebin(clock).value);
  const more = Array.from({ length: 1000 }, (_, i) =>
    sectionPart({ id: 100 + i, name: `.data.k${i}`, sh_type: 1, content: { kind: 'bytes', bytes: new Uint8Array(24_000).fill(i) } }),
  );
  writeFileSync(path, encodeZebin({ ...parts, sections: [...more, ...parts.sections] }).value);
  return path;
}

/** Whether this process may mount in a name space of its own; where it may not, a limit on the size of files stands for a full disk. */
const canMount = spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'none', scratch]).status === 0;

/** Runs a shell script in a small file system of its own, which is `$1`; `$2` is a file and `$3` a large one. */
function mounted(size: string, script: string): { status: number | null; stdout: string; stderr: string } {
  const folder = at('mount');
  mkdirSync(folder, { recursive: true });
  const all = `${SHELL_ZEBIN}mount -t tmpfs -o size=${size} none "$1" && cd "$1" && ${script}`;
  return spawnSync('unshare', ['-rm', 'sh', '-c', all, 'sh', folder, join(FIXTURES, CLOCK), large()], {
    encoding: 'utf8',
    env: ENV,
  });
}

/** Processes are killed until one was in the middle of writing, which takes a while where others work too. */

describe('writing that fails', () => {
  if (process.platform !== 'win32') {
    test('a file-size limit leaves the old file, and no folder', () => {
      const folder = at('limited');
      mkdirSync(folder);
      const script =
        'ulimit -f 20; cd "$1"; cp "$2" old.zebin; zebin strip "$3" -o old.zebin; echo $?; zebin unpack "$3" new; echo $?; cmp old.zebin "$2" && ls -A';
      const { stdout, stderr } = shell(script, [folder, join(FIXTURES, CLOCK), large()]);
      expect(stdout).toBe('2\n2\nold.zebin\n');
      expect(stderr).toMatch(/old\.zebin cannot be written: EFBIG.*\n.*new cannot be written: EFBIG/);
    });
  }

  if (canMount) {
    test(`a full disk leaves the old file and nothing else`, () => {
      const { stdout, stderr } = mounted('64k', 'cp "$2" old.zebin; zebin strip "$3" -o old.zebin; echo $?; cmp old.zebin "$2" && ls -A');
      expect(stdout).toBe('2\nold.zebin\n');
      expect(stderr).toMatch(/^zebin: old\.zebin cannot be written: ENOSPC: no space left on device\n$/);
    });

    test(`a full disk leaves no folder, and the old one whole`, () => {
      const script =
        'zebin unpack "$2" one; zebin unpack "$3" two; echo $?; zebin unpack "$3" one --force; echo $?; ls -A; zebin pack one | cmp - "$2" && echo same';
      const { stdout, stderr } = mounted('256k', script);
      expect(stdout).toBe('8 files in one; start with zebin.txt\n2\n2\none\nsame\n');
      expect(stderr).toMatch(/two cannot be written: ENOSPC.*\n.*one cannot be written: ENOSPC/);
    });

    test(`a folder that is read-only`, () => {
      const script =
        'cp "$2" old.zebin; mount -o remount,ro "$1"; zebin strip "$2" -o old.zebin; echo $?; zebin unpack "$2" new; echo $?; cmp old.zebin "$2" && ls -A';
      const { stdout, stderr } = mounted('1m', script);
      expect(stdout).toBe('2\n2\nold.zebin\n');
      expect(stderr).toMatch(/old\.zebin cannot be written: EROFS.*\n.*new cannot be written: EROFS/);
    });
  }

  // The superuser may write everywhere.
  if (process.platform !== 'win32' && process.getuid?.() !== 0) {
    test('a folder without the right to write', async () => {
      mkdirSync(at('locked'));
      writeFileSync(at('locked/old.zebin'), clock);
      chmodSync(at('locked'), 0o555);
      const { status, stderr } = await zebin(['strip', CLOCK, '-o', at('locked/old.zebin')]);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/cannot be written: EACCES/)]);
      expect(Buffer.compare(readFileSync(at('locked/old.zebin')), clock)).toBe(0);
      chmodSync(at('locked'), 0o755);
    });
  }

  /** Runs the command and sends the signal as soon as something is being written in `folder`; true when that was in time. */
  async function interrupted(args: readonly string[], folder: string, signal: NodeJS.Signals): Promise<boolean> {
    const before = readdirSync(folder).length;
    const child = spawn(COMMAND[0], [...COMMAND.slice(1), ...args], { env: ENV, stdio: 'ignore' });
    const ended = new Promise<boolean>((resolve) => child.on('exit', (_, by) => resolve(by === signal)));
    let done = false;
    void ended.then(() => {
      done = true;
    });
    while (!done && readdirSync(folder).length === before) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill(signal);
    return ended;
  }

  test.skipIf(process.platform === 'win32')(
    'a killed process leaves the old file whole; what it began is removed by the next',
    async () => {
      const folder = at('killed');
      mkdirSync(folder);
      const path = join(folder, 'old.zebin');
      writeFileSync(path, clock);
      const whole = (await run('strip', [large()])).written;
      let killed = 0;
      for (let i = 0; i < 8 && killed < 1; i++) {
        await interrupted(['strip', large(), '-o', path], folder, 'SIGKILL');
        const now = readFileSync(path);
        if (Buffer.compare(now, clock) === 0) killed++;
        else expect(Buffer.compare(now, whole)).toBe(0);
        writeFileSync(path, clock);
      }
      expect(killed).toBeGreaterThan(0);
      expect((await zebin(['strip', CLOCK, '-o', path])).status).toBe(0);
      expect(readdirSync(folder)).toEqual(['old.zebin']);
    },
  );

  test.skipIf(process.platform === 'win32')('a killed process leaves no half folder', async () => {
    const folder = at('killed-folder');
    mkdirSync(folder);
    const path = join(folder, 'one');
    expect((await zebin(['unpack', CLOCK, path])).status).toBe(0);
    let killed = 0;
    for (let i = 0; i < 8 && killed < 1; i++) {
      rmSync(join(folder, 'two'), { recursive: true, force: true });
      if (await interrupted(['unpack', large(), join(folder, 'two')], folder, 'SIGKILL')) killed++;
      expect(existsSync(join(folder, 'two')) && !existsSync(join(folder, 'two/zebin.txt'))).toBe(false);
    }
    expect(killed).toBeGreaterThan(0);
    expect(Buffer.compare((await run('pack', [path])).written, clock)).toBe(0);
    expect((await zebin(['unpack', CLOCK, join(folder, 'two'), '--force'])).status).toBe(0);
    expect(readdirSync(folder).sort()).toEqual(['one', 'two']);
  });

  test.skipIf(process.platform === 'win32')('an interrupted process writes all or nothing, and leaves nothing else', async () => {
    const folder = at('interrupted');
    mkdirSync(folder);
    const path = join(folder, 'old.zebin');
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      writeFileSync(path, clock);
      await interrupted(['strip', large(), '-o', path], folder, signal);
      expect(readdirSync(folder)).toEqual(['old.zebin']);
      expect(readZebin(new Uint8Array(readFileSync(path))).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    }
  });
});
