import type { Bytes } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { AR_HEADER, AR_MAGIC, AR_SIZE, AR_TRAILER } from './table.ts';

/**
 * Length of the archive that begins here: up to the last member whose header follows the one before it. It may be more than there is.
 * Undefined if no archive begins here. The members of a thin archive are elsewhere: it has no length of its own.
 */
export function arExtent(bytes: Bytes, out: Reporter): number | undefined {
  if (!bytes.startsWith(AR_MAGIC)) return undefined;
  let end: number | undefined;
  for (let at = AR_MAGIC.length; isMemberAt(bytes, at) && out.charge(AR_HEADER.size, bytes.span(at, at), ''); ) {
    const size = Number(bytes.sub(at + SIZE.at, at + SIZE.at + SIZE.length).text());
    at = afterMember(bytes, at + AR_HEADER.size, size);
    end = at;
  }
  return end;
}

const SIZE = AR_HEADER.fields.find(({ name }) => name === 'ar_size') ?? { at: 48, length: 10 };

/** Whether the header of a member is here. */
export function isMemberAt(bytes: Bytes, at: number): boolean {
  if (!bytes.has(at, AR_HEADER.size) || !bytes.startsWith(AR_TRAILER, at + AR_HEADER.size - AR_TRAILER.length)) return false;
  return AR_SIZE.test(bytes.sub(at + SIZE.at, at + SIZE.at + SIZE.length).text());
}

/**
 * Where the next member may begin after content of this size. Members are of even sizes with a byte that belongs to the archive. It may be
 * missing at the end, and in archives whose writer does not align members.
 */
export function afterMember(bytes: Bytes, start: number, size: number): number {
  const end = start + size;
  if (size % 2 === 0 || end > bytes.length) return end;
  if (bytes.length === end + 1 || isMemberAt(bytes, end + 1)) return end + 1;
  return isMemberAt(bytes, end) || !bytes.has(end, 1) || !FILLERS.includes(bytes.u8(end)) ? end : end + 1;
}

/** What writers put there: a line feed, a zero, a space. */
const FILLERS = [0x0a, 0, 0x20];
