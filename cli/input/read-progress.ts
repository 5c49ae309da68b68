/** How much of a long input was read, as a line on a terminal. */

import { inUnits } from '../text.ts';
import { visible } from '../visible.ts';
import type { Standard } from './standard.ts';

/** Nothing is shown of what takes no longer. */
const AFTER_MS = 1000;
const EVERY_MS = 200;

/** Called with the bytes that were read so far. @param total the size of the input, if it is known */
export function readProgress(name: string, standard: Standard, total?: number): (read: number) => void {
  let next = performance.now() + AFTER_MS;
  return (read) => {
    const now = performance.now();
    if (now < next) return;
    next = now + EVERY_MS;
    const of = total === undefined ? '' : ` of ${inUnits(total)}`;
    standard.progress?.(`reading ${visible(name)}: ${inUnits(Math.min(read, total ?? read))}${of}`);
  };
}
