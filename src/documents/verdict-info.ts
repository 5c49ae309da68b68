/** What a driver decides about an image, as documents have it. */
import type { CheckVerdict } from '../driver/index.ts';
import type { DiagnosticJson } from './json.ts';

/** The decision of the newest known release, as `zebin check` makes it. */
export interface DriverVerdict {
  /** The release: a tag of intel/compute-runtime. */
  readonly release: string;
  readonly verdict: CheckVerdict;
  /** The verdict as a sentence, with its reason. */
  readonly sentence: string;
  /** Null when the verdict does not depend on it: the file names no device, or one that no table has. */
  readonly device: CheckDevice | null;
  /** The finding that decides; absent when the image is accepted. */
  readonly reason?: DiagnosticJson;
  /** Absent where only the newest release was asked. */
  readonly support?: Support;
}

export interface CheckDevice {
  readonly ip: string;
  readonly name: string;
  /** Whether the caller named it, or it is the first device that the file names. */
  readonly from: 'option' | 'file';
  /** Number of devices of the tables that the file names, if the device is the first of them: steppings, or products of one core family. */
  readonly named?: number;
}

/** The releases that accept the image. */
export interface Support {
  /** Oldest first; `until` is the first release that no longer accepts. */
  readonly accepted: readonly { readonly since: string; readonly until?: string }[];
  /** First release of the newest of these ranges; null when no release accepts. */
  readonly first_release: string | null;
  /** Names that this release introduced, and the device if this release introduced it. */
  readonly forced_by: readonly string[];
  /** First release that knows every name. Older releases that accept the image ignore unknown names. */
  readonly understood_since: string | null;
  /** Names that newer releases removed. `unread` has the names that no public release reads. */
  readonly dropped: readonly string[];
  readonly unread: readonly string[];
}
