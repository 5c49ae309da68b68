/** Devices and drivers by the names that `checkZebin` takes, and the errors of what is built. */

import { type Diagnostic, diagnostic, NOWHERE, refusal } from '../../core/diag/index.ts';
import { compareVersions } from '../../core/schema/index.ts';
import { coreFamily, deviceNamed, type ProductConfig, productFamily } from '../../devices/index.ts';
import { RELEASES, releaseNamed } from '../../driver/index.ts';

/** Throws `FormatError` (`build/device`) for a name of no device, or of several. */
export function namedDevice(name: string | number): ProductConfig {
  const { device, why } = deviceNamed(name);
  if (!device) throw refusal('build/device', 'device', why);
  return device;
}

/** The tag of a release. Throws `FormatError` (`build/driver`) for an unknown name. */
export function namedRelease(name: string): string {
  const release = releaseNamed(name);
  if (release !== undefined) return release;
  const message = `${name} is not a release of the driver; give one such as ${RELEASES.at(-1)}, or the beginning of one`;
  throw refusal('build/driver', 'driver', message);
}

/** The newest release that supports a device, since releases drop old devices; the newest of all if none supports it. */
export function newestWith({ family }: ProductConfig): string {
  const newest = RELEASES.at(-1) ?? '';
  const until = coreFamily(productFamily(family)?.core ?? -1)?.driver?.until;
  return until === undefined ? newest : (RELEASES.filter((release) => compareVersions(release, until) < 0).at(-1) ?? newest);
}

/** The release to check for: the named one, else the newest that supports the device. */
export function releaseFor(config: ProductConfig | undefined, driver: string | undefined): string {
  if (driver !== undefined) return namedRelease(driver);
  return config ? newestWith(config) : (RELEASES.at(-1) ?? '');
}

export function refused(message: string, path: string, rule: string, source: string, driver?: string): Diagnostic {
  return diagnostic('build/refused', message, NOWHERE, path, { rule, source, ...(driver === undefined ? {} : { driver }) });
}
