import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Item, type Keeps, keepTest, type ReduceDocument, reduce, reduceDocument, TABLES } from '../../src/internal.ts';
import { EXIT, UsageError } from '../exit.ts';
import { fileOf, openWhole } from '../input/input.ts';
import { printJson } from '../json.ts';
import { continuing, secondsOf } from '../search-time.ts';
import { count } from '../text.ts';
import type { Context, OptionsOf } from './rows.ts';

export async function run({ arguments: [file = ''], options, io }: Context<'reduce'>): Promise<number> {
  const { keep, keepCommand, keepRun, only, against, checks } = options;
  if ([keep, keepCommand, keepRun].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('give one of --keep, --keep-command and --keep-run');
  if (keepRun === undefined && [only, against, checks].some((one) => one !== undefined))
    throw new UsageError('--only, --against and --checks are for --keep-run');
  io.ready();
  if (keepRun !== undefined) {
    const { reduceLaunch } = await import('../launch/reduce-launch.ts');
    return reduceLaunch(file, options, io);
  }
  const { path, item } = await openWhole(file, options, io);
  io.inputs.mayReplace(path);
  const original = item.bytes.data.slice();
  const folder = mkdtempSync(join(tmpdir(), 'zebin-reduce-'));
  try {
    // An item can have more findings in its container than its bytes have alone.
    const keeps = keepsOf(options, item.address === '' ? item : original, original, folder);
    if (!keeps) throw new UsageError(`${path}${item.address} itself does not have the property`, { file: path });
    const { value, tried, complete } = reduce(original, keeps, continuing(secondsOf(options), io));
    const document = reduceDocument(original.length, value.length, tried, complete);
    if (options.json) printJson(io, document);
    else {
      io.write(value, fileOf({ path, item }));
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

function sentence({ size_before, size, tried, complete }: ReduceDocument): string {
  const share = ((1 - size / size_before) * 100).toFixed(1);
  const end = complete ? '' : '; stopped by --seconds, a longer run may find a smaller one';
  return `${count(size_before, 'byte')} reduced to ${count(size, 'byte')} (${share} % less) with ${count(tried, 'candidate')}${end}`;
}
