import { type Bytes, CHAR, displayText, type Input, leadingZeros, reading } from '../../core/bytes/index.ts';
import { diagnostic, FormatError, LIMITS, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { afterMember } from './extent.ts';
import type { Ar, ArMember } from './model.ts';
import { AR_HEADER, AR_MAGIC, AR_ROLES, AR_SIZE, AR_THIN_MAGIC, AR_TRAILER, type ArField } from './table.ts';

const LONG_NAME = /^\/([0-9]+) *$/;
const INDEX = /^\/(\/|SYM64\/)?\s*$/;
const BSD_NAME = /^#1\/([0-9]+) *$/;

/**
 * Reads an archive: System V and GNU names, and names of BSD (`#1/N`).
 *
 * A truncated member has the part that exists; an unreadable header ends the list. Throws `FormatError` (`ar/not-ar`) when the magic is
 * missing.
 *
 * @example
 * readAr(archive).value.members.map(({ name }) => name); // ['pad_0', '64.dg2', 'pad_1', '64.bmg']
 */
export function readAr(input: Input): Outcome<Ar> {
  return reading(input, decodeAr);
}

/** As {@link readAr}, with the diagnostics to a reporter. */
export function decodeAr(bytes: Bytes, out: Reporter): Ar {
  const thin = bytes.startsWith(AR_THIN_MAGIC);
  if (!thin && !bytes.startsWith(AR_MAGIC)) {
    throw new FormatError(
      diagnostic(
        'ar/not-ar',
        'this is not an archive: it does not begin with `!<arch>` and a line feed',
        bytes.span(0, Math.min(8, bytes.length)),
        '',
      ),
    );
  }
  const members: ArMember[] = [];
  const most = out.listable;
  let longNames: Bytes | undefined;
  let at = AR_MAGIC.length;
  while (at < bytes.length) {
    const path = `members[${members.length}]`;
    if (members.length >= most) {
      out.end(bytes.span(at), path);
      break;
    }
    // Zeros fill up the section or page that the archive is in.
    if (
      bytes.u8(at) === 0 &&
      out.charge(bytes.length - at, bytes.span(at), path) &&
      leadingZeros(bytes.sub(at, bytes.length)) === bytes.length - at
    )
      break;
    const header = readHeader(bytes, at, path, out);
    if (!header) break;
    const stored = !thin || INDEX.test(header.ar_name);
    const size = stored ? Number(header.ar_size) : 0;
    const start = at + AR_HEADER.size;
    if (start + size > bytes.length) {
      out.report(
        'ar/member-range',
        bytes.span(start),
        path,
        `the member is ${size} bytes, of which ${bytes.length - start} are in the file`,
        {
          expected: size,
          found: bytes.length - start,
        },
      );
    }
    let content = bytes.sub(start, Math.min(start + size, bytes.length));
    let name = header.ar_name.trimEnd();
    // Most names are neither, so they are handled first: an archive can have very many small members.
    const special = name.startsWith('#') || name.startsWith('/');
    const bsd = special ? BSD_NAME.exec(header.ar_name) : null;
    const long = special ? LONG_NAME.exec(header.ar_name) : null;
    if (bsd && Number(bsd[1]) <= content.length) {
      const length = Number(bsd[1]);
      name = bsdName(content.sub(0, length), path, out);
      content = content.sub(length, content.length);
    } else if (bsd) {
      out.report('ar/long-name', bytes.span(at, at + 16), path, `${name} is longer than the member that holds it`);
    } else if (long) {
      const fullName = longName(longNames, Number(long[1]), path, out);
      if (fullName === undefined && !out.exhausted)
        out.report('ar/long-name', bytes.span(at, at + 16), path, `${name} refers to no entry of a long-name table`);
      name = fullName ?? name;
    } else if (name !== '/' && name !== '//' && name !== '/SYM64/') {
      if (name.endsWith('/')) name = name.slice(0, -1);
    }
    if (name === '//') longNames = content;
    const role = AR_ROLES.find((row) => row.match.test(name))?.role ?? 'member';
    members.push({ index: members.length, name, role, header, at, bytes: content });
    at = Math.min(afterMember(bytes, start, size), bytes.length);
  }
  return { kind: 'ar', bytes, thin, members, end: at };
}

const NO_FIELDS = Object.fromEntries(AR_HEADER.fields.map(({ name }) => [name, ''])) as Record<ArField, string>;

function readHeader(bytes: Bytes, at: number, path: string, out: Reporter): Record<ArField, string> | undefined {
  if (!bytes.has(at, AR_HEADER.size)) {
    out.report('ar/header', bytes.span(at), path, `a member header needs ${AR_HEADER.size} bytes, but only ${bytes.length - at} are left`);
    return undefined;
  }
  const text = bytes.sub(at, at + AR_HEADER.size).text();
  const shown = displayText(text) === text;
  const header = { ...NO_FIELDS };
  for (const { name, at: start, length } of AR_HEADER.fields) {
    const field = text.slice(start, start + length);
    header[name] = shown ? field : displayText(field);
  }
  if (!AR_SIZE.test(header.ar_size)) {
    out.report('ar/header', bytes.span(at + 48, at + 58), `${path}/ar_size`, 'the size of the member is not a decimal number');
    return undefined;
  }
  if (header.ar_fmag !== AR_TRAILER) {
    out.report(
      'ar/trailer',
      bytes.span(at + 58, at + 60),
      `${path}/ar_fmag`,
      'the member header does not end in a grave accent and a line feed',
    );
  }
  return header;
}

/** Entry at `offset` of a long-name table; entries end in `/` and a line feed. */
function longName(table: Bytes | undefined, offset: number, path: string, out: Reporter): string | undefined {
  if (!table || offset >= table.length || out.exhausted) return undefined;
  const last = Math.min(table.length, offset + LIMITS.memberName + 2);
  let end = offset;
  while (end < last && table.u8(end) !== CHAR.newline && table.u8(end) !== 0) end++;
  if (!out.charge(end - offset, table.span(offset, end), '//')) return undefined;
  if (end > offset && table.u8(end - 1) === CHAR.slash) end--;
  return cutName(table.sub(offset, end), path, out);
}

/** A name before the content, filled up with NULs. */
function bsdName(bytes: Bytes, path: string, out: Reporter): string {
  let end = bytes.length;
  while (end > 0 && bytes.u8(end - 1) === 0) end--;
  return cutName(bytes.sub(0, end), path, out);
}

function cutName(bytes: Bytes, path: string, out: Reporter): string {
  const { memberName } = LIMITS;
  if (bytes.length > memberName)
    out.report('limit/name-length', bytes.span(), path, `the name is longer than ${memberName} bytes and is truncated`);
  return displayText(bytes.sub(0, Math.min(bytes.length, memberName)).text());
}
