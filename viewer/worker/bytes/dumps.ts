/**
 * What the bytes of a file are, item by item: for a container, its own structures, with each item in it closed. So a file of any size is
 * decoded only where it is viewed.
 */
import { type ClosedItem, type DumpSpan, dumpDocument, type Item } from '../../../src/internal.ts';
import { itemAt } from '../files.ts';

/** The spans of one item: every byte of it in one, in order. */
export interface Dump {
  readonly item: Item;
  readonly spans: readonly DumpSpan[];
  /** The items in the same bytes, by the path of the span that stands for each. */
  readonly inside: ReadonlyMap<string, ClosedItem>;
}

/** A span on the way down to a byte, within its item. */
export interface Step {
  readonly dump: Dump;
  readonly index: number;
}

/** Spans that are kept for items that were viewed before. */
const KEPT_SPANS = 1_000_000;

const kept = new Map<ClosedItem, Dump>();
let spansKept = 0;

/** The item whose content is the bytes that offsets at an address count in: the file, or what was inflated. */
export function sourceItem(file: number, at: string): Item {
  const root = itemAt(file, '');
  const { source } = itemAt(file, at).bytes;
  return source === root.bytes.source ? root : itemAt(file, source);
}

export function dumpOf(place: ClosedItem): Dump {
  const known = kept.get(place);
  if (known) {
    // The one that was used last is forgotten last.
    kept.delete(place);
    kept.set(place, known);
    return known;
  }
  const item = opened(place);
  const { spans } = dumpDocument(item, { shallow: true });
  const open = item.children.filter((child) => child.stored.source === item.bytes.source);
  const entry = { item, spans, inside: new Map(open.map((child) => [child.address.slice(1), child])) };
  kept.set(place, entry);
  spansKept += spans.length;
  for (const [oldest, dump] of kept) {
    if (spansKept <= KEPT_SPANS || oldest === place) break;
    kept.delete(oldest);
    spansKept -= dump.spans.length;
  }
  return entry;
}

const opened = (place: ClosedItem | Item): Item => ('kind' in place ? place : place.open());

const isLeaf = ({ content }: Item) => content.kind === 'none' || content.kind === 'section';

/** The item that a span represents, if it can be opened. */
export function insideOf({ item, spans, inside }: Dump, index: number): ClosedItem | undefined {
  const span = spans[index];
  // The structures of a zebin are its sections, which are not opened again.
  const place = span?.role === 'bytes' && item.content.kind !== 'zebin' ? inside.get(span.path) : undefined;
  if (place && kept.has(place)) return place;
  const target = place?.open();
  return target && target.bytes.source === item.bytes.source && !isLeaf(target) ? place : undefined;
}

/** The spans that hold a byte, from that of the source down to the one of a field. Empty outside of the source. */
export function stepsTo(source: Item, offset: number): Step[] {
  const steps: Step[] = [];
  for (let item: ClosedItem | undefined = source; item; ) {
    const dump: Dump = dumpOf(item);
    const index = spanAt(dump.spans, offset);
    if (index === undefined) break;
    steps.push({ dump, index });
    item = insideOf(dump, index);
  }
  return steps;
}

/** The bytes that belong to the last step and to nothing else. */
export function extentOf(steps: readonly Step[]): { readonly start: number; readonly end: number } {
  const spans = steps.map(({ dump, index }) => dump.spans[index] as DumpSpan);
  return { start: Math.max(...spans.map((span) => span.offset)), end: Math.min(...spans.map((span) => span.end)) };
}

function spanAt(spans: readonly DumpSpan[], offset: number): number | undefined {
  let low = 0;
  let high = spans.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle;
  }
  const span = spans[low];
  return span && offset >= span.offset && offset < span.end ? low : undefined;
}
