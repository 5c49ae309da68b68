import { compareVersions, type DriverRange } from '../schema/index.ts';
import { BEHAVIOURS } from '../zebin/index.ts';

/**
 * The answers of one release: whether it knows a name or a device, whether it has a behaviour. The questions are remembered, because a
 * result holds for every other release that would have answered them all in the same way. So ask only what matters to the file at hand.
 */
export class Behaviour {
  readonly release: string;
  private readonly answers = new Map<DriverRange, boolean>();

  /** @param release a tag of intel/compute-runtime: `26.27.39122.14` */
  constructor(release: string) {
    this.release = release;
  }

  /** Whether the release is in a range. A range without `since` has no public release. */
  knows(range: DriverRange): boolean {
    let known = this.answers.get(range);
    if (known === undefined) {
      known = isIn(this.release, range);
      this.answers.set(range, known);
    }
    return known;
  }

  does(name: keyof typeof BEHAVIOURS): boolean {
    return this.knows(BEHAVIOURS[name]);
  }

  /** Whether another release gives the same answers to everything asked so far. */
  agreesWith(release: string): boolean {
    for (const [range, known] of this.answers) if (isIn(release, range) !== known) return false;
    return true;
  }

  /** The next release that answers a question asked so far in another way; undefined if no later one does. */
  turn(): string | undefined {
    let next: string | undefined;
    for (const { since, until } of this.answers.keys())
      for (const release of [since, until])
        if (release !== undefined && compareVersions(release, this.release) > 0 && (!next || compareVersions(release, next) < 0))
          next = release;
    return next;
  }

  /** Adds the questions of another object to those asked. */
  askAll({ answers }: Behaviour): void {
    for (const range of answers.keys()) this.knows(range);
  }
}

function isIn(release: string, { since, until }: DriverRange): boolean {
  return since !== undefined && compareVersions(release, since) >= 0 && (until === undefined || compareVersions(release, until) < 0);
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
