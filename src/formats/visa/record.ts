/** Reads, writes and visits structures of table/header.ts: the only place that converts between rows and bytes. */
import { type Bytes, type ByteWriter, byteText, decodeText, displayText, encodeText, textSize } from '../../core/bytes/index.ts';
import { COST, type Reporter } from '../../core/diag/index.ts';
import type { Cut } from './model.ts';
import type { BitPart, IntKind, RecordOf, VisaField, VisaRows } from './table/header.ts';

type Value = number | string | Uint8Array | readonly string[] | readonly Fields[];
interface Fields {
  readonly [name: string]: Value;
}

/** Reads structures one after the other. */
export class RecordReader {
  readonly bytes: Bytes;
  /** Where the next field begins. */
  at: number;
  private readonly version: number;
  private readonly out: Reporter;

  /** @param version as `versionNumber` gives it; so everywhere here. */
  constructor(bytes: Bytes, at: number, version: number, out: Reporter) {
    this.bytes = bytes;
    this.at = at;
    this.version = version;
    this.out = out;
  }

  /**
   * Reads a structure. If the bytes end within it, it is `cut`: it has the complete entries, later fields are zero or empty, and `at` is
   * after the last complete entry or before the field. Reports that under `path` as `visa/table-range`.
   */
  read<S extends VisaRows>(rows: S, path: string): { readonly value: RecordOf<S>; readonly cut?: Cut } {
    const value = emptyRecord(rows);
    const cut = this.fields(rows, value, path);
    const record = value as RecordOf<S>;
    return cut ? { value: record, cut } : { value: record };
  }

  private fields(rows: VisaRows, value: { [name: string]: Value }, path: string): Cut | undefined {
    for (const { name, kind } of rows.fields) {
      const start = this.at;
      switch (kind.kind) {
        case 'int': {
          const number = this.int(kind);
          if (number === undefined) return this.cut(name, undefined, start, path);
          value[name] = number;
          break;
        }
        case 'bits': {
          const byte = this.int(BYTE);
          if (byte === undefined) return this.cut(name, undefined, start, path);
          for (const part of kind.parts) value[part.name] = (byte >> part.low) & ((1 << part.width) - 1);
          break;
        }
        case 'text':
        case 'data': {
          const count = this.int(kind.count);
          if (count === undefined || !this.bytes.has(this.at, count)) {
            this.at = start;
            return this.cut(name, undefined, start, path);
          }
          const data = count === 0 ? NOTHING : this.bytes.sub(this.at, this.at + count).data;
          value[name] = kind.kind === 'text' ? decodeText(data) : data;
          this.at += count;
          break;
        }
        case 'strings': {
          const count = this.int(kind.count);
          if (count === undefined) return this.cut(name, undefined, start, path);
          const strings = this.strings(count, path);
          value[name] = strings;
          if (strings.length < count) return this.cut(name, count, this.at, path);
          break;
        }
        case 'list': {
          const count = this.int(kind.count);
          if (count === undefined) return this.cut(name, undefined, start, path);
          const entries: Fields[] = [];
          value[name] = entries;
          for (let i = 0; i < count; i++) {
            const entryStart = this.at;
            const entry = emptyRecord(kind.of);
            const whole = this.fits(kind.of) && this.quietly(kind.of, entry) && this.charge(entryStart, `${path}${name}[${i}]`);
            if (!whole) {
              this.at = entryStart;
              return this.cut(name, count, entryStart, path);
            }
            entries.push(entry);
          }
        }
      }
    }
    return undefined;
  }

  /** Reads an entry of a table; false if the bytes end within it, which is reported once for the table. */
  private quietly(rows: VisaRows, value: { [name: string]: Value }): boolean {
    this.nested++;
    const cut = this.fields(rows, value, '');
    this.nested--;
    return cut === undefined;
  }
  private nested = 0;

  /** Whether there are enough bytes for the shortest form of an entry: tables with absurd counts end here. */
  private fits(rows: VisaRows): boolean {
    return this.at < this.bytes.length && rows.fields.length > 0;
  }

  private charge(start: number, path: string): boolean {
    const { out } = this;
    const span = this.bytes.span(start, this.at);
    return out.charge(this.at - start + COST.record, span, path);
  }

  private cut(field: string, count: number | undefined, at: number, path: string): Cut {
    if (this.nested === 0 && !this.out.exhausted) {
      const there = count === undefined ? '' : ` of ${count} entries`;
      const message = `the data ends within ${field}${there}; what follows is kept as bytes`;
      this.out.report('visa/table-range', this.bytes.span(at), `${path}${field}`, message, { field, count });
    }
    return count === undefined ? { field } : { field, count };
  }

  private int(kind: IntKind): number | undefined {
    const width = widthIn(kind, this.version);
    if (!this.bytes.has(this.at, width)) return undefined;
    const at = this.at;
    this.at += width;
    if (width === 4) return this.bytes.u32(at);
    const value = width === 2 ? this.bytes.u16(at) : this.bytes.u8(at);
    return kind.signed ? (value << 16) >> 16 : value;
  }

  /** As many of `count` texts as end within the bytes and the budget. */
  private strings(count: number, path: string): string[] {
    const { data } = this.bytes;
    const start = this.at;
    const texts: string[] = [];
    let end = start;
    while (texts.length < count) {
      const mark = data.indexOf(0, end);
      if (mark < 0 || !this.out.charge(mark + 1 - end + COST.record, this.bytes.span(end, mark + 1), `${path}strings`)) break;
      texts.push('');
      end = mark + 1;
    }
    // Taken from one text, because a decoder call for each would be most of the cost of reading a pool.
    const text = byteText(data.subarray(start, end));
    for (let i = 0, at = 0; i < texts.length; i++) {
      const mark = text.indexOf('\0', at);
      texts[i] = displayText(text.slice(at, mark));
      at = mark + 1;
    }
    this.at = end;
    return texts;
  }
}

const BYTE: IntKind = { kind: 'int', width: 1 };
const NOTHING = new Uint8Array(0);

/** Width of an integer in a version, in bytes. */
export function widthIn(kind: IntKind, version: number): number {
  return kind.before && version < kind.before.version ? kind.before.width : kind.width;
}

/** A record with zeros and nothing in its tables. */
export function emptyRecord(rows: VisaRows): { [name: string]: Value } {
  const value: { [name: string]: Value } = {};
  for (const { name, kind } of rows.fields) {
    if (kind.kind === 'bits') for (const part of kind.parts) value[part.name] = 0;
    else value[name] = kind.kind === 'int' ? 0 : kind.kind === 'text' ? '' : kind.kind === 'data' ? NOTHING : [];
  }
  return value;
}

/**
 * Writes a structure: the inverse of `RecordReader.read`. A truncated structure ends with the complete entries of the truncated field.
 * Throws `RangeError` for a number or length that its field cannot hold.
 */
export function writeRecord<S extends VisaRows>(rows: S, record: RecordOf<S>, version: number, out: ByteWriter, cut?: Cut): void {
  writeFields(rows, record as Fields, version, out, cut);
}

function writeFields(rows: VisaRows, record: Fields, version: number, out: ByteWriter, cut?: Cut): void {
  for (const field of rows.fields) {
    const { name, kind } = field;
    if (cut?.field === name && cut.count === undefined) return;
    const value = kind.kind === 'bits' ? 0 : record[name];
    switch (kind.kind) {
      case 'int':
        writeInt(kind, value as number, version, out);
        break;
      case 'bits':
        out.u8(joinBits(kind.parts, record));
        break;
      case 'text':
      case 'data': {
        const data = typeof value === 'string' ? encodeText(value) : (value as Uint8Array);
        writeInt(kind.count, data.length, version, out);
        out.bytes(data);
        break;
      }
      case 'strings': {
        const strings = value as readonly string[];
        writeInt(kind.count, cut?.field === name ? (cut.count ?? 0) : strings.length, version, out);
        for (const text of strings) out.bytes(encodeText(text)).u8(0);
        break;
      }
      case 'list': {
        const entries = value as readonly Fields[];
        writeInt(kind.count, cut?.field === name ? (cut.count ?? 0) : entries.length, version, out);
        for (const entry of entries) writeFields(kind.of, entry, version, out);
      }
    }
    if (cut?.field === name) return;
  }
}

function writeInt(kind: IntKind, value: number, version: number, out: ByteWriter): void {
  const width = widthIn(kind, version);
  const most = 2 ** (8 * width);
  const unsigned = kind.signed && value < 0 && value >= -most / 2 ? value + most : value;
  if (width === 4) out.u32(unsigned);
  else if (width === 2) out.u16(unsigned);
  else out.u8(unsigned);
}

const fits = (part: unknown, width: number): boolean => typeof part === 'number' && part >= 0 && part < 1 << width;

/** The byte that parts make up. Throws `RangeError` for a part that does not fit its bits. */
function joinBits(parts: readonly BitPart[], record: Fields): number {
  return parts.reduce((byte, { name, low, width }) => {
    const part = record[name] as number;
    if (!fits(part, width)) throw new RangeError(`${part} does not fit the ${width} bits of ${name}`);
    return byte | (part << low);
  }, 0);
}

/** An item of a visit: a field or part of one with its place, in the order of the file. */
export interface Visited {
  readonly field: VisaField;
  /** The part, when the field has parts; then `value` is that of the part and the range that of the byte. */
  readonly part?: BitPart;
  /** The whole byte, when it has parts and they fit: a text can have types whose numbers do not. */
  readonly byte?: number;
  /** A count that precedes a table, text or data: `value` is the count. */
  readonly counted?: true;
  readonly value: Value;
  readonly start: number;
  readonly end: number;
  readonly path: string;
  /** The entry that it is in, of a table of the record; of attributes of an entry, that of the entry. */
  readonly entry?: Entry | undefined;
}

/** An entry of a table, with the place where it begins. */
export interface Entry {
  readonly table: string;
  readonly index: number;
  readonly start: number;
}

/**
 * Calls `visit` for every field, as it is in bytes from `at` on, and returns where the structure ends. Of strings each is visited
 * by itself, and of tables the fields of each entry.
 */
export function walkRecord<S extends VisaRows>(
  rows: S,
  record: RecordOf<S>,
  version: number,
  at: number,
  path: string,
  visit: (visited: Visited) => void,
  cut?: Cut,
): number {
  return walkFields(rows, record as Fields, version, at, path, visit, cut);
}

function walkFields(
  rows: VisaRows,
  record: Fields,
  version: number,
  at: number,
  path: string,
  visit: (visited: Visited) => void,
  cut?: Cut,
  entry?: Entry,
): number {
  let end = at;
  for (const field of rows.fields) {
    const { name, kind } = field;
    if (cut?.field === name && cut.count === undefined) return end;
    const start = end;
    const place = `${path}${name}`;
    const value = record[name] as Value;
    if (kind.kind === 'int') {
      end += widthIn(kind, version);
      visit({ field, value, start, end, path: place, entry });
    } else if (kind.kind === 'bits') {
      end += 1;
      const whole = kind.parts.every(({ name: part, width }) => fits(record[part], width)) && { byte: joinBits(kind.parts, record) };
      for (const part of kind.parts) {
        visit({ field, part, ...whole, value: record[part.name] as Value, start, end, path: `${path}${part.name}`, entry });
      }
    } else {
      end += widthIn(kind.count, version);
      const size = kind.kind === 'text' ? textSize(value as string) : (value as readonly unknown[]).length;
      const count = cut?.field === name ? (cut.count ?? 0) : size;
      visit({ field, counted: true, value: count, start, end, path: `${path}${kind.countName}`, entry });
      if (kind.kind === 'text' || kind.kind === 'data') {
        const from = end;
        end += size;
        visit({ field, value, start: from, end, path: place, entry });
      } else if (kind.kind === 'strings') {
        (value as readonly string[]).forEach((text, i) => {
          const from = end;
          end += textSize(text) + 1;
          visit({ field, value: text, start: from, end, path: `${place}[${i}]` });
        });
      } else {
        (value as readonly Fields[]).forEach((of, index) => {
          end = walkFields(kind.of, of, version, end, `${place}[${index}]/`, visit, undefined, entry ?? { table: name, index, start: end });
        });
      }
    }
    if (cut?.field === name) return end;
  }
  return end;
}
