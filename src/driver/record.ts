/** Records of ze_info, and the maps that hold them, as a release reads them. */
import type { RecordRows } from '../core/schema/index.ts';
import { experimentalProperties, userAttributes } from '../formats/zeinfo/index.ts';
import type { Behaviour } from './behaviour.ts';
import type { InfoTree } from './info-tree.ts';
import { DriverStop, MOST_STOPS, type Stops } from './stop.ts';
import { type Entry, type Value, valueFor } from './values.ts';

/** The entries below a node that have rows. Those that the release does not know do not count. */
export class DriverRecord {
  readonly node: number;
  private readonly tree: InfoTree;
  private readonly rows: RecordRows;
  private readonly behaviour: Behaviour;
  private readonly entries: readonly Entry[];

  /** @param node for `experimental_properties` it is an item of a list */
  constructor(tree: InfoTree, node: number, rows: RecordRows, behaviour: Behaviour) {
    this.tree = tree;
    this.node = node;
    this.rows = rows;
    this.behaviour = behaviour;
    this.entries = tree.entries(node, rows);
  }

  number(key: string, missing: number): number {
    const value = this.get(key);
    return typeof value === 'number' ? value : missing;
  }

  word(key: string): string {
    const value = this.get(key);
    return typeof value === 'string' ? value : '';
  }

  truth(key: string): boolean {
    return this.get(key) === true;
  }

  /** The last of several values with the same key, of those that the release reads. */
  private get(key: string): Value | undefined {
    for (let i = this.entries.length - 1; i >= 0; i--) {
      const entry = this.entries[i] as Entry;
      const value = entry.row?.key === key && this.knows(entry) ? valueFor(entry, this.behaviour) : undefined;
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The entries that count. */
  known(): readonly Entry[] {
    return this.entries.filter((entry) => this.knows(entry));
  }

  private knows({ row }: Entry): boolean {
    return row !== undefined && this.behaviour.knows(row.driver);
  }

  /** The node of the first entry with a key; undefined if there is none. */
  first(key: string): number | undefined {
    return this.entries.find((entry) => entry.row?.key === key && this.knows(entry))?.node;
  }

  atMostOne(key: string, where: string): void {
    const all = this.entries.filter((entry) => entry.row?.key === key);
    // Whether the release knows it matters only then.
    const entries = all.length < 2 ? [] : all.filter((entry) => this.knows(entry));
    const second = entries[1];
    if (second) throw new DriverStop('driver/key-twice', `${where} has ${key} ${entries.length} times`, ...this.tree.place(second.node));
  }

  exactlyOne(key: string, where: string): number {
    const node = this.first(key);
    if (node === undefined) throw new DriverStop('driver/key-missing', `${where} has no ${key}`, ...this.place());
    this.atMostOne(key, where);
    return node;
  }

  /** Adds the keys that the release does not know, if it refuses such keys. */
  unknownKeys(where: string, findings: Findings): void {
    for (const { node, row } of this.entries) if (this.behaviour.lacks(row?.driver)) findings.unknownKey(this.tree, node, where);
  }

  /** Adds the entries that the release refuses: wrong values, and unknown keys. @param where `payload_arguments of kernel k` */
  refusals(where: string, findings: Findings): void {
    const { tree, rows, behaviour } = this;
    const mustKnow = rows === userAttributes || rows === experimentalProperties;
    for (const entry of this.entries) {
      const { node, row } = entry;
      const isRead = row !== undefined && valueFor(entry, behaviour) !== undefined;
      // Whether a lenient release knows the key does not matter then.
      if (isRead && !mustKnow && !behaviour.lacks(row.driver)) continue;
      const refuse = (why: string) => findings.refuse(new DriverStop('driver/value', `${where} has a ${why}`, ...tree.place(node)));
      if (row && this.knows(entry)) {
        if (!isRead) refuse(`value of ${row.key} that is not read: ${tree.text(tree.value(node)) || 'nothing'}`);
      } else if (rows === userAttributes && tree.key(node).includes('_hint')) continue;
      else if (behaviour.does('strict')) findings.unknownKey(tree, node, where);
      else if (mustKnow) refuse(`key ${tree.key(node) || '(none)'} that this release does not know`);
    }
  }

  /** The range in the text: from the start of its first entry to the end of its last. */
  place(): readonly [start: number, end: number] {
    const { tree, node } = this;
    let place = tree.place(node);
    for (const child of tree.children(node)) {
      const [start, end] = tree.place(child);
      place = place[1] === 0 ? [start, end] : [Math.min(place[0], start), Math.max(place[1], end)];
    }
    return place;
  }

  /** The range of an entry; if it is missing, the range of the record's own key and value. */
  placeOf(key: string): readonly [start: number, end: number] {
    const { tree, node } = this;
    const nodes = tree.children(node).filter((child) => tree.key(child) === key);
    return tree.place(nodes.at(-1) ?? node);
  }
}

/** Refusals in records. All records of a list are read first, and a wrong value takes precedence over an unknown key. */
export class Findings {
  private readonly all: boolean;
  private readonly invalid: DriverStop[] = [];
  private readonly unknown: DriverStop[] = [];

  /** @param stops says whether to keep more than the first */
  constructor({ all }: Stops) {
    this.all = all;
  }

  /** Stops at once if no further ones are requested. */
  refuse(stop: DriverStop): void {
    if (!this.all) throw stop;
    if (this.invalid.length < MOST_STOPS) this.invalid.push(stop);
  }

  unknownKey(tree: InfoTree, node: number, where: string): void {
    if (this.unknown.length >= (this.all ? MOST_STOPS : 1)) return;
    const message = `${where} has a key ${tree.key(node) || '(none)'} that this release does not know`;
    this.unknown.push(new DriverStop('driver/unknown-key', message, ...tree.place(node)));
  }

  /** Stops if there was a wrong value; unknown keys are kept for later. */
  endInvalid(): void {
    if (this.invalid.length > 0) this.end();
  }

  end(): void {
    const [first, ...others] = [...this.invalid, ...this.unknown];
    if (first) throw others.length === 0 ? first : new DriverStop(first.code, first.message, first.start, first.end, others);
  }
}
