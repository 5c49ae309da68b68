import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { type ScanCounts, scanDocument } from '../../src/internal.ts';
import { csvTextOf } from '../csv.ts';
import { EXIT, UsageError } from '../exit.ts';
import { columnsOf } from '../info/columns.ts';
import { terminalColumns } from '../input/pipe.ts';
import type { Io } from '../io.ts';
import { printJson } from '../json.ts';
import { withFile } from '../scan/file.ts';
import { OldTable } from '../scan/old-table.ts';
import { fileOutput, noOutput, standardOutput } from '../scan/output.ts';
import { Pool } from '../scan/pool.ts';
import { Progress } from '../scan/progress.ts';
import { filesIn, madeByThis, rootOf, type Shard, scan, shardRange } from '../scan/scan.ts';
import { TABLE_FORMATS } from '../scan/table.ts';
import { count } from '../text.ts';
import { warnOfUnread } from '../unread.ts';
import type { Inputs } from '../write/inputs.ts';
import { VERSION } from './program.ts';
import type { Context, OptionsOf } from './rows.ts';

/** Unread parts that are named. */
const NAMED = 10;

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export async function run({ arguments: paths, options, io }: Context<'scan'>): Promise<number> {
  const inputs = paths.filter((path) => path !== undefined);
  const path = options.output !== undefined && options.output !== '-' ? options.output : undefined;
  const format = formatOf(options, path, io);
  const shard = shardOf(options.shard);
  const workers = workersOf(options.workers, inputs);
  const json = options.json;
  const columnNames = columnsOf(options);
  // Before anything is written: the inputs have to exist.
  for (const one of inputs) {
    rootOf(one);
    io.inputs.remember(one, one);
  }
  if (path !== undefined) await refuseOutput(path, io.inputs);
  const output = path !== undefined ? fileOutput(path) : json ? noOutput : standardOutput(io.standard);
  const roots = inputs.map((one) => rootOf(one, output.outputPaths));
  const budget = io.budgets.open(0);
  const isUnlimited = options.unlimited;
  const madeBy = madeByThis(VERSION, columnNames, isUnlimited);
  const old = options.since === undefined ? undefined : await OldTable.open(options.since, madeBy);
  if (options.since !== undefined && !old) io.warn(`${options.since} was written by another version; every file is scanned`);

  const times = options.times.length === 0 ? undefined : (await import('../scan/times.ts')).timesJoin(options.times, io);

  const columns = terminalColumns(2);
  const onTerminal = columns !== undefined && (path !== undefined || io.standard.columns === undefined);
  const total = shard || onTerminal ? filesIn(roots) : 0;
  const range = shard ? shardRange(total, shard) : { start: 0, end: Number.POSITIVE_INFINITY };
  const progress = onTerminal ? new Progress(Math.min(range.end, total) - range.start, columns, io.standard) : undefined;
  const stopped = () => {
    progress?.end();
    if (path !== undefined) io.warn('the scan was interrupted; run the same command to resume it');
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, stopped);

  const pool = workers === 0 ? undefined : new Pool(workers, io.packaged.worker('dist/cli/scan-worker.js'));
  let counts: ScanCounts;
  try {
    counts = await scan(
      {
        roots,
        range,
        format,
        output,
        madeBy,
        columns: columnNames,
        isUnlimited,
        deadline: io.budgets.deadline,
        csvText: csvTextOf(options),
        old,
        times,
        progress: (now) => progress?.show(now),
      },
      pool ?? (await import('../scan/here.ts')).HERE,
    );
  } catch (error) {
    // A worker says in words alone that the time is over.
    budget.check();
    throw error;
  } finally {
    progress?.end();
    await pool?.end();
    for (const signal of SIGNALS) process.off(signal, stopped);
  }
  if (times) (await import('../scan/times.ts')).warnOfTimes(times, io);
  const document = scanDocument({ roots: inputs, shard: shard ?? null, output: path ?? null, ...counts });
  if (json) printJson(io, document);
  else if (onTerminal) io.warn(summary(document));
  if (!json) {
    warnOfUnread({ complete: document.complete, unread: document.unread.slice(0, NAMED) }, '', io);
    if (document.errors > 0)
      io.warn(`${count(document.errors, 'part was', 'parts were')} not read whole: see the columns error_code and error`);
  }
  return document.complete || options.allowDamaged ? EXIT.yes : EXIT.no;
}

/** A table may replace a table, but not a file that is scanned or would be. */
async function refuseOutput(path: string, inputs: Inputs): Promise<void> {
  inputs.refuse(path, path);
  const old = statSync(path, { throwIfNoEntry: false });
  if (!old?.isFile() || old.size === 0) return;
  const { holdsCode } = await import('../scan/holds-code.ts');
  if (withFile(path, holdsCode))
    throw new UsageError(`${path} contains device code and is not overwritten: give another path`, {
      code: 'command/unwritable',
      file: path,
    });
}

function formatOf({ format }: OptionsOf<'scan'>, path: string | undefined, { standard }: Io) {
  const names = TABLE_FORMATS.map((row) => row.name).join(', ');
  const ending = path === undefined ? '' : extname(path);
  const tableFormat = TABLE_FORMATS.find((row) => (format === undefined ? row.extensions.includes(ending) : row.name === format));
  if (format !== undefined && !tableFormat) throw new UsageError(`${format} is not a table format; use one of ${names}`);
  if (path !== undefined && !tableFormat)
    throw new UsageError(`the name of ${path} has no known extension: use .parquet, .csv or .ndjson, or give --format`);
  const [first] = TABLE_FORMATS;
  const chosen = tableFormat ?? first;
  if (!chosen) throw new TypeError('there are no formats');
  if (!chosen.text && path === undefined && standard.columns !== undefined)
    throw new UsageError('the table is binary: give a file with -o, or use a pipe');
  return chosen;
}

function shardOf(option: string | undefined): Shard | undefined {
  if (option === undefined) return undefined;
  const [, index, of] = /^(\d{1,9})\/(\d{1,9})$/.exec(option) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  if (index !== undefined && shard.index >= 1 && shard.index <= shard.of) return shard;
  throw new UsageError(`${option} is not a shard: give I/N with I from 1 to N, as in 3/16`);
}

/** More threads than this are a typing error. */
const MOST_WORKERS = 1024;

/** Bytes of a file for which starting a thread takes as long as reading it. */
const SMALL = 10_000_000;

/** How many threads; none for a single small file. */
function workersOf(option: string | undefined, [path = '', ...others]: readonly string[]): number {
  if (option === undefined) {
    const only = others.length === 0 ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return only?.isFile() && only.size <= SMALL ? 0 : availableParallelism();
  }
  const workers = Number(option);
  if (Number.isInteger(workers) && workers >= 1 && workers <= MOST_WORKERS) return workers;
  throw new UsageError(`${option} is not a number of workers; give one from 1 to ${MOST_WORKERS}`);
}

function summary({ files, kernels, errors, without_code, reused }: ScanCounts): string {
  const more = [
    `${count(without_code, 'file')} without device code`,
    ...(errors > 0 ? [`${count(errors, 'part')} not read whole`] : []),
    ...(reused > 0 ? [`${count(reused, 'file')} unchanged`] : []),
  ];
  return `${count(kernels, 'kernel')} in ${count(files, 'file')}; ${more.join(', ')}`;
}
