// @ts-check
/**
 * The library as Node loads it, dist/node/: a file for each entry of the package and for each folder of src/. Node takes half a second for
 * 700 modules. Other programs bundle the modules themselves (the condition `default` of package.json), and leave out what they do not use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { APART, LAYERS } from './check-imports.mjs';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

export async function bundleLibrary() {
  /** @type {{ exports: Record<string, { default?: string }> }} */
  const { exports } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
  const folders = Object.keys(LAYERS).flatMap((layer) => {
    const apart = APART[layer] && readdirSync(at(`dist/${layer}`), { withFileTypes: true }).filter((one) => one.isDirectory());
    return apart ? apart.map(({ name }) => `${layer}/${name}`) : layer === 'api' ? [] : [layer];
  });
  const entries = Object.values(exports).flatMap(({ default: path }) => (path ? [path.slice('./dist/'.length, -'.js'.length)] : []));
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, at(`dist/${name}.js`)])),
    preserveEntrySignatures: 'allow-extension',
    cwd: at('.'),
    platform: 'node',
    external: [/^pako$/, /^@noble\/hashes\//],
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  await bundle.write({
    dir: at('dist/node'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: { jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: folders.map((name) => ({ name, test: (id) => id.startsWith(at(`dist/${name}`) + sep) })),
    },
  });
  await bundle.close();
}
