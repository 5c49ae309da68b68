/**
 * V8's compiled code, kept for the next run: compiling takes half of the start-up time. Node can do this itself from 22.1 on, but does not
 * keep functions that are compiled on their first call, which most are.
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
  writeFileSync,
} from 'node:fs';
import { createRequire, Module } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { wrapped } from './wrapped.ts';

/** Where it is kept; undefined if Node's own variable disables it, and for a user without a home folder. */
function folder(): string | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'zebin');
  } catch {
    // Node throws for a user that the system does not know, as in many containers.
    return undefined;
  }
}

/** The content of a file that this user owns: code that another user has put there is not run. */
function ownFile(path: string): Buffer | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      return fstatSync(file).uid === (process.getuid?.() ?? 0) ? readFileSync(file) : undefined;
    } finally {
      closeSync(file);
    }
  } catch {
    return undefined;
  }
}

/** Nothing depends on it: a folder that cannot be written counts as missing. */
function keep(path: string, data: Buffer): void {
  const [, own = ''] = /^(\w+-)/.exec(basename(path)) ?? [];
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    for (const name of readdirSync(dirname(path)))
      if (name.endsWith('.code') && !name.startsWith(own)) rmSync(join(dirname(path), name), { force: true });
    const temporary = `${path}.${process.pid}`;
    writeFileSync(temporary, data, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, path);
  } catch {
    // The next run compiles again.
  }
}

/** What V8 compiled of each file that a run of a verb loaded, by name. */
export type Code = ReadonlyMap<string, Buffer>;

/** A line of names and sizes, and the code. `serialize` of Node would do, but loading it takes longer than what is gained. */
function codeBytes(code: Code): Buffer {
  const sizes = Array.from(code, ([name, { length }]) => [name, length]);
  return Buffer.concat([Buffer.from(`${JSON.stringify(sizes)}\n`), ...code.values()]);
}

/** The inverse of {@link codeBytes}. Throws for other data. */
export function readCode(data: Buffer): Code {
  const end = data.indexOf('\n');
  const sizes: readonly (readonly [name: string, size: number])[] = JSON.parse(data.toString('latin1', 0, end));
  const code = new Map<string, Buffer>();
  let rest = data.subarray(end + 1);
  for (const [name, size] of sizes) {
    code.set(name, rest.subarray(0, size));
    rest = rest.subarray(size);
  }
  return code;
}

/** What an earlier run kept. */
function keptCode(path: string): Code | undefined {
  const data = ownFile(path);
  try {
    return data && readCode(data);
  } catch {
    return undefined;
  }
}

export interface Compiled<T> {
  readonly exports: T;
  /** Keeps what is compiled so far for the next run of a verb: of files of which nothing is kept for it yet. */
  save(verb: string): void;
}

/**
 * Loads a CommonJS file of ASCII characters, and the files next to it that it requires, as `require` does.
 *
 * @param path its first line is a comment that is unique to this version
 * @param verbs verbs compile different functions; the first for which something is kept is used
 * @param mode V8 accepts only code that was compiled in the same
 */
export function load<T>(path: string, verbs: readonly string[], mode: string): Compiled<T> {
  const start = readFileSync(path, 'latin1');
  const version = start.slice(2, start.indexOf('\n'));
  const place = folder();
  const fileOf = (verb: string) => join(place ?? '', `${version}-${process.version}-${process.arch}-${verb}${mode}.code`);
  let from: string | undefined;
  let code: Code | undefined;
  for (const verb of place === undefined ? [] : verbs) {
    code ??= keptCode(fileOf(verb));
    if (code) from ??= verb;
  }
  const scripts = new Map<string, Script>();
  const external = createRequire(path);
  const loadNext = (name: string): unknown => {
    const at = join(dirname(path), name);
    const known = external.cache[at];
    if (known) return known.exports;
    const cachedData = code?.get(name);
    const script = new Script(wrapped(at === path ? start : readFileSync(at, 'latin1')), {
      filename: at,
      ...(cachedData && { cachedData }),
    });
    if (script.cachedDataRejected) from = undefined;
    scripts.set(name, script);
    const made = new Module(at);
    external.cache[at] = made;
    made.filename = at;
    script.runInThisContext()(made.exports, require, made, at, dirname(at));
    made.loaded = true;
    return made.exports;
  };
  const require = (id: string): unknown => (id.startsWith('./') ? loadNext(id.slice(2)) : external(id));
  const exports = loadNext(basename(path)) as T;
  const save = (verb: string) => {
    const known: Code = (verb === from && code) || new Map();
    const added = Array.from(scripts).filter(([name]) => !known.has(name));
    if (place === undefined || added.length === 0) return;
    const made = added.map(([name, script]) => [name, script.createCachedData()] as const);
    keep(fileOf(verb), codeBytes(new Map([...known, ...made])));
  };
  return { exports, save };
}
