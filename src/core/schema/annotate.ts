import { type Bytes, hex, type Input, leadingZeros, reading } from '../bytes/index.ts';
import type { Reporter, Span } from '../diag/index.ts';
import { type FieldRow, fieldRange, fieldsInOrder, type StructRows, structSize } from './struct.ts';

/** What a range of bytes is. A dump is a list of these that covers every byte exactly once. */
export interface Annotation {
  readonly span: Span;
  /** The place in the structure: `.symtab[3]/st_value`. */
  readonly path: string;
  /** What is there, in words: `20.1.0 BMG-G21 A0`. */
  readonly text: string;
  /**
   * `field` is a decoded number or name, `code` an instruction, `text` readable text, `bytes` content that is not decoded, `padding`
   * zeros between structures, `gap` other bytes that no structure claims.
   */
  readonly role: 'field' | 'code' | 'text' | 'bytes' | 'padding' | 'gap';
  /** The bits of an instruction by name, if requested. */
  readonly fields?: readonly BitField[];
}

/** Named bits of something that is not made of whole bytes. */
export interface BitField {
  readonly name: string;
  /** Ranges, those of the lowest part of the value first: `63:56 96`. Bit 0 is the lowest of the first byte. */
  readonly bits: string;
  readonly value: number;
  /** What the value means; absent where it is a number, or nothing. */
  readonly meaning?: string;
  /** For a descriptor, its fields; their bits count in the descriptor. */
  readonly parts?: readonly BitField[];
}

/** Explains the number in a field: its name in a table, for example. */
export type Explain = (field: FieldRow, value: bigint) => string | undefined;

/** The fields of a structure, and what is in it between and after them up to `size` bytes. */
export function annotateStruct(
  rows: StructRows,
  bytes: Bytes,
  at: number,
  is64: boolean,
  path: string,
  explain?: Explain,
  size = structSize(rows, is64),
): Annotation[] {
  const fields = fieldsInOrder(rows, is64);
  const annotations: Annotation[] = [];
  let end = at;
  for (const field of fields) {
    const [from, to] = fieldRange(field, is64);
    if (at + from > end) annotations.push(filler(bytes, end, at + from, path));
    const value = numberAt(bytes, at + from, to - from);
    const text = explain?.(field, value);
    const number = value < 10n ? `${value}` : `${value} (${hex(value)})`;
    annotations.push({
      span: bytes.span(at + from, at + to),
      path: `${path}/${field.name}`,
      text: text ? `${number} ${text}` : number,
      role: 'field',
    });
    end = at + to;
  }
  if (end < at + size) annotations.push(filler(bytes, end, at + size, path));
  return annotations;
}

/** An unsigned number of up to eight bytes. */
function numberAt(bytes: Bytes, at: number, size: number): bigint {
  if (size === 8) return bytes.u64(at);
  if (size === 4) return BigInt(bytes.u32(at));
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes.u8(at + i));
  return value;
}

/** Bytes that no structure claims: padding when they are all zero. */
export function filler(bytes: Bytes, start: number, end: number, path: string): Annotation {
  const padding = leadingZeros(bytes.sub(start, end)) === end - start;
  return {
    span: bytes.span(start, end),
    path,
    text: padding ? 'padding' : 'not claimed by any structure',
    role: padding ? 'padding' : 'gap',
  };
}

/** A range of bytes whose annotations are created when the dump reaches it: they are within the range, in order. */
export interface Region {
  readonly span: Span;
  annotations(): Iterable<Annotation>;
}

/** A range whose annotations, in any order, are made when the dump reaches it. */
export function regionOf(span: Span, pieces: () => readonly (Annotation | Region)[]): Region {
  return { span, annotations: () => inOrder(pieces()) };
}

/**
 * Turns annotations in any order into a partition of `bytes`: sorted, gaps filled, every byte in exactly one. If two claim the same bytes,
 * the one that begins first keeps them, and the other keeps the rest of its range. Only annotations that overlap are in memory together.
 */
export function* partition(bytes: Bytes, pieces: readonly (Annotation | Region)[], out: Reporter): Generator<Annotation> {
  const whole = bytes.span();
  let last: Annotation | undefined;
  let end = whole.start;
  for (const item of inOrder(pieces)) {
    if (item.span.end <= item.span.start) continue;
    if (item.span.start < end) {
      const clash = { ...item.span, end: Math.min(end, item.span.end) };
      out.report(
        'inspect/overlap',
        clash,
        item.path,
        `${clash.end - clash.start} bytes of ${item.path} also belong to ${last?.path ?? 'another structure'}`,
      );
      if (item.span.end <= end) continue;
    } else if (item.span.start > end) {
      yield filler(bytes, end - bytes.base, item.span.start - bytes.base, '');
    }
    const start = Math.max(item.span.start, end);
    last = start === item.span.start ? item : { ...item, span: { ...item.span, start } };
    end = item.span.end;
    yield last;
  }
  if (end < whole.end) yield filler(bytes, end - bytes.base, bytes.length, '');
}

type Piece = Annotation | Region;

const bySpan = (a: Piece, b: Piece): number => a.span.start - b.span.start || a.span.end - b.span.end;
const annotationsOf = (piece: Piece): Iterable<Annotation> => ('annotations' in piece ? piece.annotations() : [piece]);

/** All annotations, sorted by start. Those of a region that overlaps no other piece are never in memory together. */
function* inOrder(pieces: readonly Piece[]): Generator<Annotation> {
  const sorted = [...pieces].sort(bySpan);
  for (let at = 0, next = 0; at < sorted.length; at = next) {
    const first = sorted[at] as Piece;
    let { end } = first.span;
    for (next = at + 1; (sorted[next]?.span.start ?? Number.POSITIVE_INFINITY) < end; next++) {
      end = Math.max(end, sorted[next]?.span.end ?? 0);
    }
    if (next === at + 1) yield* annotationsOf(first);
    else yield* merged(sorted.slice(at, next));
  }
}

/** A piece, or the annotation that is the next of a region, in a {@link merged} list. */
interface Waiting {
  readonly piece: Piece;
  /** Of pieces at one place, the first. */
  readonly order: number;
  /** The annotations after it. */
  readonly rest: Iterator<Annotation> | undefined;
}

/** At one place, a region is opened before anything is passed on. */
const byPlace = (a: Waiting, b: Waiting): number =>
  a.piece.span.start - b.piece.span.start || placeEnd(a) - placeEnd(b) || a.order - b.order;
const placeEnd = ({ piece }: Waiting): number => ('annotations' in piece ? 0 : piece.span.end);

/** The annotations of pieces that overlap, sorted by start: of each region that was reached, one is in memory. */
function* merged(pieces: readonly Piece[]): Generator<Annotation> {
  const heap = new Heap(byPlace);
  for (const [order, piece] of pieces.entries()) heap.add({ piece, order, rest: undefined });
  for (let first = heap.take(); first !== undefined; first = heap.take()) {
    const { piece, order } = first;
    const rest = 'annotations' in piece ? piece.annotations()[Symbol.iterator]() : first.rest;
    if (!('annotations' in piece)) yield piece;
    const next = rest?.next();
    if (rest && next && next.done !== true) heap.add({ piece: next.value, order, rest });
  }
}

/** Values of which the least is taken first. */
class Heap<T> {
  private readonly values: T[] = [];
  private readonly compare: (a: T, b: T) => number;

  constructor(compare: (a: T, b: T) => number) {
    this.compare = compare;
  }

  add(value: T): void {
    const { values, compare } = this;
    let at = values.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (compare(values[parent] as T, value) <= 0) break;
      values[at] = values[parent] as T;
      at = parent;
    }
    values[at] = value;
  }

  take(): T | undefined {
    const { values, compare } = this;
    const [first] = values;
    const last = values.pop();
    if (values.length === 0 || last === undefined) return first;
    let at = 0;
    for (let child = 1; child < values.length; child = 2 * at + 1) {
      if (child + 1 < values.length && compare(values[child + 1] as T, values[child] as T) < 0) child++;
      if (compare(last, values[child] as T) <= 0) break;
      values[at] = values[child] as T;
      at = child;
    }
    values[at] = last;
    return first;
  }
}

/** What a `dump…` function returns: the spans of an input in order, and every byte in exactly one. */
export function dumped(input: Input, annotate: (bytes: Bytes, out: Reporter) => readonly (Annotation | Region)[]): readonly Annotation[] {
  return reading(input, (bytes, out) => [...partition(bytes, annotate(bytes, out), out)]).value;
}
