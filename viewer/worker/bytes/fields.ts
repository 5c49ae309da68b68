/**
 * The spans of a dump as a tree: neighbours whose paths begin alike are one node. A node is a range of spans and a depth, so children are
 * created on demand, and no list is longer than the page can handle.
 */
import type { DumpSpan } from '../../../src/internal.ts';
import { itemAt } from '../files.ts';
import { type Dump, dumpOf, insideOf, sourceItem, stepsTo } from './dumps.ts';

export interface FieldNode {
  /** By which its children are asked for. */
  readonly key: string;
  readonly label: string;
  /** For a field, its content; for a group, the content at its beginning. */
  readonly text: string;
  /** Absent for a group. */
  readonly role?: DumpSpan['role'];
  /** Absolute offsets, the end is exclusive. */
  readonly start: number;
  readonly end: number;
  readonly hasChildren: boolean;
}

/** Children that are listed at once; of more, each range of so many is a node of its own. */
export const CHILDREN = 1_000;
/** Names with slashes in them would nest without end. */
const DEPTH = 12;
/** Characters of a text that the page gets. */
const TEXT = 400;

interface Range {
  readonly dump: Dump;
  readonly first: number;
  /** After the last span. */
  readonly last: number;
  /** Steps of the paths that the range has in common. */
  readonly depth: number;
}

/** @param key of a node; empty for those at the top of the source that an address is in */
export function fieldChildren({ file, at, key }: { file: number; at: string; key: string }): FieldNode[] {
  return childrenOf(rangeOf(file, at, key)).map(({ node }) => node);
}

/** The keys of the nodes that hold a stretch of bytes, from the outermost on; the last is the smallest that holds all of it. */
export function fieldPath({ file, at, start, end }: { file: number; at: string; start: number; end: number }): string[] {
  const keys: string[] = [];
  for (const { dump, index } of stepsTo(sourceItem(file, at), start)) {
    let range: Range | undefined = whole(dump);
    while (range) {
      const child: Child | undefined = childrenOf(range).find(({ range: { first, last } }) => first <= index && index < last);
      if (!child || child.node.end < end || child.node.start > start) return keys;
      keys.push(child.node.key);
      range = child.node.role === undefined ? child.range : undefined;
    }
  }
  return keys;
}

const whole = (dump: Dump): Range => ({ dump, first: 0, last: dump.spans.length, depth: 0 });

function rangeOf(file: number, at: string, key: string): Range {
  if (key === '') return whole(dumpOf(sourceItem(file, at)));
  const [address, first, last, depth] = JSON.parse(key) as [string, number, number, number];
  const dump = dumpOf(itemAt(file, address));
  return first < 0 ? whole(dump) : { dump, first, last, depth };
}

interface Child {
  readonly range: Range;
  readonly node: FieldNode;
}

/** For ranges that were opened: moving over bytes requests the same ones again and again. */
const childrenByRange = new WeakMap<Dump, Map<string, readonly Child[]>>();

function childrenOf(range: Range): readonly Child[] {
  const known = childrenByRange.get(range.dump) ?? new Map<string, readonly Child[]>();
  childrenByRange.set(range.dump, known);
  const key = `${range.first} ${range.last} ${range.depth}`;
  const children = known.get(key) ?? makeChildren(range);
  known.set(key, children);
  return children;
}

function makeChildren({ dump, first, last, depth }: Range): readonly Child[] {
  const starts: number[] = [];
  for (let at = first; at < last; at++) if (at === first || !alike(dump, at - 1, at, depth)) starts.push(at);
  if (starts.length <= CHILDREN) return starts.map((start, i) => child(dump, start, starts[i + 1] ?? last, depth));
  const pages: Child[] = [];
  // Ranges of ranges, where even those are too many.
  const page = CHILDREN ** Math.ceil(Math.log(starts.length) / Math.log(CHILDREN) - 1);
  for (let i = 0; i < starts.length; i += page) {
    const range = { dump, first: starts[i] ?? 0, last: starts[i + page] ?? last, depth };
    pages.push({ range, node: group(range, `${i} … ${Math.min(i + page, starts.length) - 1}`) });
  }
  return pages;
}

function child(dump: Dump, first: number, last: number, depth: number): Child {
  if (last - first === 1) return { range: { dump, first, last, depth }, node: field(dump, first, depth) };
  let common = depth + 1;
  // A group in which there is one group only is drawn as one.
  while (allAlike(dump, first, last, common)) common++;
  const range = { dump, first, last, depth: common };
  return { range, node: group(range, label(stepsOf(dump, first).slice(depth, common))) };
}

function field(dump: Dump, index: number, depth: number): FieldNode {
  const { offset, end, text, role } = dump.spans[index] as DumpSpan;
  const item = insideOf(dump, index);
  const key = item ? JSON.stringify([item.address, -1, 0, 0]) : JSON.stringify([dump.item.address, index, index + 1, depth]);
  const name = label(stepsOf(dump, index).slice(depth));
  return { key, label: name.slice(0, TEXT), text: text.slice(0, TEXT), role, start: offset, end, hasChildren: item !== undefined };
}

function group({ dump, first, last, depth }: Range, name: string): FieldNode {
  const [head, tail] = [dump.spans[first] as DumpSpan, dump.spans[last - 1] as DumpSpan];
  return {
    key: JSON.stringify([dump.item.address, first, last, depth]),
    label: name.slice(0, TEXT),
    text: head.text.slice(0, TEXT),
    start: head.offset,
    end: tail.end,
    hasChildren: true,
  };
}

/** Whether two neighbours continue alike after the steps that they have in common. */
function alike(dump: Dump, one: number, other: number, depth: number): boolean {
  const step = stepsOf(dump, one)[depth];
  return step !== undefined && depth < DEPTH && step === stepsOf(dump, other)[depth];
}

function allAlike(dump: Dump, first: number, last: number, depth: number): boolean {
  for (let at = first + 1; at < last; at++) if (!alike(dump, at - 1, at, depth)) return false;
  return true;
}

const known = new WeakMap<DumpSpan, readonly string[]>();

/** `.symtab[3]/st_value` as `.symtab`, `[3]`, `st_value`; without the address of the item. An item there is one step. */
function stepsOf(dump: Dump, index: number): readonly string[] {
  const span = dump.spans[index] as DumpSpan;
  const steps = known.get(span);
  if (steps) return steps;
  const path = insideOf(dump, index) ? [lastStep(span.path)] : withoutAddress(dump, span.path).split('/').flatMap(withoutCount);
  known.set(span, path);
  return path;
}

const lastStep = (path: string): string => path.slice(path.lastIndexOf('!') + 1);

function withoutAddress({ item: { address } }: Dump, path: string): string {
  if (address === '' || path === '') return path;
  // Of a long address a path has the beginning only.
  return path.startsWith(`${address.slice(1)}!`) ? path.slice(address.length) : lastStep(path);
}

function withoutCount(step: string): string[] {
  const [, name = '', count = ''] = /^(.*?)(\[\d+\]|\+\d+)$/s.exec(step) ?? [];
  return count === '' || name === '' ? [step] : [name, count];
}

const label = (steps: readonly string[]): string => steps.join('/').replaceAll('/[', '[').replaceAll('/+', '+');
