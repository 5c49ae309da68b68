/** What was added and removed with each version of ze_info, and with each release of the driver, derived from all other rows. */

import { compareVersions, NEXT_RELEASE } from '../core/schema/index.ts';
import { COMPATIBILITY, PRODUCT_FAMILIES, type ProductFamily } from '../devices/index.ts';
import { RELEASES, turningPoints } from '../driver/index.ts';
import { BEHAVIOURS, type BehaviourRow } from '../formats/zebin/index.ts';
import { NEWEST } from '../formats/zeinfo/index.ts';
import type { EntryRow } from './entry.ts';

/** An entry for each version of ze_info, oldest first. */
export function versionEntries(entries: readonly EntryRow[]): EntryRow[] {
  const minor = Number(NEWEST.split('.')[1]);
  return Array.from({ length: minor + 1 }, (_, i) => {
    const name = `1.${i}`;
    const parts = [
      listText('New', entries, (entry) => entry.specified !== false && entry.since === name),
      listText('Removed', entries, (entry) => entry.specified !== false && entry.until === name),
      listText('Deprecated', entries, (entry) => entry.deprecated === name),
    ];
    return {
      kind: 'ze_info version',
      name,
      path: `ze_info version/${name}`,
      doc: textOf(
        i === 0 ? 'The first version of ze_info.' : `Version ${name} of ze_info.`,
        parts,
        i === 0 ? 'It has all names without a version of their own.' : 'No row was added or removed with it.',
      ),
    };
  });
}

/** An entry for each release of the driver that decides differently from the one before, oldest first. */
export function releaseEntries(entries: readonly EntryRow[]): EntryRow[] {
  const turns = turningPoints();
  const behaviours = Object.values<BehaviourRow>(BEHAVIOURS);
  return turns.map((name, i) => {
    const next = turns[i + 1];
    const alike = RELEASES.filter((other) => compareVersions(other, name) > 0 && (next === undefined || compareVersions(other, next) < 0));
    const parts = [
      ...behaviours.filter(({ since }) => since === name).map(({ doc }) => doc),
      ...behaviours.filter(({ until }) => until === name).map(({ doc }) => `No longer: ${doc}`),
      listText('It is the first to read', entries, ({ driver, driverData }) => driver?.since === name || driverData?.since === name),
      listText('It no longer reads', entries, ({ driver, driverData }) => driver?.until === name || driverData?.until === name),
      devicesText(name),
    ];
    return {
      kind: 'driver release',
      name,
      path: `driver release/${name}`,
      // They decide like this one.
      ...(alike.length === 0 ? {} : { also: alike }),
      doc: textOf(
        name === NEXT_RELEASE
          ? 'The main branch of intel/compute-runtime after the newest known release, as far as it decides differently.'
          : 'A release of intel/compute-runtime that decides differently from the one before it.',
        parts,
        'No row describes the difference.',
      ),
    };
  });
}

/** The products that the release is the first to have, and the devices that it lets run binaries made for others. */
function devicesText(release: string): string {
  const products = (PRODUCT_FAMILIES as readonly ProductFamily[]).filter(({ driver }) => driver?.since === release).map(({ name }) => name);
  const pairs = COMPATIBILITY.filter(({ since }) => since === release).map(({ from, to }) => `${from} on ${to}`);
  return [
    products.length === 0 ? '' : `It is the first with ${products.join(', ')}.`,
    pairs.length === 0 ? '' : `It is the first to run binaries of one device on another: ${pairs.join(', ')}.`,
  ]
    .filter((text) => text !== '')
    .join(' ');
}

const textOf = (head: string, parts: readonly string[], nothing: string): string => {
  const texts = parts.filter((part) => part !== '');
  return [head, ...(texts.length === 0 ? [nothing] : texts)].join(' ');
};

function listText(what: string, entries: readonly EntryRow[], belongs: (entry: EntryRow) => boolean): string {
  const paths = entries.filter(belongs).map(({ path }) => path);
  return paths.length === 0 ? '' : `${what}: ${paths.join(', ')}.`;
}
