import type { Cost, CostLoop, CostModel, LoopCount } from './model.ts';

/** Values that the file does not contain. */
export interface CostInputs {
  /** Values of symbols, by name. */
  readonly symbols?: ReadonlyMap<string, number>;
  /** Trip counts by loop index; they override the file. */
  readonly loops?: ReadonlyMap<number, number>;
  /** Trip count of every loop that the compiler could not analyse. */
  readonly assume?: number;
}

/** A loop with its numbers; a number is undefined if it depends on a missing value. */
export interface EvaluatedLoop {
  readonly loop: CostLoop;
  /** Trip count each time it is reached; never less than 0. */
  readonly count: number | undefined;
  /** How often its body runs in total. */
  readonly runs: number | undefined;
}

export interface EvaluatedCost {
  readonly loops: readonly EvaluatedLoop[];
  /** Cost of one hardware thread including all loops; undefined if a value is missing. */
  readonly total: Cost | undefined;
  /**
   * Missing values that the total depends on: symbol names, and `loop 2` for a loop that the compiler could not analyse. Empty with a
   * total.
   */
  readonly needs: readonly string[];
}

/**
 * Cost of the kernel = its own instructions + for each loop count × (its body + the loops in it).
 *
 * Source: intel/intel-graphics-compiler visa/include/KernelCostInfo.h.
 *
 * @example
 * const [model] = costModels(readZebin(costs).value); // of loop_arg
 * evaluateCost(model, { symbols: new Map([['n', 100]]) }).total?.cycles; // 4051
 */
export function evaluateCost(model: CostModel, inputs: CostInputs = {}): EvaluatedCost {
  const needs = new Set<string>();
  /** How often each body runs, by index; the kernel itself runs once. */
  const runs: (number | undefined)[] = [1];
  const loops = model.loops.map((loop): EvaluatedLoop => {
    const count = countOf(loop, inputs);
    const around = runs[loop.parent];
    // A loop that is never reached needs no count.
    if (count === undefined && around !== 0) needs.add(loop.count.kind === 'symbol' ? loop.count.symbol.name : `loop ${loop.index}`);
    const all = around === 0 || count === 0 ? 0 : around === undefined || count === undefined ? undefined : around * count;
    runs[loop.index] = all;
    return { loop, count, runs: all };
  });
  const sum = (key: keyof Cost): number => loops.reduce((total, one) => total + one.loop.body[key] * (one.runs ?? 0), model.body[key]);
  const known = loops.every((one) => one.runs !== undefined);
  return {
    loops,
    total: known ? { cycles: sum('cycles'), bytes_loaded: sum('bytes_loaded'), bytes_stored: sum('bytes_stored') } : undefined,
    needs: known ? [] : [...needs],
  };
}

function countOf({ index, count }: CostLoop, { symbols, loops, assume }: CostInputs): number | undefined {
  const tripCount = loops?.get(index);
  if (tripCount !== undefined) return Math.max(tripCount, 0);
  if (count.kind === 'constant') return Math.max(count.value, 0);
  if (count.kind === 'unknown') return assume === undefined ? undefined : Math.max(assume, 0);
  const value = symbols?.get(count.symbol.name);
  return value === undefined ? undefined : Math.max(count.factor * value + count.constant, 0);
}

/** The count as text: `0.5 × n - 1`, `100`, or `loop 2` for a count that the compiler does not know. */
export function countText(count: LoopCount, index: number): string {
  if (count.kind === 'constant') return String(count.value);
  if (count.kind === 'unknown') return `loop ${index}`;
  const { factor, constant, symbol } = count;
  const product = factor === 1 ? symbol.name : `${rounded(factor)} × ${symbol.name}`;
  return constant === 0 ? product : `${product} ${constant < 0 ? '-' : '+'} ${rounded(Math.abs(constant))}`;
}

/** A formula of more loops is unreadable. */
const FORMULA_LOOPS = 16;

/**
 * One number of the total as a formula: `81 + n × (56 + loop 2 × 8)`; undefined for a kernel with more than 16 loops.
 *
 * @example
 * const [model] = costModels(readZebin(costs).value); // of loop_arg
 * costFormula(model, 'cycles'); // '51 + n × 40'
 */
export function costFormula({ body, loops }: CostModel, key: keyof Cost): string | undefined {
  if (loops.length > FORMULA_LOOPS) return undefined;
  if (loops.length === 0) return String(body[key]);
  // From the innermost loop outwards: a loop comes after the one that contains it.
  const inside: string[][] = Array.from({ length: loops.length + 1 }, () => []);
  for (const loop of [...loops].reverse()) {
    const parts = inside[loop.index] ?? [];
    const sum = loop.body[key] === 0 ? parts : [String(loop.body[key]), ...parts];
    if (sum.length === 0) continue;
    const count = countText(loop.count, loop.index);
    const factor = / [-+] /.test(count) ? `(${count})` : count;
    inside[loop.parent]?.unshift(`${factor} × ${sum.length === 1 && !sum[0]?.includes(' + ') ? sum[0] : `(${sum.join(' + ')})`}`);
  }
  const parts = inside[0] ?? [];
  return (body[key] === 0 && parts.length > 0 ? parts : [String(body[key]), ...parts]).join(' + ');
}

function rounded(value: number): number {
  return Number(value.toPrecision(6));
}
