/** What a case gives to a launch. */
import { type Budget, grouped, refusal } from '../../core/diag/index.ts';
import type { Argument, Launch } from '../model.ts';
import { sizeOf } from './elements.ts';
import { filled } from './fill.ts';
import type { Case, CaseArgument } from './model.ts';

/** Bytes of memory of the device that a launch may have. */
const MOST_MEMORY = 1_000_000_000;

/** The limits of what a case may ask for. */
export interface ArgumentOptions {
  /** Bytes of all arguments together; 10⁹ if absent. */
  readonly maxMemory?: number | undefined;
  readonly budget?: Budget | undefined;
}

/**
 * The launch of a case.
 *
 * Throws `FormatError`: `run/limit` for arguments that need more than `maxMemory`, `run/case` for data that is damaged.
 *
 * @example
 * launchOf(readCases(cases).value.cases[0]).arguments.length; // 1
 */
export function launchOf(one: Case, options: ArgumentOptions = {}): Launch {
  const { global, local, offset, launches } = one;
  return { global, local, offset, arguments: argumentsOf(one, options), ...(launches === 1 ? {} : { times: launches }) };
}

/** The arguments of a case, filled. Throws as {@link launchOf}. */
export function argumentsOf(
  { args, path }: Pick<Case, 'args' | 'path'>,
  { maxMemory = MOST_MEMORY, budget }: ArgumentOptions = {},
): Argument[] {
  const bytes = args.reduce((sum, one) => sum + bytesOf(one), 0);
  if (bytes > maxMemory)
    throw refusal('run/limit', path, `the arguments need ${grouped(bytes)} bytes; --max-memory allows ${grouped(maxMemory)}`);
  return args.map((one) => argumentOf(one, budget));
}

function bytesOf(one: CaseArgument): number {
  return one.kind === 'buffer' || one.kind === 'image' ? one.count * sizeOf(one.type) : 0;
}

function argumentOf(one: CaseArgument, budget: Budget | undefined): Argument {
  if (one.kind === 'buffer') {
    const bytes = filled(one.type, one.count, one.fill, budget);
    const uninitialized = one.uninitialized === true ? { uninitialized: true } : {};
    return { kind: 'buffer', bytes, ...uninitialized, ...(one.pointers === undefined ? {} : { pointers: one.pointers }) };
  }
  if (one.kind !== 'image') return one;
  return { kind: 'image', bytes: filled(one.type, one.count, one.fill, budget), ...one.shape };
}
