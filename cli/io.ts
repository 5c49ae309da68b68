/**
 * Everything that the command line does with files, streams and the terminal.
 */
import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { createColors } from 'picocolors';
import { CODES, type Diagnostic, eachItem, FormatError, findItem, type Item, inspect } from '../src/index.ts';
import { UsageError } from './exit.ts';
import { visible } from './visible.ts';

export type Colors = ReturnType<typeof createColors>;

/** Where a verb reads from and prints to. */
export interface Io {
  readonly colors: Colors;
  /** Columns of the terminal; Infinity when the output is no terminal. */
  readonly width: number;
  /** Prints text, or keeps it for the output file. */
  print(text: string): void;
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

/** Opens `FILE`, `-` or `FILE!address`. Throws `UsageError` with a sentence for people. */
export function open(argument: string): Opened {
  const { path, address } = splitAddress(argument);
  const root = inspectInput(path);
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
 * are lost with that: a zebin then seems to have no device and no code.
 */
export function openWhole(argument: string): Opened {
  const opened = open(argument);
  const { content, diagnostics } = opened.item;
  const cut = diagnostics.find((d) => d.code === 'elf/table-range');
  const nameless = content.kind === 'zebin' && content.zebin.elf.sections.every((section) => section.name === '');
  if (cut && nameless) {
    throw new UsageError(
      `${inputName(opened.path)}${opened.item.address} is cut short: ${cut.message}; copy or compile it again (\`zebin dump\` shows what is left)`,
    );
  }
  return opened;
}

function inspectInput(path: string): Item {
  const bytes = readInput(path);
  try {
    return inspect(bytes).value;
  } catch (error) {
    if (error instanceof FormatError) throw new UsageError(`${inputName(path)}: ${whatAndWhatToDo(error.diagnostic)}`);
    throw error;
  }
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

function readInput(path: string): Uint8Array {
  if (path === '-') {
    if (process.stdin.isTTY) throw new UsageError('standard input is a terminal: give a file, or pipe one in');
    return readBytes(0, path);
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} does not exist; give the path of a device binary, or \`-\` for standard input`);
  if (stats.isDirectory()) throw new UsageError(`${path} is a directory; give a file in it`);
  return readBytes(path, path);
}

function readBytes(from: string | number, path: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(from));
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
 * file, such as a pipe or /dev/null, is written to as it is.
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
    temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
    const file = openSync(temporary, 'wx', old ? old.mode & 0o777 : 0o666);
    try {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    if (temporary !== '') rmSync(temporary, { force: true });
    throw new UsageError(`${path} cannot be written: ${refusal(error)}`);
  }
}

/** Writes all of `text` to standard output; a closed pipe ends the output quietly. */
export function printWhole(text: string): void {
  const bytes = Buffer.from(text);
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
