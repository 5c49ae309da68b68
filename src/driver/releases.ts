import type { Bytes } from '../bytes/index.ts';
import { COMPATIBILITY, PRODUCT_FAMILIES, productConfig } from '../device/index.ts';
import { compareVersions, type DriverRange } from '../schema/index.ts';
import { NOTE_TYPES, RELOCATION_TYPES, SECTION_TYPES, SECTIONS } from '../zebin/index.ts';
import { ENUMS, RECORDS } from '../zeinfo/index.ts';
import { BEHAVIOURS } from './behaviour.ts';
import { type CheckVerdict, checkZebin } from './check.ts';

/**
 * Releases of the driver at which anything that this library knows of its decision changes, oldest first. Between two of them every
 * release decides alike, as far as is known.
 */
export const TURNING_POINTS: readonly string[] = [
  ...new Set(
    [
      ...BEHAVIOURS.map((row) => row.since),
      ...COMPATIBILITY.map((row) => row.since),
      ...PRODUCT_FAMILIES.map((row: ProductFamily) => row.driver?.since).filter((since) => since !== undefined && compareVersions(since, FIRST) > 0),
      ...(
        [
          ...RECORDS.flatMap((record) => Object.values(record.attributes)),
          ...ENUMS.flatMap((words) => words.members),
          ...NOTE_TYPES,
          ...SECTION_TYPES,
          ...SECTIONS,
          ...RELOCATION_TYPES,
        ] as readonly { readonly driver: DriverRange }[]
      ).flatMap((row) => [row.driver.since, row.driver.until]),
    ].filter((release) => release !== undefined),
  ),
].sort(compareVersions);

/** Releases that decide alike about a file on a device. */
export interface ReleaseRange {
  readonly since: string;
  /** First release that decides otherwise; absent when there is none. */
  readonly until?: string;
  readonly verdict: CheckVerdict;
  /** Code of what decided. */
  readonly code?: string;
  readonly message?: string;
}

/** What all releases decide about a file on a device (its IP value), in ranges from the oldest to the newest. */
export function releaseRanges(bytes: Uint8Array | Bytes, device: number): readonly ReleaseRange[] {
  const ranges: ReleaseRange[] = [];
  for (const release of TURNING_POINTS) {
    const { verdict, reason } = checkZebin(bytes, { device, release });
    const last = ranges.at(-1);
    if (last && last.verdict === verdict && last.code === reason?.code && last.message === reason?.message) continue;
    if (last) ranges[ranges.length - 1] = { ...last, until: release };
    ranges.push({ since: release, verdict, ...(reason ? { code: reason.code, message: reason.message } : {}) });
  }
  return ranges;
}
