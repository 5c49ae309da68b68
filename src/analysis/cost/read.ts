import type { Zebin } from '../../formats/zebin/index.ts';
import type { Container, Kernel } from '../../formats/zeinfo/index.ts';
import type { Cost, CostLoop, CostModel, CostSymbol, LoopCount } from './model.ts';

type CostInfo = NonNullable<Container['kernels_cost_info']>[number];

/**
 * The estimates of kernels_cost_info, in the order of the file; empty for a file without it.
 *
 * The specification gives each kernel one expression for each of its loops. The compiler, however, collects the expressions of the whole
 * module and writes all of them with every kernel. The kernel's own are therefore found by counting the loops of the kernels before it.
 * Loops that the compiler cannot analyse at all, and loops of functions, make the numbers disagree; then no count is known.
 *
 * Source: intel/intel-graphics-compiler visa/include/KernelCostInfo.h and visa/KernelCost.cpp (costs), IGC/Compiler/CISACodeGen/
 * LoopCountAnalysis.cpp (expressions; argument -1 with factor 1 is an unknown count, with factor 0 a constant) and EmitVISAPass.cpp
 * (how both are written to the file).
 */
export function* readCosts(zebin: Zebin): Generator<CostModel> {
  const infos = zebin.zeInfo?.container.kernels_cost_info ?? [];
  const total = infos.reduce((sum, info) => sum + loopsOf(info), 0);
  const shared = infos.every((info) => (info.kcm_loop_count_exps ?? []).length === total);
  const names = argumentNames(zebin);
  let before = 0;
  for (const info of infos) {
    const loops = loopsOf(info);
    yield modelOf(info, shared ? before : undefined, (argument) => names(info.name ?? '', argument));
    before += loops;
  }
}

function loopsOf(info: CostInfo): number {
  return Math.max((info.Kcm_loop_costs ?? []).length - 1, 0);
}

function modelOf(info: CostInfo, first: number | undefined, nameOf: (argument: number) => string): CostModel {
  const [head, ...costs] = info.Kcm_loop_costs ?? [];
  const written = info.kcm_loop_count_exps ?? [];
  const module = first !== undefined && written.length > 0;
  const isComplete = written.length === costs.length;
  const expressions = isComplete ? written : module ? written.slice(first, first + costs.length) : [];

  const used = new Map<number, CostSymbol>();
  const symbolAt = (index: number): CostSymbol | undefined => {
    const row = info.kcm_args_sym?.[index];
    if (!row) return undefined;
    let symbol = used.get(index);
    if (!symbol) {
      const { argNo = 0, byteOffset = 0, sizeInBytes = 0, isInDirect = false } = row;
      const place = isInDirect || byteOffset !== 0 ? `${byteOffset < 0 ? '' : '+'}${byteOffset}` : '';
      symbol = { name: nameOf(argNo) + place, argument: argNo, offset: byteOffset, size: sizeInBytes, indirect: isInDirect };
      used.set(index, symbol);
    }
    return symbol;
  };

  // The enclosing loops, outermost first, and how many nested loops are still expected in each.
  const open: { readonly index: number; left: number }[] = [{ index: 0, left: head?.num_loops ?? 0 }];
  let stray = 0;
  const loops = costs.map((cost, i): CostLoop => {
    while ((open.at(-1)?.left ?? 1) <= 0) open.pop();
    const parent = open.at(-1);
    if (parent) parent.left--;
    else stray++;
    const depth = Math.max(open.length, 1);
    open.push({ index: i + 1, left: cost.num_loops ?? 0 });
    return { index: i + 1, parent: parent?.index ?? 0, depth, body: costOf(cost), count: countOf(expressions[i], symbolAt) };
  });
  return {
    kernel: info.name ?? '',
    body: costOf(head ?? {}),
    loops,
    symbols: [...used.values()],
    counts: isComplete ? 'own' : module ? 'module' : 'none',
    stray,
  };
}

function costOf(row: { cycle?: number; bytes_loaded?: number; bytes_stored?: number }): Cost {
  return { cycles: row.cycle ?? 0, bytes_loaded: row.bytes_loaded ?? 0, bytes_stored: row.bytes_stored ?? 0 };
}

type Expression = NonNullable<CostInfo['kcm_loop_count_exps']>[number];

function countOf(expression: Expression | undefined, symbolAt: (index: number) => CostSymbol | undefined): LoopCount {
  if (!expression) return { kind: 'unknown' };
  const { factor = 0, argsym_index = -1, C = 0 } = expression;
  if (argsym_index < 0) return factor === 0 ? { kind: 'constant', value: C } : { kind: 'unknown' };
  const symbol = symbolAt(argsym_index);
  return symbol ? { kind: 'symbol', symbol, factor, constant: C } : { kind: 'unknown' };
}

/** What the arguments of kernels are called. */
function argumentNames(zebin: Zebin): (kernel: string, argument: number) => string {
  const kernels = new Map(zebin.kernelEntries.map((kernel) => [kernel.name, kernel.zeInfo]));
  const names = new Map<string, Map<string, string>>();
  for (const { name, args_info } of zebin.zeInfo?.container.kernels_misc_info ?? []) {
    if (name === undefined || names.has(name)) continue;
    names.set(
      name,
      new Map((args_info ?? []).flatMap((arg) => (arg.index === undefined || !arg.name ? [] : [[`${arg.index}`, arg.name]]))),
    );
  }
  /** Highest index of an argument, by kernel: each kernel may have as many symbols as arguments. */
  const highest = new Map<string, number>();
  return (kernel, argument) => {
    const kernelArguments = names.get(kernel);
    const name = kernelArguments?.get(`${argument}`);
    if (name !== undefined) return name;
    const last = highest.get(kernel) ?? highestArgument(kernels.get(kernel), (kernelArguments?.size ?? 0) - 1);
    highest.set(kernel, last);
    return argument > last ? `implicit${argument}` : `arg${argument}`;
  };
}

function highestArgument(kernel: Kernel | undefined, least: number): number {
  return (kernel?.payload_arguments ?? []).reduce((most, one) => Math.max(most, one.arg_index ?? -1), least);
}
