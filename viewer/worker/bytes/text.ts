/** Texts that are in a file, by lines that know their bytes: ze_info, property sets, vISA. */
import type { Bytes, Item } from '../../../src/internal.ts';
import { itemAt, memo } from '../files.ts';
import { dumpOf, sourceItem, stepsTo } from './dumps.ts';

/** Lines that the page gets at once. */
const LINES = 4_000;
/** Maximum number of bytes of them: longer content is not hand-written text. */
const MOST = 2_000_000;

export interface TextPlace {
  /** Address of the item whose text it is. */
  readonly address: string;
  readonly title: string;
  /** Which {@link LINES} lines to ask for. */
  readonly part: number;
}

export interface TextPart {
  /** Number of the first line, from 0. */
  readonly first: number;
  /** Lines of the whole text. */
  readonly total: number;
  readonly lines: readonly string[];
  /** Absolute offset of each line, and after the last where it ends. */
  readonly starts: readonly number[];
}

/** The text that a byte belongs to: that of the image around it, or the only one of the source. Null when there is none. */
export function textAt({ file, at, offset }: { file: number; at: string; offset: number }): TextPlace | null {
  const source = sourceItem(file, at);
  const around = stepsTo(source, offset).map(({ dump }) => dump.item);
  const item = [...around].reverse().find(textOf) ?? only(source);
  const text = item && textOf(item);
  if (!item || !text) return null;
  const starts = startsOf(file, item.address, text.bytes);
  const inside = offset >= text.bytes.base && offset < text.bytes.base + text.bytes.length;
  return { address: item.address, title: text.title, part: inside ? Math.floor(lineAt(starts, offset) / LINES) : 0 };
}

export function textPart({ file, address, part }: { file: number; address: string; part: number }): TextPart {
  const text = textOf(itemAt(file, address));
  if (!text) throw new Error('there is not text');
  const { bytes } = text;
  const starts = startsOf(file, address, bytes);
  const first = part * LINES;
  const end = bytes.base + bytes.length;
  const offsets = [...starts.slice(first, first + LINES), starts[first + LINES] ?? end].map((start) =>
    Math.min(start, (starts[first] ?? 0) + MOST),
  );
  const decoder = new TextDecoder();
  const lines = offsets.slice(0, -1).map((start, i) => {
    const data = bytes.sub(start - bytes.base, (offsets[i + 1] ?? 0) - bytes.base).data;
    return decoder.decode(data).replace(/\r?\n$/, '');
  });
  return { first, total: starts.length, lines, starts: offsets };
}

function textOf({ content, bytes }: Item): { readonly bytes: Bytes; readonly title: string } | undefined {
  switch (content.kind) {
    case 'zebin':
      return content.zebin.zeInfo && { bytes: content.zebin.zeInfo.bytes, title: '.ze_info' };
    case 'property-sets':
      return { bytes, title: 'properties' };
    case 'visa-text':
      return { bytes, title: 'vISA' };
    default:
      return undefined;
  }
}

function only(source: Item): Item | undefined {
  let match: Item | undefined;
  for (const place of dumpOf(source).inside.values()) {
    const item = place.open();
    if (item.bytes.source !== source.bytes.source || !textOf(item)) continue;
    if (match) return undefined;
    match = item;
  }
  return match;
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low;
}

/** Absolute offsets of the lines of the text at an address. */
function startsOf(file: number, address: string, bytes: Bytes): readonly number[] {
  return memo(file, `lines ${address}`, () => {
    const { data, base } = bytes;
    const starts = [base];
    for (let at = data.indexOf(10); at >= 0 && at + 1 < data.length; at = data.indexOf(10, at + 1)) starts.push(base + at + 1);
    return starts;
  });
}
