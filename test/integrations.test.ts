/** What docs/integrations.md shows, with the real programs. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { ENV, MAIN, scratchFolder } from './cli/zebin.ts';
import { fixture, fixtureFiles, visaObjects, zebins } from './support/corpus.ts';
import { needs } from './support/tools.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = readFileSync(join(root, 'docs/integrations.md'), 'utf8');

/** The commands under a heading of the page. */
function commands(heading: string): string {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, block] = /^```sh\n(.*?)^```/ms.exec(section.split('\n## ')[0] ?? '') ?? [];
  if (block === undefined) throw new Error(`docs/integrations.md shows no commands for ${heading}`);
  return block;
}

/** A folder with `zebin` in PATH, the examples, and two builds of a kernel. */
const folder = scratchFolder();
const bin = join(folder, 'bin');
mkdirSync(bin);
writeFileSync(join(bin, 'zebin'), `#!/bin/sh\nexec '${process.execPath}' '${MAIN}' "$@"\n`, { mode: 0o755 });
symlinkSync(join(root, 'examples'), join(folder, 'examples'));
const CLOCK = fixture('zebin/igc2/bmg/clock.zebin');
copyFileSync(CLOCK.path, join(folder, 'old.zebin'));
const edited = Buffer.from(CLOCK.bytes());
edited.write('16', edited.indexOf('simd_size:       32') + 17, 'latin1');
writeFileSync(join(folder, 'app.zebin'), edited);

function sh(script: string): string {
  const env = {
    ...ENV,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    HOME: folder,
    GIT_PAGER: 'cat',
    GIT_CONFIG_NOSYSTEM: '1',
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const { status, stdout, stderr } = spawnSync('sh', ['-eu', '-c', script], { cwd: folder, env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

const CHANGE = [/^[ │]*-( +)simd_size: +32$/m, /^[ │]*\+( +)simd_size: +16$/m];

describe('docs/integrations.md', () => {
  needs('git')('git', () => {
    const commit = 'git -c user.name=t -c user.email=t@example.org commit -qm one';
    const shown = sh(
      `git init -q; cp app.zebin new; cp old.zebin app.zebin; git add app.zebin; ${commit}; mv new app.zebin\n${commands('git')}`,
    );
    for (const line of CHANGE) expect(shown).toMatch(line);
    expect(shown).not.toContain('Binary files');
  });

  needs('diffoscope')('diffoscope', () => {
    const shown = sh(commands('diffoscope'));
    for (const line of CHANGE) expect(shown).toMatch(line);
  });

  needs('file')('file', () => {
    expect(sh(commands('file'))).toMatch(/^app\.zebin: Intel GPU program binary \(zebin\), ELF64\b/);
    const names = (paths: readonly string[]) =>
      spawnSync('file', ['-b', '-m', join(root, 'examples/zebin.magic'), ...paths], { encoding: 'utf8' })
        .stdout.trimEnd()
        .split('\n');
    const count = 40;
    for (const name of names(
      zebins()
        .slice(0, count)
        .map(({ path }) => path),
    ))
      expect(name).toMatch(/^Intel GPU program binary \(zebin\), ELF(32|64)/);
    for (const name of names(
      visaObjects()
        .slice(0, count)
        .map(({ path }) => path),
    ))
      expect(name).toBe('vISA object');
    const texts = fixtureFiles().filter(({ name }) => name.endsWith('.txt'));
    for (const name of names(texts.slice(0, count).map(({ path }) => path))) expect(name).not.toMatch(/Intel|LLVM|vISA/);
  });
});
