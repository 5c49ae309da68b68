/** The smallest case of a kernel: fewer groups, smaller groups, shorter buffers, simpler contents. */
import type { Search } from './search.ts';

/** A case, or a part of it, as JSON has it: its format is in docs/run.md. */
export interface CaseJson {
  readonly [key: string]: unknown;
}

/** What a case has for readers, and what a smaller launch does not leave: expected results. */
const DISPENSABLE = ['outputs', 'origin', 'known', 'note', 'launches', 'fresh', 'needs'];
const ZEROS = { zero: 1 };

/** Searches the smallest case. */
export function* reduceCase(original: CaseJson): Search<CaseJson, CaseJson> {
  let value = original;
  for (const key of DISPENSABLE) {
    const { [key]: _, ...rest } = value;
    if (key in value && (yield rest)) value = rest;
  }
  for (;;) {
    const before = value;
    for (const step of [fewerGroups, laterStart, smallerGroups, smallerArguments]) value = yield* step(value);
    if (value === before) return value;
  }
}

/** Leaves out the last groups of each dimension. */
function* fewerGroups(one: CaseJson): Search<CaseJson, CaseJson> {
  let value = one;
  const local = numbersOf(one, 'local');
  for (const [d, size] of numbersOf(one, 'global').entries()) {
    const items = local[d] ?? 1;
    const around = value;
    const make = (groups: number): CaseJson => ({ ...around, global: replaced(numbersOf(around, 'global'), d, groups * items) });
    value = yield* least(value, Math.ceil(size / items), 1, make);
  }
  return value;
}

/** Leaves out the first groups of each dimension. */
function* laterStart(one: CaseJson): Search<CaseJson, CaseJson> {
  let value = one;
  const local = numbersOf(one, 'local');
  for (const [d, size] of numbersOf(one, 'global').entries()) {
    const items = local[d] ?? 1;
    const around = value;
    const [global, offset] = [numbersOf(around, 'global'), numbersOf(around, 'offset')];
    const starts = global.map((_, k) => offset[k] ?? 0);
    const make = (groups: number): CaseJson => {
      const left = size - groups * items;
      return { ...around, global: replaced(global, d, size - left), offset: replaced(starts, d, (starts[d] ?? 0) + left) };
    };
    value = yield* least(value, Math.ceil(size / items), 1, make);
  }
  return value;
}

/** Gives groups fewer work-items, where there is only one in a dimension. */
function* smallerGroups(one: CaseJson): Search<CaseJson, CaseJson> {
  let value = one;
  for (const [d, size] of numbersOf(one, 'local').entries()) {
    const around = value;
    const global = numbersOf(around, 'global');
    if (global[d] !== size) continue;
    const make = (items: number): CaseJson => ({
      ...around,
      global: replaced(global, d, items),
      local: replaced(numbersOf(around, 'local'), d, items),
    });
    value = yield* least(value, size, 1, make);
  }
  return value;
}

/** Shortens buffers, gives them zeros, and makes numbers smaller. */
function* smallerArguments(one: CaseJson): Search<CaseJson, CaseJson> {
  let value = one;
  const count = Array.isArray(one.args) ? one.args.length : 0;
  for (let i = 0; i < count; i++)
    for (const key of ['count', 'value'] as const) {
      const around = value;
      const argument = argumentOf(around, i);
      const size = argument[key];
      if (typeof size !== 'number' || !Number.isInteger(size)) continue;
      value = yield* least(value, size, key === 'count' ? 1 : 0, (number) => withArgument(around, i, { ...argument, [key]: number }));
    }
  for (let i = 0; i < count; i++) {
    const argument = argumentOf(value, i);
    if (argument.fill === undefined || JSON.stringify(argument.fill) === JSON.stringify(ZEROS)) continue;
    const candidate = withArgument(value, i, { ...argument, fill: ZEROS });
    if (yield candidate) value = candidate;
  }
  return value;
}

/** The least number for which a case has the property, found by halves; the value that it has with that number. */
function* least(value: CaseJson, from: number, lowest: number, make: (number: number) => CaseJson): Search<CaseJson, CaseJson> {
  if (from <= lowest) return value;
  const smallest = make(lowest);
  if (yield smallest) return smallest;
  let kept = value;
  let at = from;
  for (let step = (from - lowest) >> 1; step > 0; ) {
    const candidate = at - step > lowest ? make(at - step) : undefined;
    if (candidate !== undefined && (yield candidate)) {
      kept = candidate;
      at -= step;
    } else step >>= 1;
  }
  return kept;
}

const numbersOf = (one: CaseJson, key: string): readonly number[] => (Array.isArray(one[key]) ? (one[key] as number[]) : []);

const replaced = (all: readonly number[], at: number, number: number): readonly number[] => all.map((one, i) => (i === at ? number : one));

const argumentOf = ({ args }: CaseJson, i: number): CaseJson => (args as readonly CaseJson[])[i] ?? {};

const withArgument = (one: CaseJson, i: number, argument: CaseJson): CaseJson => ({
  ...one,
  args: (one.args as readonly CaseJson[]).map((other, k) => (k === i ? argument : other)),
});
