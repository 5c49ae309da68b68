import { kernelLabel, type Side, zebinsOf } from '../src/internal.ts';
import { listNames } from './commands/info.ts';
import type { Io } from './io.ts';

/** Lists the available kernels, after a pattern that matches none. */
export function warnOfPattern(pattern: string, sides: readonly Side[], io: Io): void {
  const zebins = sides.flatMap(({ files }) => files.flatMap(({ root }) => zebinsOf(root)));
  const names = new Set(zebins.flatMap(({ item, zebin }) => zebin.kernels.map((kernel) => kernelLabel(kernel.name, item.budget))));
  io.warn(`no kernel matches ${pattern}; available: ${listNames([...names])}`);
}
