import { compareVersions, type DriverRange } from '../core/schema/index.ts';
import { BEHAVIOURS } from '../formats/zebin/index.ts';

/**
 * The answers of one release: whether it knows a name or a device, whether it has a behaviour. The releases around it that answer all that
 * was asked in the same way are remembered, because a result holds for them too. So ask only what matters to the file at hand.
 */
export class Behaviour {
  readonly release: string;
  private readonly answers = new Map<DriverRange, boolean>();
  /** The first release that answers as this one does; undefined if all older ones do. */
  private first: string | undefined;
  private next: string | undefined;

  /** @param release a tag of intel/compute-runtime: `26.27.39122.14` */
  constructor(release: string) {
    this.release = release;
  }

  /** Whether the release is in a range. A range without `since` has no public release. */
  knows(range: DriverRange): boolean {
    let known = this.answers.get(range);
    if (known === undefined) {
      const { since, until } = range;
      const isBefore = until === undefined || !this.isFrom(until);
      known = since !== undefined && this.isFrom(since) && isBefore;
      this.answers.set(range, known);
    }
    return known;
  }

  does(name: keyof typeof BEHAVIOURS): boolean {
    return this.knows(BEHAVIOURS[name]);
  }

  /** Whether another release is among those that give the same answers to everything asked so far. */
  agreesWith(release: string): boolean {
    const isBefore = this.next === undefined || compareVersions(release, this.next) < 0;
    return isBefore && (this.first === undefined || compareVersions(release, this.first) >= 0);
  }

  /** The next release that answers a question asked so far in another way; undefined if no later one does. */
  turn(): string | undefined {
    return this.next;
  }

  /** Adds the questions of another object to those asked. */
  askAll({ first, next }: Behaviour): void {
    for (const other of [first, next]) if (other !== undefined) this.isFrom(other);
  }

  /** Whether the release is this one or newer. */
  private isFrom(start: string): boolean {
    const { first, next } = this;
    if (start === first) return true;
    if (start === next) return false;
    const isFrom = compareVersions(this.release, start) >= 0;
    if (isFrom && (first === undefined || compareVersions(start, first) > 0)) this.first = start;
    if (!isFrom && (next === undefined || compareVersions(start, next) < 0)) this.next = start;
    return isFrom;
  }
}

/** A part of the decision that releases share: it is computed again only for a release that answers differently from all before. */
export class Shared<T> {
  private readonly made: { readonly behaviour: Behaviour; readonly result: () => T }[] = [];

  /** The result of `make` for the release; throws what `make` throws. */
  of(release: Behaviour, make: (behaviour: Behaviour) => T): T {
    let found = this.made.find(({ behaviour }) => behaviour.agreesWith(release.release));
    if (!found) {
      const behaviour = new Behaviour(release.release);
      found = { behaviour, result: resultOf(() => make(behaviour)) };
      this.made.push(found);
    }
    release.askAll(found.behaviour);
    return found.result();
  }
}

/** The result of a function, to be replayed: its value, or what it throws. */
function resultOf<T>(make: () => T): () => T {
  try {
    const value = make();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
