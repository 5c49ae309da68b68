import { kernelLabel, type Side, zebinsOf } from '../src/index.ts';
import { listNames } from './commands/info.ts';
import type { Io } from './io.ts';

/** Whether there is something to compare; if not, says what there is. */
export function requireKernels(sides: readonly Side[], found: number, pattern: string | undefined, io: Io): boolean {
  if (found > 0) return true;
  const zebins = sides.flatMap(({ files }) => files.flatMap(({ root }) => zebinsOf(root)));
  const names = [...new Set(zebins.flatMap(({ zebin }) => zebin.kernels.map((kernel) => kernelLabel(kernel.name))))];
  if (pattern !== undefined && names.length > 0) {
    io.warn(`no kernel is named ${pattern}; there are: ${listNames(names)}`);
    return false;
  }
  // Libraries of functions have no kernels and can still be compared.
  if (zebins.length > 0) return true;
  io.warn(`there is no zebin in ${sides.map(({ path }) => path).join(' and ')}`);
  return false;
}
