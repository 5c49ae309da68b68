/** The files of cases below folders, and the binaries beside them. */
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type Case,
  type Diagnostic,
  FormatError,
  firstIndex,
  kernelNames,
  mayHoldCode,
  readCases,
  type Unread,
  unreadOf,
} from '../../src/internal.ts';
import { timeOver } from '../budget.ts';
import { UsageError } from '../exit.ts';
import { type Opened, openWhole, readBinary, unreadable } from '../input/input.ts';
import type { Io } from '../io.ts';
import { isTooLarge } from '../launch/cases.ts';
import { isRefusal, refusal } from '../refusal.ts';
import { withFile } from '../scan/file.ts';
import { nativePath } from '../scan/file-name.ts';
import { filesBelow } from '../scan/walk.ts';

/** A file of cases, and where the binaries for them are looked for. */
export interface Cases {
  readonly path: string;
  readonly cases: readonly Case[];
  /** Other files of its folder and of folders below. */
  readonly beside: readonly string[];
}

/** What is below the folders that the user gave. */
export interface Found {
  readonly files: readonly Cases[];
  readonly unread: readonly Unread[];
}

/** Folders that are not looked into: those that hold what others made, or that are hidden. */
const SKIPPED = /^(?:\..+|node_modules)$/;
/** What any file of cases has in it. */
const HAS_CASES = /"cases"\s*:/;

/** What the file `-` is called, which would be standard input. */
const STANDARD = './-';

/** Finds the cases of folders and files. Throws `UsageError` for a path that is not there. */
export function findCases(paths: readonly string[], io: Io): Found {
  const files: Cases[] = [];
  const unread: Unread[] = [];
  const known = new Set<string>();
  /** @param besides the other files, which are listed only for a file of cases */
  const read = (path: string, isGiven: boolean, besides: () => readonly string[]): void => {
    if (known.has(resolve(path))) return;
    known.add(resolve(path));
    const { cases, faults } = casesIn(path, isGiven, io);
    for (const one of faults) unread.push(one);
    if (cases) files.push({ path, cases, beside: besides() });
  };
  const below = (folder: string): readonly string[] => {
    const { paths: all, unread: closed } = listed(folder);
    for (const one of closed) unread.push(one);
    return all;
  };
  for (const path of paths) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats) throw new UsageError(`${path} does not exist; give a folder with files of cases, or such a file`, unreadable(path));
    if (!stats.isDirectory()) {
      read(path, true, () => below(dirname(path)).filter((one) => !isJson(one)));
      continue;
    }
    const all = below(path);
    const others = new Others(all.filter((one) => !isJson(one)));
    for (const one of all.filter(isJson)) read(one, false, () => others.in(dirname(one)));
  }
  return { files, unread };
}

/** Files in the order of their paths, by the folders that they are in or below: files of cases in one folder have one list. */
class Others {
  private readonly all: readonly string[];
  private readonly known = new Map<string, readonly string[]>();

  constructor(all: readonly string[]) {
    this.all = all;
  }

  in(folder: string): readonly string[] {
    const start = join(folder, '/');
    const found = this.known.get(folder) ?? (folder === '.' ? this.all : this.between(start, `${start.slice(0, -1)}0`));
    this.known.set(folder, found);
    return found;
  }

  /** From a path to before another: `0` is the character after `/`. */
  private between(first: string, after: string): readonly string[] {
    const from = (start: string): number => firstIndex(this.all.length, (i) => pathOf(this.all[i] ?? '') >= start);
    return this.all.slice(from(first), from(after));
  }
}

/** The path by which a file was sorted. */
const pathOf = (path: string): string => (path === STANDARD ? '-' : path);

const isJson = (path: string): boolean => path.toLowerCase().endsWith('.json');

/** The files below a folder. */
export function listed(folder: string): { readonly paths: readonly string[]; readonly unread: readonly Unread[] } {
  const paths: string[] = [];
  const unread: Unread[] = [];
  const skipped = { has: (path: string) => SKIPPED.test(basename(path)) && path !== folder };
  for (const { path, error } of filesBelow(folder, skipped)) {
    const whole = join(folder, path);
    if (error) unread.push({ address: whole, code: 'command/unreadable', reason: error.message });
    else paths.push(whole === '-' ? STANDARD : whole);
  }
  return { paths, unread };
}

interface ReadCases {
  /** Undefined if it is not a file of cases. */
  readonly cases?: readonly Case[];
  readonly faults: readonly Unread[];
}

/** The cases of a file, and what is wrong with the others. @param isGiven whether the user named the file */
function casesIn(path: string, isGiven: boolean, io: Io): ReadCases {
  const fault = ({ code, path: place, message }: Pick<Diagnostic, 'code' | 'path' | 'message'>): Unread => ({
    address: path,
    code,
    reason: `${place === '' ? '' : `${place}: `}${message}`,
  });
  if (isUnnameable(path)) return { faults: [{ address: path, ...UNNAMEABLE }] };
  try {
    if (isTooLarge(path)) return { faults: [{ address: path, code: 'command/unreadable', reason: 'it is too large for a file of cases' }] };
    const bytes = readBinary(path, io);
    const text = new TextDecoder().decode(bytes);
    if (!isGiven && !(HAS_CASES.test(text) && mayBeCases(text))) return { faults: [] };
    const { value, diagnostics } = readCases(bytes, { budget: io.budgets.open(bytes.length) });
    return { cases: value.cases, faults: diagnostics.map(fault) };
  } catch (error) {
    if (error instanceof UsageError)
      return { faults: [{ address: path, code: error.facts.code ?? 'command/unreadable', reason: apartFrom(path, error.message) }] };
    if (error instanceof FormatError && !timeOver(error)) return { faults: [fault(error.diagnostic)] };
    throw error;
  }
}

/** Bytes that are not UTF-8 lead to no file when they are text. */
const isUnnameable = (path: string): boolean => typeof nativePath(path) !== 'string';
const UNNAMEABLE = { code: 'command/unreadable', reason: 'its name is not UTF-8: rename it' } as const;

/** Whether JSON is meant to be a file of cases: not a document of this program, and not of others whose cases are something else. */
function mayBeCases(text: string): boolean {
  try {
    const value = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return typeof value === 'object' && value !== null && Array.isArray(value.cases) && value.schema === undefined;
  } catch {
    // Damaged, it would be left out without a word.
    return true;
  }
}

/** A sentence without the path before it, which is said anyway. */
const apartFrom = (path: string, sentence: string): string =>
  sentence.startsWith(`${path}: `) ? sentence.slice(path.length + 2) : sentence;

/** A file beside cases, or made for them. */
export interface Binary {
  readonly path: string;
  /** What answers call it. */
  readonly name: string;
}

/** The kernels of binaries, each of which is opened for that once. */
export class Kernels {
  readonly unread: Unread[] = [];
  private readonly io: Io;
  private readonly names = new Map<string, ReadonlySet<string>>();

  constructor(io: Io) {
    this.io = io;
  }

  /** The names of a file that has been opened. */
  known({ path }: Binary): ReadonlySet<string> | undefined {
    return this.names.get(path);
  }

  /** The names of the kernels in a file; none of a file that is not a binary. */
  async of(binary: Binary): Promise<ReadonlySet<string>> {
    const names = this.names.get(binary.path) ?? (await this.read(binary));
    this.names.set(binary.path, names);
    return names;
  }

  /** The file; undefined if it cannot be opened, which is then one of {@link unread}. */
  async open({ path, name }: Binary): Promise<Opened | undefined> {
    const fault = (code: string, reason: string): undefined => {
      this.unread.push({ address: name, code, reason: apartFrom(path, reason).replace(path, () => name) });
    };
    if (isUnnameable(path)) return fault(UNNAMEABLE.code, UNNAMEABLE.reason);
    try {
      return await openWhole(path, {}, this.io);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      const { diagnostic, code = 'command/unreadable' } = error.facts;
      // A program without kernels, or a file of another kind.
      return WITHOUT_KERNELS.includes(diagnostic?.code ?? '') ? undefined : fault(diagnostic?.code ?? code, error.message);
    }
  }

  private async read(binary: Binary): Promise<ReadonlySet<string>> {
    const { path, name } = binary;
    try {
      if (!withFile(path, mayHoldCode)) return new Set();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.unread.push({ address: name, code: 'command/unreadable', reason: refusal(error) });
      return new Set();
    }
    const opened = await this.open(binary);
    if (!opened) return new Set();
    for (const one of unreadOf(opened.item)) this.unread.push({ ...one, address: name + one.address });
    return new Set(kernelNames(opened.item));
  }
}

const WITHOUT_KERNELS: readonly string[] = ['inspect/no-images', 'detect/unknown', 'detect/not-readable'];
