/** When V8 optimizes functions, in all threads of the process. */
import { setFlagsFromString } from 'node:v8';

/**
 * Lets the V8 of Node 20 optimize a function after six times the bytecode that it takes by default (67,584 bytes). Most runs last a second
 * at most: optimizing was a third of their processor time, for functions that were not called often enough afterwards (`validate` and
 * `check` of 9.5 MB of zebins). Later versions count calls instead; they optimize late enough, and print an error for this flag.
 */
export function optimizeLater(): void {
  if (process.versions.v8.startsWith('11.3.')) setFlagsFromString('--interrupt-budget=400000');
}
