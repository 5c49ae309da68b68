/** What holds for every verb: input and output, exit codes, colours, help. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { processStandard } from '../../cli/input/standard.ts';
import { colorsFor } from '../../cli/io.ts';
import { NEWEST, OLDEST } from '../../src/formats/zeinfo/index.ts';
import { fixture } from '../support/corpus.ts';
import { IS_STANDALONE, NEEDS_DUCKDB, scratchFolder, shell, zebin, zebinProcess } from './zebin.ts';

const COSTS = 'zebin/igc2/bmg/loops-cost.zebin';
const CLOCK = 'zebin/igc2/bmg/clock.zebin';
const ARCHIVE = 'fat/basic-dg2-bmg.ar';
const SPILLS = 'zebin/igc2/ptl-h/spill-two-scratch.zebin';
const scratch = scratchFolder();
const posix = process.platform !== 'win32';
const TABLE = join(scratch, 'kernels.parquet');
await zebin(['scan', ARCHIVE, '-o', TABLE]);

const QUERY = ['query', 'SELECT name, device FROM kernels', TABLE];

/** Each verb with arguments that work. */
const RUNS: [string, string[]][] = [
  ['info', ['info', CLOCK]],
  ['ls', ['ls', ARCHIVE]],
  ['kernel', ['kernel', CLOCK, 'clock']],
  ['cost', ['cost', COSTS, 'loop_fixed']],
  ['dump', ['dump', CLOCK]],
  ['disasm', ['disasm', CLOCK, '--decoder', 'none']],
  ['text', ['text', CLOCK]],
  ['run', ['run', CLOCK, 'clock']],
  ['test', ['test', '../../examples/kernel-tests']],
  ['asm', ['asm', '../../examples/scale.asm', '--device', 'bmg', '--json']],
  ['size', ['size', ARCHIVE]],
  ['coverage', ['coverage', ARCHIVE]],
  ['check', ['check', CLOCK]],
  ['validate', ['validate', CLOCK]],
  ['diff', ['diff', CLOCK, CLOCK]],
  ['compare', ['compare', CLOCK, CLOCK]],
  ['scan', ['scan', ARCHIVE, '--format', 'ndjson']],
  ['query', QUERY],
  ['extract', ['extract', `${ARCHIVE}!64.bmg!.ze_info`]],
  ['props', ['props', 'sycl/property-sets/all-sets.prop']],
  ['replace', ['replace', `${ARCHIVE}!64.bmg`, CLOCK]],
  ['visa', ['visa', 'info', 'visa/igc1-10840/skl/visa-flow.switches.isa']],
  ['explain', ['explain', 'grf_count']],
  ['link', ['link', CLOCK, '--json']],
  ['strip', ['strip', CLOCK, '--json']],
  ['patch', ['patch', CLOCK, 'clock', '--at', '_entry', '--delete', '--json']],
  ['edit', ['edit', CLOCK, '--rename', 'clock=k', '--json']],
  ['reduce', ['reduce', CLOCK, '--keep', 'finding:note/not-a-table', '--seconds', '100000', '--json']],
  ['convert', ['convert', CLOCK, '--to', NEWEST, '--json']],
];

/**
 * These work on folders, or until they are stopped, so what follows does not fit them; pack.test.ts, view.test.ts, cases/debug and
 * dap.test.ts have tests of their own.
 */
const OTHER_VERBS = ['unpack', 'pack', 'view', 'debug'];

test('the runs below are of all verbs', () => {
  const verbs = COMMANDS.map((spec) => spec.name).filter((verb) => !OTHER_VERBS.includes(verb));
  const lines = RUNS.map(([verb]) => verb);
  const missing = verbs.filter((verb) => !lines.includes(verb));
  expect(missing.map((verb) => `test/cli/conventions.test.ts: add a line for ${verb} to RUNS`)).toEqual([]);
  expect(lines.sort(), 'RUNS has each verb once').toEqual(verbs.sort());
});

test.each(RUNS)('%s as a process says what it says here', async (_, args) => {
  expect(zebinProcess(args)).toEqual(await zebin(args));
});

/** The same without the verb that the standalone executable has not. */
const ANSWERED = RUNS.filter(([verb]) => verb !== 'query' || !IS_STANDALONE);

test.each(['-o', '--json', '--csv'])('query %s answers; the standalone executable says what it needs instead', async (option) => {
  const path = join(scratch, 'query.txt');
  const { status, stdout, stderr } = await zebin([...QUERY, ...(option === '-o' ? [option, path] : [option])]);
  expect([status, stderr, existsSync(path)]).toEqual(IS_STANDALONE ? [2, NEEDS_DUCKDB, false] : [0, '', option === '-o']);
  const failure = { schema: 'zebin/error/1', message: NEEDS_DUCKDB.slice('zebin: '.length, -1) };
  if (option === '--json') expect(JSON.parse(stdout)).toMatchObject(IS_STANDALONE ? failure : { schema: 'zebin/query/1' });
  rmSync(path, { force: true });
});

describe('input', () => {
  test('`zebin FILE` is `zebin info FILE`, with options too', async () => {
    expect(await zebin([CLOCK])).toEqual(await zebin(['info', CLOCK]));
    expect(await zebin(['--json', CLOCK])).toEqual(await zebin(['info', CLOCK, '--json']));
    expect(await zebin(['-k', 'spilling', SPILLS])).toEqual(await zebin(['info', '--kernel=spilling', SPILLS]));
  });

  test.each(['info', 'ls', 'kernel', 'dump'])('`%s -` reads standard input', async (verb) => {
    const fromFile = await zebin([verb, CLOCK, '--json']);
    expect(fromFile.status).toBe(0);
    expect(await zebin([verb, '-', '--json'], { input: fixture(CLOCK).bytes() })).toEqual(fromFile);
  });

  test('an address after `-`, which `--` keeps from being an option', async () => {
    const { status, stdout } = await zebin(['--json', '--', '-!64.bmg'], { input: fixture(ARCHIVE).bytes() });
    expect(status).toBe(0);
    expect(JSON.parse(stdout).images[0].target.names[0]).toBe('BMG-G21 A0');
  });

  test('a path may have `!` in it', async () => {
    mkdirSync(join(scratch, 'wow!'));
    copyFileSync(fixture(ARCHIVE).path, join(scratch, 'wow!/a!64.bmg'));
    const cwd = scratch;
    expect(JSON.parse((await zebin(['wow!/a!64.bmg', '--json'], { cwd })).stdout).images).toHaveLength(2);
    expect(JSON.parse((await zebin(['wow!/a!64.bmg!64.bmg', '--json'], { cwd })).stdout).images[0].target.names[0]).toBe('BMG-G21 A0');
    expect((await zebin(['dump', 'wow!/a!64.bmg!64.bmg!.text.k'], { cwd })).status).toBe(0);
  });

  test('every address that ls prints is one that a verb takes', async () => {
    const { root } = JSON.parse((await zebin(['ls', ARCHIVE, '--json'])).stdout);
    const [, dg2] = root.children;
    for (const { address, size } of [root, ...root.children, ...dg2.children.slice(0, 3)]) {
      const { status, stdout } = await zebin(['ls', `${ARCHIVE}${address}`, '--json']);
      expect(status).toBe(0);
      expect(JSON.parse(stdout).root).toMatchObject({ address, size });
    }
  });
});

describe('filters that match nothing', () => {
  test('with --json the document is printed anyway', async () => {
    const { status, stdout } = await zebin(['info', SPILLS, '-k', 'nope', '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).images[0].kernels).toEqual([]);
  });
});

describe('--json', () => {
  test.each(ANSWERED)('%s: one document that ends in one line feed', async (verb, args) => {
    const { status, stdout, stderr } = await zebin([...args, '--json']);
    expect([status, stderr]).toEqual([0, '']);
    // A verb of several has a document of its own name for each.
    expect(JSON.parse(stdout).schema).toMatch(new RegExp(`^zebin/${verb}(-[a-z]+)?/[0-9]+$`));
    expect(stdout).toMatch(/^\{[\s\S]*\}\n$/);
    expect(stdout.endsWith('\n\n')).toBe(false);
  });

  test('64-bit values are hexadecimal strings', async () => {
    const { kernels } = JSON.parse((await zebin(['kernel', CLOCK, '--json'])).stdout);
    for (const { value, size } of kernels[0].symbols) expect([value, size].join(' ')).toMatch(/^0x[0-9a-f]+ 0x[0-9a-f]+$/);
  });
});

describe('-o', () => {
  const folder = join(scratch, 'output');
  mkdirSync(folder);
  const target = join(folder, 'report.txt');
  afterEach(() => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test.each(ANSWERED)('%s writes what it would print, and prints nothing', async (_, args) => {
    expect(await zebin([...args, '-o', target])).toEqual({ status: 0, stdout: '', stderr: '' });
    expect(readFileSync(target, 'utf8')).toBe((await zebin(args)).stdout);
  });

  test('`-o -` is standard output', async () => {
    expect(await zebin(['info', CLOCK, '-o', '-'])).toEqual(await zebin(['info', CLOCK]));
  });

  test('bad input leaves the old file as it was', async () => {
    writeFileSync(target, 'old');
    expect((await zebin(['info', 'manifest.json', '-o', target])).status).toBe(2);
    expect((await zebin(['info', `${CLOCK}!nope`, '-o', target])).status).toBe(2);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  const notWritable: [string, string][] = [
    ['a folder that is not there', join(folder, 'nowhere', 'report.txt')],
    ['a folder in place of the file', folder],
    ['a path below a file', join(target, 'report.txt')],
  ];
  test.each(notWritable)('%s: exit code 2 and one sentence', async (_, path) => {
    writeFileSync(target, 'old');
    const { status, stdout, stderr } = await zebin(['info', CLOCK, '-o', path]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^zebin: .* cannot be written: [^']+\n$/);
    expect(readFileSync(target, 'utf8')).toBe('old');
  });

  // The superuser may write everywhere.
  if (posix && process.getuid?.() !== 0) {
    test('a folder that is not writable keeps the old file', async () => {
      writeFileSync(target, 'old');
      chmodSync(folder, 0o555);
      try {
        expect((await zebin(['info', CLOCK, '-o', target])).stderr).toMatch(/^zebin: .* cannot be written: EACCES: permission denied\n$/);
      } finally {
        chmodSync(folder, 0o755);
      }
      expect(readFileSync(target, 'utf8')).toBe('old');
    });
  }

  if (posix) {
    test('a link is followed, and the mode of the file stays', async () => {
      const real = join(folder, 'real.txt');
      writeFileSync(real, 'old');
      chmodSync(real, 0o640);
      const link = join(folder, 'link.txt');
      symlinkSync('real.txt', link);
      expect((await zebin(['explain', 'grf_count', '-o', link])).status).toBe(0);
      expect(readFileSync(real, 'utf8')).toContain('grf_count');
      expect(statSync(real).mode & 0o777).toBe(0o640);
      expect(readdirSync(folder)).toContain('link.txt');
    });

    test('a pipe is written to, not replaced', async () => {
      const pipe = join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const { stdout } = shell('cat "$1" & zebin explain grf_count -o "$1"; wait', [pipe]);
      expect(stdout).toBe((await zebin(['explain', 'grf_count'])).stdout);
      expect(statSync(pipe).isFIFO()).toBe(true);
    });
  }
});

describe('a reader that has seen enough', () => {
  const commands = [`dump ${SPILLS} --json`, `dump ${SPILLS} --full`, 'help info', 'complete bash', '--help'];
  if (posix) {
    test.each(commands)('zebin %s | head -c 1', (command) => {
      const ran = shell(`zebin ${command} | head -c 1`);
      expect({ status: ran.status, stderr: ran.stderr }).toEqual({ status: 0, stderr: '' });
      expect(ran.stdout).toHaveLength(1);
    });

    test('a message that nobody reads', () => {
      const ran = shell('{ zebin nofile; echo $? >&3; } 3>&2 2>&1 | true');
      expect(ran.stderr).toBe('2\n');
    });
  }

  if (existsSync('/dev/full')) {
    test('a full disk: exit code 2 and a sentence, also where the answer is that of a failure', () => {
      for (const line of ['explain grf_count', 'info nofile --json']) {
        const ran = shell(`zebin ${line} > /dev/full`);
        expect(ran.status).toBe(2);
        expect(ran.stderr).toMatch(/^(zebin: .*\n)?zebin: ENOSPC: no space left on device.*\n$/);
      }
    });
  }
});

describe('colours', () => {
  const coloured = (text: string) => text.includes('\x1b[');

  /** What they print is the content of a file. */
  const plainOnes = ['scan', 'asm', 'extract', 'replace', 'strip', 'edit', 'patch', 'link', 'convert', 'reduce'];

  test.each(ANSWERED.filter(([verb]) => !plainOnes.includes(verb)))('%s: none in a pipe, some with --color=always', async (verb, args) => {
    const plain = (await zebin(args)).stdout;
    expect(coloured(plain)).toBe(false);
    const { stdout } = await zebin([...args, '--color=always']);
    // The list of ls has one in its heading only.
    expect(coloured(stdout), `cli/commands/${verb}.ts: use io.colors, or name the verb in plainOnes of this file`).toBe(true);
    expect(stdout.replace(/\x1b\[\d+m/g, '')).toBe(plain);
    expect(coloured((await zebin([...args, '--color=never'])).stdout)).toBe(false);
  });

  test('--color=always is stronger than NO_COLOR; it may be before the verb', async () => {
    expect(coloured((await zebin(['--color', 'always', 'info', CLOCK], { env: { NO_COLOR: '1' } })).stdout)).toBe(true);
  });

  test('on a terminal there are some, but not with NO_COLOR, for a file, or on a dumb terminal', async () => {
    const { NO_COLOR, TERM } = process.env;
    const isColoured = async (when: string, toFile: boolean) =>
      coloured((await colorsFor(when, toFile, { ...processStandard(), columns: 80 })).bold('x'));
    try {
      delete process.env.NO_COLOR;
      process.env.TERM = 'xterm';
      expect(await isColoured('auto', false)).toBe(true);
      expect(await isColoured('never', false)).toBe(false);
      expect(await isColoured('auto', true)).toBe(false);
      process.env.TERM = 'dumb';
      expect(await isColoured('auto', false)).toBe(false);
      process.env.TERM = 'xterm';
      process.env.NO_COLOR = '1';
      expect(await isColoured('auto', false)).toBe(false);
    } finally {
      if (NO_COLOR === undefined) delete process.env.NO_COLOR;
      else process.env.NO_COLOR = NO_COLOR;
      if (TERM === undefined) delete process.env.TERM;
      else process.env.TERM = TERM;
    }
  });
});

describe('help', () => {
  test('names every verb, the default, completion and the exit codes', async () => {
    const { status, stdout, stderr } = await zebin(['--help']);
    expect([status, stderr]).toEqual([0, '']);
    for (const { name } of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout).toContain('zebin FILE is short for zebin info FILE.');
    expect(stdout).toContain('zebin complete SHELL prints completion for bash, zsh, fish or powershell.');
    expect(stdout).toContain('Exit codes: 0 yes, 1 no or no match, 2 wrong usage or unreadable input.');
  });

  test.each(COMMANDS.map((spec) => [spec.name, spec] as const))('of %s has its options and examples', async (name, spec) => {
    const { status, stdout } = await zebin([name, '--help']);
    expect(status).toBe(0);
    expect(spec.examples.length).toBeGreaterThan(0);
    for (const [line, shows] of spec.examples) expect(stdout).toContain(`  ${line}\n      ${shows}\n`);
    for (const { flags } of spec.options) expect(stdout).toContain(flags);
    expect((await zebin(['help', name])).stdout).toBe(stdout);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('without arguments: the help, on standard error, as for any bad usage', async () => {
    expect(await zebin([])).toEqual({ status: 2, stdout: '', stderr: (await zebin(['--help'])).stdout });
  });

  test('--version prints that of the package', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(await zebin(['--version'])).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('bad usage: exit code 2, one sentence and a hint', () => {
  test.each<[string[], string]>([
    [['info'], "missing required argument 'file'"],
    [['kernel'], "missing required argument 'file'"],
    [['dump', CLOCK, 'more'], "too many arguments for 'dump'. Expected 1 argument but got 2."],
    [['info', '--jsno', CLOCK], "unknown option '--jsno' (Did you mean --json?)"],
    [['--bogus', CLOCK], "unknown option '--bogus'"],
    [['info', CLOCK, '-o'], "option '-o, --output <path>' argument missing"],
    [
      ['info', CLOCK, '--color=sometimes'],
      "option '--color <when>' argument 'sometimes' is invalid. Allowed choices are auto, always, never.",
    ],
    [['frobnicate', CLOCK], 'frobnicate is neither a verb nor a file'],
    [['hlep'], 'hlep is neither a verb nor a file; did you mean `zebin help`?'],
    [['inof', CLOCK], 'inof is neither a verb nor a file; did you mean `zebin info`?'],
    [['kernels', CLOCK, 'k'], 'kernels is neither a verb nor a file; did you mean `zebin kernel`?'],
  ])('zebin %j', async (args, sentence) => {
    const { status, stdout, stderr } = await zebin(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`zebin: ${sentence}\n(zebin --help lists the verbs; zebin VERB --help describes one)\n`);
  });

  test('a file with the name of what is nearly a verb', async () => {
    copyFileSync(fixture(CLOCK).path, join(scratch, 'inof'));
    expect((await zebin(['inof'], { cwd: scratch })).status).toBe(0);
  });

  test('help for an unknown verb', async () => {
    const { status, stderr } = await zebin(['help', 'nosuch']);
    expect(status).toBe(2);
    expect(stderr).toContain('zebin: there is no verb nosuch\n');
  });
});

test('a letter means the same option in every verb', () => {
  const meanings = new Map<string, Set<string>>();
  for (const { options } of COMMANDS) {
    for (const { flags } of options) {
      const [short, long] = /^-(\w), --([\w-]+)/.exec(flags)?.slice(1) ?? [];
      if (short && long) meanings.set(short, (meanings.get(short) ?? new Set()).add(long));
    }
  }
  expect([...meanings].filter(([, names]) => names.size > 1).map(([letter, names]) => [letter, ...names])).toEqual([]);
  expect(meanings.size).toBeGreaterThan(8);
});

test('help that names versions of ze_info names the newest', () => {
  // Written out there: a start does not load the tables.
  const named = COMMANDS.flatMap(({ options }) => options.map(({ summary }) => summary)).filter((summary) => /\d+\.\d+ to/.test(summary));
  expect(named).toHaveLength(2);
  for (const summary of named) expect(summary).toContain(`${OLDEST} to ${NEWEST}`);
});
