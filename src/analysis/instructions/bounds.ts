/**
 * The bounds of the analyses, which keep the work and the memory of crafted code in proportion to it. Compiled code meets none. An analysis
 * that meets one says so with its result: past it something is left out, or estimated.
 */

/** What an answer past a bound is about. */
export type BoundOf = 'live' | 'waits' | 'arguments' | 'flow' | 'values';

interface BoundRow {
  readonly of: BoundOf;
  /** What is met, and what follows for the answer: a sentence without its capital and its full stop. */
  readonly what: string;
}

export const BOUNDS = {
  'live/loops': {
    of: 'live',
    what: 'what is live goes around its loops too often to follow: after each block all counts as live that any block reads',
  },
  'live/conditions': {
    of: 'live',
    what: 'its instructions depend on too many conditions at a time to tell them apart: registers may count as live that are not',
  },
  'waits/started': {
    of: 'waits',
    what: 'too many instructions are under way at one place to tell them apart: waits for some of them are left out',
  },
  'waits/loops': {
    of: 'waits',
    what: 'what is under way goes around its loops too often to follow: waits for some instructions are left out',
  },
  'waits/joins': {
    of: 'waits',
    what: 'lanes may wait at too many places at a time to tell them apart: some paths between them are taken for others',
  },
  'waits/passed': {
    of: 'waits',
    what: 'a thread without lanes passes too many places in a row to follow: some paths are left out',
  },
  'arguments/loops': {
    of: 'arguments',
    what: 'its arguments go around its loops too often to follow: instructions that read them are left out',
  },
  'arguments/readers': {
    of: 'arguments',
    what: 'too many places of arguments are read to list them: instructions that read them are left out',
  },
  'flow/returns': { of: 'flow', what: 'its subroutines return to too many places to list them: successors of some blocks are left out' },
  'values/search': { of: 'values', what: 'its values go around its loops too often to follow: some are not found' },
  'values/conditions': {
    of: 'values',
    what: 'its values depend on too many conditions at a time to tell them apart: some are found that are none',
  },
} as const satisfies Readonly<Record<string, BoundRow>>;

export type Bound = keyof typeof BOUNDS;

/** The bounds that an analysis has met so far: it adds to them. */
export type Exceeded = Set<Bound>;

/** The bounds, of those that were met, that an answer is about. */
export const boundsOf = (exceeded: readonly Bound[], of: BoundOf): readonly Bound[] => exceeded.filter((bound) => BOUNDS[bound].of === of);

/** What bounds mean for an answer, as one text; empty without any. */
export const boundsText = (exceeded: readonly Bound[]): string => exceeded.map((bound) => BOUNDS[bound].what).join('; ');
