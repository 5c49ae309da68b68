/**
 * The command `zebin` as one executable with Node in it, made by scripts/standalone.mjs: it contains the files of dist/cli, and loads them
 * as Node loads them from a package.
 */
import { getAsset, getRawAsset } from 'node:sea';
import { Script } from 'node:vm';

const FOLDER = 'dist/cli/';
const START = 'run.js';

/** What a file of dist/cli exports. @param loaded those that have been loaded */
function load(name: string, loaded: Map<string, { exports: unknown }>): unknown {
  const known = loaded.get(name);
  if (known) return known.exports;
  const moduleObject = { exports: {} };
  loaded.set(name, moduleObject);
  const path = FOLDER + name;
  const source = Buffer.from(getRawAsset(path) as ArrayBuffer).toString('latin1');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, { filename: path });
  const require = (id: string): unknown => {
    if (id.startsWith('./')) return load(id.slice(2), loaded);
    const builtin = process.getBuiltinModule(id);
    if (!builtin) throw Object.assign(new Error(`${id} is not in the executable`), { code: 'MODULE_NOT_FOUND' });
    return builtin;
  };
  script.runInThisContext()(moduleObject.exports, require, moduleObject, path, FOLDER);
  return moduleObject.exports;
}

const text = (path: string): string => getAsset(path, 'utf8');

async function main(): Promise<void> {
  const { run } = load(START, new Map()) as typeof import('./run.ts');
  const packaged = {
    isStandalone: true,
    text,
    names: (folder: string) => {
      const paths: readonly string[] = JSON.parse(text('assets.json'));
      return paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
    },
    // The text of a worker can load nothing: it is bundled whole.
    worker: () => text('worker.js'),
  };
  process.exitCode = await run(process.argv.slice(2), undefined, packaged);
}

void main();
