import { compareVersions, type DriverRange, type NamedRow } from '../../core/schema/index.ts';
import { kernel as KERNEL, type Kernel, namesIn, namesOf } from '../zeinfo/index.ts';
import type { Zebin } from './model.ts';
import { findSection } from './table.ts';

/** The driver releases that know the names in a file: keys, words and sections. */
export interface DriverNeeds {
  /** First release that knows every name in the file; absent if no name in it has a first release. */
  readonly since?: string;
  /** The names that were new in that release. */
  readonly newest: readonly string[];
  /** First release that no longer knows a name in the file, and the name. */
  readonly until?: string;
  readonly dropped: readonly string[];
  /** Names that no public release reads. */
  readonly unread: readonly string[];
}

/**
 * What a driver must know to read every name in the file, from the `driver` column of the rows.
 *
 * Only names are compared. A driver also checks values, devices and links: that it knows all names is necessary, not sufficient.
 *
 * @example
 * driverNeeds(readZebin(bytes).value).since !== undefined; // true
 */
export function driverNeeds(zebin: Zebin): DriverNeeds {
  const used = zebin.zeInfo ? driversOf(namesOf(zebin.zeInfo)) : new Map<string, DriverRange>();
  for (const section of zebin.elf.sections) {
    const row = section.name === '' ? undefined : findSection(section.name, section.sh_type);
    // A section that drivers ignore needs no driver: only sections that a release started to read count.
    if (row?.driver.since !== undefined) used.set(row.pattern, row.driver);
  }
  return needsOf(used);
}

/** As {@link driverNeeds}, for the entry of one kernel in .ze_info. */
export function kernelNeeds(kernel: Kernel): DriverNeeds {
  return needsOf(driversOf(namesIn(KERNEL, kernel)));
}

function driversOf(used: readonly NamedRow[]): Map<string, DriverRange> {
  return new Map(used.map(({ name, driver }) => [name, driver]));
}

function needsOf(used: ReadonlyMap<string, DriverRange>): DriverNeeds {
  let since: string | undefined;
  let until: string | undefined;
  let newest: string[] = [];
  let dropped: string[] = [];
  const unread: string[] = [];
  for (const [name, driver] of used) {
    if (driver.since === undefined) unread.push(name);
    else if (since === undefined || compareVersions(driver.since, since) > 0) {
      since = driver.since;
      newest = [name];
    } else if (driver.since === since) newest.push(name);
    if (driver.until === undefined) continue;
    if (until === undefined || compareVersions(driver.until, until) < 0) {
      until = driver.until;
      dropped = [name];
    } else if (driver.until === until) dropped.push(name);
  }
  return { newest, dropped, unread, ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) };
}
