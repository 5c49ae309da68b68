// @ts-check
/**
 * The command as it is published: dist/cli/, bundled with everything that it imports. The layout of the bundle determines the start-up
 * time.
 */
import { createHash } from 'node:crypto';
import { chmodSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { licenses } from './licenses.mjs';
import { ROOT } from './stamp.mjs';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, ROOT));

/** Packages that a verb imports when it runs, and requests if they are missing: they are too large to be bundled. */
export const OPTIONAL = ['@duckdb/node-api'];

/** What every verb runs, and what functions next to these need that only other verbs call: without it, each would load a second file. */
const START = ['cli/run.ts', 'dist/formats/yaml/model.js', 'dist/core/bytes/reading.js'].map(at);

/** What reads a zebin, up to where a file is not one zebin. */
const ZEBIN = ['cli/commands/info.ts'].map(at);

/**
 * Escapes what is not ASCII, which occurs in strings, templates and regular expressions only: such a file is half as large in memory, and
 * is not decoded.
 */
export const ascii = (/** @type {string} */ code) =>
  code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** An export as rolldown writes it: a function, so that importers see when it changes. */
const EXPORT =
  /Object\.defineProperty\(exports, "([\w$]+)", \{\s*enumerable: true,\s*get: function\(\) \{\s*return ([\w$]+);\s*\}\s*\}\);/g;

/** Another file of the bundle, at the beginning of one. */
const REQUIRE = /^const (require_[\w$]+) = require\("\.\/([^"]+)"\);$/gm;

/** Files that are loaded with those that require them. */
const AT_ONCE = ['rolldown-runtime.js', 'run.js', 'listing.js'];

/**
 * A file of the bundle that exports values, and loads most other files where it first uses them: a verb can do far more than it is asked
 * for, and whatever it loads is read, and run once, at each start.
 */
export function loadedWhenUsed(/** @type {string} */ code) {
  const later = new Set(Array.from(code.matchAll(REQUIRE), ([, name = '', file = '']) => (AT_ONCE.includes(file) ? '' : name)));
  return code
    .replace(EXPORT, (_getter, name, local) => {
      if (new RegExp(`^let ${local.replaceAll('$', '\\$')}\\b`, 'm').test(code)) throw new Error(`the export ${name} changes`);
      return `exports.${name} = ${local};`;
    })
    .replace(/(?<!const |[\w$])require_[\w$]+/g, (name) => (later.has(name) ? `(load_${name}())` : name))
    .replace(REQUIRE, (line, name, file) =>
      later.has(name) ? `let ${name};\nconst load_${name} = () => (${name} ??= require("./${file}"));` : line,
    );
}

/** How the sources are read, for all bundles. */
export const SOURCES = {
  external: OPTIONAL,
  // The library as it is built, with the hashes of Node.
  resolve: {
    alias: {
      '../src/internal.ts': at('dist/internal.js'),
      '../../src/internal.ts': at('dist/internal.js'),
      '../../../src/internal.ts': at('dist/internal.js'),
      './digests.js': at('cli/digests.ts'),
    },
  },
  cwd: at('.'),
  platform: /** @type {const} */ ('node'),
  // One verb starts with the command, the others with a dynamic import.
  checks: { ineffectiveDynamicImport: false },
  // A warning here is most often an import that was not found, and would leave a command that fails on the user's machine.
  onLog: (/** @type {unknown} */ _level, /** @type {{ message: string }} */ log) => {
    throw new Error(log.message);
  },
};

/** What `info` and `check` run to decide about a zebin: in one file, because Node takes longer to find ten. */
const VERDICT = ['cli/info/verdict.ts'].map(at);

/** What decodes and prints machine code: each instruction goes through all of it. */
const LISTING = ['dist/formats/eu/print/code.js'].map(at);

/** The modules that are loaded with others, without those that are imported when needed. @param {string[]} input */
async function modulesWith(input) {
  const bundle = await rolldown({
    ...SOURCES,
    input,
    plugins: [{ name: 'when-needed', resolveDynamicImport: (id) => ({ id: String(id), external: true }) }],
  });
  const { output } = await bundle.generate();
  await bundle.close();
  return new Set(output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])));
}

export async function bundleCommand() {
  const start = await modulesWith(START);
  const zebin = await modulesWith(ZEBIN);
  const verdict = await modulesWith(VERDICT);
  const listing = await modulesWith(LISTING);
  const bundle = await rolldown({
    ...SOURCES,
    input: { main: at('cli/main.ts'), run: at('cli/run.ts'), 'scan-worker': at('cli/scan/worker.ts') },
    preserveEntrySignatures: 'allow-extension',
    // Without the path of each module before its code, which nothing reads.
    experimental: { attachDebugInfo: 'none' },
    plugins: [
      {
        name: 'ascii',
        generateBundle(_options, files) {
          const hash = createHash('sha256');
          const chunks = Object.values(files).filter((file) => file.type === 'chunk');
          for (const file of chunks) {
            file.code = ascii(loadedWhenUsed(file.code));
            hash.update(file.code);
          }
          // By which cli/compiled.ts knows what is kept of all of them.
          for (const file of chunks) if (file.fileName === 'run.js') file.code = `//${hash.digest('hex').slice(0, 16)}\n${file.code}`;
        },
      },
    ],
  });
  const { output } = await bundle.write({
    dir: at('dist/cli'),
    // Which Node starts faster than modules.
    format: 'cjs',
    // Code that cli/compiled.ts or the executable loads can require, but not import.
    dynamicImportInCjs: false,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // They only take time to be read.
    comments: { jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'start', test: (id) => start.has(id), priority: 3 },
        { name: 'zebin', test: (id) => zebin.has(id), priority: 2 },
        { name: 'verdict', test: (id) => verdict.has(id), priority: 1 },
        { name: 'listing', test: (id) => listing.has(id), priority: 0 },
      ],
    },
  });
  await bundle.close();
  const files = new Set(output.map((file) => file.fileName));
  for (const file of output) {
    if (file.type !== 'chunk') continue;
    const foreign = [...file.imports, ...file.dynamicImports].filter(
      (name) => !files.has(name) && !isBuiltin(name) && !OPTIONAL.includes(name),
    );
    if (foreign.length > 0) throw new Error(`dist/cli/${file.fileName} is not bundled with ${foreign.join(', ')}`);
  }
  writeFileSync(at('dist/cli/package.json'), '{ "type": "commonjs" }\n');
  chmodSync(at('dist/cli/main.js'), 0o755);
  writeFileSync(
    at('dist/cli/LICENSES.txt'),
    licenses(
      'command',
      output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
    ),
  );
}
