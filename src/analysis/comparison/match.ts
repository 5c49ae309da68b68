import type { Identity } from './gather.ts';

export interface Matches<A, B> {
  /** In the order of the base. */
  readonly pairs: readonly (readonly [base: A, next: B])[];
  readonly onlyBase: readonly A[];
  readonly onlyNew: readonly B[];
}

interface Tier {
  readonly key: (one: Identity) => readonly string[];
  /** Pairs only keys that are unique on both sides; otherwise things with one key are paired in order. */
  readonly alone: boolean;
}

/**
 * The keys by which items are matched, the most reliable first: the place in the folder, the device and the name; then what changes if a
 * compiler mangles differently, names the device less precisely, or writes to other files.
 */
const TIERS: readonly Tier[] = [
  { key: (one) => [one.path, one.device, one.name], alone: false },
  { key: (one) => [one.path, one.device, one.label], alone: false },
  { key: (one) => [one.path, one.family, one.name], alone: true },
  { key: (one) => [one.path, one.family, one.label], alone: true },
  { key: (one) => [one.device, one.name], alone: true },
  { key: (one) => [one.device, one.label], alone: true },
  { key: (one) => [one.family, one.name], alone: true },
  { key: (one) => [one.family, one.label], alone: true },
];

/** The keys for two builds that are for different devices. */
const TIERS_OF_DEVICES: readonly Tier[] = [
  { key: (one) => [one.path, one.name], alone: false },
  { key: (one) => [one.path, one.label], alone: false },
  { key: (one) => [one.name], alone: true },
  { key: (one) => [one.label], alone: true },
];

/**
 * Finds the counterpart of each thing in the base, tier by tier.
 *
 * @param anyDevice whether things for different devices are counterparts too
 */
export function match<A extends Identity, B extends Identity>(base: readonly A[], next: readonly B[], anyDevice = false): Matches<A, B> {
  const partners = new Map<A, B>();
  let [left, right]: [readonly A[], readonly B[]] = [base, next];
  for (const { key, alone } of anyDevice ? TIERS_OF_DEVICES : TIERS) {
    if (left.length === 0 || right.length === 0) break;
    const groups = grouped(right, key);
    const matches = new Set<B>();
    for (const [text, lefts] of grouped(left, key)) {
      const rights = groups.get(text) ?? [];
      if (alone && (lefts.length !== 1 || rights.length !== 1)) continue;
      for (const [i, one] of lefts.entries()) {
        const other = rights[i];
        if (!other) break;
        partners.set(one, other);
        matches.add(other);
      }
    }
    left = left.filter((one) => !partners.has(one));
    right = right.filter((one) => !matches.has(one));
  }
  const pairs = base.flatMap((one): (readonly [A, B])[] => {
    const other = partners.get(one);
    return other ? [[one, other]] : [];
  });
  return { pairs, onlyBase: left, onlyNew: right };
}

function grouped<T extends Identity>(things: readonly T[], key: Tier['key']): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of things) {
    // Each part has its length before it, so that no two keys have one text.
    const text = key(one)
      .map((part) => `${part.length}:${part}`)
      .join('');
    const group = groups.get(text);
    if (group) group.push(one);
    else groups.set(text, [one]);
  }
  return groups;
}
