import { type Bytes, byteText, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, LIMITS, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import type { Bundle, Bundles, PlacedEntry } from './model.ts';
import { BUNDLE_ENTRY, BUNDLE_MAGIC } from './table.ts';

const ENTRY = BUNDLE_ENTRY.size64;
const COUNT = BUNDLE_MAGIC.length;
/** Magic and count. */
const HEADER = COUNT + 8;

/**
 * Reads bundles in binary form, one after another.
 *
 * Of an entry that reaches past the end, the part that exists is returned; an unreadable header ends the list. Throws `FormatError`
 * (`bundle/not-bundle`) when the magic is missing.
 *
 * @example
 * readBundles(bundle).value.bundles[0].entries.length > 0; // true
 */
export function readBundles(input: Input): Outcome<Bundles> {
  return reading(input, decodeBundles);
}

/** As {@link readBundles}, with the diagnostics to a reporter. */
export function decodeBundles(bytes: Bytes, out: Reporter): Bundles {
  if (!bytes.startsWith(BUNDLE_MAGIC)) throw notBundle(bytes, `this is not an offload bundle: it does not begin with ${BUNDLE_MAGIC}`);
  const bundles: Bundle[] = [];
  let most = out.listable;
  for (let at = 0; at < bytes.length && !out.exhausted; ) {
    const path = bundles.length === 0 ? '' : `bundles[${bundles.length}]`;
    if (most <= 0) {
      out.end(bytes.span(at), path);
      break;
    }
    const bundle = readBundle(bytes.sub(at, bytes.length), path, most, out);
    // One without entries is a row of a dump too.
    most -= bundle.entries.length + 1;
    const next = nextBundle(bytes, at + bundle.end, out);
    bundles.push(bundleUntil(bundle, next - at));
    at = next;
  }
  return { kind: 'bundles', bytes, bundles };
}

export function notBundle(bytes: Bytes, message: string): FormatError {
  return new FormatError(diagnostic('bundle/not-bundle', message, bytes.span(0, Math.min(COUNT, bytes.length)), ''));
}

/** A bundle before it is known where the next one begins. */
interface OpenBundle {
  readonly bytes: Bytes;
  readonly entries: readonly PlacedEntry[];
  readonly headerSize: number;
  /** After the header and the last entry. */
  readonly end: number;
}

function bundleUntil({ bytes, entries, headerSize }: OpenBundle, end: number): Bundle {
  return { kind: 'bundle', bytes: bytes.sub(0, end), entries, headerSize };
}

function readBundle(bytes: Bytes, path: string, most: number, out: Reporter): OpenBundle {
  const entries: PlacedEntry[] = [];
  const where = (i: number) => (path === '' ? `entries[${i}]` : `${path}/entries[${i}]`);
  if (!bytes.has(0, HEADER)) {
    out.report('bundle/header', bytes.span(bytes.length), path, 'the bundle ends before its count of entries');
    return { bytes, entries, headerSize: bytes.length, end: bytes.length };
  }
  const count = bytes.u64AsNumber(COUNT);
  const capacity = Math.floor((bytes.length - HEADER) / ENTRY);
  if (count > capacity) {
    const message = `the bundle has ${bytes.u64(COUNT)} entries, and at most ${capacity} fit`;
    out.report('bundle/header', bytes.span(COUNT, HEADER), path, message, { expected: bytes.u64(COUNT), found: capacity });
  }
  let at = HEADER;
  let end = HEADER;
  for (let i = 0; i < count; i++) {
    if (!out.charge(COST.part, bytes.span(at, at), where(i))) break;
    if (i >= most) {
      out.end(bytes.span(at), where(i));
      break;
    }
    if (!bytes.has(at, ENTRY)) {
      if (count <= capacity)
        out.report('bundle/header', bytes.span(at), where(i), 'the list of entries reaches past the end of the bundle');
      break;
    }
    const { offset, size, id_length } = readStruct(BUNDLE_ENTRY, bytes, at, true);
    if (!bytes.has(at + ENTRY, id_length)) {
      const message = `the id has ${bytes.u64(at + 16)} bytes, and ${bytes.length - at - ENTRY} are left`;
      out.report('bundle/header', bytes.span(at + 16, at + ENTRY), where(i), message);
      break;
    }
    const id = readId(bytes.sub(at + ENTRY, at + ENTRY + id_length), where(i), out);
    const inside = bytes.has(offset, size);
    const from = Math.min(offset, bytes.length);
    const to = inside ? offset + size : bytes.length;
    if (!inside) {
      const message = `the entry is ${bytes.u64(at + 8)} bytes at offset ${bytes.u64(at)}, and the bundle has ${bytes.length}`;
      out.report('bundle/entry-range', bytes.span(at, at + 16), where(i), message, {
        offset: bytes.u64(at),
        size: bytes.u64(at + 8),
        found: bytes.length,
      });
    }
    entries.push({ index: i, id, bytes: bytes.sub(from, to), offset, size });
    at += ENTRY + id_length;
    end = Math.max(end, inside ? to : 0);
  }
  return { bytes, entries, headerSize: at, end: Math.max(end, at) };
}

function readId(bytes: Bytes, path: string, out: Reporter): string {
  const { memberName } = LIMITS;
  if (bytes.length > memberName) {
    out.report('limit/name-length', bytes.span(), path, `the id is longer than ${memberName} bytes and is truncated`);
  }
  return displayText(byteText(bytes.sub(0, Math.min(bytes.length, memberName)).data));
}

/** Where the next magic is from `at` on, or the end. What is between is zeros in files that tools write. */
function nextBundle(bytes: Bytes, at: number, out: Reporter): number {
  // The next one is usually near.
  for (let from = at, size = 64; from < bytes.length; from += size, size = Math.min(size * 2, 65_536)) {
    const to = Math.min(from + size + BUNDLE_MAGIC.length - 1, bytes.length);
    if (!out.charge(to - from, bytes.span(from, to), '')) return bytes.length;
    const offset = byteText(bytes.sub(from, to).data).indexOf(BUNDLE_MAGIC);
    if (offset >= 0) return from + offset;
  }
  return bytes.length;
}
