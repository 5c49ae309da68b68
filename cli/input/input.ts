/**
 * What verbs read: files, standard input, and items at an address in them.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Budget,
  Bytes,
  type Diagnostic,
  eachItem,
  FORMATS,
  type FormatKind,
  type FormatRow,
  findItem,
  type InspectOptions,
  type Item,
  inspectZebin,
  type Pass,
  passOver,
  type Source,
} from '../../src/internal.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';
import { attempt, inputName, orUsageError, truncated } from '../refusal.ts';
import { shellWord } from '../shell-word.ts';
import { visible } from '../visible.ts';
import type { Inputs } from '../write/inputs.ts';
import { isDevice, isInputTerminal, type ReadAllOptions, readAll } from './pipe.ts';
import { readProgress } from './read-progress.ts';
import type { Standard } from './standard.ts';

/** What a file argument opened: the file, and the item that the address in it names. */
export interface Opened {
  /** The path as given, without the address. */
  readonly path: string;
  readonly root: Item;
  readonly item: Item;
  /** What the run may still use for it, and until when. */
  readonly budget: Budget;
}

/** What reading needs of a run: its standard input, where it shows how far it is, what it may use, and where inputs are remembered. */
export type Reading = Pick<Io, 'standard' | 'budgets' | 'inputs'>;

/** The options of a verb that say how its file is opened. */
export interface OpenOptions {
  readonly as?: string | undefined;
  readonly siblings?: boolean;
}

/** Opens `FILE`, `-` or `FILE!address`, as the options say. Throws `UsageError` with a sentence for people. */
export async function open(argument: string, options: OpenOptions, io: Reading): Promise<Opened> {
  const { path, address } = splitAddress(argument);
  const { pass, budget } = await inspectInput(path, inspectOptions(path, options, io), io);
  const root = pass.whole();
  const item = address === '' ? root : (findItem(root, address) ?? itemAsPrinted(root, address));
  if (item) return { path, root, item, budget };
  throw new UsageError(noSuchAddress(path, root, address), { file: path });
}

/** What a file argument opened, with the pass over the item still to come. */
export interface OpenedPass extends Pick<Opened, 'path' | 'root' | 'budget'> {
  readonly pass: Pass;
}

/** As {@link open}, for verbs whose answer is about each image and comes after all of them: they read each once. */
export async function openPass(argument: string, options: OpenOptions, io: Reading): Promise<OpenedPass> {
  const { path, address } = splitAddress(argument);
  if (address === '') {
    const { pass, budget } = await inspectInput(path, inspectOptions(path, options, io), io);
    return { path, root: pass.root, pass, budget };
  }
  const { root, item, budget } = await open(argument, options, io);
  return { path, root, pass: passOver(item), budget };
}

/** The path of a file that was opened as a whole, for its permissions; undefined for an item in it, and for standard input. */
export function fileOf({ path, item }: Pick<Opened, 'path' | 'item'>): string | undefined {
  return path === '-' || item.address !== '' ? undefined : path;
}

/** Names with control characters are printed escaped, and the printed form is accepted as input. */
function itemAsPrinted(root: Item, address: string): Item | undefined {
  if (!address.includes('\\')) return undefined;
  for (const item of eachItem(root)) if (visible(item.address) === address) return item;
  return undefined;
}

/**
 * As {@link open}, for verbs whose answer would be wrong if the file ends inside its section table, so that section names are lost: a zebin
 * then seems to have no device and no code. There is no answer for host code without images either.
 */
export async function openWhole(argument: string, options: OpenOptions, io: Reading): Promise<Opened> {
  const opened = await open(argument, options, io);
  await refuseNothing(opened);
  return opened;
}

/** Throws `UsageError` for what {@link openWhole} refuses. */
export async function refuseNothing({ path, item }: Pick<Opened, 'path' | 'item'>): Promise<void> {
  const { content, diagnostics } = item;
  const none = diagnostics.find((d) => d.code === 'inspect/no-images');
  if (none) {
    const { CODES } = await import('../any-format.ts');
    throw new UsageError(`${inputName(path)}: ${whatAndWhatToDo(none, CODES)}`, { file: path, diagnostic: none });
  }
  const cut = diagnostics.find((d) => d.code === 'elf/table-range');
  const nameless = content.kind === 'zebin' && content.zebin.elf.sections.every((section) => section.name === '');
  if (cut && nameless) {
    throw new UsageError(
      `${inputName(path)}${item.address} is truncated: ${cut.message}; copy or compile it again (\`zebin dump\` shows the rest)`,
      { file: path, diagnostic: cut },
    );
  }
}

/** Most files are one zebin, for which the readers of all other formats need not be loaded. */
async function inspectInput(path: string, options: InspectOptions, io: Reading): Promise<Pick<OpenedPass, 'pass' | 'budget'>> {
  const bytes = readInput(path, io);
  // Before it is read: if there is nothing to show, a limit may be the reason.
  const budget = io.budgets.open(Bytes.from(bytes).length);
  const zebin = options.as === undefined && bytes instanceof Uint8Array ? inspectZebin(bytes, budget) : undefined;
  if (zebin) return { pass: passOver(zebin.value), budget };
  const { inspection, platformsOfCode, CODES } = await import('../any-format.ts');
  const pass = orUsageError(
    path,
    () => inspection(bytes, { ...options, budget }),
    (diagnostic) => {
      const platforms = diagnostic.code === 'detect/unknown' ? platformsOfCode(Bytes.from(bytes)) : [];
      return `${inputName(path)}: ${platforms.length > 0 ? bareCode(path, platforms) : whatAndWhatToDo(diagnostic, CODES)}`;
    },
  );
  return { pass, budget };
}

/** @param platforms instruction sets in which all of it is valid, oldest first */
function bareCode(path: string, platforms: readonly string[]): string {
  const command = `zebin disasm --raw ${shellWord(path)} -p ${platforms[0]}`;
  return `the first bytes match no known format, but all of it decodes as machine code (${platforms.join(', ')}): \`${command}\` prints it`;
}

function inspectOptions(path: string, options: OpenOptions, io: Reading): InspectOptions {
  return {
    ...(options.as === undefined ? {} : { as: formatNamed(options.as) }),
    // Only on request: an untrusted file may name any file of this machine.
    ...(options.siblings ? { sibling: (name) => siblingOf(path, name, io) } : {}),
  };
}

/** A file that a thin archive names, from the folder of the archive; undefined if it does not exist. */
function siblingOf(path: string, name: string, io: Reading): Uint8Array | Source | undefined {
  const place = join(dirname(path), name);
  const stats = name.includes('\0') ? undefined : statSync(place, { throwIfNoEntry: false });
  return stats?.isFile() ? readInput(place, io) : undefined;
}

function formatNamed(name: string): FormatKind {
  const rows: readonly FormatRow[] = FORMATS;
  const read = rows.filter((row) => row.advice === undefined);
  const row = read.find(({ kind, short }) => kind === name || short === name);
  if (row) return row.kind as FormatKind;
  const names = [...read.map(({ kind }) => kind), ...read.flatMap(({ short }) => short ?? [])];
  throw new UsageError(`${name} is not a known format; use one of ${names.join(', ')}`);
}

/** Messages about unknown or unsupported data already say what to do; for other findings the table of codes does. */
function whatAndWhatToDo({ code, message }: Diagnostic, codes: Readonly<Record<string, { readonly help: string }>>): string {
  if (code === 'detect/unknown' || code === 'detect/not-readable') return message;
  return `${message}. ${codes[code]?.help}`;
}

function noSuchAddress(path: string, root: Item, address: string): string {
  // The deepest item that the address reaches knows what exists.
  let reached = root;
  for (let next: Item | undefined = root; next; next = reached.children.find((child) => address.startsWith(`${child.address}!`))?.open()) {
    reached = next;
    if (reached.children.length === 0) break;
  }
  const there = reached.children.map((child) => child.address.slice(reached.address.length + 1));
  const list = there.length === 0 ? 'nothing' : there.slice(0, 20).join(', ') + (there.length > 20 ? `, … (${there.length} in all)` : '');
  return `there is no ${address} in ${inputName(path)}; ${reached.address === '' ? 'it' : reached.address} has ${list}`;
}

/** The longest prefix that is a file is the path, and the rest is the address: paths may contain `!` themselves. */
function splitAddress(argument: string): { path: string; address: string } {
  if (argument === '-' || exists(argument)) return { path: argument, address: '' };
  for (let at = argument.lastIndexOf('!'); at > 0; at = argument.lastIndexOf('!', at - 1)) {
    const path = argument.slice(0, at);
    if (path === '-' || exists(path)) return { path, address: argument.slice(at) };
  }
  return { path: argument, address: '' };
}

/** Whether an argument names a file or folder, perhaps with an address after it. */
export function isThere(argument: string): boolean {
  const { path } = splitAddress(argument);
  return path === '-' || exists(path);
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Files larger than this are read on demand, not as a whole. */
const WHOLE = 64 * 1024 * 1024;

export const unreadable = (file: string) => ({ code: 'command/unreadable', file }) as const;

export function readInput(path: string, { standard, inputs }: Reading): Uint8Array | Source {
  if (path === '-') {
    // A verb may need it twice, for example to compare it with itself.
    standard.input ??= readStandardInput(path, standard, inputs);
    return standard.input;
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new UsageError(`${path} does not exist; give the path of a file, or \`-\` for standard input`, unreadable(path));
  if (stats.isDirectory())
    throw new UsageError(`${path} is a folder; give a file in it (\`zebin scan ${shellWord(path)}\` reads all of them)`, unreadable(path));
  inputs.remember(path, path);
  if (isDevice(stats)) throw endless(path, path);
  return stats.isFile() && stats.size > WHOLE ? fileSource(path, stats.size, standard) : contentOf(path, standard);
}

const endless = (name: string, path: string): UsageError =>
  new UsageError(`${name} is a device, which may have no end: give a file, or a pipe`, unreadable(path));

const pipeOptions = (name: string, standard: Standard): ReadAllOptions => ({
  name,
  isKnown: beginsLikeFile,
  onRead: readProgress(name, standard),
});

/** Whether data begins like a file that may be large. */
function beginsLikeFile(start: Uint8Array): boolean {
  const bytes = Bytes.from(start);
  return ['\x7fELF', ...FORMATS.flatMap((row: FormatRow) => row.magic ?? [])].some((magic) => bytes.startsWith(magic));
}

/** A file that the shell opened is read like any other; a pipe is read to its end. */
function readStandardInput(path: string, standard: Standard, inputs: Inputs): Uint8Array | Source {
  if (isInputTerminal()) throw new UsageError('standard input is a terminal: give a file, or use a pipe', unreadable(path));
  return attempt(path, () => {
    const stats = fstatSync(0);
    inputs.remember(0, path);
    if (isDevice(stats)) throw endless('standard input', path);
    return stats.isFile() && stats.size > WHOLE
      ? openSource(0, path, stats.size, standard)
      : readAll(0, pipeOptions('standard input', standard));
  });
}

/** A file that stays open until the process ends. */
function fileSource(path: string, size: number, standard: Standard): Source {
  return openSource(
    attempt(path, () => openSync(path, 'r')),
    path,
    size,
    standard,
  );
}

function openSource(file: number, path: string, size: number, standard: Standard): Source {
  const show = readProgress(inputName(path), standard, size);
  let read = 0;
  return {
    size,
    read: (start, length) =>
      attempt(path, () => {
        const bytes = new Uint8Array(length);
        for (let at = 0; at < length; ) {
          const count = readSync(file, bytes, at, Math.min(length - at, WHOLE), start + at);
          if (count === 0) throw truncated();
          at += count;
          read += count;
          show(read);
        }
        return bytes;
      }),
  };
}

/** The text of a file that is not a binary: a document to be read back. */
export function readText(path: string, io: Reading): string {
  const input = readInput(path, io);
  if (!(input instanceof Uint8Array)) throw new UsageError(`${path} is too large for a document`, unreadable(path));
  return Buffer.from(input).toString('utf8');
}

/** What `read` makes of a document. Throws `UsageError` with the finding of a `FormatError`. */
export function readDocument<T>(path: string, read: (text: string) => T, io: Reading): T {
  const text = readText(path, io);
  io.budgets.open(text.length);
  return orUsageError(
    path,
    () => read(text),
    ({ message, code }) => `${inputName(path)}: ${message} [${code}]`,
  );
}

/** A file that is not a document, of any size. */
export function readBytes(path: string, io: Reading): Bytes {
  return Bytes.from(readInput(path, io));
}

/** The content of a file that is not a document, whatever its size. */
export function readBinary(path: string, io: Reading): Uint8Array {
  const input = readInput(path, io);
  return input instanceof Uint8Array ? input : input.read(0, input.size);
}

export function contentOf(path: string, standard: Standard): Uint8Array {
  return attempt(path, () => (statSync(path).isFile() ? plainArray(readFileSync(path)) : contentOfStream(path, standard)));
}

/** A `Buffer` as what it extends: its own methods differ, of which `slice` does not copy. A small one is part of an array of others. */
const plainArray = (file: Buffer): Uint8Array =>
  file.buffer.byteLength === file.length ? new Uint8Array(file.buffer) : new Uint8Array(file);

/** The content of a pipe or device, which may have no end. */
function contentOfStream(path: string, standard: Standard): Uint8Array {
  const file = openSync(path, 'r');
  try {
    return readAll(file, pipeOptions(path, standard));
  } finally {
    closeSync(file);
  }
}
