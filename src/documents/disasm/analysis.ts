/** What the instructions of a listing cost: registers that are live, what is waited for, blocks and loops. */
import { type Analysis, analyseCode, type Block, type Bound, type Flow, indirectOf, type Wait } from '../../analysis/instructions/index.ts';
import { type Bytes, firstIndex } from '../../core/bytes/index.ts';
import type { Budget } from '../../core/diag/index.ts';
import { type Execution, threadsPerEu } from '../../devices/index.ts';
import { type Platform, readCode } from '../../formats/eu/index.ts';
import { type EntriesRead, entriesRead, type PlacedEntry } from './arguments.ts';
import type { AnalysisStream, BlockJson, LineCosts, ListOf, NextRegisters, WaitJson } from './model.ts';
import type { SampledCode } from './samples.ts';

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
  readonly summary: AnalysisStream;
  /** The bounds that were met: the analysis is not exact in what they are about. */
  readonly exceeded: readonly Bound[];
  of(index: number): LineCosts | undefined;
}

/** Analyses code. What of it is not an instruction is not reported. */
export function analysisOf(code: Bytes, platform: Platform, budget?: Budget): Analysis {
  budget?.check();
  return analyseCode(readCode(code, platform, { budget }).value, budget);
}

export function costsOf(analysis: Analysis, threads: Threads, budget?: Budget): Costs {
  const { code, end, flow, loops, live } = analysis;
  const read = entriesRead(analysis, threads, budget);
  const known = new Set([...read.entries.values()].flat());
  const samples = threads.sampled?.(analysis);
  const offsets = Uint32Array.from(code.instructions, ({ offset }) => offset);
  const blocks = new ListedBlocks(flow, end, offsets, loops.depthOf);
  // In the order of their headers: what is in the padding comes last.
  const reached = loops.loops.filter(({ header }) => header < blocks.length);
  const peak = live.registers[live.peak];
  return {
    exceeded: [...analysis.exceeded, ...read.exceeded, ...(blocks.isCut ? (['flow/returns'] as const) : [])],
    summary: {
      peak: peak === undefined ? null : { registers: peak, offset: offsets[live.peak] ?? 0 },
      grf_count: threads.grfCount ?? null,
      next: nextRegisters(peak ?? 0, threads),
      indirect: indirectOf(analysis),
      blocks,
      loops: reached.map(({ header, depth, parent }) => ({ header, depth, parent: parent in reached ? parent : null })),
      arguments: threads.placed.filter(({ entry }) => known.has(entry)).map(({ entry, operand, name }) => ({ entry, operand, name })),
      ...(samples && { samples: samples.summary }),
    },
    of: lineCosts(analysis, offsets, read.entries, samples),
  };
}

/** What is said of each instruction. What each reads and writes is not held: a listing takes long. */
function lineCosts(
  { code, end, flow, loops, live, waits, traffic }: Analysis,
  offsets: Uint32Array,
  entries: EntriesRead['entries'],
  samples: SampledCode | undefined,
): Costs['of'] {
  const { instructions } = code;
  const transfers = new Map(traffic.flatMap((one) => (one.use === undefined ? [] : [[one.at, one] as const])));
  const [{ blockOf }, { depthOf }, { registers }] = [flow, loops, live];
  const waitJson = ({ kind, on, token, pipe }: Wait, at: number): WaitJson => {
    const named = on.slice(0, MOST_NAMED).map((producer) => ({
      offset: offsets[producer] ?? 0,
      distance: at - producer,
      op: instructions[producer]?.operation?.mnemonic ?? '',
    }));
    return { kind, ...(token === undefined ? {} : { token }), ...(pipe === undefined ? {} : { pipe }), on: named, producers: on.length };
  };
  return (at) => {
    if (at >= end) return undefined;
    const block = blockOf[at] ?? 0;
    const waited = waits.at(at) as readonly Wait[];
    const transfer = transfers.get(at);
    const read = entries.get(at);
    const sampled = samples?.of(at);
    return {
      live: registers[at] ?? 0,
      ...(waited.length === 0 ? {} : { waits: waited.map((wait) => waitJson(wait, at)) }),
      block,
      loop_depth: depthOf[block] ?? 0,
      ...(transfer?.use === undefined ? {} : { scratch: { use: transfer.use, bytes: transfer.bytes } }),
      ...(read && { arguments: read }),
      ...(sampled && { samples: sampled }),
    };
  };
}

/** The blocks up to the end of the code. Their successors are those of the analysis, past the hubs of subroutines. */
class ListedBlocks implements ListOf<BlockJson> {
  readonly length: number;
  /** Whether successors are left out: more returns than compiled code has, where subroutines return in few places. */
  readonly isCut: boolean;
  private readonly flow: Flow;
  private readonly end: number;
  private readonly offsets: Uint32Array;
  private readonly depthOf: Int32Array;
  /** The block whose returns are the last that are listed, and how many of it are. */
  private readonly last: { readonly block: number; readonly returns: number };

  /** @param end the number of instructions before the padding */
  constructor(flow: Flow, end: number, offsets: Uint32Array, depthOf: Int32Array) {
    this.flow = flow;
    this.end = end;
    this.offsets = offsets;
    this.depthOf = depthOf;
    const { blocks, successors } = flow;
    this.length = firstIndex(blocks.length, (i) => (blocks[i] as Block).first >= end);
    let left = MOST_RETURNS * blocks.length;
    let block = 0;
    for (; block < this.length; block++) {
      let returns = 0;
      for (let edge = successors.startOf(block); edge < successors.endOf(block); edge++)
        if (successors.kind(edge) === 'return') returns = successors.count(successors.block(edge));
      if (returns > left) break;
      left -= returns;
    }
    this.last = { block, returns: left };
    this.isCut = block < this.length;
  }

  at(index: number): BlockJson | undefined {
    if (index < 0 || index >= this.length) return undefined;
    const { first, end } = this.flow.blocks[index] as Block;
    return {
      offset: this.offsets[first] ?? 0,
      last: this.offsets[Math.min(end, this.end) - 1] ?? 0,
      loop_depth: this.depthOf[index] ?? 0,
      successors: this.successorsOf(index),
    };
  }

  *[Symbol.iterator](): Generator<BlockJson> {
    for (let index = 0; index < this.length; index++) yield this.at(index) as BlockJson;
  }

  private successorsOf(index: number): BlockJson['successors'] {
    const { successors } = this.flow;
    const listed: BlockJson['successors'][number][] = [];
    for (let edge = successors.startOf(index); edge < successors.endOf(index); edge++) {
      const kind = successors.kind(edge);
      const block = successors.block(edge);
      if (kind !== 'return') {
        listed.push({ block, kind });
        continue;
      }
      const first = successors.startOf(block);
      const most = index < this.last.block ? successors.count(block) : index === this.last.block ? this.last.returns : 0;
      for (let one = first; one < first + most; one++) listed.push({ block: successors.block(one), kind });
    }
    return listed;
  }
}

/** Edges of returns that are listed for each block, on average: a call has one for each end of its subroutine, and a block of its own. */
const MOST_RETURNS = 4;

/** A place where branches meet may have to wait for many: so many are named. */
const MOST_NAMED = 32;

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
