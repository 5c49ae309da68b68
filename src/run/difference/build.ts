/** One of two builds of a kernel, whose runs are compared. */
import { coreFamily } from '../../devices/index.ts';
import { type Platform, platformOfCore } from '../../formats/eu/index.ts';
import { targetCore, type Zebin, type ZebinKernel } from '../../formats/zebin/index.ts';
import { payloadLayout } from '../dispatch.ts';
import { machineOf } from '../launch.ts';
import { isPause, type Machine } from '../machine.ts';
import type { Launch, Launched } from '../model.ts';
import type { Observer } from '../observer.ts';
import { RegisterLayout } from '../registers.ts';
import type { Grid } from './moment.ts';

/** A kernel and its launch. */
export interface Build {
  readonly zebin: Zebin;
  readonly kernel: ZebinKernel;
  readonly launch: Launch;
}

/** Ends a run from within: what was to be seen was seen. */
export class Enough extends Error {}

/** Work that pauses in long runs, each time with the number of instructions that the current run has executed. */
export type Paused<T> = Generator<number, T>;

/** Instructions between pauses. */
const SLICE = 2_000_000;

/** The result of work, without pauses. */
export function whole<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The instruction set of a build. Throws TypeError if the file does not say for which device it is. */
export const platformOf = ({ zebin }: Pick<Build, 'zebin'>): Platform => {
  const platform = platformOfCore(coreFamily(targetCore(zebin.target) ?? -1));
  if (platform === undefined) throw new TypeError('the file does not say for which device it is');
  return platform;
};

export function gridOf(build: Build): Grid {
  const { global, local, offset = [] } = build.launch;
  const { simd, order } = payloadLayout(new RegisterLayout(platformOf(build)), build.kernel);
  return { global, local, offset, simd, order };
}

/** Runs a build with observers, to its end or until one of them has seen enough. */
export function* runBuild({ zebin, kernel, launch }: Build, observers: readonly Observer[]): Paused<Launched | undefined> {
  const machine = machineOf(zebin, kernel, { ...launch, observers: [...(launch.observers ?? []), ...observers] });
  if (!('run' in machine)) return machine;
  try {
    while (isPause((machine as Machine).run(SLICE))) yield (machine as Machine).instructions;
    return machine.result();
  } catch (error) {
    if (error instanceof Enough) return undefined;
    throw error;
  }
}
