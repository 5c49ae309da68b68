/** The requests of the bytes page. */
import { DUMP_ROLES, type DumpSpan, eachItem, explain, findingsOf, type Item, instructionFields } from '../../src/internal.ts';
import { extentOf, sourceItem, stepsTo } from './bytes/dumps.ts';
import { fieldChildren, fieldPath } from './bytes/fields.ts';
import { findBytes } from './bytes/find.ts';
import { textAt, textPart } from './bytes/text.ts';
import { itemAt } from './files.ts';

/** Bytes that are sent at a time, with a few of the next ones, so that a number at the end can be read. */
const BLOCK = 4_096;
const MORE = 8;

/** Findings and sources that are listed. */
const LISTED = 2_000;
/** A file up to this size is checked against all rules at once. */
const CHECKED = 8 << 20;
/** Bytes that are copied at once. */
const COPIED = 1 << 20;

interface At {
  readonly file: number;
  readonly at: string;
}

/** A range of bytes with one owner. */
export interface BlockSpan {
  readonly start: number;
  readonly end: number;
  readonly role: DumpSpan['role'];
  /** Whether it is the second of two neighbours, which are drawn differently. */
  readonly odd: boolean;
}

export interface Block {
  readonly start: number;
  readonly bytes: Uint8Array;
  /** Spans that have a byte in the block, in order, with their full extent. */
  readonly spans: readonly BlockSpan[];
}

export const BYTES_HANDLERS = {
  /** The bytes that an address counts in, and which others there are in the file. */
  bytesSource: ({ file, at }: At) => {
    const source = sourceItem(file, at);
    const item = itemAt(file, at);
    const { sources, more } = sourcesOf(itemAt(file, ''));
    const { base, length } = item.bytes;
    return {
      address: source.address,
      start: source.bytes.base,
      size: source.bytes.length,
      block: BLOCK,
      roles: DUMP_ROLES,
      item: item === source ? null : { start: base, end: base + length },
      sources,
      more,
    };
  },
  bytesBlock: ({ file, at, block }: At & { block: number }): Block => {
    const source = sourceItem(file, at);
    const { base, length } = source.bytes;
    const from = block * BLOCK;
    const to = Math.min(from + BLOCK, length);
    const spans: BlockSpan[] = [];
    for (let offset = base + from; offset < base + to; ) {
      const steps = stepsTo(source, offset);
      const last = steps.at(-1);
      const role = last?.dump.spans[last.index]?.role ?? 'gap';
      const { start, end } = last ? extentOf(steps) : { start: offset, end: offset + 1 };
      spans.push({ start, end, role, odd: ((last?.index ?? 0) & 1) === 1 });
      offset = Math.max(end, offset + 1);
    }
    return { start: base + from, bytes: source.bytes.sub(from, Math.min(to + MORE, length)).data.slice(), spans };
  },
  /** The field that a byte belongs to; null outside of the source. */
  bytesOwner: ({ file, at, offset }: At & { offset: number }) => {
    const steps = stepsTo(sourceItem(file, at), offset);
    const last = steps.at(-1);
    const span = last?.dump.spans[last.index];
    if (!last || !span) return null;
    const { item } = last.dump;
    const opens = item.children.find((child) => child.stored.base === span.offset && child.open().bytes.source === child.address);
    return {
      ...extentOf(steps),
      path: span.path.slice(0, LONGEST),
      text: span.text.slice(0, LONGEST),
      role: span.role,
      item: item.address,
      /** The bits by name, of an instruction. */
      fields: span.role === 'code' && item.content.kind === 'zebin' ? instructionFields(item.content.zebin, span.offset) : [],
      /** What the name of the field means, where the tables of the format say it. */
      means: meaningOf(span.path.slice(span.path.lastIndexOf('!') + 1), item.kind),
      /** Address of what is inflated from these bytes. */
      ...(opens && span.role === 'bytes' ? { opens: opens.address } : {}),
    };
  },
  /** Some bytes to copy; fewer when they are very many. */
  bytesCopy: ({ file, at, start, end }: At & { start: number; end: number }): Uint8Array => {
    const { bytes } = sourceItem(file, at);
    const from = Math.min(Math.max(start - bytes.base, 0), bytes.length);
    return bytes.sub(from, Math.min(Math.max(end - bytes.base, from), from + COPIED, bytes.length)).data.slice();
  },
  /** The findings of reading and, unless the file is very large, the broken rules, the worst first. */
  bytesFindings: ({ file }: { file: number }) => {
    const root = itemAt(file, '');
    const isChecked = root.bytes.length <= CHECKED;
    const all = isChecked ? findingsOf(root) : read(root);
    const findings = all.slice(0, LISTED).map(({ diagnostic: { severity, code, message, path, span }, line }) => ({
      severity,
      code,
      message: message.slice(0, LONGEST),
      path: path.slice(0, LONGEST),
      start: span.start,
      end: span.end,
      /** Address of an item in the same bytes. */
      at: span.source === root.bytes.source ? '' : span.source,
      line: line ?? null,
    }));
    return { findings, total: all.length, isChecked };
  },
  bytesFind: findBytes,
  fieldChildren,
  fieldPath,
  textAt,
  textPart,
};

/** Characters of a path or a sentence that the page gets. */
const LONGEST = 2_000;

function read(root: Item): Pick<ReturnType<typeof findingsOf>[number], 'diagnostic' | 'line'>[] {
  return [...eachItem(root)].flatMap((item) =>
    item.diagnostics.map((one) => ({
      diagnostic: { ...one, path: item.address === '' ? one.path : `${item.address.slice(1)}!${one.path}` },
    })),
  );
}

/** Names that are looked up: longer ones are in no table. */
const NAME = 200;

/**
 * The one entry of `explain` for a field of a kind of data: by the last two steps of its path, or by its last where that is a name of its
 * own, or of a field that the kind has.
 */
function meaningOf(path: string, kind: Item['kind']): { readonly path: string; readonly doc: string } | null {
  const steps = path.split('/').map((step) => step.replace(/\[\d+\]$/, ''));
  const last = steps.at(-1) ?? '';
  const both = steps.slice(-2).join('/');
  if (last === '' || both.length > NAME) return null;
  const only = (name: string) => {
    const [entry, ...others] = explain(name).filter(({ formats }) => formats === undefined || formats.some((one) => one === kind));
    // Versions of a header have the same field.
    return others.every(({ doc }) => doc === entry?.doc) ? entry : undefined;
  };
  const onlyEntry = only(last);
  const entry = only(both) ?? (steps.length === 1 || onlyEntry?.formats ? onlyEntry : undefined);
  return entry ? { path: entry.path, doc: entry.doc } : null;
}

/** The file and everything inflated in it. */
function sourcesOf(root: Item): { sources: { address: string; size: number }[]; more: number } {
  const sourceNames = new Set<string>();
  const sources: { address: string; size: number }[] = [];
  for (const { address, bytes } of eachItem(root)) {
    if (sourceNames.has(bytes.source)) continue;
    sourceNames.add(bytes.source);
    sources.push({ address, size: bytes.length });
  }
  return { sources: sources.slice(0, LISTED), more: Math.max(0, sources.length - LISTED) };
}
