/** When V8 optimizes functions, in all threads of the process. */
import { setFlagsFromString } from 'node:v8';

/**
 * Lets V8 optimize a function after six times the bytecode that it takes by default (67,584 bytes). Most runs last a second at most: of
 * their processor time, optimizing was a third, for functions that were not called often enough afterwards (`check` of 4 MB of zebins).
 */
export function optimizeLater(): void {
  setFlagsFromString('--interrupt-budget=400000');
}
