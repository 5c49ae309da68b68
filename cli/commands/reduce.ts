import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Item, type Keeps, keepTest, type ReduceDocument, reduce, reduceDocument, TABLES } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { fileOf, openWhole } from '../input/input.ts';
import { terminalColumns } from '../input/pipe.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { count } from '../text.ts';
import { mayReplace } from '../write/index.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Seconds after which the smallest file so far is the result. */
const SECONDS = 60;
const PROGRESS_MS = 200;

export async function run({ arguments: [file = ''], options, io }: Context<'reduce'>): Promise<number> {
  const { path, item } = await openWhole(file, options, io);
  mayReplace(path);
  const original = item.bytes.data.slice();
  const folder = mkdtempSync(join(tmpdir(), 'zebin-reduce-'));
  try {
    // An item can have more findings in its container than its bytes have alone.
    const keeps = keepsOf(options, item.address === '' ? item : original, original, folder);
    if (!keeps) throw new UsageError(`${path}${item.address} itself does not have the property`, { file: path });
    const { bytes, document } = search(original, keeps, secondsOf(options), io);
    if (options.json) printJson(io, document);
    else {
      io.write(bytes, fileOf({ path, item }));
      io.note(sentence(document));
    }
    return EXIT.yes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The test of a candidate; undefined if the original does not pass it. */
function keepsOf(options: OptionsOf<'reduce'>, read: Item | Uint8Array, original: Uint8Array, folder: string): Keeps | undefined {
  const { keep, keepCommand } = options;
  if ((keep === undefined) === (keepCommand === undefined)) throw new UsageError('give either --keep or --keep-command');
  if (keepCommand !== undefined) {
    const keeps = byCommand(keepCommand, folder);
    return keeps(original) ? keeps : undefined;
  }
  try {
    return keepTest(keep ?? '', read, {
      release: options.driver ?? TABLES.releases.at(-1) ?? '',
      ...(options.device === undefined ? {} : { device: options.device }),
      loose: options.loose,
    });
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message);
    throw error;
  }
}

/** A command that is run with the path of a candidate, and ends with 0 if it has the property. */
function byCommand(command: string, folder: string): Keeps {
  const path = join(folder, 'candidate');
  return (bytes) => {
    writeFileSync(path, bytes);
    const { status, error } = spawnSync('sh', ['-c', `${command} "$1"`, 'sh', path], { stdio: 'ignore' });
    if (error) throw new UsageError(`--keep-command cannot be run: ${error.message}`);
    return status === 0;
  };
}

function secondsOf({ seconds }: OptionsOf<'reduce'>): number {
  const number = seconds === undefined ? SECONDS : Number(seconds);
  if (!(number > 0 && Number.isFinite(number))) throw new UsageError(`--seconds is ${seconds}, but must be a number above 0`);
  return number;
}

function search(original: Uint8Array, keeps: Keeps, seconds: number, { standard }: Io): { bytes: Uint8Array; document: ReduceDocument } {
  const started = performance.now();
  const columns = terminalColumns(2);
  let shown = 0;
  const continues = (tried: number, value: Uint8Array): boolean => {
    if (columns !== undefined && performance.now() - shown > PROGRESS_MS) {
      shown = performance.now();
      standard.warn(`\r\x1b[K${count(tried, 'candidate')}, ${count(value.length, 'byte')}`);
    }
    return performance.now() - started < seconds * 1000;
  };
  const { value: bytes, tried, complete } = reduce(original, keeps, continues);
  if (shown > 0) standard.warn('\r\x1b[K');
  return { bytes, document: reduceDocument(original, bytes, tried, complete) };
}

function sentence({ size_before, size, tried, complete }: ReduceDocument): string {
  const share = ((1 - size / size_before) * 100).toFixed(1);
  const end = complete ? '' : '; stopped by --seconds, a longer run may find a smaller one';
  return `${count(size_before, 'byte')} reduced to ${count(size, 'byte')} (${share} % less) with ${count(tried, 'candidate')}${end}`;
}
