/** Accesses of one instruction by one thread between two things that order: there are millions, so each is a few numbers. */
import type { GroupPlace, Site } from '../observer.ts';
import type { AccessKind } from './findings.ts';

/** What all accesses of an instruction have. */
export interface AccessSite {
  readonly site: Site;
  readonly access: AccessKind;
}

/** Numbers of a stretch: its site, group, thread, the barriers that the group had passed, and the time. */
const SIZE = 5;
const [SITE, GROUP, THREAD, EPOCH, TIME] = [0, 1, 2, 3, 4];

export class Stretches {
  private readonly sites: AccessSite[] = [];
  private readonly places: GroupPlace[] = [];
  private data = new Int32Array(SIZE << 10);
  /** The next stretch; 0 is none. */
  private next = 1;

  /** Returns the number of a site. */
  site(site: AccessSite): number {
    return this.sites.push(site) - 1;
  }

  /** Returns the number of a group that begins. */
  group(place: GroupPlace): number {
    return this.places.push(place) - 1;
  }

  /** Returns the number of a stretch. */
  add(site: number, group: number, thread: number, epoch: number, time: number): number {
    const number = this.next++;
    const at = number * SIZE;
    if (at === this.data.length) {
      const data = new Int32Array(2 * at);
      data.set(this.data);
      this.data = data;
    }
    const { data } = this;
    data[at + SITE] = site;
    data[at + GROUP] = group;
    data[at + THREAD] = thread;
    data[at + EPOCH] = epoch;
    data[at + TIME] = time;
    return number;
  }

  groupOf(stretch: number): number {
    return this.data[stretch * SIZE + GROUP] ?? 0;
  }

  threadOf(stretch: number): number {
    return this.data[stretch * SIZE + THREAD] ?? 0;
  }

  epochOf(stretch: number): number {
    return this.data[stretch * SIZE + EPOCH] ?? 0;
  }

  timeOf(stretch: number): number {
    return this.data[stretch * SIZE + TIME] ?? 0;
  }

  siteOf(stretch: number): AccessSite {
    return this.sites[this.data[stretch * SIZE + SITE] ?? 0] as AccessSite;
  }

  placeOf(stretch: number): GroupPlace {
    return this.places[this.groupOf(stretch)] as GroupPlace;
  }
}
