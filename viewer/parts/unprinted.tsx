import { count } from './shown.ts';
import type { VirtualRows } from './virtual.ts';

/** Says on paper which rows of a long list are on it. */
export function Unprinted({ of: { unprinted }, all, unit }: { of: VirtualRows; all: number; unit: string }) {
  if (unprinted === 0) return null;
  return (
    <p class="unprinted">
      The first {count(all - unprinted, unit)} of {count(all, unit)}: the page has the others.
    </p>
  );
}
