/**
 * Everything that the command line does with files, streams and the terminal.
 */
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createColors } from 'picocolors';
import {
  CODES,
  type Diagnostic,
  eachItem,
  FORMATS,
  type FolderFile,
  FormatError,
  type FormatKind,
  type FormatRow,
  findItem,
  type InspectOptions,
  type Item,
  inspect,
  type Source,
} from '../src/index.ts';
import { UsageError } from './exit.ts';
import type { Options } from './options.ts';
import { visible } from './visible.ts';

export type Colors = ReturnType<typeof createColors>;

/** Where a verb reads from and prints to. */
export interface Io {
  readonly colors: Colors;
  /** Columns of the terminal; Infinity when the output is no terminal. */
  readonly width: number;
  /** Prints text, or keeps it for the output file. */
  print(text: string): void;
  /** As {@link print}, for bytes, which never go to a terminal: that throws `UsageError`. */
  write(data: Uint8Array): void;
  /** Prints to standard error. */
  warn(text: string): void;
}

/** What a file argument opened: the file, and the item that the address in it names. */
export interface Opened {
  /** The path as given, without the address. */
  readonly path: string;
  readonly root: Item;
  readonly item: Item;
}

/** Opens `FILE`, `-` or `FILE!address`, as the options say. Throws `UsageError` with a sentence for people. */
export function open(argument: string, options: Options = {}): Opened {
  const { path, address } = splitAddress(argument);
  const root = inspectInput(path, inspectOptions(path, options));
  const item = address === '' ? root : (findItem(root, address) ?? itemAsPrinted(root, address));
  if (item) return { path, root, item };
  throw new UsageError(noSuchAddress(path, root, address));
}

/** Names with control characters are printed escaped, and what is printed can be given back. */
function itemAsPrinted(root: Item, address: string): Item | undefined {
  if (!address.includes('\\')) return undefined;
  for (const item of eachItem(root)) if (visible(item.address) === address) return item;
  return undefined;
}

/**
 * As {@link open}, for verbs whose answer would be wrong when the file ends inside its table of sections and the names of sections
 * are lost with that: a zebin then seems to have no device and no code. Neither is there an answer for host code without images.
 */
export function openWhole(argument: string, options: Options = {}): Opened {
  const opened = open(argument, options);
  const { content, diagnostics } = opened.item;
  const none = diagnostics.find((d) => d.code === 'inspect/no-images');
  if (none) throw new UsageError(`${inputName(opened.path)}: ${whatAndWhatToDo(none)}`);
  const cut = diagnostics.find((d) => d.code === 'elf/table-range');
  const nameless = content.kind === 'zebin' && content.zebin.elf.sections.every((section) => section.name === '');
  if (cut && nameless) {
    throw new UsageError(
      `${inputName(opened.path)}${opened.item.address} is cut short: ${cut.message}; copy or compile it again (\`zebin dump\` shows what is left)`,
    );
  }
  return opened;
}

function inspectInput(path: string, options: InspectOptions): Item {
  const bytes = readInput(path);
  try {
    return inspect(bytes, options).value;
  } catch (error) {
    if (error instanceof FormatError) throw new UsageError(`${inputName(path)}: ${whatAndWhatToDo(error.diagnostic)}`);
    throw error;
  }
}

function inspectOptions(path: string, options: Options): InspectOptions {
  return {
    ...(typeof options.as === 'string' ? { as: formatNamed(options.as) } : {}),
    // Only when asked for: a file from elsewhere may name any file of this machine.
    ...(options.siblings === true ? { sibling: (name) => siblingOf(path, name) } : {}),
  };
}

/** A file that a thin archive names, from the folder of the archive; undefined when it is not there. */
function siblingOf(path: string, name: string): Uint8Array | Source | undefined {
  const place = join(dirname(path), name);
  const stats = name.includes('\0') ? undefined : statSync(place, { throwIfNoEntry: false });
  return stats?.isFile() ? readInput(place) : undefined;
}

/** Names that `--as` takes beside the kinds. */
const SHORT_NAMES: Readonly<Record<string, FormatKind>> = {
  props: 'property-sets',
  offload: 'offload-binary',
  bundle: 'clang-bundle',
  ccob: 'compressed-clang-bundle',
};

function formatNamed(name: string): FormatKind {
  const kind = Object.hasOwn(SHORT_NAMES, name) ? SHORT_NAMES[name] : name;
  const rows: readonly FormatRow[] = FORMATS;
  const read = rows.filter((row) => row.advice === undefined);
  const row = read.find((one) => one.kind === kind);
  if (row) return row.kind as FormatKind;
  const names = [...read.map((one) => one.kind), ...Object.keys(SHORT_NAMES)];
  throw new UsageError(`${name} is no format that can be read; there are ${names.join(', ')}`);
}

/** What is not known or not read says so itself, with what to do; other findings have that in the table of codes. */
function whatAndWhatToDo({ code, message }: Diagnostic): string {
  if (code === 'detect/unknown' || code === 'detect/not-readable') return message;
  return `${message}. ${CODES[code].help}`;
}

function inputName(path: string): string {
  return path === '-' ? 'standard input' : path;
}

function noSuchAddress(path: string, root: Item, address: string): string {
  // The deepest item that the address reaches knows what there is.
  let reached = root;
  for (let next: Item | undefined = root; next; next = reached.children.find((child) => address.startsWith(`${child.address}!`))) {
    reached = next;
    if (reached.children.length === 0) break;
  }
  const there = reached.children.map((child) => child.address.slice(reached.address.length + 1));
  const list = there.length === 0 ? 'nothing' : there.slice(0, 20).join(', ') + (there.length > 20 ? `, … (${there.length} in all)` : '');
  return `there is no ${address} in ${inputName(path)}; ${reached.address === '' ? 'it' : reached.address} has ${list}`;
}

/** The longest beginning that is a file is the path, and the rest the address: paths may have `!` themselves. */
function splitAddress(argument: string): { path: string; address: string } {
  if (argument === '-' || exists(argument)) return { path: argument, address: '' };
  for (let at = argument.lastIndexOf('!'); at > 0; at = argument.lastIndexOf('!', at - 1)) {
    const path = argument.slice(0, at);
    if (path === '-' || exists(path)) return { path, address: argument.slice(at) };
  }
  return { path: argument, address: '' };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Files larger than this are read where it is asked for, not whole. */
const WHOLE = 64 * 1024 * 1024;

function readInput(path: string): Uint8Array | Source {
  if (path === '-') {
    if (process.stdin.isTTY) throw new UsageError('standard input is a terminal: give a file, or pipe one in');
    return readBytes(0, path);
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} does not exist; give the path of a device binary, or \`-\` for standard input`);
  if (stats.isDirectory()) throw new UsageError(`${path} is a directory; give a file in it`);
  return stats.isFile() && stats.size > WHOLE ? fileSource(path, stats.size) : readBytes(path, path);
}

/** A file that stays open until the process ends. */
function fileSource(path: string, size: number): Source {
  const file = attempt(path, () => openSync(path, 'r'));
  return {
    size,
    read: (start, length) =>
      attempt(path, () => {
        const bytes = new Uint8Array(length);
        for (let at = 0; at < length; ) {
          const count = readSync(file, bytes, at, Math.min(length - at, WHOLE), start + at);
          if (count === 0) throw new Error('it became shorter while it was read');
          at += count;
        }
        return bytes;
      }),
  };
}

/** The text of a file that is no binary: a document to be read back. */
export function readText(path: string): string {
  const input = readInput(path);
  if (!(input instanceof Uint8Array)) throw new UsageError(`${path} is far larger than any document`);
  return Buffer.from(input).toString('utf8');
}

/** The content of a file that is no document: as large as it is. */
export function readBinary(path: string): Uint8Array {
  const input = readInput(path);
  return input instanceof Uint8Array ? input : input.read(0, input.size);
}

function readBytes(from: string | number, path: string): Uint8Array {
  return attempt(path, () => new Uint8Array(readFileSync(from)));
}

function attempt<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new UsageError(`${inputName(path)} cannot be read: ${refusal(error)}`);
  }
}

/** What the operating system says, without the call and the path that Node puts behind it. */
function refusal(error: unknown): string {
  return error instanceof Error ? error.message.replace(/, [a-z]+( '.*)?$/s, '') : String(error);
}

/**
 * Writes to a temporary file beside `path` and renames it, so that a run that fails leaves the old file as it was. What is no
 * file, such as a pipe or /dev/null, is written to as it is. A run that is killed in the middle leaves the temporary file, which the
 * next one removes.
 */
export function writeWhole(path: string, data: string | Uint8Array): void {
  let temporary = '';
  try {
    const old = statSync(path, { throwIfNoEntry: false });
    if (old && !old.isFile() && !old.isDirectory()) {
      writeFileSync(path, data);
      return;
    }
    // Where a link leads is replaced, not the link.
    const target = old ? realpathSync(path) : path;
    temporary = temporaryFor(target);
    writeNew(temporary, data, old ? old.mode & 0o777 : 0o666, true);
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== '') rmSync(temporary, { force: true });
    throw new UsageError(`${path} cannot be written: ${refusal(error)}`);
  }
}

/** All of a file that was not there; with `sync` on the disk when this returns. */
function writeNew(path: string, data: string | Uint8Array, mode: number, sync: boolean): void {
  const file = openSync(path, 'wx', mode);
  try {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (sync) fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A name beside `target` that is not taken; what runs that were killed left under such names is removed. */
function temporaryFor(target: string): string {
  // A signal waits until the write is done: the work is synchronous, so this runs behind it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) === 0) process.once(signal, () => process.kill(process.pid, signal));
  }
  const [folder, name] = [dirname(target), basename(target)];
  for (const left of readdirSync(folder)) {
    const number = left.startsWith(`.${name}.`) ? /^\.([0-9]+)\.tmp$/.exec(left.slice(name.length + 1))?.[1] : undefined;
    if (number !== undefined && !isRunning(Number(number))) rmSync(join(folder, left), { recursive: true, force: true });
  }
  return join(folder, `.${name}.${process.pid}.tmp`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another's process may not be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** The files of a folder. */
export type FolderContent = readonly FolderFile[];

/** More than this is no unpacked file, but a folder that was given by mistake. */
const FOLDER_FILES = 100_000;
const FOLDER_BYTES = 2 ** 32;

/** All files below a folder, with paths in the order of their names. Links and whatever else is no file are left out. */
export function readFolder(path: string): FolderContent {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} does not exist; give the folder that \`zebin unpack\` made`);
  if (!stats.isDirectory()) throw new UsageError(`${path} is a file; give the folder that \`zebin unpack\` made`);
  const files: string[] = [];
  let bytes = 0;
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const here = folder;
    for (const entry of attempt(path, () => readdirSync(join(path, here), { withFileTypes: true }))) {
      const inner = here === '' ? entry.name : `${here}/${entry.name}`;
      if (entry.isDirectory()) folders.push(inner);
      if (!entry.isFile()) continue;
      files.push(inner);
      bytes += attempt(path, () => statSync(join(path, inner))).size;
      if (files.length <= FOLDER_FILES && bytes <= FOLDER_BYTES) continue;
      throw new UsageError(`${path} holds more than ${FOLDER_FILES} files or 4 GiB; give the folder that \`zebin unpack\` made`);
    }
  }
  return files.sort().map((file) => ({ path: file, data: readBytes(join(path, file), path) }));
}

/**
 * Makes a folder of files, all of it or nothing: they are written into a temporary folder beside it, which is renamed.
 *
 * @param replace takes the place of a folder that was unpacked before, which is known by a file of the same name as the first.
 */
export function writeFolder(path: string, files: readonly FolderFile[], replace = false): void {
  const old = statSync(path, { throwIfNoEntry: false });
  if (old && !old.isDirectory()) throw new UsageError(`${path} is a file; give a folder that does not exist yet`);
  const there = old ? attempt(path, () => readdirSync(path)) : [];
  if (there.length > 0 && !replace) throw new UsageError(`${path} is there already; give another folder, or --force to replace it`);
  const [first] = files;
  if (there.length > 0 && !there.includes(first?.path ?? '')) {
    throw new UsageError(`${path} is there and has no ${first?.path}, so it is not replaced: it was not unpacked by this program`);
  }
  let temporary = '';
  try {
    const target = old ? realpathSync(path) : resolve(path);
    temporary = temporaryFor(target);
    mkdirSync(temporary, old ? old.mode & 0o777 : 0o777);
    for (const folder of new Set(files.map((file) => dirname(file.path)))) mkdirSync(join(temporary, folder), { recursive: true });
    for (const file of files) writeNew(join(temporary, file.path), file.data, 0o666, false);
    if (old) {
      // No call replaces a folder that is not empty: the old one is set aside, and put back when the new one does not get its place.
      const aside = `${temporary.slice(0, -'.tmp'.length)}.old`;
      renameSync(target, aside);
      try {
        renameSync(temporary, target);
      } catch (error) {
        renameSync(aside, target);
        throw error;
      }
      rmSync(aside, { recursive: true, force: true });
    } else {
      renameSync(temporary, target);
    }
  } catch (error) {
    if (temporary !== '') rmSync(temporary, { recursive: true, force: true });
    throw new UsageError(`${path} cannot be written: ${refusal(error)}`);
  }
}

/** Writes files into a folder, which is made when it is not there; each is whole or not there. `data` is asked for one after another. */
export function writeInto(folder: string, files: readonly { readonly path: string; data(): Uint8Array }[]): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new UsageError(`${folder} cannot be made: ${refusal(error)}`);
  }
  for (const { path, data } of files) writeWhole(join(folder, path), data());
}

/** Writes all of it to standard output; a closed pipe ends the output quietly. */
export function printWhole(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EPIPE') return;
      // A pipe in non-blocking mode that is full.
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Columns of the terminal on standard output; Infinity when there is none. */
export function terminalWidth(): number {
  if (!process.stdout.isTTY) return Number.POSITIVE_INFINITY;
  return process.stdout.columns || 80;
}

/** Colours as asked for with `--color`, else on a terminal only; NO_COLOR turns them off. */
export function colorsFor(when: string, toFile: boolean): Colors {
  if (when === 'always') return createColors(true);
  const off = when === 'never' || toFile || process.env.NO_COLOR || process.env.TERM === 'dumb' || !process.stdout.isTTY;
  return createColors(!off);
}
