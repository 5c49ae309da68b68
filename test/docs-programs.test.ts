/** What the documents give to other programs: the shell, Python, the workflow of a server that builds. Run as it is written there. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ENV, MAIN, scratchFolder } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT } from './support/run.ts';
import { needs } from './support/tools.ts';

/** A folder with `zebin` in PATH, and a program: a file of one image, whose only kernels are those that spill. */
const folder = scratchFolder();
const bin = join(folder, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'zebin'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
copyFileSync(fixture('zebin/igc2/ptl-h/spill-two-scratch.zebin').path, join(folder, 'app.zebin'));

function run(
  program: string,
  args: readonly string[],
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const env = { ...ENV, PATH: `${bin}${delimiter}${process.env.PATH}` };
  return spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' });
}
const sh = (script: string) => run('sh', ['-eu', '-c', script]);

/** The blocks of a document in a language. */
function blocks(document: string, language: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), 'utf8').replaceAll('\r\n', '\n');
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);
}

describe('docs/json.md', () => {
  const [kernels = '', gate = ''] = blocks('docs/json.md', 'python');
  const listed = /^PTL-H \S+ \w+ 9024$/m;

  needs('jq')('the line for the shell prints the kernels of each device', () => {
    const { status, stdout, stderr } = sh(blocks('docs/json.md', 'sh')[0] ?? '');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(listed);
  });

  needs('python3')('so does the Python', () => {
    const { status, stdout, stderr } = run('python3', ['-c', kernels]);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(listed);
  });

  needs('python3')('the limits in Python are exceeded, which is an exception', () => {
    const { status, stdout, stderr } = run('python3', ['-c', `import subprocess\n${gate}`]);
    expect(status).toBe(1);
    expect(stdout).toContain('spilling_private');
    expect(stderr).toContain('CalledProcessError');
  });
});

describe('docs/comparing.md', () => {
  const build = join(folder, 'build');
  mkdirSync(build);
  const built = (name: string) => copyFileSync(fixture(`zebin/${name}/dg2/basic.zebin`).path, join(build, 'kernels.zebin'));
  const [commands = ''] = blocks('docs/comparing.md', 'sh');
  const [workflow = ''] = blocks('docs/comparing.md', 'yaml');
  const { on, jobs } = parse(workflow) as { on: string; jobs: { compare: { steps: { name?: string; run?: string; uses?: string }[] } } };
  const { steps } = jobs.compare;

  test('the gate accepts an unchanged build', () => {
    built('igc1');
    expect(sh(commands)).toMatchObject({ status: 0, stderr: '' });
  });

  test('the workflow is valid, and its step reports what changed', () => {
    expect(on).toBe('pull_request');
    expect(steps.every(({ run, uses }) => (run === undefined) !== (uses === undefined))).toBe(true);
    const step = steps.find(({ name }) => name === 'Compare with the baseline')?.run ?? '';
    expect(sh(step)).toMatchObject({ status: 0, stderr: '' });
    built('igc2');
    const { status, stderr } = sh(step);
    expect([status, stderr]).toEqual([1, '']);
    expect(readFileSync(join(folder, 'report.md'), 'utf8')).toMatch(/^\|.*\| worse \|/m);
  });
});

describe('docs/analysis.md', () => {
  const commands = blocks('docs/analysis.md', 'sh');
  const answers = blocks('docs/analysis.md', 'text');

  test.each(commands.map((command, i) => [command.trim(), answers[i] ?? ''] as const))('%s', (command, answer) => {
    const { status, stdout, stderr } = sh(`cd '${ROOT}'\n${command}`);
    expect([status, stderr, stdout.trimEnd()]).toEqual([0, '', answer.trimEnd()]);
  });
});
