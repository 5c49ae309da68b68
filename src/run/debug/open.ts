/** How a session begins, and how its motions end. */
import { coreFamily } from '../../devices/index.ts';
import { type Platform, platformOfCore } from '../../formats/eu/index.ts';
import { targetCore, type Zebin, type ZebinKernel } from '../../formats/zebin/index.ts';
import { machineOf } from '../launch.ts';
import { Machine } from '../machine.ts';
import type { Launch, Launched } from '../model.ts';
import type { Motion } from './history.ts';
import { Session } from './session.ts';
import { Tracker } from './tracker.ts';

/**
 * A session at the first instruction of a launch; or what is left of a launch that cannot begin.
 *
 * @throws TypeError if the file does not say for which device it is, and no platform is given.
 *
 * @example
 * const session = newSession(zebin, kernel, launch);
 * if (session instanceof Session) ended(session.stepInstruction()).reason; // 'step'
 */
export function newSession(zebin: Zebin, kernel: ZebinKernel, launch: Launch, platform?: Platform): Session | Launched {
  const used = platform ?? platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
  if (used === undefined) throw new TypeError('the file does not say for which device it is');
  let made: Machine | Launched | undefined;
  const running = <T>(of: (machine: Machine) => T, none: T): T => (made instanceof Machine ? of(made) : none);
  const tracker = new Tracker({ now: () => running((one) => one.instructions, 0), sections: () => running((one) => one.sections, []) });
  made = machineOf(zebin, kernel, { ...launch, observers: [...(launch.observers ?? []), tracker.observer] }, used);
  return made instanceof Machine ? new Session(made, tracker, zebin, kernel, launch, used) : made;
}

/** The result of a motion that is not to be interrupted. */
export function ended<T>(motion: Motion<T>): T {
  for (;;) {
    const { done, value } = motion.next();
    if (done === true) return value;
  }
}

/**
 * The result of a motion that may be interrupted: undefined then, and the run stays where it is.
 *
 * @param turn called between its parts; true ends it
 */
export async function travel<T>(motion: Motion<T>, turn: () => Promise<boolean>): Promise<T | undefined> {
  for (;;) {
    const { done, value } = motion.next();
    if (done === true) return value;
    if (!(await turn())) continue;
    motion.return(undefined as never);
    return undefined;
  }
}
