/** The package as users get it: packed, installed into an empty project without network, type-checked, imported and run there. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import ts from 'typescript-oldest';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { npm } from '../scripts/npm.mjs';
import { examplesModule } from './api/module.ts';
import { type Ran, ROOT, run, runNode } from './support/run.ts';

const pkg = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const scratch = mkdtempSync(join(tmpdir(), 'zebin-package-'));
const consumer = join(scratch, 'consumer');
const installed = join(consumer, 'node_modules', pkg.name);

/** What an import writes for a key of `exports`: `.` and `./formats/elf` become `zebin` and `zebin/unstable/elf`. */
const specifier = (key: string) => pkg.name + key.slice(1);
const modules = Object.entries<string | Record<string, string>>(pkg.exports)
  .filter(([, target]) => typeof target === 'object')
  .map(([key]) => specifier(key));

function expectSuccess({ status, stdout, stderr }: Ran): string {
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

/** npm without the settings that the npm around this test run left in the environment. */
function runNpm(args: string[], cwd: string): string {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_(?!execpath$)/i.test(name)));
  const { status, stdout, stderr } = npm(args, { cwd, env, encoding: 'utf8' });
  return expectSuccess({ status, stdout: String(stdout), stderr: String(stderr) });
}

beforeAll(() => {
  // What it depends on comes from here too: this needs no registry.
  const needed = Object.keys(pkg.dependencies).map((name) => join(ROOT, 'node_modules', name));
  const packed = JSON.parse(runNpm(['pack', ROOT, ...needed, '--json', '--ignore-scripts', '--pack-destination', scratch], ROOT));
  mkdirSync(consumer);
  writeFileSync(join(consumer, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
  const archives = packed.map(({ filename }: { filename: string }) => join(scratch, filename));
  runNpm(['install', '--offline', '--ignore-scripts', ...archives], consumer);
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('it brings hashes and the decompressor, and no other package', () => {
  expect(Object.keys(pkg.dependencies)).toEqual(['@noble/hashes', 'pako']);
  expect(readdirSync(join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@noble', 'pako', pkg.name]);
});

test('it contains only the intended files', () => {
  const names = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(names.filter((name) => /(^|[\\/])\.|\.test\.|tsconfig|\.tsbuildinfo$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
});

test('the licences of what the command is bundled with are in it', () => {
  const text = readFileSync(join(installed, 'dist/cli/LICENSES.txt'), 'utf8');
  for (const name of ['picocolors', 'fast-string-width', 'hyparquet', 'hyparquet-writer', '@vscode/debugadapter'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+`, 'm'));
  // One for each package named, and no licence that asks for more than its own text.
  const entries = text.split(/^-{80}$/m);
  for (const entry of entries) {
    expect(entry).toMatch(/^\S+ \d+\.\d+\.\d+ \((MIT|ISC|\(MIT AND Zlib\))\)$/m);
    expect(entry).toMatch(/above\s+copyright\s+notice\s+and\s+this\s+permission\s+notice/);
  }
});

/** How projects resolve the package: Node itself, a bundler, and a bundler for pages, which have the types of the DOM. */
const PROJECTS = {
  nodenext: { module: 'NodeNext', lib: ['ES2022'] },
  bundler: { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022'] },
  browser: { module: 'ESNext', moduleResolution: 'Bundler', lib: ['ES2022', 'DOM', 'DOM.Iterable'] },
};

/** The compiler of the repository, and the smallest that the types are for, which the README names: what each has to say of a project. */
const COMPILERS = {
  typescript(config: object): string {
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify(config));
    const { status, stdout, stderr } = runNode([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', consumer]);
    return status === 0 ? '' : `${stdout}${stderr}it ended with ${status}`;
  },

  /** In this process, where declarations that it has read for one project are there for the next: a process for each takes twice the time. */
  'typescript-oldest'(config: object): string {
    const { options, fileNames, errors } = ts.parseJsonConfigFileContent(config, ts.sys, consumer);
    const host = ts.createCompilerHost(options);
    const read = host.getSourceFile;
    const getSourceFile: typeof read = (path, how, ...rest) => {
      const key = `${path} ${options.module}`;
      const file = declarations.get(key) ?? read(path, how, ...rest);
      if (file?.isDeclarationFile) declarations.set(key, file);
      return file;
    };
    const program = ts.createProgram(fileNames, options, { ...host, getSourceFile });
    return ts.formatDiagnostics([...errors, ...ts.getPreEmitDiagnostics(program)], host);
  },
};
/** By path and kind of module, on which it depends how a file is read. */
const declarations = new Map<string, ts.SourceFile>();

test.each(Object.keys(COMPILERS).flatMap((compiler) => Object.keys(PROJECTS).map((project) => [project, compiler] as const)))(
  'in a %s project every example compiles with %s, strict, without the types of Node',
  (project, compiler) => {
    writeFileSync(join(consumer, 'consumer.ts'), examplesModule());
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'ES2022',
      types: [],
      // Of the libraries alone those of the compiler are not checked.
      skipDefaultLibCheck: true,
      ...PROJECTS[project as keyof typeof PROJECTS],
    };
    expect(COMPILERS[compiler as keyof typeof COMPILERS]({ compilerOptions, files: ['consumer.ts'] })).toBe('');
  },
);

test('a bundler for pages takes every subpath, and finds nothing of Node in it', async () => {
  const input = join(consumer, 'page.mjs');
  writeFileSync(input, modules.map((name, i) => `export * as entry${i} from '${name}';`).join('\n'));
  const bundle = await rolldown({
    input,
    platform: 'browser',
    onLog: (_level, { message }) => {
      throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  expect(output.flatMap((file) => (file.type === 'chunk' ? [...file.imports, ...file.dynamicImports] : []))).toEqual([]);
  expect(output[0].exports).toHaveLength(modules.length);
});

test('a page that opens files and reports on them has no decoder of machine code in its bundle', async () => {
  const input = join(consumer, 'report.mjs');
  writeFileSync(input, `export { infoDocument, inspect } from '${pkg.name}';\n`);
  const bundle = await rolldown({ input, platform: 'browser' });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? Object.entries(file.modules) : []));
  const used = modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter((id) => /dist\/(formats\/eu|analysis\/instructions|core\/diag\/codes)\//.test(id))).toEqual([]);
});

test('the page of the library names the smallest TypeScript', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/typescript-oldest/package.json'), 'utf8'));
  const [, named] = /TypeScript (\d+\.\d+) or later/.exec(readFileSync(join(installed, 'docs/library.md'), 'utf8')) ?? [];
  expect(version.startsWith(`${named}.`)).toBe(true);
});

test('links of its documents lead to files in it; pictures and sources are in the repository alone', () => {
  const documents = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  expect(documents).toContain('README.md');
  const links = documents.flatMap((name) => {
    const text = readFileSync(join(installed, name), 'utf8').replace(/^```[\s\S]*?^```/gm, '');
    const found = text.matchAll(/\]\((?!https?:|#)([^)#\s]+)|(?:src|srcset|href)="(?!https?:|#)([^"#]+)/g);
    return [...found].map(([, markdown, html]) => [name, markdown ?? html ?? ''] as const);
  });
  expect(links.length).toBeGreaterThan(50);
  const missing = links.filter(([name, link]) => !existsSync(join(installed, dirname(name), link)));
  const inRepository = /(^|\/)images\/[\w-]+\.png$|^\.\.\/(src|cli|editors|viewer|scripts|packaging)\//;
  expect(missing.filter(([, link]) => !inRepository.test(link))).toEqual([]);
  expect(links.filter(([name, link]) => !existsSync(join(ROOT, dirname(name), link)))).toEqual([]);
  expect(readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.png'))).toEqual([]);
});

test('every subpath can be imported, and resolves inside the package', () => {
  const files = Object.keys(pkg.exports).flatMap((key) => {
    if (!key.includes('*')) return [specifier(key)];
    const [folder = '', suffix = ''] = key.split('*');
    const names = readdirSync(join(installed, folder)).filter((name) => name.endsWith(suffix));
    expect(names, key).not.toEqual([]);
    return names.map((name) => specifier(folder + name));
  });
  const script = `
    const sizes = {};
    for (const name of ${JSON.stringify(modules)}) sizes[name] = Object.keys(await import(name)).length;
    const places = ${JSON.stringify(files)}.map((name) => import.meta.resolve(name));
    console.log(JSON.stringify({ sizes, places }));`;
  writeFileSync(join(consumer, 'consumer.mjs'), script);
  const { sizes, places } = JSON.parse(expectSuccess(runNode(['consumer.mjs'], { cwd: consumer })));
  expect(Object.entries(sizes).filter(([, size]) => size === 0)).toEqual([]);
  expect(places.filter((place: string) => !place.includes(`/node_modules/${pkg.name}/`))).toEqual([]);
});

test('npm install -g installs the pages of the manual where man finds them', () => {
  const prefix = join(scratch, 'global');
  const archives = readdirSync(scratch).filter((name) => name.endsWith('.tgz'));
  runNpm(['install', '-g', '--offline', '--ignore-scripts', '--prefix', prefix, ...archives.map((name) => join(scratch, name))], scratch);
  expect(readdirSync(join(prefix, 'share/man/man1')).sort()).toEqual(readdirSync(join(ROOT, 'dist/man')).sort());
});

test('the command runs', () => {
  const [name, path] = Object.entries<string>(pkg.bin)[0] ?? ['', ''];
  const viaNode = (...args: string[]) => expectSuccess(runNode([join(installed, path), ...args], { cwd: consumer }));
  expect(viaNode('--version').trim()).toBe(pkg.version);
  expect(viaNode('--help')).toContain(name);
  if (process.platform !== 'win32') {
    expect(expectSuccess(run(join(consumer, 'node_modules/.bin', name), ['--version'], { cwd: consumer })).trim()).toBe(pkg.version);
  }
});

test('a package with a home page points to the pages of its site', () => {
  const manifest = join(installed, 'package.json');
  writeFileSync(manifest, JSON.stringify({ ...pkg, homepage: 'https://zebin.example' }));
  const command = join(installed, pkg.bin.zebin);
  const explained = expectSuccess(runNode([command, 'explain', 'eu_thread_count'], { cwd: consumer }));
  expect(explained).toContain('https://zebin.example/reference/attribute/eu_thread_count/');
  writeFileSync(join(consumer, 'wrong.prop'), '[SYCL/device requirements]\naspects=7|x\n');
  const { findings } = JSON.parse(runNode([command, 'validate', 'wrong.prop', '--json'], { cwd: consumer }).stdout);
  for (const { code, page } of findings) expect(page).toBe(`https://zebin.example/reference/diagnostic/${code}/`);
  expect(findings).not.toHaveLength(0);
  const { stdout } = runNode([command, 'validate', 'wrong.prop', '--sarif'], { cwd: consumer });
  const [rule] = JSON.parse(stdout).runs[0].tool.driver.rules;
  expect(rule.helpUri).toBe(`https://zebin.example/reference/diagnostic/${rule.id}/`);
});
