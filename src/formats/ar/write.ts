import { Bytes, ByteWriter, CHAR, encodeText, textSize } from '../../core/bytes/index.ts';
import { LIMITS } from '../../core/diag/index.ts';
import type { Ar } from './model.ts';
import { AR_HEADER, AR_MAGIC, AR_THIN_MAGIC, type ArField } from './table.ts';

/** A member to be written. */
export interface NewMember {
  /** Display text, without the closing `/`. */
  readonly name: string;
  readonly data: Uint8Array | Bytes;
  /** Header fields to write; for omitted ones, the values that `ocloc` writes. The size follows from the data. */
  readonly header?: Partial<Readonly<Record<ArField, string>>>;
  /** The byte that aligns the next member after content of an odd size; by default a line feed, and none for null. */
  readonly filler?: number | null;
}

export interface ArLayout {
  /** File names instead of their content: the sizes are those in the members' headers. */
  readonly thin?: boolean;
  /** Insert members named `pad_N`, as `ocloc` does, so that all content begins at a multiple of 8. */
  readonly align?: boolean;
}

/** Default header fields. */
const DEFAULTS: Readonly<Record<ArField, string>> = {
  ar_name: '',
  ar_date: '0',
  ar_uid: '0',
  ar_gid: '0',
  ar_mode: '644',
  ar_size: '0',
  ar_fmag: '`\n',
};
/** Maximum length of a name in the header, including its `/`. */
const SHORT_NAME = 16;
const BSD_NAME = /^#1\/([0-9]+) *$/;

/**
 * The members of an archive that was read. Writing them results in the same bytes. For a large file, their content is windows.
 *
 * @example
 * const members = arMembers(readAr(archive).value);
 * writeAr(members).length === archive.length; // true
 */
export function arMembers(ar: Ar): NewMember[] {
  return ar.members.map(({ name, header, bytes }, i) => {
    const end = bytes.base - ar.bytes.base + bytes.length;
    const next = ar.members[i + 1]?.at ?? ar.end;
    // Content that has one is of an odd size, with the name that BSD puts before it.
    const isOdd = !ar.thin && (end - (ar.members[i]?.at ?? 0)) % 2 === 1;
    const filler = isOdd ? { filler: next > end ? ar.bytes.u8(end) : null } : {};
    return { name, data: bytes.remote ? bytes : bytes.data, header, ...filler };
  });
}

/**
 * Writes an archive: the inverse of `readAr` with {@link arMembers}. Names that are too long for a header go into a table of names,
 * unless the given header already refers to the table. A symbol index is written unchanged: leave it out if members change.
 *
 * Throws `RangeError` for a field that is too long for its place.
 *
 * @example
 * readAr(writeAr([{ name: 'a', data: new Uint8Array(4) }])).value.members[0].name; // 'a'
 */
export function writeAr(members: readonly NewMember[], layout: ArLayout = {}): Uint8Array {
  return written(members, layout).finish();
}

/** As {@link writeAr}, for an archive of any size: members that are windows on large files are read on demand. */
export function arWindow(members: readonly NewMember[], layout: ArLayout = {}): Bytes {
  return written(members, layout).window();
}

function written(members: readonly NewMember[], layout: ArLayout): ByteWriter {
  const out = new ByteWriter();
  out.text(layout.thin ? AR_THIN_MAGIC : AR_MAGIC);
  const { table, names } = longNames(members);
  if (table.length > 0) writeMember(out, { name: '//', data: encodeText(table), header: NAME_TABLE }, '//', undefined);
  let paddings = 0;
  members.forEach((member, i) => {
    if (layout.align && (out.length + AR_HEADER.size) % 8 !== 0) {
      const size = 8 - ((out.length + 2 * AR_HEADER.size) % 8);
      const name = `pad_${paddings++}`;
      writeMember(out, { name, data: new Uint8Array(size).fill(CHAR.space), filler: 0 }, `${name}/`, undefined);
    }
    const special = member.name === '/' || member.name === '//' || member.name === '/SYM64/';
    writeMember(out, member, names[i] ?? member.name, layout.thin && !special ? member.header?.ar_size : undefined);
  });
  return out;
}

/** The table of names has no date, user or mode. */
const NAME_TABLE = { ar_date: '', ar_uid: '', ar_gid: '', ar_mode: '' } as const;

/** The name field of each member, and the table of names that do not fit. */
function longNames(members: readonly NewMember[]): { table: string; names: string[] } {
  const table: string[] = [];
  let length = 0;
  const names = members.map(({ name, header }) => {
    if (header?.ar_name !== undefined) return header.ar_name;
    const size = textSize(name);
    if (size < SHORT_NAME && !name.includes('/')) return `${name}/`;
    const at = length;
    table.push(`${name}/\n`);
    length += size + 2;
    return `/${at}`;
  });
  return { table: table.join(''), names };
}

/** @param thinSize what the header says in a thin archive, whose content is elsewhere. */
function writeMember(out: ByteWriter, member: NewMember, ar_name: string, thinSize: string | undefined): void {
  const bsd = BSD_NAME.exec(ar_name);
  const nameBytes = bsd ? encodeText(member.name) : new Uint8Array(0);
  const capacity = bsd ? Number(bsd[1]) : 0;
  if (capacity > LIMITS.memberName) throw new RangeError(`the header of ${member.name} says that its name has ${capacity} bytes`);
  if (nameBytes.length > capacity)
    throw new RangeError(`the name ${member.name} has ${nameBytes.length} bytes, but its header says ${capacity}`);
  const size = capacity + member.data.length;
  const sizeField = member.header?.ar_size;
  // The spelling of a size that is still correct is kept.
  const ar_size = thinSize ?? (sizeField !== undefined && Number(sizeField) === size ? sizeField : `${size}`);
  const fields = { ...DEFAULTS, ...member.header, ar_name, ar_size };
  for (const { name, length } of AR_HEADER.fields) {
    const text = encodeText(fields[name]);
    if (text.length > length) throw new RangeError(`${name} of ${member.name} has ${text.length} bytes, but at most ${length} fit`);
    out.bytes(text).fill(length - text.length, CHAR.space);
  }
  if (thinSize !== undefined) return;
  out
    .bytes(nameBytes)
    .fill(capacity - nameBytes.length)
    .bytes(Bytes.from(member.data));
  if (size % 2 === 1 && member.filler !== null) out.fill(1, member.filler ?? CHAR.newline);
}
