import {
  type Cost,
  type CostInputs,
  type CostModel,
  costFormula,
  type EvaluatedLoop,
  evaluateCost,
  readCosts,
} from '../analysis/cost/index.ts';
import { kernelLabel } from '../formats/demangle/index.ts';
import { eachZebin, type Item } from '../walk/inspect.ts';
import type { Real } from './json.ts';
import { type KernelQuery, kernelFilter, kernelNames } from './kernel/kernel-names.ts';

/** `zebin cost --json`: the compiler's estimate of what kernels cost one hardware thread. */
export interface CostDocument {
  readonly schema: 'zebin/cost/1';
  readonly kernels: readonly KernelCost[];
}

export interface KernelCost {
  /** Address of the image in the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  readonly name: string;
  /** The demangled name. */
  readonly label: string;
  /** Lanes of a hardware thread; null when the file does not say. */
  readonly simd_size: number | null;
  /** The symbols that loop counts depend on, with the values that the caller gave. */
  readonly symbols: readonly CostSymbolInfo[];
  /** Whether kcm_loop_count_exps has the kernel's loops, all loops of the file, or neither, so that no count is known. */
  readonly counts: CostModel['counts'];
  /** The kernel's own instructions, outside of loops. */
  readonly body: CostInfo;
  readonly loops: readonly LoopCostInfo[];
  /** Loops that the counts of inner loops do not account for. They are treated as outermost loops. */
  readonly stray_loops: number;
  /** The totals as formulas of the symbols that they depend on; null for a kernel with more than 16 loops. */
  readonly formulas: { readonly cycles: string | null; readonly bytes_loaded: string | null; readonly bytes_stored: string | null };
  /** Includes all loops; null while `needs` is not empty. */
  readonly total: TotalCost | null;
  /** Values that the total still needs: names of symbols, and `loop 2` for a loop that the compiler could not analyse. */
  readonly needs: readonly string[];
  /** The totals for several values of one symbol; absent unless requested. */
  readonly sweep?: CostSweep;
}

export interface CostInfo {
  readonly cycles: Real;
  readonly bytes_loaded: Real;
  readonly bytes_stored: Real;
}

export interface TotalCost extends CostInfo {
  /** Cycles for each byte loaded or stored: the estimate's measure of arithmetic intensity. Null when there are no bytes. */
  readonly cycles_per_byte: Real | null;
}

export interface CostSymbolInfo {
  /** `n`; `n+8` for a number in the memory of a pointer; `arg1` without a name; `implicit10` for an argument that the compiler added. */
  readonly name: string;
  /** Index of the argument. Those that the compiler adds come after those of the source. */
  readonly argument: number;
  /** Bytes from the start of the argument, or of the memory that it points to. */
  readonly offset: number;
  readonly size: number;
  readonly indirect: boolean;
  readonly value: Real | null;
}

export interface LoopCostInfo {
  /** Counted from 1. */
  readonly index: number;
  /** The loop around it; 0 for the kernel. */
  readonly parent: number;
  readonly depth: number;
  /** One iteration, without the loops in it. */
  readonly body: CostInfo;
  readonly count_kind: 'constant' | 'symbol' | 'unknown';
  /** The count is factor × symbol + constant; null for a count of another form. */
  readonly factor: Real | null;
  readonly symbol: string | null;
  readonly constant: Real | null;
  /** Iterations each time the loop is reached; null while that is unknown. */
  readonly count: Real | null;
  /** Iterations in total. */
  readonly runs: Real | null;
}

export interface CostSweep {
  readonly symbol: string;
  readonly points: readonly { readonly value: Real; readonly total: TotalCost | null }[];
}

/** Which kernels, and values for the unknowns. A name of an unknown applies to each kernel that has it. */
export interface CostRequest extends KernelQuery, CostInputs {
  /** Over a symbol, or over the count of a loop: `loop 2`. */
  readonly sweep?: { readonly symbol: string; readonly values: readonly number[] };
}

/**
 * The compiler's estimate of the cycles and bytes of kernels, for given arguments, in every image at and below `root`: `zebin cost`.
 *
 * @example
 * costDocument(inspect(costs).value, { kernel: 'loop_arg', symbols: new Map([['n', 100]]) }).kernels.length; // 1
 */
export function costDocument(root: Item, request: CostRequest = {}): CostDocument {
  return { schema: 'zebin/cost/1', kernels: [...eachCost(root, request)] };
}

/** The kernels of a {@link costDocument}, one at a time. */
export function* eachCost(root: Item, request: CostRequest): Generator<KernelCost> {
  const isChosen = kernelFilter(request, () => kernelNames(root));
  for (const { item, zebin } of eachZebin(root)) {
    const lanes = new Map(zebin.kernels.map((kernel) => [kernel.name, kernel.zeInfo.execution_env?.simd_size]));
    for (const model of readCosts(zebin))
      if (isChosen(model.kernel)) yield kernelCost(model, item, zebin.target.names, lanes.get(model.kernel) ?? null, request);
  }
}

function kernelCost(
  model: CostModel,
  { address }: Item,
  target: readonly string[],
  lanes: number | null,
  request: CostRequest,
): KernelCost {
  const { loops, total, needs } = evaluateCost(model, request);
  const { sweep } = request;
  return {
    address,
    target,
    name: model.kernel,
    label: kernelLabel(model.kernel),
    simd_size: lanes,
    symbols: model.symbols.map(({ name, argument, offset, size, indirect }) => {
      const value = request.symbols?.get(name) ?? null;
      return { name, argument, offset, size, indirect, value };
    }),
    counts: model.counts,
    body: model.body,
    loops: loops.map(loopInfo),
    stray_loops: model.stray,
    formulas: {
      cycles: costFormula(model, 'cycles') ?? null,
      bytes_loaded: costFormula(model, 'bytes_loaded') ?? null,
      bytes_stored: costFormula(model, 'bytes_stored') ?? null,
    },
    total: totalOf(total),
    needs,
    ...(sweep && (model.symbols.some(({ name }) => name === sweep.symbol) || sweptLoop(model, sweep.symbol) !== undefined)
      ? { sweep: { symbol: sweep.symbol, points: sweep.values.map((value) => pointAt(model, request, sweep.symbol, value)) } }
      : {}),
  };
}

function loopInfo({ loop, count: trips, runs }: EvaluatedLoop): LoopCostInfo {
  const { index, parent, depth, body, count } = loop;
  return {
    index,
    parent,
    depth,
    body,
    count_kind: count.kind,
    factor: count.kind === 'symbol' ? count.factor : null,
    symbol: count.kind === 'symbol' ? count.symbol.name : null,
    constant: count.kind === 'symbol' ? count.constant : count.kind === 'constant' ? count.value : null,
    count: trips ?? null,
    runs: runs ?? null,
  };
}

function pointAt(model: CostModel, request: CostRequest, symbol: string, value: number): CostSweep['points'][number] {
  const loop = sweptLoop(model, symbol);
  const inputs: CostInputs =
    loop === undefined
      ? { ...request, symbols: new Map([...(request.symbols ?? []), [symbol, value]]) }
      : { ...request, loops: new Map([...(request.loops ?? []), [loop, value]]) };
  return { value, total: totalOf(evaluateCost(model, inputs).total) };
}

/** The loop that a sweep varies: `loop 2`, if no symbol has that name. */
function sweptLoop({ symbols, loops }: CostModel, name: string): number | undefined {
  const index = symbols.some((symbol) => symbol.name === name) ? undefined : /^loop (\d+)$/.exec(name)?.[1];
  return index !== undefined && Number(index) >= 1 && Number(index) <= loops.length ? Number(index) : undefined;
}

function totalOf(total: Cost | undefined): TotalCost | null {
  if (!total) return null;
  const { cycles, bytes_loaded, bytes_stored } = total;
  const bytes = bytes_loaded + bytes_stored;
  return { cycles, bytes_loaded, bytes_stored, cycles_per_byte: bytes > 0 ? cycles / bytes : null };
}
