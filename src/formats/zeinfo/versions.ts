import { compareVersions, parseVersion, type Version, type VersionRange } from '../../core/schema/index.ts';
import { ENUMS, RECORDS } from './table/index.ts';

const ROWS: readonly VersionRange[] = [
  ...RECORDS.flatMap(({ attributes }) => Object.values(attributes)),
  ...ENUMS.flatMap(({ members }) => members),
];

/** The oldest and the newest version that the rows describe: each version added something. */
export const OLDEST: Version = '1.0';
export const NEWEST: Version = ROWS.reduce((newest, { since = OLDEST }) => (compareVersions(since, newest) > 0 ? since : newest), OLDEST);

/** The text as one of the versions that the rows describe, or undefined. */
export function knownVersion(text: string): Version | undefined {
  const version = parseVersion(text);
  return version && compareVersions(version, OLDEST) >= 0 && compareVersions(version, NEWEST) <= 0 ? version : undefined;
}
