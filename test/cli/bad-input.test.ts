/** What is not a device binary: exit code 2, nothing on standard output, and one sentence that says what it is and what to do. */
import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { archives, fixture, patchTokens, zebins } from '../support/corpus.ts';
import { scratchFolder, zebin } from './zebin.ts';

const scratch = scratchFolder();
const clock = fixture('zebin/igc2/bmg/clock.zebin').bytes();

const latin1 = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0));

/** A whole picture of one transparent point. */
const PNG = Uint8Array.from(
  Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
);

/** An ELF header for a processor of hosts, as every program of this machine may begin with or not. */
function hostElf(): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set(latin1('\x7fELF\x02\x01\x01'));
  const view = new DataView(bytes.buffer);
  view.setUint16(16, 3, true); // ET_DYN
  view.setUint16(18, 62, true); // EM_X86_64
  view.setUint32(20, 1, true);
  view.setUint16(52, 64, true);
  view.setUint16(58, 64, true);
  return bytes;
}

/** Name, content, and what the sentence has to say. */
const FILES: [name: string, content: Uint8Array, what: RegExp, todo: RegExp][] = [
  ['point.png', PNG, /a PNG picture/, /Give a device binary/],
  ['clock.zebin.gz', gzipSync(clock).subarray(0, 200), /the gzip stream cannot be inflated/, /left compressed/],
  ['program', hostElf(), /an ELF file for a host, and no device images were found in it/, /load them from other files/],
  ['random', Uint8Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 200, 201, 202]), /match no known format/, /give a device binary/],
  ['old.bin', latin1('CTNI\0\0\0\0\0\0\0\0'), /the header needs 28 bytes/, /there are only 12/],
];

async function expectRefusal(args: readonly string[], ...says: RegExp[]): Promise<void> {
  const { status, stdout, stderr } = await zebin(args, { cwd: scratch });
  expect([status, stdout]).toEqual([2, '']);
  // One line, so no stack.
  expect(stderr).toMatch(/^zebin: .+\n$/);
  for (const say of says) expect(stderr).toMatch(say);
}

test.each(FILES)('%s is refused as what it is', async (name, content, what, todo) => {
  writeFileSync(join(scratch, name), content);
  for (const verb of ['info', 'kernel']) await expectRefusal([verb, name], new RegExp(`^zebin: ${name}\\b`), what, todo);
});

test('files of the format before zebin are shown, with what to do', async () => {
  const files = patchTokens();
  expect(files.length).toBeGreaterThan(0);
  for (const [i, file] of files.entries()) {
    copyFileSync(file.path, join(scratch, `legacy${i}.bin`));
    const { status, stdout } = await zebin([`legacy${i}.bin`], { cwd: scratch });
    expect(status).toBe(0);
    expect(stdout).toMatch(/patch-tokens for \S+, [\s\S]* kernels?: [\s\S]*Compile again with a current compiler/);
  }
});

test('a program without device images is refused', async () => {
  await expectRefusal([process.execPath], /ELF file|Windows executable|Mach-O file/, /no device images were found|host code/);
});

// A file that cannot be read by anybody, the superuser included.
if (existsSync('/proc/self/mem')) {
  test('a file that cannot be read', async () =>
    await expectRefusal(['/proc/self/mem'], /^zebin: \/proc\/self\/mem cannot be read: E[A-Z]+: [^']+\n$/));
}

describe('the rest of a truncated file', () => {
  test('dump and ls show it, with the finding', async () => {
    writeFileSync(join(scratch, 'half.zebin'), clock.subarray(0, 2000));
    const dump = await zebin(['dump', 'half.zebin'], { cwd: scratch });
    expect(dump.status).toBe(0);
    expect(dump.stdout).toContain('header/e_machine  205 (0xcd) EM_INTELGT');
    expect(dump.stdout).toContain('error[elf/table-range]');
    expect((await zebin(['ls', 'half.zebin'], { cwd: scratch })).status).toBe(0);
  });

  test('the whole images of an archive are shown, with a finding for the other', async () => {
    const [archive] = archives();
    const bytes = archive?.bytes() ?? new Uint8Array();
    writeFileSync(join(scratch, 'cut.ar'), bytes.subarray(0, bytes.length - 100));
    const { status, stdout } = await zebin(['cut.ar'], { cwd: scratch });
    expect(status).toBe(0);
    expect(stdout).toContain('error[ar/member-range]');
    expect(stdout).toContain('accepted by');
  });

  test.each(zebins().slice(0, 5))('$name cut at its end is not treated as a whole one', async (file) => {
    writeFileSync(join(scratch, 'cut.zebin'), file.bytes().subarray(0, -1));
    expect((await zebin(['cut.zebin'], { cwd: scratch })).status).toBe(2);
  });
});
