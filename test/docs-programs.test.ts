/** What the documents give to other programs: the shell, Python, the workflow of a server that builds. Run as it is written there. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { ENV, MAIN, scratchFolder } from './cli/zebin.ts';
import { fixture } from './support/corpus.ts';
import { ROOT } from './support/run.ts';
import { needs } from './support/tools.ts';
import { parseXml } from './support/xml.ts';

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

describe('docs/kernel-tests.md', () => {
  const example = join(ROOT, 'examples/kernel-tests');
  const [workflow = ''] = blocks('docs/kernel-tests.md', 'yaml');
  const { jobs } = parse(workflow) as { jobs: { test: { steps: { name?: string; run?: string }[] } } };
  const command = jobs.test.steps.find(({ name }) => name === 'Test the kernels')?.run ?? '';
  const kernels = join(folder, 'kernels');
  cpSync(example, kernels, { recursive: true });
  // What ocloc makes of a source is kept beside it: an archive with a zebin for each of two devices.
  const fake =
    'for source; do case "$source" in *.cl) cp "$(dirname "$source")/$(basename "$source" .cl).ar" "$ZEBIN_OUTPUT/out.bin" ;; esac; done';
  writeFileSync(join(bin, 'ocloc'), `#!/bin/sh -e\n${fake}\n`, { mode: 0o755 });
  const step = `export GITHUB_STEP_SUMMARY=summary.md; ${command.replace('tgllp,dg2', 'bmg,dg2')}`;

  test('the workflow is that of the example', () => {
    expect(readFileSync(join(example, 'workflow.yml'), 'utf8')).toBe(workflow);
  });

  test('its step compiles each source for each device, and reports what changed', () => {
    const good = sh(step);
    expect([good.status, good.stderr, good.stdout.split('\n')[0]]).toEqual([0, '', '10 cases: 10 equal']);
    const path = join(kernels, 'sum.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"const": -7', '"const": -8'));
    const bad = sh(step);
    expect([bad.status, bad.stdout.split('\n')[0]]).toEqual([1, '10 cases: 8 equal, 2 different']);
    expect(bad.stdout).toContain('dg2/out.bin!64.dg2 sum: a group of one: different: argument 1 (out)[0]: expected -7 ');
    const summary = readFileSync(join(folder, 'summary.md'), 'utf8');
    expect([...summary.matchAll(/^### zebin test: (.*)$/gm)].map(([, text]) => text)).toEqual([
      '10 cases: 10 equal',
      '10 cases: 8 equal, 2 different',
    ]);
    expect(parseXml(readFileSync(join(folder, 'results.xml'), 'utf8')).attributes).toMatchObject({
      tests: '10',
      failures: '2',
      errors: '0',
    });
  });

  test('the change is accepted, and the rest of the file stays', () => {
    const path = join(kernels, 'sum.json');
    const before = readFileSync(path, 'utf8');
    const [commands = ''] = blocks('docs/kernel-tests.md', 'sh');
    expect(sh(commands.split('\n')[0] ?? '').status).toBe(0);
    expect(readFileSync(path, 'utf8')).toBe(before.replace('+f///w==', '+P///w=='));
    expect(sh(step).status).toBe(0);
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
