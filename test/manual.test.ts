/** The manual pages that the build makes, read by groff and man. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../cli/commands/index.ts';
import { needs } from './support/tools.ts';

const page = (name: string) => fileURLToPath(new URL(`../dist/man/${name}.1`, import.meta.url));
const PAGES = ['zebin', ...COMMANDS.map(({ name }) => `zebin-${name}`)];

/** The page as a terminal shows it, with single spaces and without hyphenation. */
function shown(name: string): string {
  const env = { PATH: process.env.PATH, MANWIDTH: '2000', MANROFFOPT: '-rHY=0', LC_ALL: 'C.UTF-8' };
  const { status, stdout, stderr } = spawnSync('man', ['-l', page(name)], { env, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout.replaceAll(/.\x08|\x1b\[\d*m/g, '').replaceAll(/\s+/g, ' ');
}

describe('manual pages', () => {
  needs('groff')('groff finds nothing to warn about', () => {
    const { status, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z', ...PAGES.map(page)], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });

  for (const command of COMMANDS)
    needs('man')(`zebin-${command.name} has what the help has`, () => {
      const text = shown(`zebin-${command.name}`);
      for (const { flags } of command.options) expect(text).toContain(flags);
      for (const [line] of command.examples) expect(text).toContain(line.replaceAll(/\s+/g, ' '));
      expect(text.toLowerCase()).toContain(command.summary.toLowerCase());
    });

  needs('man')('zebin lists the verbs', () => {
    const text = shown('zebin');
    for (const { name } of COMMANDS) expect(text).toContain(`zebin-${name}(1)`);
  });

  test('the package installs them', () => {
    const { man } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
    expect([...man].sort(), 'one entry in `man` of package.json for each page').toEqual(PAGES.map((name) => `./dist/man/${name}.1`).sort());
    for (const name of PAGES) expect(readFileSync(page(name), 'latin1')).toMatch(/^\.TH /);
  });
});
