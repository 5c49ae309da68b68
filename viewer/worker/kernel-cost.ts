/** The requests of the cost tab: the compiler's estimate, and its curve over one of the things that it depends on. */
import { costDocument, type KernelCost } from '../../src/internal.ts';
import { itemAt } from './files.ts';
import type { KernelParams } from './kernel-place.ts';

export interface CostParams extends KernelParams {
  /** Values by what needs them: symbol names, and `loop 2` for a loop that the compiler could not follow. */
  readonly values: readonly (readonly [string, number])[];
  /** The curve runs over this one, from 0 on in equal steps. */
  readonly over?: { readonly name: string; readonly to: number };
}

const POINTS = 64;

export const COST_HANDLERS = {
  /** Null for a kernel without an estimate. */
  cost: ({ file, at, name, values, over }: CostParams): KernelCost | null => {
    const loops = values.flatMap(([key, value]) => (loopIndex(key) === undefined ? [] : [[loopIndex(key) ?? 0, value] as const]));
    const { kernels } = costDocument(itemAt(file, at), {
      pattern: name,
      symbols: new Map(values),
      loops: new Map(loops),
      ...(over ? { sweep: { symbol: over.name, values: steps(over.to) } } : {}),
    });
    return kernels.find((kernel) => kernel.address === at && kernel.name === name) ?? null;
  },
};

function loopIndex(need: string): number | undefined {
  const index = /^loop (\d+)$/.exec(need)?.[1];
  return index === undefined ? undefined : Number(index);
}

/** Whole numbers, as counts are. */
function steps(to: number): number[] {
  const points = Math.min(POINTS, Math.max(Math.ceil(to), 1));
  return [...new Set(Array.from({ length: points + 1 }, (_, i) => Math.round((to * i) / points)))];
}
