/** A kernel that changed, with a summary of its code. */
import { number } from '../../parts/shown.ts';
import type { Params, Result } from '../../worker/handlers.ts';

export type Sides = Pick<Params<'compare'>, 'file' | 'base' | 'next'>;
export type ChangedKernel = Result<'compareKernels'>['rows'][number];

/** The kernel that the address of the page names. */
export function chosenKernel(all: readonly ChangedKernel[], name: string | undefined, at: string): ChangedKernel | undefined {
  return all.find((row) => row.name === name && row.base === at) ?? all.find((row) => row.name === name);
}

/** `3 changed, 1 new, 0 gone`. */
export function changesText({ changed, new: added, gone }: NonNullable<ChangedKernel['code']>): string {
  if (changed + added + gone === 0) return 'the same except for registers, addresses and waits';
  return `${number(changed)} changed, ${number(added)} new, ${number(gone)} gone`;
}
