/** Checks while a kernel runs: observers that find what is wrong, although the code may go on. */
import type { Launch, Stop } from '../model.ts';
import type { Observer } from '../observer.ts';
import { barrierCheck } from './barrier.ts';
import { boundsCheck } from './bounds.ts';
import { divisionCheck } from './division.ts';
import { endChecks } from './end.ts';
import { fenceCheck } from './fence.ts';
import { type CheckFinding, Findings } from './findings.ts';
import { type CheckKind, USUAL_CHECKS } from './kinds.ts';
import { ownCheck } from './own.ts';
import { printfCheck } from './printf.ts';
import { raceCheck } from './race.ts';
import { undefinedCheck } from './undefined.ts';
import { valueCheck } from './values.ts';
import { waitCheck } from './waits.ts';

export type { AccessKind, CheckDetail, CheckFinding, CodePlace } from './findings.ts';
export { CHECKS, type CheckKind, type CheckRow, USUAL_CHECKS } from './kinds.ts';

/** Checks of one launch. */
export interface Checks {
  /** For the launch: `observers`. */
  readonly observers: readonly Observer[];
  /** What was found until the run stopped, in the order in which it happened. */
  findings(stop: Stop): readonly CheckFinding[];
}

interface Factory {
  readonly kinds: readonly CheckKind[];
  readonly make: (findings: Findings, kinds: ReadonlySet<CheckKind>, launch: Launch) => Observer;
}

const FACTORIES: readonly Factory[] = [
  { kinds: ['out-of-bounds', 'null', 'misaligned'], make: boundsCheck },
  { kinds: ['out-of-bounds', 'stack'], make: ownCheck },
  { kinds: ['uninitialized'], make: undefinedCheck },
  { kinds: ['race'], make: raceCheck },
  { kinds: ['barrier'], make: barrierCheck },
  { kinds: ['missing-wait', 'in-flight'], make: waitCheck },
  { kinds: ['missing-wait'], make: fenceCheck },
  { kinds: ['division-by-zero'], make: divisionCheck },
  { kinds: ['printf-overflow'], make: printfCheck },
  { kinds: ['nan', 'division-by-zero', 'conversion', 'shift', 'denormal'], make: valueCheck },
];

/**
 * Checks for a launch. They belong to it: another launch needs others.
 *
 * @example
 * const { value: zebin } = readZebin(bytes);
 * const buffer = Object.freeze({ kind: 'buffer', bytes: new Uint8Array(512) });
 * const what = { global: [16], local: [16], arguments: [buffer] };
 * const checks = newChecks(what);
 * const { stop } = launch(zebin, zebin.kernels[0], { ...what, observers: checks.observers });
 * checks.findings(stop).map(({ kind }) => kind); // []
 */
export function newChecks(launch: Launch, kinds: readonly CheckKind[] = USUAL_CHECKS): Checks {
  const wanted = new Set(kinds);
  const findings = new Findings(launch.offset ?? [], launch.local);
  const observers = FACTORIES.filter((one) => one.kinds.some((kind) => wanted.has(kind))).map(({ make }) => make(findings, wanted, launch));
  return {
    observers: [findings.observer, ...observers],
    findings: (stop) => {
      endChecks(findings, stop, launch);
      return findings.all.filter(({ kind }) => wanted.has(kind));
    },
  };
}
