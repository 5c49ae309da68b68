import type { Debugged, RunSession } from '../session.ts';

/** What every part of the page is given. */
export interface DebugProps {
  readonly of: RunSession;
  readonly debug: Debugged;
}
