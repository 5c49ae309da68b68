import { compareVersions, parseVersion, type Version } from '../schema/index.ts';

/** The oldest and the newest version that the rows describe. */
export const OLDEST: Version = '1.0';
export const NEWEST: Version = '1.73';

/** The text as one of the versions that the rows describe, or undefined. */
export function knownVersion(text: string): Version | undefined {
  const version = parseVersion(text);
  return version && compareVersions(version, OLDEST) >= 0 && compareVersions(version, NEWEST) <= 0 ? version : undefined;
}
