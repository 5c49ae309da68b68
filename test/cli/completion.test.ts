/** Shell completion: the scripts, and the answers that they ask for. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../cli/commands/index.ts';
import { allNames } from '../../src/index.ts';
import { run } from '../support/run.ts';
import { zebin } from './zebin.ts';

const VERBS = COMMANDS.map((spec) => spec.name);

/** Answers to the words typed so far, and whether the shell may offer names of files besides. */
function ask(...words: string[]): { offered: string[]; files: boolean } {
  const { status, stdout, stderr } = zebin(['complete', '--', ...words]);
  expect([status, stderr]).toEqual([0, '']);
  const lines = stdout.trimEnd().split('\n');
  const directive = /^:(\d+)$/.exec(lines.pop() ?? '')?.[1];
  // As in the completion scripts of cobra, whose protocol this is: 4 forbids names of files.
  return { offered: lines.map((line) => line.split('\t')[0] ?? ''), files: (Number(directive) & 4) === 0 };
}

describe('scripts', () => {
  test.each(['bash', 'zsh', 'fish', 'powershell'])('%s', (shell) => {
    const { status, stdout, stderr } = zebin(['complete', shell]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.length).toBeGreaterThan(500);
    expect(stdout).toMatch(shell === 'powershell' ? /zebin complete '--'/ : /zebin complete -- /);
  });

  if (process.platform !== 'win32') {
    test('bash can read its own, and asks it before it offers files', () => {
      const { stdout } = zebin(['complete', 'bash']);
      const check = run('bash', ['-n', '-c', stdout]);
      expect([check.status, check.stderr]).toEqual([0, '']);
      const registered = run('bash', ['--norc', '-c', `${stdout}\ncomplete -p zebin`]);
      expect(registered.stdout).toBe('complete -o default -F __zebin_complete zebin\n');
    });
  }

  test('a shell that is not known, or none', () => {
    expect(zebin(['complete', 'tcsh'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('zsh, bash, fish, powershell'),
    });
    expect(zebin(['complete'])).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining("missing required argument 'shell'"),
    });
  });
});

describe('answers', () => {
  test('verbs', () => {
    expect(ask('').offered).toEqual(expect.arrayContaining([...VERBS, 'help', 'complete']));
    expect(ask('ker')).toEqual({ offered: ['kernel'], files: false });
  });

  test.each(COMMANDS.map((spec) => [spec.name, spec] as const))('options of %s', (name, spec) => {
    const long = spec.options.map(({ flags }) => /--[a-z-]+/.exec(flags)?.[0] ?? '');
    expect(ask(name, '--').offered).toEqual(expect.arrayContaining([...long, '--help']));
  });

  test('files where a verb takes one, and where it could be the file of the default verb', () => {
    for (const words of [['info', ''], ['kernel', 'app'], ['dump', '--full', 'app'], ['app'], ['info', '-o', '']]) {
      expect(ask(...words), words.join(' ')).toEqual({ offered: [], files: true });
    }
  });

  test('names for explain, and no files', () => {
    expect(ask('explain', 'grf_')).toEqual({ offered: ['grf_count'], files: false });
    expect(new Set(ask('explain', '').offered)).toEqual(new Set(allNames()));
    expect(ask('explain', 'nosuchname')).toEqual({ offered: [], files: false });
  });
});
