/** What the instructions of a listing cost: registers that are live, what is waited for, blocks and loops. */
import { type Analysis, analyseCode, type Edge, type Wait } from '../analysis/index.ts';
import type { Bytes } from '../bytes/index.ts';
import { type Execution, threadsPerEu } from '../device/index.ts';
import { type Budget, Reporter } from '../diag/index.ts';
import { type Instruction, type Platform, readCode } from '../eu/index.ts';
import { entriesRead, type PlacedEntry } from './disasm-arguments.ts';
import type { CodeAnalysis, LineCosts, NextRegisters, WaitJson } from './disasm-model.ts';
import type { SampledCode } from './disasm-samples.ts';

/** What is known of the threads that run the code: their registers, and the device. */
export interface Threads {
  readonly grfCount: number | undefined;
  readonly execution: Execution | undefined;
  /** What they get in registers. */
  readonly placed: readonly PlacedEntry[];
  /** Where the kernel's own code begins, in bytes, if the file says it. */
  readonly entry?: number | undefined;
  /** Finds where the samples of the code land. */
  readonly sampled?: (analysis: Analysis) => SampledCode;
}

/** The analysis of a listing, and what it says of each instruction by number. */
export interface Costs {
  readonly summary: CodeAnalysis;
  of(index: number): LineCosts | undefined;
}

type TryCharge = (bytes: number) => boolean;

/** Why code has no analysis although its instructions are known. */
export const UNANALYSED = 'the analysis of this code takes far more work than that of compiled code; it is left out';

/** What an analysis asks before each step: it may always go on, until the deadline. */
export function ticking(budget: Budget | undefined): TryCharge {
  return () => {
    budget?.tick();
    return true;
  };
}

export function analysisOf(code: Bytes, platform: Platform, out: Reporter): Analysis | undefined {
  const { budget } = out;
  // The listing reports what is not an instruction, so this reading does not.
  const reading = new Reporter(code.length, budget);
  const read = readCode(code, platform, reading).value;
  const analysis = reading.exhausted ? undefined : analyseCode(read, ticking(budget));
  if (analysis === undefined) {
    out.report('limit/work', code.span(), '', UNANALYSED);
  }
  return analysis;
}

export function costsOf(analysis: Analysis, threads: Threads, budget: Budget | undefined): Costs {
  const { code, end, flow, loops, live, waits } = analysis;
  const read = entriesRead(analysis, threads, ticking(budget));
  const known = new Set([...read.values()].flat());
  const samples = threads.sampled?.(analysis);
  const { instructions } = code;
  const transfers = new Map(analysis.traffic.flatMap((one) => (one.use === undefined ? [] : [[one.at, one] as const])));
  const offsetOf = (at: number): number => (instructions[at] as Instruction).offset;
  const blocks = flow.blocks.filter(({ first }) => first < end);
  // In the order of their headers: what is in the padding comes last.
  const reached = loops.loops.filter(({ header }) => header < blocks.length);
  const peak = live.registers[live.peak];
  return {
    summary: {
      peak: peak === undefined ? null : { registers: peak, offset: offsetOf(live.peak) },
      grf_count: threads.grfCount ?? null,
      next: nextRegisters(peak ?? 0, threads),
      indirect: analysis.effects.slice(0, end).filter(({ readsUnknown, writesUnknown }) => readsUnknown || writesUnknown).length,
      blocks: blocks.map((block) => ({
        offset: offsetOf(block.first),
        last: offsetOf(Math.min(block.end, end) - 1),
        loop_depth: loops.depthOf[block.index] as number,
        successors: block.successors.map(({ to, kind }: Edge) => ({ block: to, kind })),
      })),
      loops: reached.map(({ header, depth, parent }) => ({ header, depth, parent: parent in reached ? parent : null })),
      arguments: threads.placed.filter(({ entry }) => known.has(entry)).map(({ entry, operand, name }) => ({ entry, operand, name })),
      ...(samples && { samples: samples.summary }),
    },
    of(at) {
      if (at >= end) return undefined;
      const block = flow.blockOf[at] as number;
      const waited = waits[at] as readonly Wait[];
      const transfer = transfers.get(at);
      const entries = read.get(at);
      const sampled = samples?.of(at);
      return {
        live: live.registers[at] as number,
        ...(waited.length === 0 ? {} : { waits: waited.map((wait) => waitJson(wait, at, instructions)) }),
        block,
        loop_depth: loops.depthOf[block] as number,
        ...(transfer?.use === undefined ? {} : { scratch: { use: transfer.use, bytes: transfer.bytes } }),
        ...(entries && { arguments: entries }),
        ...(sampled && { samples: sampled }),
      };
    },
  };
}

/** A place where branches meet may have to wait for many: so many are named. */
const MOST_NAMED = 32;

function waitJson({ kind, on, token, pipe }: Wait, at: number, instructions: readonly Instruction[]): WaitJson {
  const named = on.slice(0, MOST_NAMED).map((producer) => ({
    offset: (instructions[producer] as Instruction).offset,
    distance: at - producer,
    op: (instructions[producer] as Instruction).operation?.mnemonic ?? '',
  }));
  return { kind, ...(token === undefined ? {} : { token }), ...(pipe === undefined ? {} : { pipe }), on: named, producers: on.length };
}

/** The most registers, below those of the code, with which an execution unit runs more threads. */
function nextRegisters(peak: number, { grfCount, execution }: Threads): NextRegisters | null {
  const threads = grfCount === undefined || execution === undefined ? undefined : threadsPerEu(execution, grfCount);
  if (grfCount === undefined || threads === undefined) return null;
  const next = execution?.threadsPerEu.filter((mode) => mode.grf < grfCount && mode.threads > threads).at(-1);
  return {
    threads_per_eu: threads,
    mode: next ? { grf_count: next.grf, threads_per_eu: next.threads, free: Math.max(0, peak - next.grf) } : null,
  };
}
