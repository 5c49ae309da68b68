/** The packages of the executable: the Debian package and the wheel are made, and used without Node in PATH. */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { maintainer } from '../scripts/packing.mjs';
import { scratchFolder } from './cli/zebin.ts';
import { FIXTURES } from './support/corpus.ts';
import { ROOT, run, runNode } from './support/run.ts';
import { findTool, needs } from './support/tools.ts';

const CAN = process.platform === 'linux' && process.arch === 'x64';
const folder = scratchFolder();
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const FILE = join(FIXTURES, 'fat/basic-dg2-bmg.ar');

/** PATH with what the programs under test start, and without Node. */
const bin = join(folder, 'bin');
mkdirSync(bin);
for (const tool of ['python3', 'sh', 'uname', 'dirname']) {
  const [path] = (process.env.PATH ?? '')
    .split(':')
    .map((one) => join(one, tool))
    .filter(existsSync);
  if (path !== undefined) symlinkSync(path, join(bin, tool));
}
const env = { PATH: bin, HOME: folder };

/** The path of a package. It is made once: compressing it takes the time. */
function made(script: string, ...words: string[]): string {
  const known = packages.get(script);
  if (known !== undefined) return known;
  const { status, stdout, stderr } = runNode([script, '--standalone', join(folder, 'standalone'), '--output', folder, ...words], {
    env: { ...process.env, DEBFULLNAME: 'Ada Example', DEBEMAIL: 'ada@example.org' },
  });
  expect(status, stderr).toBe(0);
  packages.set(script, stdout.trim());
  return stdout.trim();
}
const packages = new Map<string, string>();

test('the maintainer of a package is who makes it, as its tools are told', () => {
  const { author } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(maintainer({ DEBFULLNAME: 'Ada Example', DEBEMAIL: 'ada@example.org', EMAIL: 'other@example.org' })).toBe(
    'Ada Example <ada@example.org>',
  );
  expect(maintainer({ EMAIL: 'other@example.org' })).toBe(`${author} <other@example.org>`);
  expect(maintainer({})).toMatch(new RegExp(`^${author} <[^@<>]+@[^@<>]+>$`));
});

describe.skipIf(!CAN)(`packages${CAN ? '' : ' [are made on Linux x64]'}`, () => {
  beforeAll(() => {
    const strip = findTool('readelf') === undefined ? [] : ['--strip'];
    const { status, stderr } = runNode(['scripts/standalone.mjs', ...strip, '--output', join(folder, 'standalone')]);
    expect(status, stderr).toBe(0);
  });

  needs('dpkg')('the Debian package has the command, its manual and completions', () => {
    const path = made('scripts/deb.mjs', '--level', '0');
    expect(path).toBe(join(folder, `zebin_${version}_amd64.deb`));
    const field = (name: string) => run('dpkg-deb', ['--field', path, name]).stdout.trim();
    expect([field('Package'), field('Version'), field('Maintainer'), field('Depends')]).toEqual([
      'zebin',
      version,
      'Ada Example <ada@example.org>',
      expect.stringMatching(/^libc6 \(>= 2\.\d+\), libgcc-s1, libstdc\+\+6$/),
    ]);
    expect(run('dpkg-deb', ['--extract', path, join(folder, 'root')]).status).toBe(0);
    const at = (name: string) => join(folder, 'root/usr', name);
    const { status, stdout } = run(at('bin/zebin'), ['info', FILE], { env });
    expect([status, stdout]).toEqual([0, expect.stringContaining('saxpy')]);
    expect(readdirSync(at('share/man/man1')).sort()).toEqual(
      readdirSync(join(ROOT, 'dist/man'))
        .map((name) => `${name}.gz`)
        .sort(),
    );
    const completion = run('bash', ['-c', `source '${at('share/bash-completion/completions/zebin')}' && complete -p zebin`]);
    expect(completion.stdout).toContain('_zebin_complete');
    for (const name of ['zsh/vendor-completions/_zebin', 'fish/vendor_completions.d/zebin.fish'])
      expect(existsSync(at(`share/${name}`))).toBe(true);
    if (findTool('man')) expect(run('man', ['-l', at('share/man/man1/zebin-disasm.1.gz')]).stdout).toContain('--graph');
  });

  needs(
    'lintian',
    'dpkg',
    'readelf',
  )('lintian has nothing against it', () => {
    const { status, stdout, stderr } = run('lintian', [
      '--allow-root',
      '--fail-on',
      'error,warning',
      made('scripts/deb.mjs', '--level', '0'),
    ]);
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });

  needs('build')('the wheel has the typed module and the command, and needs no Node', () => {
    const path = made('scripts/wheel.mjs');
    expect(path).toMatch(new RegExp(`/zebin-${version}-py3-none-manylinux_2_\\d+_x86_64\\.whl$`));
    const venv = join(folder, 'venv');
    expect(run('python3', ['-m', 'venv', venv]).status).toBe(0);
    const installed = run(join(venv, 'bin/pip'), ['install', '--no-index', '--disable-pip-version-check', path], { env });
    expect(installed.status, installed.stderr).toBe(0);
    const example = 'import zebin\nfor kernel in zebin.info(FILE):\n    print(kernel["device"], kernel["name"], kernel["spill_size"])\n';
    const python = (script: string) =>
      run(join(venv, 'bin/python3'), ['-c', script.replace('FILE', JSON.stringify(FILE))], { env, cwd: folder });
    const { status, stdout, stderr } = python(example);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout.trim().split('\n')).toHaveLength(18);
    expect(stdout).toContain('BMG-G21 A0 saxpy 0\n');
    expect(run(join(venv, 'bin/zebin'), ['--version'], { env }).stdout.trim()).toBe(version);
    expect(python('import zebin, os; print(sorted(os.listdir(os.path.dirname(zebin.__file__))))').stdout).toMatch(
      /'__init__\.py', .*'_bin', 'documents\.py', 'py\.typed'/,
    );
    const list = run(join(venv, 'bin/pip'), ['list', '--format', 'freeze', '--disable-pip-version-check'], { env }).stdout;
    expect(list).toContain(`zebin==${version}`);
  });
});

test('the packages have the version of package.json and no other', () => {
  const data = ['packaging/python/pyproject.toml', 'packaging/debian/control']
    .map((name) => readFileSync(join(ROOT, name), 'utf8'))
    .join('\n');
  expect(data).not.toMatch(/^version = "|^Version:/m);
});
