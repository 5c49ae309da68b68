/** Why a run cannot go on: each cause is a row, with what it says and what it means to checks. */
import type { CheckKind } from './checks/kinds.ts';

interface CauseRow {
  /** `fault`: the device could not go on; `limit`: the run is not allowed to. */
  readonly reason: 'fault' | 'limit';
  /** What checks call it; absent where it is not a fault of the program. */
  readonly check?: CheckKind;
  readonly says: (...facts: never[]) => string;
}

const grouped = (number: number): string => number.toLocaleString('en-US');

export const CAUSES = {
  unmapped: {
    reason: 'fault',
    check: 'out-of-bounds',
    says: (size: number, address: number, where: string) => `${size} bytes at 0x${address.toString(16)}, which is ${where}`,
  },
  'no-code': {
    reason: 'fault',
    check: 'out-of-bounds',
    says: (address: number) => `execution at 0x${(address >>> 0).toString(16)}, where no code is`,
  },
  'no-surface': { reason: 'fault', check: 'out-of-bounds', says: (which: string) => `no surface ${which}` },
  'no-image': { reason: 'fault', check: 'out-of-bounds', says: (what: string) => `${what} a surface that is not an image` },
  'no-sampler': { reason: 'fault', check: 'out-of-bounds', says: () => 'a sampler that the kernel does not have' },
  'no-scratch': { reason: 'fault', check: 'out-of-bounds', says: () => 'scratch memory that the kernel does not declare' },
  rectangle: { reason: 'fault', says: () => 'a rectangle that is larger than all registers' },
  'no-partner': { reason: 'fault', says: () => 'dpasw in a group whose number of threads is odd' },
  deadlock: {
    reason: 'fault',
    check: 'barrier',
    says: (waiting: number, all: number) => `${waiting} of ${all} threads wait for a barrier that no thread will signal`,
  },
  repeats: {
    reason: 'limit',
    check: 'hang',
    says: (period: number) => `the run does not end: all threads and all memory are as they were ${grouped(period)} instructions before`,
  },
  instructions: { reason: 'limit', check: 'hang', says: (most: number) => `${grouped(most)} instructions were executed` },
  memory: { reason: 'limit', says: (what: string) => `more memory than is allowed, for ${what}` },
  printed: {
    reason: 'limit',
    check: 'printf-overflow',
    says: (bytes: number, size: number) =>
      `the kernel printed ${grouped(bytes)} bytes of records, and its buffer has room for ${grouped(size)}: the text is cut`,
  },
  text: { reason: 'limit', says: (most: number) => `the kernel printed more than ${grouped(most)} characters: the text is cut` },
} as const satisfies Readonly<Record<string, CauseRow>>;

/** A word for why a run stopped. */
export type StopCause = keyof typeof CAUSES;

type Facts<C extends StopCause> = Parameters<(typeof CAUSES)[C]['says']>;

/** A run that cannot go on: what the device would stop for, or more memory or instructions than are allowed. */
export class Halt extends Error {
  readonly why: StopCause;

  constructor(why: StopCause, message: string) {
    super(message);
    this.why = why;
  }
}

/** The halt of a cause, whose sentence has these facts. */
export function halt<C extends StopCause>(why: C, ...facts: Facts<C>): Halt {
  const says = CAUSES[why].says as (...all: Facts<C>) => string;
  return new Halt(why, says(...facts));
}

/** What checks call a cause. */
export const checkKindOf = (why: StopCause): CheckKind | undefined => (CAUSES[why] as CauseRow).check;
