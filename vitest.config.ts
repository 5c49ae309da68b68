import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vitest/config';
import { freshModules } from './scripts/modules.mjs';
import { ROOT } from './scripts/stamp.mjs';

/** So that no test depends on how fast the machine is or what else it does: this only ends what would never end. */
const FOREVER = 10 * 60_000;

const SRC = fileURLToPath(new URL('src/', ROOT));
const DIST = fileURLToPath(new URL('dist/', ROOT));

/**
 * Gives tests the modules of the library in dist/, of which the changed ones are made first: Node loads them without a transformation of
 * each file, and its calls between modules are direct, which together is a fifth of the time of a run.
 */
const built: Plugin = {
  name: 'built-library',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.startsWith('.') || !source.endsWith('.ts')) return null;
    const path = resolve(dirname(importer), source);
    const made = path.startsWith(SRC) ? `${DIST}${path.slice(SRC.length, -'.ts'.length)}.js` : '';
    return made !== '' && existsSync(made) ? made : null;
  },
};

await freshModules();

export default defineConfig({
  plugins: [built],
  test: {
    environment: 'node',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/scratch.ts'],
    setupFiles: ['test/support/equal.ts'],
    server: { deps: { external: [/[\\/]dist[\\/]/] } },
    tags: [{ name: 'corpus', description: 'over all real files of a kind, or very many made ones: not in the loop of a change' }],
    pool: 'forks',
    // Files share a process, and with it the modules that they all import: half of the time of a run was spent on loading those again.
    isolate: false,
    maxWorkers: 2,
    testTimeout: FOREVER,
    hookTimeout: FOREVER,
    expect: { poll: { timeout: FOREVER } },
  },
});
