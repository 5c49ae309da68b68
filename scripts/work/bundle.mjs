// @ts-check
/** Bundles sources of the library, the command and the tests into a scratch folder, with or without counters, and imports them. */
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { ROOT } from '../stamp.mjs';
import { nameSites } from './counter.mjs';
import { instrument } from './instrument.mjs';

/**
 * A change of the sources: `find` occurs there once.
 * @typedef {{ readonly path: string, readonly find: string, readonly put: string }} Change
 */

/**
 * @template {Record<string, string>} T
 * @param {T} input names of modules and their paths in the repository
 * @param {{ counted?: boolean, changes?: readonly Change[] }} [options]
 * @returns {Promise<{ [K in keyof T]: any }>} what the modules export
 */
export async function load(input, { counted = true, changes = [] } = {}) {
  const cwd = fileURLToPath(ROOT);
  const scratch = mkdtempSync(join(tmpdir(), 'zebin-work-'));
  process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));
  // Two folders deep, as the command in the package: it looks for files next to it.
  const dir = join(scratch, 'dist/cli');
  mkdirSync(dir, { recursive: true });
  copyFileSync(join(cwd, 'package.json'), join(scratch, 'package.json'));
  cpSync(join(cwd, 'schemas'), join(scratch, 'schemas'), { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(input).map(([name, path]) => [name, join(cwd, path)])),
    cwd,
    platform: 'node',
    external: (id) => isBuiltin(id) || id === '@duckdb/node-api',
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
    checks: { pluginTimings: false },
    plugins: [...(changes.length > 0 ? [changed(cwd, changes)] : []), ...(counted ? [counters()] : [])],
  });
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name].mjs' });
  await bundle.close();
  const modules = await Promise.all(
    Object.keys(input).map(async (name) => [name, await import(pathToFileURL(join(dir, `${name}.mjs`)).href)]),
  );
  return Object.fromEntries(modules);
}

/** @param {string} cwd @param {readonly Change[]} changes @returns {import('rolldown').Plugin} */
function changed(cwd, changes) {
  const left = new Set(changes);
  return {
    name: 'changes',
    transform(code, id) {
      let output = code;
      for (const change of changes.filter(({ path }) => id === join(cwd, path))) {
        if (output.split(change.find).length !== 2) throw new Error(`${change.path} has \`${change.find}\` not once`);
        output = output.replace(change.find, () => change.put);
        left.delete(change);
      }
      return output === code ? undefined : output;
    },
    buildEnd(error) {
      if (error) return;
      for (const { path } of left) throw new Error(`${path} is not part of what is bundled`);
    },
  };
}

/** @returns {import('rolldown').Plugin} */
function counters() {
  return {
    name: 'counters',
    renderChunk: {
      // Last of all: what is counted is what runs.
      order: 'post',
      handler(code, { fileName }) {
        const instrumentation = instrument(code, fileName);
        const regions = [...code.matchAll(/^\/\/#region (.*)$/gm)].map((match) => ({ at: match.index, path: match[1] ?? '' }));
        nameSites(fileName, (site) => {
          const { name, what, at } = instrumentation.sites[site] ?? { name: '', what: '', at: 0 };
          const path = regions.findLast((region) => region.at <= at)?.path ?? fileName;
          return `${what} in ${name} (${path})`;
        });
        return { code: instrumentation.code };
      },
    },
  };
}
