/** What each lane of a thread is: its work-item, whether it runs, and its bits of the flags. */
import type { Thread } from '../thread.ts';
import type { Listed } from './listing.ts';
import { DebugError } from './registers.ts';
import type { Session } from './session.ts';
import { lanesOf } from './values.ts';

export interface LaneRow {
  readonly lane: number;
  /** The global id in x, y, z. */
  readonly item: readonly number[];
  /** Its bit of each flag register. */
  readonly flags: readonly number[];
  readonly runs: boolean;
  /** Where a lane that does not run continues, if it does. */
  readonly until: Listed | undefined;
}

/** Flags of a device are these at most. */
const FLAGS = 4;

/** The lanes of a thread. */
export function laneRows(session: Session, t: Thread): readonly LaneRow[] {
  const flags = Array.from({ length: FLAGS }, (_, number) => flagOf(session, t, number)).filter((bits) => bits !== undefined);
  return lanesOf(t.lanes, session.names.lanes).map((lane) => {
    const runs = ((t.mask >>> lane) & 1) === 1;
    return {
      lane,
      item: session.names.globalId(t, lane),
      flags: flags.map((bits) => (bits >>> lane) & 1),
      runs,
      until: runs ? undefined : session.listing.at(t.parked[lane] ?? -1),
    };
  });
}

/** The bits of a flag register; undefined if the device does not have it. */
function flagOf(session: Session, t: Thread, number: number): number | undefined {
  try {
    return Number(session.expression(`$f${number}.0<ud>`).of(t, 0).value);
  } catch (error) {
    if (error instanceof DebugError) return undefined;
    throw error;
  }
}
