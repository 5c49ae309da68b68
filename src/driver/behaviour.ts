import { compareVersions, type DriverRange } from '../core/schema/index.ts';
import { BEHAVIOURS } from '../formats/zebin/index.ts';

/**
 * The answers of one release: whether it knows a name or a device, whether it has a behaviour. The releases around it that answer all that
 * was asked in the same way are remembered, because a result holds for them too. So ask only what matters to the file at hand.
 */
export class Behaviour {
  readonly release: string;
  /** The first release that answers as this one does; undefined if all older ones do. */
  private first: string | undefined;
  private next: string | undefined;

  /** @param release a tag of intel/compute-runtime: `26.27.39122.14` */
  constructor(release: string) {
    this.release = release;
  }

  /** Whether the release is in a range. A range without `since` has no public release. */
  knows({ since, until }: DriverRange): boolean {
    return since !== undefined && this.isFrom(since) && (until === undefined || !this.isFrom(until));
  }

  does(name: keyof typeof BEHAVIOURS): boolean {
    return this.knows(BEHAVIOURS[name]);
  }

  /** Whether the release refuses a name because it does not know it: never one that is older than such releases. */
  lacks(range: DriverRange = {}): boolean {
    const { since, until } = range;
    if (since !== undefined && until === undefined && compareVersions(since, BEHAVIOURS.strict.since) <= 0) return false;
    return !this.knows(range) && this.does('strict');
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
    if (first !== undefined) this.isFrom(first);
    if (next !== undefined) this.isFrom(next);
  }

  /** Whether the release is this one or newer. */
  private isFrom(start: string): boolean {
    const { first, next } = this;
    if (first !== undefined && compareVersions(start, first) <= 0) return true;
    if (next !== undefined && compareVersions(start, next) >= 0) return false;
    const isFrom = compareVersions(this.release, start) >= 0;
    if (isFrom) this.first = start;
    else this.next = start;
    return isFrom;
  }
}

/** What some releases have in common: a value, or what is thrown instead. */
interface Answer<T> {
  readonly behaviour: Behaviour;
  readonly value?: T;
  readonly thrown?: unknown;
}

/** A part of the decision that releases share: it is computed again only for a release that answers differently from all before. */
export class Shared<T> {
  private readonly answers: Answer<T>[] = [];

  /** The result of `make` for the release; throws what `make` throws. */
  of(release: Behaviour, make: (behaviour: Behaviour) => T): T {
    let answer = this.answers.find(({ behaviour }) => behaviour.agreesWith(release.release));
    if (!answer) {
      answer = answerOf(new Behaviour(release.release), make);
      this.answers.push(answer);
    }
    release.askAll(answer.behaviour);
    if (answer.thrown !== undefined) throw answer.thrown;
    return answer.value as T;
  }
}

function answerOf<T>(behaviour: Behaviour, make: (behaviour: Behaviour) => T): Answer<T> {
  try {
    return { behaviour, value: make(behaviour) };
  } catch (thrown) {
    return { behaviour, thrown };
  }
}
