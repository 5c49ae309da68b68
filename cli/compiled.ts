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

export interface Compiled<T> {
  readonly exports: T;
  /** Keeps what is compiled so far for the next run of a verb, if nothing is kept for it yet. */
  save(verb: string): void;
}

/**
 * Loads a CommonJS file of ASCII characters, as `require` does.
 *
 * @param path its first line is a comment that is unique to this version
 * @param verbs verbs compile different functions; the first for which something is kept is used
 */
export function load<T>(path: string, verbs: readonly string[]): Compiled<T> {
  const source = readFileSync(path, 'latin1');
  const version = source.slice(2, source.indexOf('\n'));
  const place = folder();
  const fileOf = (verb: string) => join(place ?? '', `${version}-${process.version}-${process.arch}-${verb}.code`);
  let from: string | undefined;
  let cachedData: Buffer | undefined;
  for (const verb of place === undefined ? [] : verbs) {
    cachedData ??= ownFile(fileOf(verb));
    if (cachedData) from ??= verb;
  }
  const script = new Script(wrapped(source), {
    filename: path,
    ...(cachedData && { cachedData }),
  });
  if (script.cachedDataRejected) from = undefined;
  const require = createRequire(path);
  const made = new Module(path);
  require.cache[path] = made;
  made.filename = path;
  script.runInThisContext()(made.exports, require, made, path, dirname(path));
  made.loaded = true;
  const save = (verb: string) => {
    if (place !== undefined && verb !== from) keep(fileOf(verb), script.createCachedData());
  };
  return { exports: made.exports, save };
}

/** Lets Node keep whatever else it compiles, if it can. */
export function keepOthers(): void {
  const place = folder();
  if (place !== undefined && 'enableCompileCache' in Module && typeof Module.enableCompileCache === 'function')
    Module.enableCompileCache(place);
}
