/** `zebin run`: kernels by hand, by the cases of a file and by a manifest; what is printed, and the exit codes. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../../cli/commands/run.ts';
import { type Argument, type Launch, type Launched, machineOf, type Stop } from '../../src/run/index.ts';
import { FIXTURES } from '../support/corpus.ts';
import { fakeIo } from './fake-io.ts';
import { optionsFor } from './run-verb.ts';
import { scratchFolder, zebin } from './zebin.ts';

const BASIC = 'zebin/igc2/bmg/basic.zebin';
const PRINTF = 'zebin/igc2/bmg/printf.zebin';
const ARCHIVE = 'fat/basic-dg2-bmg.ar';
const scratch = scratchFolder();

/** A file of cases, and its path. */
function caseFile(name: string, cases: readonly object[]): string {
  const path = join(scratch, name);
  writeFileSync(path, JSON.stringify({ cases }));
  return path;
}

/** y = a * x + y for eight items. */
function saxpy(name: string, expected: readonly number[], more: object = {}): object {
  return {
    ...{ name, kernel: 'saxpy', global: [8], local: [8] },
    args: [
      { kind: 'buffer', type: 'float', count: 8, fill: { iota: [0, 1] } },
      { kind: 'buffer', type: 'float', count: 8, fill: { const: 1 } },
      { kind: 'scalar', type: 'float', value: 2 },
    ],
    outputs: [{ arg: 1, expect: { base64: Buffer.from(Float32Array.from(expected).buffer).toString('base64') } }],
    ...more,
  };
}
const RIGHT = [1, 3, 5, 7, 9, 11, 13, 15];
const WRONG = [1, 3, 5, 7.5, 9, 11, 13, 16];
const ARGUMENTS = ['--global', '8', '--local', '8', '--arg', 'x=f32[8]:iota', '--arg', 'y=f32[8]:1', '--arg', 'a=2'];

describe('by hand', () => {
  test('without anything given: the signature, and a command line that works', async () => {
    const { status, stdout, stderr } = await zebin(['run', BASIC, 'saxpy']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toBe(`saxpy
  in zebin/igc2/bmg/basic.zebin: BMG-G21 A0, Battlemage, Xe2, 32 lanes together

  argument  name  type    what            the code
         0  x     float*  pointer         read
         1  y     float*  pointer         read and written
         2  a     float   value, 4 bytes

  zebin run zebin/igc2/bmg/basic.zebin saxpy --global 1024 --arg 'x=float[1024]:iota' --arg 'y=float[1024]:iota' --arg 'a=1' --print y
`);
    const line = stdout.trimEnd().split('\n').at(-1) ?? '';
    const words = line.replaceAll("'", '').trim().split(' ').slice(1);
    expect((await zebin(words)).stdout).toContain('0   0 2 4 6 8 10 12 14\n');
  });

  test('a kernel without arguments is not run either, unless something is given', async () => {
    expect((await zebin(['run', BASIC, 'empty_kernel'])).stdout).toContain(
      '\n  no arguments\n\n  zebin run zebin/igc2/bmg/basic.zebin empty_kernel --global 1024\n',
    );
    expect((await zebin(['run', BASIC, 'empty_kernel', '--global', '8'])).stdout).toMatch(/^empty_kernel: completed \(/);
  });

  test('arguments by name and index, and what is printed of them', async () => {
    const { status, stdout, stderr } = await zebin(['run', BASIC, 'saxpy', ...ARGUMENTS, '--print', 'y', '--print', '0:u32:3']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.replace(/\d+ instructions/, 'N instructions')).toBe(`saxpy: completed (1 thread, N instructions)
argument 1 (y): 8 elements of float
  0  1 3 5 7 9 11 13 15
argument 0 (x): 8 elements of uint
  0  0 1065353216 1073741824
  5 more elements
`);
  });

  test('what is not given is said; equal values are one line', async () => {
    const { status, stdout, stderr } = await zebin(['run', BASIC, 'saxpy', '--print', '1']);
    expect(status).toBe(0);
    expect(stderr).toBe(`zebin: --global, not given: 32, which is one group
zebin: --local, not given: 32
zebin: argument 0 (x), a pointer: 4,096 bytes of zero
zebin: argument 1 (y), a pointer: 4,096 bytes of zero
zebin: argument 2 (a), a value of 4 bytes: 0
`);
    expect(stdout).toContain('argument 1 (y): 1,024 elements of float\n  0..1023  0  (1,024 times)\n');
  });

  test('files in and out, and a folder for all', async () => {
    const [input, output, folder] = [join(scratch, 'x.bin'), join(scratch, 'y.bin'), join(scratch, 'left')];
    writeFileSync(input, new Uint8Array(Float32Array.of(4, 5).buffer));
    const args = ['--global', '2', '--local', '2', '--arg', `0=${input}`, '--arg', '1=f32[2]:1', '--arg', '2=10'];
    const { status, stderr } = await zebin(['run', BASIC, 'saxpy', ...args, '--out', `y=${output}`, '--dir', folder]);
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(output)).toEqual(Buffer.from(Float32Array.of(41, 51).buffer));
    expect(readdirSync(folder).sort()).toEqual(['arg0.bin', 'arg1.bin', 'stdout']);
    expect(readFileSync(join(folder, 'arg1.bin'))).toEqual(readFileSync(output));
  });

  test.each<Parameters<typeof optionsFor<'run'>>[1] & object>([
    { out: [`y=${join(scratch, 'none', 'y.bin')}`] },
    { out: [`y=${scratch}`] },
    { out: [`y=${join(FIXTURES, BASIC)}`] },
    { dir: join(scratch, 'file', 'below') },
    { dir: join(scratch, 'file') },
    { profile: scratch },
    { trace: join(scratch, 'none', 'trace') },
  ])('what could not be written afterwards is said before the run: %j', async (given) => {
    writeFileSync(join(scratch, 'file'), '');
    let started = 0;
    const options = optionsFor('run', { global: '8', local: '8', arg: ['x=f32[8]', 'y=f32[8]', 'a=2'], ...given });
    const done = run({ arguments: [join(FIXTURES, BASIC), 'saxpy'], options, io: fakeIo() }, (...launch) => {
      started++;
      return machineOf(...launch);
    });
    await expect(done).rejects.toMatchObject({ facts: { code: 'command/unwritable' } });
    expect(started).toBe(0);
  });

  test('an image of another kind is refused, by hand and in a case', async () => {
    const images = 'zebin/igc2/bmg/images.zebin';
    const { status, stdout } = await zebin(['run', images, 'img_2d', '--global', '8', '--arg', '0=image3d:4x4x4:UNORM_INT8:RGBA']);
    expect([status, stdout]).toEqual([2, expect.stringMatching(/^img_2d: invalid: argument 0 .*is image2d, and image3d is given/)]);
  });

  test('the device chooses the image of an archive; without one the images are named', async () => {
    const { status, stdout } = await zebin(['run', ARCHIVE, 'saxpy', ...ARGUMENTS, '--device', 'dg2', '--json']);
    expect([status, JSON.parse(stdout).cases[0].address]).toEqual([0, '!64.dg2']);
    const ambiguous = await zebin(['run', ARCHIVE, 'saxpy', ...ARGUMENTS]);
    expect([ambiguous.status, ambiguous.stderr]).toEqual([
      2,
      `zebin: saxpy is in 2 images: name the device with --device, or give one of ${ARCHIVE}!64.dg2 (DG2-G10 C0), ${ARCHIVE}!64.bmg (BMG-G21 A0)\n`,
    ]);
    expect((await zebin(['run', `${ARCHIVE}!64.bmg`, 'sax', ...ARGUMENTS])).status).toBe(0);
    expect((await zebin(['run', ARCHIVE, 'saxpy', ...ARGUMENTS, '--device', 'skl'])).stderr).toContain('no image of');
  });

  test('bare code', async () => {
    const code = join(scratch, 'code.bin');
    await zebin(['extract', `${BASIC}!.text.empty_kernel`, '-o', code]);
    const { status, stdout } = await zebin(['run', '--raw', code, '--device', 'bmg', '--global', '16', '--local', '16']);
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^code: completed \(1 thread, \d+ instructions\)\n$/)]);
    expect((await zebin(['run', '--raw', code])).stderr).toContain('--raw needs --device');
  });

  test.each([
    [['nosuch'], 'no kernel matches nosuch'],
    [['saxpy', '--arg', 'z=1'], '--arg: there is no argument z; there are 0 (x), 1 (y), 2 (a)'],
    [['saxpy', '--arg', 'x=1'], '--arg: argument 0 (x): it is a pointer: give a file'],
    [['saxpy', '--arg', 'x=nosuch.bin'], 'argument 0 (x): nosuch.bin is neither a value nor a file: it is a pointer: give a file, a type'],
    [['saxpy', '--arg', 'x=f99[4]:1'], 'argument 0 (x): f99[4]:1 is neither a value nor a file: it is a pointer: give a file, a type'],
    [['saxpy', '--arg', '0'], '--arg expects an argument and a value, as in --arg 0=42, not 0'],
    [['saxpy', '--global', '8,8,8,8'], '--global expects one to three numbers, as in 1024 or 64,64, not 8,8,8,8'],
    [['saxpy', '--global', '8', '--local', '4,2'], '--local has 2 dimensions, and --global has 1'],
    [['saxpy', '--print', 'a'], '--print a: argument 2 (a) is neither a buffer nor an image'],
    [['saxpy', '--print', 'y:f32:2:1'], '--print expects an argument, and perhaps a type and a number of values'],
    [['saxpy', '--only', 'a'], '--only names a case of --case or --manifest'],
    [['saxpy', '--manifest', 'm'], '--manifest names the files: give either a file or --manifest'],
    [['saxpy', '--case', 'c', '--global', '8'], 'the case says sizes and arguments'],
    [['saxpy', '--global', '8', '--max-memory', 'much'], '--max-memory expects a number, not much'],
  ])('refuses %j', async (args, message) => {
    const { status, stdout, stderr } = await zebin(['run', BASIC, ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('cases', () => {
  test('equal, different, and completed without anything expected', async () => {
    const equal = await zebin(['run', BASIC, 'saxpy', '--case', caseFile('equal.json', [saxpy('right', RIGHT)])]);
    expect([equal.status, equal.stderr, equal.stdout]).toEqual([
      0,
      '',
      expect.stringMatching(/^right: equal \(1 thread, \d+ instructions\)\n$/),
    ]);
    const different = await zebin(['run', BASIC, 'saxpy', '--case', caseFile('different.json', [saxpy('wrong', WRONG)])]);
    expect([different.status, different.stdout]).toEqual([
      1,
      'wrong: different: argument 1 (y)[3]: expected 7.5 (0x40f00000), got 7 (0x40e00000); 2 of 8 elements differ\n',
    ]);
    const completed = await zebin(['run', BASIC, 'saxpy', '--case', caseFile('none.json', [saxpy('open', [], { outputs: [] })])]);
    expect([completed.status, completed.stdout]).toEqual([0, expect.stringMatching(/^open: completed \(/)]);
  });

  test('several: the totals come first; one by its exact name', async () => {
    const file = caseFile('several.json', [saxpy('right', RIGHT), saxpy('wrong', WRONG), { ...saxpy('other', RIGHT), kernel: 'k' }]);
    const all = await zebin(['run', BASIC, 'saxpy', '--case', file]);
    expect([all.status, all.stdout.split('\n')[0]]).toEqual([1, '2 cases: 1 equal, 1 different']);
    expect((await zebin(['run', BASIC, 'saxpy', '--case', file, '--only', 'right'])).status).toBe(0);
    const none = await zebin(['run', BASIC, 'saxpy', '--case', file, '--only', 'righ']);
    expect([none.status, none.stderr]).toEqual([2, `zebin: ${file} has no case righ; available: right, wrong\n`]);
    expect((await zebin(['run', BASIC, 'saxpy', '--case', file, '--dir', scratch])).stderr).toContain('--dir is for one case');
    const said = async (kernel: string, path: string, ...more: readonly string[]): Promise<string> =>
      (await zebin(['run', BASIC, kernel, '--case', path, ...more])).stderr;
    expect(await said('store_one', file)).toBe(`zebin: ${file} has no case of the kernel store_one; its cases are of saxpy, k\n`);
    expect(await said('saxpy', file, '--only', 'other')).toBe(`zebin: ${file} has the case other of the kernel k, not of saxpy\n`);
    const empty = caseFile('empty.json', []);
    expect(await said('saxpy', empty)).toBe(`zebin: ${empty} has no cases\n`);
  });

  test('a case for other devices is left out, unless it is named', async () => {
    const file = caseFile('needs.json', [
      saxpy('here', RIGHT, { needs: { devices: ['bmg'] } }),
      saxpy('there', RIGHT, { needs: { devices: ['skl'] } }),
    ]);
    const { status, stdout, stderr } = await zebin(['run', BASIC, '--case', file]);
    expect([status, stdout.split(':')[0], stderr]).toEqual([0, 'here', 'zebin: there: left out, because it is for skl\n']);
    expect((await zebin(['run', BASIC, '--case', file, '--only', 'there'])).status).toBe(0);
  });

  test('cases that are all for other devices are no answer', async () => {
    const file = caseFile('elsewhere.json', [saxpy('there', RIGHT, { needs: { devices: ['skl'] } })]);
    const { status, stdout, stderr } = await zebin(['run', BASIC, '--case', file]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('the case there is for other devices');
  });

  test.each([
    ['more work-items than any device has', ['store_one', '--global', '4096', '--local', '2048'], BASIC],
    ['another size than the kernel requires', ['walk_yx', '--global', '64,1,1', '--local', '1,1,1'], 'zebin/igc2/bmg/spir-metadata.zebin'],
  ])('a group of %s is not launched, as by a driver', async (_, words, file) => {
    const { status, stdout } = await zebin(['run', file, ...words]);
    expect([status, /: invalid: .*\[run\/case\]/.test(stdout)]).toEqual([2, true]);
  });

  test('text for which the buffer of printf has no room is missed, and that is said', async () => {
    const { status, stdout } = await zebin(['run', PRINTF, 'hello', '--global', '530000', '--local', '250']);
    expect([status, stdout.slice(0, 13), stdout.split('\n').length > 500_000]).toEqual([2, 'hello: limit:', true]);
  });

  test('what a kernel prints comes after its result, and with --json only in the document', async () => {
    const args = ['run', PRINTF, '--case', 'run/cases/corpus-printf.json', '--only', 'hello'];
    const { status, stdout } = await zebin(args);
    expect([status, stdout.split('\n').slice(1, 3)]).toEqual([0, ['hello', 'hello']]);
    const json = await zebin([...args, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      cases: [{ name: 'hello', result: 'equal', stdout: 'hello\n'.repeat(6) }],
      totals: { equal: 1 },
    });
  });

  test('the document of a difference', async () => {
    const file = caseFile('json.json', [saxpy('wrong', WRONG)]);
    const { status, stdout } = await zebin(['run', BASIC, 'saxpy', '--case', file, '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).cases[0]).toMatchObject({
      ...{ name: 'wrong', kernel: 'saxpy', result: 'different', message: null, code: null, different_outputs: 1, stop: null },
      first_difference: {
        ...{ argument: 1, name: 'y', what: 'element', index: 3, type: 'float', expected: '7.5', got: '7', different: 2, of: 8 },
        ...{ expected_bits: '0x40f00000', got_bits: '0x40e00000' },
      },
      counts: { threads: 1, bytes_written: 32 },
    });
  });

  test('a file that is wrong, and a case that cannot be run', async () => {
    const wrong = caseFile('key.json', [saxpy('right', RIGHT, { globl: [8] })]);
    const { status, stderr } = await zebin(['run', BASIC, 'saxpy', '--case', wrong]);
    expect([status, stderr]).toEqual([2, expect.stringContaining(`${wrong}: cases[0].globl: there is no such key; did you mean global?`)]);
    const few = await zebin(['run', BASIC, 'saxpy', '--case', caseFile('few.json', [saxpy('few', RIGHT, { args: [], outputs: [] })])]);
    expect([few.status, few.stdout]).toEqual([2, 'few: invalid: the kernel has an argument 2, and the case has 0 arguments [run/case]\n']);
    const large = await zebin(['run', BASIC, 'saxpy', '--case', caseFile('large.json', [saxpy('large', RIGHT)]), '--max-memory', '63']);
    expect([large.status, large.stdout]).toEqual([
      2,
      'large: limit: cases[0]: the arguments need 64 bytes; --max-memory allows 63 [run/limit]\n',
    ]);
  });
});

test('a manifest: a line for each case that is not equal, and the totals', async () => {
  const folder = join(scratch, 'manifest');
  mkdirSync(folder);
  writeFileSync(join(folder, 'c.json'), JSON.stringify({ cases: [saxpy('right', RIGHT), saxpy('wrong', WRONG)] }));
  const line = (one: object) => JSON.stringify({ zebin: join(FIXTURES, BASIC), kernel: 'saxpy', file: 'c.json', device: 'bmg', ...one });
  const manifest = join(folder, 'manifest.jsonl');
  writeFileSync(
    manifest,
    [line({ case: 'right' }), line({ case: 'wrong' }), line({ case: 'gone' }), line({ case: 'right', zebin: 'gone.zebin' })].join('\n'),
  );
  const { status, stdout } = await zebin(['run', '--manifest', manifest]);
  expect(status).toBe(2);
  expect(stdout.split('\n').map((text) => text.replaceAll(FIXTURES, '').replaceAll(folder, ''))).toEqual([
    `/${BASIC} saxpy: wrong: different: argument 1 (y)[3]: expected 7.5 (0x40f00000), got 7 (0x40e00000); 2 of 8 elements differ`,
    `/${BASIC} saxpy: gone: invalid: c.json has no case gone`,
    'gone.zebin saxpy: right: invalid: /gone.zebin does not exist; give the path of a file, or `-` for standard input',
    '4 cases: 1 equal, 1 different, 2 invalid',
    '',
  ]);
  const json = JSON.parse((await zebin(['run', '--manifest', manifest, '--only', 'right', '--json'])).stdout);
  expect(json.cases.map(({ result }: { result: string }) => result)).toEqual(['equal', 'invalid']);
  expect((await zebin(['run', '--manifest', BASIC])).stderr).toContain(
    'line 1 is not an object with the texts zebin, kernel, file and case',
  );
});

describe('what ends a run', () => {
  /** Runs saxpy with a machine that ends so. */
  async function ending(stop: Stop, left: Partial<Launched> = {}, given: Parameters<typeof optionsFor<'run'>>[1] = {}) {
    const io = fakeIo();
    const launches: Launch[] = [];
    const machine = (_: unknown, __: unknown, launch: Launch): Launched => {
      launches.push(launch);
      const counts = { threads: 1, instructions: 9, byOperation: { mov: 9 }, messages: 0, bytesRead: 0, bytesWritten: 0 };
      const bytes = (one: Argument): Uint8Array | undefined => ('bytes' in one && one.kind !== 'value' ? one.bytes : undefined);
      return { stop, arguments: launch.arguments.map(bytes), printf: '', counts, ...left };
    };
    const options = optionsFor('run', { global: '8', arg: ['x=f32[8]', 'y=f32[8]', 'a=2'], local: '8', ...given });
    const code = await run({ arguments: [join(FIXTURES, BASIC), 'saxpy'], options, io }, machine);
    return { code, printed: io.printed(), launches };
  }
  const place = { section: '.text.saxpy', offset: 0x40, text: 'send (32|M0)   r5', group: [1, 0, 0], thread: 2 };
  const WHERE = ', at .text.saxpy+0x40, group 1,0,0, thread 2: send (32|M0) r5';

  test.each([
    ['unsupported', 'the message foo', 2],
    ['limit', '10 instructions were executed', 2],
    ['fault', '4 bytes at 0x0', 2],
  ] as const)('%s', async (reason, message, exit) => {
    const { code, printed } = await ending({ reason, message, ...place });
    expect([code, printed]).toEqual([exit, `saxpy: ${reason}: ${message}${WHERE} [run/${reason}]\n`]);
  });

  test('nothing is compared of a run that did not end, and what it printed is printed', async () => {
    const given = { case: caseFile('stop.json', [saxpy('wrong', WRONG)]), global: undefined, local: undefined, arg: [] };
    const { code, printed } = await ending({ reason: 'fault', message: 'a fault' }, { printf: 'so far' }, given);
    expect([code, printed]).toEqual([2, 'wrong: fault: a fault [run/fault]\nso far\n']);
  });

  test('Ctrl-C says how far it got, and where', async () => {
    const io = fakeIo();
    const options = optionsFor('run', { global: '400000000', local: '256' });
    // What other tests of this process listen for stays.
    const others = process.listeners('SIGINT');
    const code = await run({ arguments: [join(FIXTURES, BASIC), 'empty_kernel'], options, io }, (...launch) => {
      // What Node calls for the signal.
      for (const listener of process.listeners('SIGINT')) if (!others.includes(listener)) (listener as () => void)();
      return machineOf(...launch);
    });
    expect([code, io.printed()]).toEqual([
      2,
      expect.stringMatching(
        /^empty_kernel: limit: interrupted after 2,\d{3},\d{3} instructions, at \.text\.empty_kernel\+0x[0-9a-f]+, group \d+,0,0, thread \d: .* \[run\/limit\]\n$/,
      ),
    ]);
    expect(process.listeners('SIGINT')).toEqual(others);
  });

  test('--timeout ends it', async () => {
    const { status, stdout, stderr } = await zebin([
      'run',
      BASIC,
      'empty_kernel',
      '--global',
      '4000000000',
      '--local',
      '256',
      '--timeout',
      '0.3',
    ]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('not done after --timeout 0.3');
    expect(stderr).toContain('[limit/time]');
  });

  test('limits and order are those of the options', async () => {
    const { launches } = await ending(
      { reason: 'done', message: '' },
      {},
      { maxInstructions: '1e3', maxMemory: '1000000', schedule: '7', offset: '4' },
    );
    expect(launches).toMatchObject([{ maxInstructions: 1000, maxMemory: 1_000_000, schedule: 7, global: [8], local: [8], offset: [4] }]);
  });
});
