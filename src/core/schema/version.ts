/** A version `major.minor` as the files spell it: `'1.73'`. Compared by component, never as a number: 1.9 comes before 1.10. */
export type Version = `${number}.${number}`;

/** The versions in which something exists. Absent means unbounded; `until` is exclusive. */
export interface VersionRange {
  readonly since?: Version;
  readonly until?: Version;
}

/**
 * The release of the driver that follows every known tag: the public main branch of intel/compute-runtime, which is read before it has a
 * number. Rows name it where that branch differs from the newest tag.
 */
export const NEXT_RELEASE = 'next';

/** A release of the driver in a sentence. */
export function releaseText(release: string): string {
  return release === NEXT_RELEASE ? 'the next release' : release;
}

/**
 * Negative, zero or positive, as `a` is older than, the same as, or newer than `b`. Accepts any number of components, and
 * {@link NEXT_RELEASE}, which is newer than all of them.
 */
export function compareVersions(a: string, b: string): number {
  if (a === b) return 0;
  if (a === NEXT_RELEASE || b === NEXT_RELEASE) return a === NEXT_RELEASE ? 1 : -1;
  // Digit by digit: this runs a hundred times for each file, and splitting strings would be slow.
  for (let i = 0, j = 0; i < a.length || j < b.length; i++, j++) {
    let left = 0;
    let right = 0;
    for (; i < a.length && a.charCodeAt(i) !== DOT; i++) left = left * 10 + digitAt(a, i);
    for (; j < b.length && b.charCodeAt(j) !== DOT; j++) right = right * 10 + digitAt(b, j);
    if (!(left <= LARGEST && right <= LARGEST)) return compareParts(a, b);
    if (left !== right) return left - right;
  }
  return 0;
}

const DOT = 0x2e;
/** `Number` reads larger components, and those with characters other than digits. */
const LARGEST = 1e15;

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}

function compareParts(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = Number(left[i] ?? 0) - Number(right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * A number for a version `major.minor`: such numbers compare as {@link compareVersions} compares their versions, as long as these are
 * below 512.1048575. They fit 30 bits, in which engines keep numbers without a box.
 */
export function versionOrder(version: string): number {
  const dot = version.indexOf('.');
  return Math.min(Number(version.slice(0, dot)), 511) * 2 ** 20 + Math.min(Number(version.slice(dot + 1)), 2 ** 20 - 1);
}

/** After all of these numbers. */
export const LAST_ORDER = 2 ** 29;

/** Whether something with this range exists in `version`. */
export function existsIn(range: VersionRange, version: string): boolean {
  return (
    (range.since === undefined || compareVersions(version, range.since) >= 0) &&
    (range.until === undefined || compareVersions(version, range.until) < 0)
  );
}

const VERSION = /^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,8})$/;

/** The text as a version, or undefined when it is not `major.minor`. */
export function parseVersion(text: string): Version | undefined {
  return VERSION.test(text) ? (text as Version) : undefined;
}

/** The part of a version before the dot. */
export function majorOf(version: Version): number {
  return Number(version.slice(0, version.indexOf('.')));
}
