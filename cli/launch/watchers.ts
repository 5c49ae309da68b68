/** Observers of runs: `--profile` and `--trace`. */
import {
  type Case,
  encodeText,
  gridOf,
  grouped,
  launchOf,
  newProfiler,
  newTracer,
  type Observer,
  type Profiler,
  placeOfItem,
  profileCsv,
  profileRows,
  type RunProfileRow,
  type RunTarget,
  type Traced,
  type TraceFilter,
} from '../../src/internal.ts';
import type { OptionsOf } from '../commands/rows.ts';
import { UsageError } from '../exit.ts';
import type { Io } from '../io.ts';

/** Lines of a trace, unless the user says otherwise. */
const MOST_LINES = 100_000;

/** The observers of `--profile` and `--trace`, and what they have seen. */
export class Watchers {
  private readonly options: OptionsOf<'run'>;
  private readonly profiled: { readonly target: RunTarget; readonly profiler: Profiler }[] = [];
  private readonly lines: string[] = [];
  private readonly most: number;
  private cut = 0;

  constructor(options: OptionsOf<'run'>) {
    this.options = options;
    const { trace, traceLimit, traceOnly } = options;
    if (trace === undefined && (traceOnly.length > 0 || traceLimit !== undefined))
      throw new UsageError('--trace-only and --trace-limit need --trace');
    if (trace === '-' && options.json) throw new UsageError('--trace - prints to standard output, as --json does: give a file');
    this.most = traceLimit === undefined ? MOST_LINES : Number(traceLimit);
    if (!Number.isInteger(this.most) || this.most < 1) throw new UsageError(`--trace-limit expects a number of lines, not ${traceLimit}`);
    for (const one of traceOnly) filterOf(one, undefined);
  }

  /** The observers of a run. */
  of(target: RunTarget, one: Case): readonly Observer[] {
    const { trace, profile, traceOnly } = this.options;
    const observers: Observer[] = [];
    if (profile !== undefined) {
      const known = this.profiled.find((of) => of.target.zebin === target.zebin);
      const profiler = known?.profiler ?? newProfiler();
      if (known === undefined) this.profiled.push({ target, profiler });
      observers.push(profiler.observer);
    }
    if (trace !== undefined) {
      const grid = gridOf({ ...target, launch: launchOf({ ...one, args: [] }) });
      const filter = Object.assign({}, ...traceOnly.map((text) => filterOf(text, grid))) as TraceFilter;
      const print = trace.endsWith('.jsonl') ? JSON.stringify : lineOf;
      observers.push(
        newTracer(filter, (line) => {
          if (this.lines.length < this.most) this.lines.push(print(line));
          else this.cut++;
        }),
      );
    }
    return observers;
  }

  /** The files that are written after the runs. */
  get paths(): readonly string[] {
    const { trace, profile } = this.options;
    return [trace, profile].filter((path) => path !== undefined && path !== '-') as string[];
  }

  /** What instructions did; undefined without `--profile`. */
  rows(): RunProfileRow[] | undefined {
    if (this.options.profile === undefined) return undefined;
    return this.profiled.flatMap(({ target, profiler }) => profileRows(target.zebin, profiler.rows()));
  }

  /** Writes the files. */
  async write(io: Io): Promise<void> {
    const { profile, trace } = this.options;
    const { writeWhole } = await import('../write/index.ts');
    if (profile !== undefined) await writeWhole(profile, [encodeText(profileCsv(this.rows() ?? []))], io.inputs);
    if (trace === undefined) return;
    const text = this.lines.map((line) => `${line}\n`).join('');
    if (trace === '-') io.print(text);
    else await writeWhole(trace, [encodeText(text)], io.inputs);
    if (this.cut > 0)
      io.warn(`the trace has the first ${grouped(this.most)} lines; ${grouped(this.cut)} more were left out (--trace-limit)`);
  }
}

const NUMBER = /^(0x[0-9a-f]{1,12}|\d{1,15})$/i;

/** `address=0x40:0x80`, `item=513,0,0`. Work-items have no place without a grid. */
function filterOf(text: string, grid: ReturnType<typeof gridOf> | undefined): TraceFilter {
  const [, what = '', value = ''] = /^(\w+)=(.*)$/.exec(text) ?? [];
  const range = (of: string): readonly [number, number] => {
    const [start = '', end] = of.split(':');
    if (!NUMBER.test(start) || (end !== undefined && !NUMBER.test(end)))
      throw new UsageError(`--trace-only ${text}: expected a number, or two as in 0x40:0x80`);
    return [Number(start), end === undefined ? Number(start) + 1 : Number(end)];
  };
  switch (what) {
    case 'address':
      return { address: range(value) };
    case 'register':
      return { register: range(value.replace(/^r/, ''))[0] };
    case 'lane':
      return { lane: range(value)[0] };
    case 'memory': {
      const [, argument, rest = ''] = /^(?:argument (\d+),)?(.*)$/.exec(value) ?? [];
      const [start, end] = range(rest);
      return { memory: { ...(argument === undefined ? {} : { name: `argument ${argument}` }), start, end } };
    }
    case 'item': {
      if (!/^\d{1,10}(,\d{1,10}){0,2}$/.test(value)) throw new UsageError(`--trace-only ${text}: expected a global id, as in 513,0,0`);
      return grid === undefined ? {} : placeOfItem(grid, value.split(',').map(Number));
    }
    default:
      throw new UsageError(`--trace-only expects address=, register=, lane=, memory= or item=, not ${text}`);
  }
}

/** A line of text: who, where, what; then what was read, and what was written after an arrow. */
function lineOf({ group, thread, section, offset, text, lanes, values, touches }: Traced): string {
  const shown = (writes: boolean): string =>
    values
      .filter((one) => one.writes === writes)
      .map(({ lane, place, value }) => `${place}${lane === null ? '' : `[${lane}]`}=${value}`)
      .join(' ');
  const memory = touches.map(({ lane, address, size }) => `${lane < 0 ? '' : `[${lane}]`}0x${address.toString(16)}:${size}`).join(' ');
  const parts = [shown(false), memory === '' ? '' : `memory ${memory}`, shown(true) === '' ? '' : `-> ${shown(true)}`].filter(
    (part) => part !== '',
  );
  const who = `(${group.join(',')}) ${thread} ${section}+0x${offset.toString(16)} 0x${(lanes >>> 0).toString(16)}`;
  return `${who}: ${text}${parts.length === 0 ? '' : `  | ${parts.join(' ')}`}`;
}
