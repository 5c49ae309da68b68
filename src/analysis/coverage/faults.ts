/**
 * Faults in the names of an ocloc archive: members that no driver uses, because it selects them by name before it reads their contents.
 */

import type { Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { DEVICES, type Devices, type ProductConfig } from '../../devices/index.ts';
import type { Zebin } from '../../formats/zebin/index.ts';
import type { ClosedItem, Item } from '../../walk/item.ts';
import { type Bits, filtersOf, firstMember, memberChoice, memberOffers, platformsOf, runsOn } from './coverage.ts';

/** Reports zebins of an archive that the driver of no known device finds, and those that one device loses to another member's name. */
export function archiveFaults(archive: Item, out: Reporter, devices = DEVICES): void {
  const first = firstMember(archive);
  const offered = memberOffers(devices);
  const platforms = platformsOf(devices);
  const searches = new Map<Bits, Searches>();
  const searchesOf = (bits: Bits): Searches => {
    const known = searches.get(bits);
    if (known) return known;
    const all = devices.rows.configs.flatMap((device) => searchesFor(device, first, offered, platforms, bits));
    const made = { all, hits: new Set(all.flatMap((search) => (search.takes ? [search.first] : []))) };
    searches.set(bits, made);
    return made;
  };
  for (const member of archive.children) {
    const prefix = /^(32|64)\./.exec(member.name)?.[1];
    const found = prefix === undefined ? undefined : searchesOf(prefix === '32' ? 32 : 64);
    // Most members are used, and need not be opened.
    if (found?.hits.has(member)) continue;
    const { content } = member.open();
    if (content.kind !== 'zebin') continue;
    const path = `${member.address.slice(1)}!`;
    if (!found) {
      const message = `no driver finds the member ${member.name}: drivers look for names that begin with 32. or 64.`;
      out.report('coverage/never-chosen', member.stored.span(), path, message, { name: member.name });
      continue;
    }
    out.tick();
    reportMember(member, content.zebin, path, found.all, devices, out);
  }
}

/** The searches of drivers for all devices, and the members that one of them uses. */
interface Searches {
  readonly all: readonly Search[];
  readonly hits: ReadonlySet<ClosedItem>;
}

/** Characters of the names of devices in a message. */
const NAMES = 1_000;

/** One search of a driver: it looks at the first member whose name begins with the filter. */
interface Search {
  readonly device: ProductConfig;
  readonly filter: string;
  readonly first: ClosedItem;
  /** Whether the driver uses that member. */
  readonly takes: boolean;
}

function searchesFor(
  device: ProductConfig,
  firstOf: ReturnType<typeof firstMember>,
  offered: ReturnType<typeof memberOffers>,
  platforms: ReturnType<typeof platformsOf>,
  bits: Bits,
): Search[] {
  const searches = platforms(device).flatMap((platform) =>
    filtersOf(device, platform, bits).flatMap((filter): Search[] => {
      const first = firstOf(filter);
      if (!first) return [];
      const choice = memberChoice(offered(first), first, device, bits);
      return [{ device, filter, first, takes: choice !== undefined && choice.match !== 'ir' }];
    }),
  );
  const hit = searches.findIndex((search) => search.takes);
  return hit < 0 ? searches : searches.slice(0, hit + 1);
}

function reportMember(member: ClosedItem, zebin: Zebin, path: string, searches: readonly Search[], devices: Devices, out: Reporter): void {
  // A device that is in no table may well find its member.
  const meant = devices.rows.configs.filter((device) => runsOn(zebin, device, devices) === 'native');
  if (meant.length === 0) return;
  const devicesMeant = new Set(meant);
  const lost = searches.find((search) => devicesMeant.has(search.device) && member.name.startsWith(search.filter));
  if (lost) {
    const { first } = lost;
    const why = lost.takes ? 'comes first and serves the device too' : 'comes first and is not for the device';
    const message = `looking for ${lost.filter}, the driver for ${lost.device.name} finds ${first.name}, which ${why}`;
    out.report('coverage/prefix', member.stored.span(), path, message, { filter: lost.filter, found: first.name, device: lost.device.ip });
    return;
  }
  const names = clip(meant.map((device) => device.name).join(', '), NAMES);
  const message = `the member ${member.name} is for ${names}, but its name keeps every driver from finding it`;
  out.report('coverage/never-chosen', member.stored.span(), path, message, { name: member.name });
}
