/** Shell completion: the scripts, the answers that they ask for, and a bash that completes on a terminal. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { answer } from '../../cli/completion/answer.ts';
import { placeholder, VALUES } from '../../cli/completion/values.ts';
import { COMMON_OPTIONS } from '../../cli/options.ts';
import { allNames, findDevice, SIZE_DOMAINS, STRIP_GROUPS, TABLES } from '../../src/internal.ts';
import { fixture } from '../support/corpus.ts';
import { VERSIONS } from '../support/generate-zeinfo.ts';
import { SHELL_ZEBIN, zebin } from './zebin.ts';

const VERBS = COMMANDS.map((spec) => spec.name);
const SPILLS = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path;
const ARCHIVE = fixture('fat/basic-dg2-bmg.ar').path;

/** What is offered after the words typed so far. */
async function ask(...words: string[]): Promise<{ offered: string[]; also: string }> {
  const { also, words: offered } = await answer({ specs: COMMANDS, common: COMMON_OPTIONS, shells: ['bash', 'zsh'] }, words);
  return { also, offered: offered.map(([word]) => word) };
}

describe('scripts', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('%s: hands over words quoted, and evaluates nothing', async (shell) => {
    const { status, stdout, stderr } = await zebin(['complete', shell]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/zebin complete '?--'? /);
    expect(stdout).not.toMatch(/\beval\b|Invoke-Expression|\biex\b/i);
  });

  test.each([[['tcsh']], [[]], [['bash', 'zsh']]])('%j: a sentence with the shells that are known', async (words) => {
    expect(await zebin(['complete', ...words])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('bash, zsh, fish, powershell'),
    });
  });

  test('the question of a script: first what may be there besides, then words with what they mean', async () => {
    const { status, stdout, stderr } = await zebin(['complete', '--', 'ker']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^nothing\nkernel\tshow everything about a kernel.*\n$/);
  });
});

describe('answers', () => {
  test('verbs, and files in their place', async () => {
    expect(await ask('')).toEqual({ also: 'files', offered: ['help', 'complete', ...VERBS] });
    expect(await ask('ker')).toEqual({ also: 'nothing', offered: ['kernel'] });
    expect(await ask('app')).toEqual({ also: 'files', offered: [] });
    expect((await ask('help', '')).offered).toEqual(VERBS);
    expect((await ask('complete', 'b')).offered).toEqual(['bash']);
  });

  test.each(COMMANDS.map((spec) => [spec.name, spec] as const))('options of %s', async (name, spec) => {
    const long = spec.options.map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? '');
    expect((await ask(name, '--')).offered).toEqual([...long, '--color', '--timeout', '--unlimited', '--help']);
  });

  test('files and folders where a verb accepts one', async () => {
    for (const words of [
      ['info', ''],
      ['kernel', 'app'],
      ['dump', '--full', 'app'],
      ['info', '-o', ''],
      ['info', '--output=a'],
      ['view', 'a', ''],
    ])
      expect(await ask(...words), words.join(' ')).toEqual({ offered: [], also: 'files' });
    for (const words of [
      ['pack', ''],
      ['unpack', 'a.zebin', ''],
      ['extract', 'a.ar', '--all', ''],
    ])
      expect(await ask(...words), words.join(' ')).toEqual({ offered: [], also: 'folders' });
    expect(await ask('edit', 'a', 'b')).toEqual({ offered: [], also: 'nothing' });
  });

  test('devices, also in a list and after an equals sign', async () => {
    expect(await ask('check', 'a.zebin', '-d', 'bm')).toMatchObject({
      also: 'nothing',
      offered: expect.arrayContaining(['bmg', 'bmg-g21']),
    });
    expect((await ask('coverage', '-d', 'lnl,bm')).offered).toContain('lnl,bmg');
    expect((await ask('coverage', '--device=lnl,bm')).offered).toContain('--device=lnl,bmg');
    for (const name of (await ask('check', '-d', '')).offered) expect(findDevice(name, TABLES.devices), name).not.toEqual([]);
  });

  test('releases: their beginnings, and below one the whole tags', async () => {
    const { offered } = await ask('check', '--driver', '22.4');
    expect(offered).toEqual(expect.arrayContaining(['22.40', '22.43']));
    expect((await ask('check', '--driver', '22.43')).offered).toContain('22.43.24595.41');
  });

  test('kernels of the file that is typed, in whatever it is, with quotes about its name too', async () => {
    expect((await ask('kernel', SPILLS, 'sp')).offered).toEqual(['spilling', 'spilling_private']);
    expect((await ask('kernel', `"${SPILLS}"`, 'spilling_')).offered).toEqual(['spilling_private']);
    expect((await ask('info', SPILLS, '-k', '')).offered).toEqual(expect.arrayContaining(['private_small', 'spilling_private']));
    expect((await ask('kernel', ARCHIVE, '')).offered).toContain('k');
    for (const file of ['nofile', '/dev/zero', '-', '$(touch x)']) expect((await ask('kernel', file, '')).offered).toEqual([]);
  });

  test('formats, versions, words of options', async () => {
    expect((await ask('info', '--as', 'off')).offered).toEqual(['offload-binary']);
    expect((await ask('convert', '--to', '1.7')).offered).toEqual(VERSIONS.filter((version) => version.startsWith('1.7')).reverse());
    expect((await ask('size', '--domains', 'kernel,')).offered).toEqual(SIZE_DOMAINS.map((name) => `kernel,${name}`));
    expect((await ask('--color', '')).offered).toEqual(['auto', 'always', 'never']);
    expect((await ask('visa', '')).offered).toEqual(['dis', 'asm', 'info']);
  });

  test('names for explain, and no files', async () => {
    expect(await ask('explain', 'grf_')).toEqual({ offered: ['grf_count'], also: 'nothing' });
    expect(new Set((await ask('explain', '')).offered)).toEqual(new Set(allNames()));
    expect(await ask('explain', 'nosuchname')).toEqual({ offered: [], also: 'nothing' });
  });

  test('every row of values is the placeholder of an argument or option', () => {
    const used = [...COMMANDS.flatMap((spec) => [...spec.arguments.map(({ name }) => name), ...spec.options.map(({ flags }) => flags)])];
    const names = new Set([...used, ...COMMON_OPTIONS.map(({ flags }) => flags)].map(placeholder));
    expect(Object.keys(VALUES).filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Whether keys can be typed to a bash without any package. `script` can be there and no pseudo-terminal, as in a plain chroot. */
const hasTerminal =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'bash --version', '/dev/null'], { input: '' }).status === 0;

describe.skipIf(!hasTerminal)('bash on a terminal', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zebin-tab-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'zebin'), `#!/bin/sh\n${SHELL_ZEBIN}zebin "$@"\n`);
  chmodSync(join(folder, 'zebin'), 0o755);
  writeFileSync(join(folder, 'once'), (await zebin(['complete', 'bash'])).stdout);
  writeFileSync(join(folder, 'important.txt'), 'important');
  copyFileSync(SPILLS, join(folder, 'two words.zebin'));
  copyFileSync(SPILLS, join(folder, 'a.zebin'));
  // A kernel with a name that makes a file where the shell takes it for more than a word.
  const bytes = fixture('zebin/igc2/bmg/clock.zebin').bytes();
  const data = Buffer.from(bytes);
  for (let at = data.indexOf('clock'); at >= 0; at = data.indexOf('clock', at + 1)) data.write('$>y;x', at);
  writeFileSync(join(folder, 'bad.zebin'), data);

  /** The line as it is after the keys, seen by a command of its own: `line [WORD] [WORD]`. */
  function typed(keys: string): string {
    const start = `PS1= PATH="${folder}:$PATH"; bind 'set bell-style none'; . ./once; . ./once`;
    writeFileSync(join(folder, 'rc'), `${start}\nzebin() { printf 'line'; printf ' [%s]' "$@"; printf '\\n'; }\n`);
    const ran = spawnSync('script', ['-qec', 'bash --noprofile --rcfile rc -i', '/dev/null'], {
      cwd: folder,
      input: `${keys}\nexit\n`,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, TERM: 'dumb', HOME: folder, LANG: 'C.UTF-8' },
    });
    return /^line .*$/m.exec(ran.stdout.replaceAll('\r', ''))?.[0] ?? ran.stdout;
  }

  test.each([
    ['kern\ta.ze\tspilling_\t', 'line [kernel] [a.zebin] [spilling_private]'],
    ['kernel two\tspilling_\t', 'line [kernel] [two words.zebin] [spilling_private]'],
    ['check a.zebin --device=bmg-g2\t', 'line [check] [a.zebin] [--device=bmg-g21]'],
    ['check a.zebin --driver 22.43.24558\t', 'line [check] [a.zebin] [--driver] [22.43.24558]'],
    ['info --as offl\t', 'line [info] [--as] [offload-binary]'],
    ['explain zeinfo/unknown-attr\t', 'line [explain] [zeinfo/unknown-attribute]'],
  ])('%j', (keys, line) => {
    expect(typed(`zebin ${keys}`)).toBe(line);
  });

  test.each([
    'zebin info $(touch x) \t',
    'zebin info `touch x` -\t',
    'zebin info "$(touch x)" --as \t',
    'zebin info a > important.txt\t',
    'zebin info a > important.txt --as \t',
    'zebin info a; touch x; zebin info $(touch x)\t',
    'zebin kernel "$(touch x)/a.zebin" \t',
    'zebin explain $(touch x)\t\t',
  ])('%j: what is typed is not run', (keys) => {
    // Ctrl-A goes to the beginning of the line, which becomes a comment before it is entered.
    typed(`${keys}\x01#`);
    expect(readFileSync(join(folder, 'important.txt'), 'utf8')).toBe('important');
    expect(existsSync(join(folder, 'x'))).toBe(false);
  });

  test('nor is a name from a file, which comes onto the line quoted', () => {
    expect(typed('zebin kernel bad.zebin \t')).toBe('line [kernel] [bad.zebin] [$>y;x]');
    expect(existsSync(join(folder, 'y'))).toBe(false);
  });
});

test('strip has an option for each of its groups, in their order', () => {
  const flags = COMMANDS.find(({ name }) => name === 'strip')?.options.map(({ flags }) => flags) ?? [];
  expect(flags.slice(0, STRIP_GROUPS.length), 'cli/commands/groups/space.ts: the first options of strip').toEqual(
    STRIP_GROUPS.map(({ name }) => `--${name}`),
  );
});
