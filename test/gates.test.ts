/** The checks that are not about what the code does: format, layers, types, generated files, what must not be in the repository. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkImports } from '../scripts/check-imports.mjs';
import { type Ran, ROOT, run, runNode } from './support/run.ts';
import { titlesIn } from './support/titles.ts';
import { needs } from './support/tools.ts';

function expectSuccess({ status, stdout, stderr }: Ran): void {
  expect(status, stdout + stderr).toBe(0);
}

test('the formatter and linter have no findings', () => {
  expectSuccess(runNode(['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '--colors=off', '.']));
});

// src is compiled by the build, which runs before the tests.
test.each(['cli', 'viewer', 'editors/vscode', 'test', 'scripts'])('the types of %s are right', (folder) => {
  expectSuccess(runNode(['node_modules/typescript/bin/tsc', '--singleThreaded', '-p', folder]));
});

if (existsSync(join(ROOT, 'scripts/gen.mjs'))) {
  test('the generated files match the sources', () => {
    expectSuccess(runNode(['scripts/gen.mjs', '--check']));
  });
}

needs('git')('no file names a package registry, a mirror or a path of one machine', () => {
  const hosts = [
    ['registry', 'npmjs'],
    ['registry', 'yarnpkg'],
    ['deb', 'debian'],
    ['snapshot', 'debian'],
    ['security', 'debian'],
  ].map((parts) => parts.join('[.]'));
  const folders = ['work', 'root'].map((name) => `(^|[^A-Za-z0-9_.])/${name}/`);
  const { status, stdout, stderr } = run('git', ['grep', '-nIE', '--untracked', [...hosts, ...folders].join('|')]);
  expect(stdout + stderr).toBe('');
  expect(status).toBe(1);
});

test('the title of a test is more than a name: it says what holds, in three words at least', () => {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
  const words = (title: string) => title.replace(/\$\{[^}]*\}|[$%][\w.]+/g, ' ').match(/[\p{L}`-][\p{L}\p{N}`_-]*/gu) ?? [];
  const all = files.flatMap((name) => titlesIn(name, readFileSync(join(ROOT, 'test', name), 'utf8')).map((title) => `${name}: ${title}`));
  expect(all.length).toBeGreaterThan(1_500);
  expect(all.filter((line) => words(line.slice(line.indexOf(': '))).length < 3)).toEqual([]);
  expect(titlesIn('a.ts', "describe('a file', () => { test.each([1])('%i', { tags: [] }, () => {}); });")).toEqual(['a file %i']);
});

test('no test looks at a clock: a busy machine is not a failure', () => {
  const clocks = ['performance.now', 'Date.now', 'process.hrtime', 'timeout: ', 'TIMEOUT'].map((name) => `\\b${name.replace('.', '\\.')}`);
  const pattern = new RegExp(clocks.join('|'));
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' });
  const tests = files.filter((name) => name.endsWith('.ts') && !name.startsWith('gates.') && !name.startsWith('fixtures'));
  expect(tests.filter((name) => pattern.test(readFileSync(join(ROOT, 'test', name), 'utf8')))).toEqual([]);
});

test('no file of the command has a value that outlives a run: what changes is made where a run begins', () => {
  const state =
    /^(?:export )?(?:let|var) |^(?:export )?const \w+(?:: (?!Readonly|readonly)[^=]+)? = (?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)\b(?:<.*>)?\(\));/m;
  const files = readdirSync(join(ROOT, 'cli'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  expect(files.filter((name) => state.test(readFileSync(join(ROOT, 'cli', name), 'utf8')))).toEqual([]);
  for (const line of ['let at = 0;', 'const known = new Map<string, string[]>();', 'const all: number[] = [];'])
    expect(line).toMatch(state);
  for (const line of ['const NONE: readonly string[] = [];', 'const ROWS = new Set([1]);']) expect(line).not.toMatch(state);
});

test('every package in the lock file has a hash that it is compared with', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string }>;
  };
  const rows = Object.entries(packages).filter(([path]) => path !== '');
  expect(rows.length).toBeGreaterThan(100);
  expect(rows.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
});

describe('package.json', () => {
  const { exports, bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const targets = [exports, bin].flatMap((map) =>
    Object.values(map).flatMap((to) => (typeof to === 'string' ? to : Object.values(to as object))),
  );

  test.each(targets)('%s exists', (target: string) => {
    const path = join(ROOT, target);
    if (!target.includes('*')) return expect(existsSync(path), 'not there after the build').toBe(true);
    const [before = '', after = ''] = target.split('*');
    const names = existsSync(dirname(path)) ? readdirSync(dirname(path)) : [];
    const fits = (name: string) => name.startsWith(before.slice(before.lastIndexOf('/') + 1)) && name.endsWith(after);
    expect(names.filter(fits), 'no file has a name of this form').not.toEqual([]);
  });
});

describe('docstrings of src, cli and viewer', () => {
  const files = ['src', 'cli', 'viewer'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).flatMap((name) =>
      /\.tsx?$/.test(name) ? [{ path: `${folder}/${name}`, text: readFileSync(join(ROOT, folder, name), 'utf8') }] : [],
    ),
  );

  test('links lead to names of their files', () => {
    const dead = files.flatMap(({ path, text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
      const names = [...text.matchAll(/\{@link (\w+)/g)].map(([, name = '']) => name);
      return names.filter((name) => !new RegExp(`\\b${name}\\b`).test(code)).map((name) => `${path}: ${name}`);
    });
    expect(files.length).toBeGreaterThan(500);
    expect(dead).toEqual([]);
  });

  test('each parameter has a line of its own', () => {
    expect(files.filter(({ text }) => /@param .* @param /.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe('layers', () => {
  test('src, cli, viewer and editors keep to them', () => {
    expect(checkImports(ROOT)).toEqual([]);
  });

  test.each<[string, Record<string, string>, string[]]>([
    [
      'upward',
      { 'src/core/diag/a.ts': "import {\n  b,\n} from '../bytes/b.ts';", 'src/core/bytes/b.ts': '' },
      ['src/core/diag/a.ts imports src/core/bytes/b.ts: diag may not import bytes (APART in scripts/check-imports.mjs)'],
    ],
    [
      'sideways',
      { 'src/formats/elf/a.ts': "export type * from '../ar/b.ts';", 'src/formats/ar/b.ts': '' },
      ['src/formats/elf/a.ts imports src/formats/ar/b.ts: elf may not import ar (APART in scripts/check-imports.mjs)'],
    ],
    [
      'a package',
      { 'src/formats/elf/a.ts': "import 'node:fs';" },
      ['src/formats/elf/a.ts imports node:fs: the library takes no package but pako and @noble/hashes'],
    ],
    [
      'a layer above',
      {
        'src/formats/wasm/a.ts': "import '../../core/bytes/a.ts';\nimport '../elf/a.ts';\nimport '../../walk/a.ts';",
        'src/core/bytes/a.ts': '',
        'src/formats/elf/a.ts': "import '../../index.ts';",
        'src/walk/a.ts': "import '../formats/wasm/b.ts';",
        'src/formats/wasm/b.ts': '',
        'src/wasm/a.ts': "import '../core/bytes/a.ts';",
        'src/index.ts': '',
      },
      [
        'src/formats/elf/a.ts imports src/index.ts: formats may not import the entry (LAYERS in scripts/check-imports.mjs)',
        'src/formats/wasm/a.ts imports src/formats/elf/a.ts: wasm may not import elf (APART in scripts/check-imports.mjs)',
        'src/formats/wasm/a.ts imports src/walk/a.ts: formats may not import walk (LAYERS in scripts/check-imports.mjs)',
        'src/wasm/a.ts imports src/core/bytes/a.ts: wasm has no row in LAYERS (scripts/check-imports.mjs)',
      ],
    ],
    [
      'the command past the entry',
      { 'cli/main.ts': "await import('../src/formats/elf/a.ts');", 'src/formats/elf/a.ts': '' },
      ['cli/main.ts imports src/formats/elf/a.ts: only src/internal.ts is open to the command'],
    ],
    [
      'the page past its worker',
      {
        'viewer/a.tsx': "import { a } from '../src/internal.ts';\nimport type { B } from '../src/internal.ts';",
        'viewer/worker/b.ts': "import { a } from '../../src/internal.ts';",
      },
      ['viewer/a.tsx imports src/internal.ts for more than types: only viewer/worker/ parses'],
    ],
    [
      'the page into the command',
      { 'viewer/a.ts': "import { text } from '../cli/text.ts';\nimport { visible } from '../cli/visible.ts';" },
      [
        'viewer/a.ts imports cli/text.ts: of the command only cli/shell-word.ts, cli/view/short-paths.ts, cli/visible.ts are open to the viewer',
      ],
    ],
    [
      'out of the library',
      { 'src/inspect.ts': "import { a } from '../cli/a.ts';", 'cli/a.ts': '' },
      ['src/inspect.ts imports cli/a.ts: the library imports nothing outside src'],
    ],
    [
      'a cycle',
      { 'src/formats/elf/a.ts': "import type { B } from './b.ts';", 'src/formats/elf/b.ts': "export { a } from './a.ts';" },
      ['cycle: src/formats/elf/a.ts -> src/formats/elf/b.ts -> src/formats/elf/a.ts'],
    ],
    [
      'nothing wrong',
      {
        'src/index.ts': "export * from './formats/zebin/a.ts';",
        'src/formats/zebin/a.ts': "import { b } from '../elf/b.ts';\n/**\n * import { x } from 'zebin'\n */",
        'src/formats/elf/b.ts': '',
        'cli/main.ts': "import { createColors } from 'picocolors';\nimport { a } from '../src/internal.ts';",
      },
      [],
    ],
  ])('an import %s is reported, or nothing where nothing is wrong', (_name, files, problems) => {
    const root = mkdtempSync(join(tmpdir(), 'zebin-layers-'));
    try {
      for (const folder of ['src', 'cli']) mkdirSync(join(root, folder));
      for (const [path, text] of Object.entries(files)) {
        mkdirSync(dirname(join(root, path)), { recursive: true });
        writeFileSync(join(root, path), text);
      }
      expect(checkImports(root)).toEqual(problems);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});
