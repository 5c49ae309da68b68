/**
 * V8's compiled code, kept for the next run: compiling takes half of the time of a start. `module.enableCompileCache` keeps only what is
 * compiled while a file is loaded, which saves less than half of that.
 *
 * What is kept of a verb is one file, which has everything twice: a line of JSON, and the code of each file of the bundle. V8 trusts it
 * blindly, so that nothing of it is used unless both halves are equal. (`node:zlib`, for a CRC, loads all of Node's streams, which takes
 * each start 1.5 ms.)
 */
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, Module } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';

/** After which a file is deleted when another is written: versions that are used at the same time keep theirs. */
const OLD_MS = 30 * 24 * 3_600_000;

/** What V8 compiled of each file that a run of a verb loaded, by name. */
export type Code = ReadonlyMap<string, Buffer>;

/** @param key what the code is of: another version of the command or of Node has another one */
export function codeBytes(key: string, code: Code): Buffer {
  const line = `${JSON.stringify([key, Array.from(code, ([name, { length }]) => [name, length])])}\n`;
  const half = Buffer.concat([Buffer.from(line, 'latin1'), ...code.values()]);
  return Buffer.concat([half, half]);
}

/** The inverse of {@link codeBytes}; undefined for any other bytes, and for another key. */
export function readCode(key: string, data: Buffer): Code | undefined {
  const half = data.subarray(0, data.length / 2);
  let at = half.indexOf('\n') + 1;
  if (at === 0 || !half.equals(data.subarray(half.length))) return undefined;
  const [of, sizes]: [string, [name: string, size: number][]] = JSON.parse(half.toString('latin1', 0, at));
  if (of !== key) return undefined;
  const code = new Map<string, Buffer>();
  for (const [name, size] of sizes) {
    code.set(name, half.subarray(at, at + size));
    at += size;
  }
  return code;
}

/** What an earlier run kept, in a file that this user owns: code that another user has put there is not run. */
function keptCode(path: string): Code | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return fstatSync(file).uid === (process.getuid?.() ?? 0) ? readCode(basename(path), readFileSync(file)) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Nothing depends on it: a folder that cannot be written counts as missing, and the next run compiles again. */
function keep(path: string, code: Code): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    for (const name of readdirSync(dirname(path))) {
      const other = join(dirname(path), name);
      if (name.includes('.code') && Date.now() - statSync(other).mtimeMs > OLD_MS) rmSync(other, { force: true });
    }
    writeFileSync(`${path}.${process.pid}`, codeBytes(basename(path), code), { mode: 0o600, flag: 'wx' });
    renameSync(`${path}.${process.pid}`, path);
  } catch {}
}

export interface Compiled<T> {
  readonly exports: T;
  /** Keeps what a run of the verb has compiled, if it loaded files of which nothing is kept for it. */
  save(verb: string): void;
}

/**
 * Loads a CommonJS file of ASCII characters, and the files next to it that it requires, as `require` does.
 *
 * @param path its first line is a comment that is unique to this version
 * @param verb verbs compile different functions
 */
export function load<T>(path: string, folder: string, verb: string): Compiled<T> {
  const start = readFileSync(path, 'latin1');
  const key = `${start.slice(2, start.indexOf('\n'))}-${process.version}-${process.arch}`;
  const fileOf = (name: string) => join(folder, `${key}-${name}.code`);
  let code = keptCode(fileOf(verb));
  const scripts = new Map<string, Script>();
  const external = createRequire(path);
  const loadNext = (name: string): unknown => {
    const filename = join(dirname(path), name);
    const known = external.cache[filename];
    if (known) return known.exports;
    const source = scripts.size === 0 ? start : readFileSync(filename, 'latin1');
    const cachedData = code?.get(name);
    const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, { filename, cachedData });
    if (script.cachedDataRejected) code = undefined;
    scripts.set(name, script);
    const nextModule = new Module(filename);
    external.cache[filename] = nextModule;
    nextModule.filename = filename;
    script.runInThisContext()(nextModule.exports, require, nextModule, filename, dirname(path));
    nextModule.loaded = true;
    return nextModule.exports;
  };
  const require = (id: string): unknown => (id.startsWith('./') ? loadNext(id.slice(2)) : external(id));
  const exports = loadNext(basename(path)) as T;
  const save = (name: string) => {
    const known: Code = (name === verb && code) || new Map();
    const added = Array.from(scripts).filter(([file]) => !known.has(file));
    if (added.length > 0)
      keep(fileOf(name), new Map([...known, ...added.map(([file, script]) => [file, script.createCachedData()] as const)]));
  };
  return { exports, save };
}
