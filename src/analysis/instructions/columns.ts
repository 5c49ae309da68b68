/**
 * Figures of a kernel's code as columns: one row each. `info`, `scan`, `compare`, limits and the reference page derive from them.
 * To compute them, the code must be decoded.
 */
import { type Code, type Instruction, inRange, platformNumber } from '../../formats/eu/index.ts';
import { type BoundOf, boundsOf } from './bounds.ts';
import { type Analysis, type Measures, measuresOf, PIPE_NAMES, type PipeCounts } from './measure.ts';
import type { PipeName } from './pipes.ts';

export interface CodeColumn<N extends string = string> {
  readonly name: N;
  /** Heading for users. */
  readonly title: string;
  readonly unit: string;
  /** One or more sentences. */
  readonly doc: string;
  /** Which direction is an improvement. If absent, builds are not compared by it. */
  readonly better?: 'less' | 'more';
  /** The bounds of the analysis past which it is not known, by what they are about. */
  readonly of?: BoundOf;
  /** Null if the code does not have it. */
  value(measures: Measures, code: Code): number | null;
}

const column = <const N extends string>(
  name: N,
  title: string,
  unit: string,
  doc: string,
  value: CodeColumn['value'],
  better?: CodeColumn['better'],
  of?: BoundOf,
): CodeColumn<N> => ({ name, title, unit, doc, value, ...(better === undefined ? {} : { better }), ...(of === undefined ? {} : { of }) });

const sum = (counts: PipeCounts | undefined): number => PIPE_NAMES.reduce((total, pipe) => total + (counts?.[pipe] ?? 0), 0);

const byPipe = PIPE_NAMES.map(
  <const P extends PipeName>(pipe: P): CodeColumn<`${P}_instructions`> =>
    column(
      `${pipe}_instructions`,
      pipe,
      'instructions',
      pipe === 'control' ? 'Branches, `sync` and `nop`.' : `Instructions that the ${pipe} pipe runs.`,
      ({ byPipe }) => byPipe[pipe],
    ),
);

/** Loop depths of the columns; the last stands for that depth and deeper. */
const DEPTHS = [0, 1, 2, 3] as const;
const DEEPEST = 3;

const byDepth = DEPTHS.map(
  <const D extends (typeof DEPTHS)[number]>(depth: D): CodeColumn<`depth_${D}_instructions`> =>
    column(
      `depth_${depth}_instructions`,
      `in ${depth}${depth === DEEPEST ? '+' : ''} loops`,
      'instructions',
      `Instructions with ${depth}${depth === DEEPEST ? ' or more' : ''} loops around them.`,
      ({ byDepth }) => (depth === DEEPEST ? byDepth.slice(DEEPEST).reduce((total, counts) => total + sum(counts), 0) : sum(byDepth[depth])),
    ),
);

const KINDS = ['load', 'store', 'atomic', 'sample', 'other'] as const;

const messages = KINDS.map(
  <const K extends (typeof KINDS)[number]>(kind: K): CodeColumn<`${K}_messages`> =>
    column(
      `${kind}_messages`,
      `${kind} messages`,
      'messages',
      kind === 'other' ? 'Messages that are none of these, such as barriers and fences.' : `Messages that ${kind}.`,
      ({ sends }) => sends[kind].count,
      'less',
    ),
);

const bytes = KINDS.filter((kind) => kind !== 'other').map(
  <const K extends Exclude<(typeof KINDS)[number], 'other'>>(kind: K): CodeColumn<`${K}_bytes`> =>
    column(
      `${kind}_bytes`,
      `${kind} bytes`,
      'bytes',
      `Bytes that ${kind} messages move with all lanes, each executed once.`,
      ({ sends }) => sends[kind].bytes,
      'less',
    ),
);

const SCRATCH = [
  ['spill', 'spills', 'Messages that write registers to the scratch space. `spill_size` is how much space they use.'],
  ['fill', 'fills', 'Messages that read spilled registers back.'],
  ['private', 'privateMemory', 'Other messages to the scratch space: private memory.'],
] as const;

const scratch = SCRATCH.map(([name, key, doc]) =>
  column(`${name}_messages`, `${name} messages`, 'messages', doc, (measures) => measures[key].count, 'less'),
);
const scratchBytes = SCRATCH.map(([name, key]) =>
  column(
    `${name}_bytes`,
    `${name} bytes`,
    'bytes',
    `Bytes that these move, each executed once.`,
    (measures) => measures[key].bytes,
    'less',
  ),
);

const offsetAt = ({ instructions }: Code, at: number): number | null => (instructions[at] as Instruction | undefined)?.offset ?? null;

export const CODE_COLUMNS = [
  column(
    'instructions',
    'instructions',
    'instructions',
    'Instructions of the kernel, without the padding after its end.',
    (measures) => measures.instructions,
    'less',
  ),
  ...byPipe,
  ...byDepth,
  column('loops', 'loops', 'loops', 'Loops.', ({ loops }) => loops.length),
  ...messages,
  ...bytes,
  ...scratch,
  ...scratchBytes,
  column(
    'peak_registers',
    'live registers',
    'registers',
    'The most general registers that are live at a time: the minimum for an allocation.',
    ({ peakRegisters }) => peakRegisters,
    'less',
    'live',
  ),
  column(
    'peak_offset',
    'peak at',
    'bytes',
    'Offset in the code of the first instruction before which so many are live.',
    ({ peakAt }, code) => offsetAt(code, peakAt),
    undefined,
    'live',
  ),
  column(
    'indirect_instructions',
    'indirect',
    'instructions',
    'Instructions that use an address register: what they read is not counted as live.',
    ({ indirect }) => indirect,
  ),
  column(
    'longest_waits',
    'chain of waits',
    'messages',
    'The longest chain of messages in which each starts after the wait for the result of the previous one. Null before Xe, where waits are not in the code.',
    ({ longestWaits }, { platform }) => (inRange(platformNumber(platform), '12p1-') ? longestWaits : null),
    'less',
    'waits',
  ),
  column(
    'loop_issue_cycles',
    'loop cycles',
    'cycles',
    'An estimate: the cycles that one iteration of the most expensive loop needs to issue its own instructions, without waits and inner ' +
      'loops, by the table of the compiler’s scheduler (visa/LocalScheduler/LatencyTable.cpp of intel/intel-graphics-compiler). Null without loops and before Xe.',
    ({ loops }) =>
      loops.reduce<number | null>((most, { issueCycles = null }) => (most === null ? issueCycles : Math.max(most, issueCycles ?? 0)), null),
    'less',
  ),
] as const satisfies readonly CodeColumn[];

export type CodeColumnName = (typeof CODE_COLUMNS)[number]['name'];

/** The figures of a piece of code; null for figures that it does not have, and for those that are not known past a bound of the analysis. */
export type CodeFigures = { readonly [N in CodeColumnName]: number | null };

export function codeFigures(analysis: Analysis): CodeFigures {
  const measures = measuresOf(analysis);
  return Object.fromEntries(
    (CODE_COLUMNS as readonly CodeColumn[]).map(({ name, value, of }) => {
      const isKnown = of === undefined || boundsOf(analysis.exceeded, of).length === 0;
      return [name, isKnown ? value(measures, analysis.code) : null];
    }),
  ) as CodeFigures;
}
