/** Two builds of a kernel, run with the same launch: whether they leave the same, and where a difference comes from. */
import { readCode } from '../../formats/eu/index.ts';
import type { Allocation } from '../memory.ts';
import type { Launched } from '../model.ts';
import { PRINTF_MEMORY } from '../payload.ts';
import { type Build, gridOf, type Paused, platformOf, runBuild, whole } from './build.ts';
import { Chase } from './chase.ts';
import type { BuildDifference, Chain } from './model.ts';
import { orderOf } from './moment.ts';
import { type Differing, differing, type Output, type Writer, type Writers, writersOf } from './outputs.ts';

export { type Build, gridOf, platformOf, whole } from './build.ts';
export type { BuildDifference, Chain, ChainEnd, ChainLink, ChainVia, Executed } from './model.ts';
export { type Moment, placeOfItem } from './moment.ts';
export type { Writer } from './outputs.ts';

/**
 * Runs two builds of a kernel, and says whether they leave the same in their arguments and print the same. If not, the first store that
 * differs, in the order of work-items, and the chain of instructions from it back to the first value that differs. Builds whose code is
 * at the same places are aligned by address; of others, the stores are found.
 *
 * Each part of the chain is found by running again with observers, whose records are bounded: a chain may end because it was cut.
 *
 * @throws TypeError if a file does not say for which device it is
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const buffer = Object.freeze({ kind: 'buffer', bytes: new Uint8Array(512) });
 * const what = { global: [16], local: [16], arguments: [buffer] };
 * const build = { zebin, kernel: zebin.kernels[0], launch: what };
 * compareBuilds(build, build).isEqual; // true
 */
export function compareBuilds(a: Build, b: Build): BuildDifference {
  return whole(comparingBuilds(a, b));
}

/** What a comparison does: it runs each build, and then looks for where they begin to differ. */
export type ComparingPart = 'a' | 'b' | 'search';

/** How far a comparison is: what it does, and the instructions that the current run has executed. */
export interface ComparingProgress {
  readonly part: ComparingPart;
  readonly instructions: number;
}

/** The work of {@link compareBuilds}, which pauses in long runs. */
export function* comparingBuilds(a: Build, b: Build): Generator<ComparingProgress, BuildDifference> {
  const left = yield* during('a', runBuild(a, []));
  const other = yield* during('b', runBuild(b, []));
  return yield* during('search', differenceOf(a, b, left as Launched, other as Launched));
}

function* during<T>(part: ComparingPart, work: Paused<T>): Generator<ComparingProgress, T> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    yield { part, instructions: value };
  }
}

function* differenceOf(a: Build, b: Build, left: Launched, other: Launched): Paused<BuildDifference> {
  const base = { a: left, b: other };
  if (leftSame(left, other)) return { ...base, isEqual: true, bytes: 0 };
  const found = differing(outputsOf(left), outputsOf(other));
  const printed = left.printf === other.printf || found.bytes > 0 ? undefined : differing(yield* printedBy(a), yield* printedBy(b));
  const { stretches, bytes } = printed ?? found;
  const writers = [yield* writersOf(a, stretches), yield* writersOf(b, stretches)] as const;
  const first = firstOf(a, b, { stretches, bytes }, writers);
  const said = {
    ...base,
    isEqual: false,
    bytes: found.bytes,
    ...(first === undefined ? {} : { memory: first.memory, byte: first.byte, stores: first.stores }),
  };
  if (!areAligned(a, b)) {
    const isDone = left.stop.reason === 'done' && other.stop.reason === 'done';
    if (first === undefined || !isDone) return said;
    return { ...said, chain: yield* new Chase(a, b).ofStores({ memory: first.memory, index: first.byte }, first.stores) };
  }
  const chain = yield* chainOf(a, b, left, other, writers, first);
  return chain === undefined ? said : { ...said, chain };
}

/**
 * Whether two launches came to their end, left the same in their arguments, and printed the same.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const buffer = Object.freeze({ kind: 'buffer', bytes: new Uint8Array(512) });
 * const left = launch(zebin, zebin.kernels[0], { global: [16], local: [16], arguments: [buffer] });
 * leftSame(left, left); // true
 */
export function leftSame(a: Launched, b: Launched): boolean {
  const areDone = a.stop.reason === 'done' && b.stop.reason === 'done';
  return areDone && a.printf === b.printf && differing(outputsOf(a), outputsOf(b)).bytes === 0;
}

function* chainOf(
  a: Build,
  b: Build,
  left: Launched,
  other: Launched,
  writers: readonly [Writers, Writers],
  first: First | undefined,
): Paused<Chain | undefined> {
  const chase = new Chase(a, b);
  // A run that does not end has not stored all: the first byte that differs may be one that it had no time for.
  const stopped =
    left.stop.reason === 'done' ? (other.stop.reason === 'done' ? undefined : 1) : other.stop.reason === 'done' ? 0 : undefined;
  const thread = (stopped === 0 ? left : other).stop.thread;
  if (stopped !== undefined && thread !== undefined) return yield* chase.ofStop(writers[stopped].lastGroup(thread), stopped);
  return first === undefined ? undefined : yield* chase.ofByte({ memory: first.memory, index: first.byte });
}

interface First {
  readonly memory: string;
  readonly byte: number;
  readonly stores: readonly [Writer | undefined, Writer | undefined];
}

/** The byte that the first work-item stored. */
function firstOf(a: Build, b: Build, { stretches }: Differing, writers: readonly [Writers, Writers]): First | undefined {
  const grids = [gridOf(a), gridOf(b)] as const;
  let best = Number.POSITIVE_INFINITY;
  let found: First | undefined;
  for (const [index, { memory, start, differs }] of stretches.entries())
    for (let byte = 0; byte < differs.length; byte++) {
      if (differs[byte] === 0) continue;
      const stores = [writers[0].of(index, byte), writers[1].of(index, byte)] as const;
      for (const [side, store] of stores.entries()) {
        const order = store === undefined ? Number.POSITIVE_INFINITY : orderOf(grids[side] as (typeof grids)[0], store.item);
        if (order >= best) continue;
        best = order;
        found = { memory, byte: start + byte, stores };
      }
    }
  return found;
}

const outputsOf = ({ arguments: all }: Launched): Output[] =>
  all.flatMap((bytes, index) => (bytes === undefined ? [] : [{ memory: `argument ${index}`, bytes }]));

/** The buffer of printf after a run. */
function* printedBy(build: Build): Paused<Output[]> {
  let buffer: Allocation | undefined;
  const memory = (_: unknown, touch: { readonly memory: Allocation | undefined }): boolean => {
    if (touch.memory?.name === PRINTF_MEMORY) buffer = touch.memory;
    return false;
  };
  yield* runBuild(build, [{ watch: ({ message }) => (message === undefined ? undefined : { memory }) }]);
  return buffer === undefined ? [] : [{ memory: PRINTF_MEMORY, bytes: buffer.bytes }];
}

/** Whether the code of two builds is at the same places, so that most instructions are the same. */
function areAligned(a: Build, b: Build): boolean {
  const platform = platformOf(a);
  if (platform !== platformOf(b) || gridOf(a).simd !== gridOf(b).simd) return false;
  const [one, other] = [a, b].map(({ kernel }) =>
    kernel.text === undefined ? [] : readCode(kernel.text.bytes, platform).value.instructions,
  );
  if (one === undefined || other === undefined || one.length !== other.length) return false;
  let equal = 0;
  for (const [i, { offset, operation }] of one.entries()) {
    if (other[i]?.offset !== offset) return false;
    if (other[i]?.operation?.mnemonic === operation?.mnemonic) equal++;
  }
  return equal * 4 >= one.length * 3;
}
