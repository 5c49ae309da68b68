import { Bytes, displayText, type Input, reading } from '../../core/bytes/index.ts';
import { COST, diagnostic, FormatError, LIMITS, numberText, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { KEY_PARTS } from './table.ts';

const WORD = 8;

/** Device binaries of SYCL's persistent cache. */
export interface CachedBinaries {
  readonly kind: 'cached-binaries';
  readonly bytes: Bytes;
  /** `counted` begins with the number of binaries: 1 in files of newer releases, which write a file for each device. Some wrote no number. */
  readonly form: 'single' | 'counted';
  readonly binaries: readonly Bytes[];
}

/** What an item of SYCL's persistent cache was made of. */
export interface CacheKey {
  readonly kind: 'cache-key';
  readonly bytes: Bytes;
  /** Platform, device, version and driver, with `/` between them. Display text. */
  readonly device: string;
  readonly build_options: string;
  readonly specialization_constants: Bytes;
  readonly image: Bytes;
}

/** Which file of SYCL's persistent cache these bytes are. It is detected by the sizes in it, which must fill the file exactly. */
export function syclCacheForm(bytes: Bytes): 'single' | 'counted' | 'key' | undefined {
  if (!bytes.has(0, WORD)) return undefined;
  const first = bytes.u64AsNumber(0);
  if (first > 0 && WORD + first === bytes.length) return 'single';
  if (fills(bytes, WORD, first)) return 'counted';
  return fills(bytes, 0, KEY_PARTS.length) ? 'key' : undefined;
}

/** Whether `count` pieces, each after its size, fill the bytes from `at` on. */
function fills(bytes: Bytes, start: number, count: number): boolean {
  if (count === 0 || count > (bytes.length - start) / WORD) return false;
  let at = start;
  for (let i = 0; i < count; i++) {
    if (!bytes.has(at, WORD)) return false;
    at += WORD + bytes.u64AsNumber(at);
  }
  return at === bytes.length;
}

/**
 * Reads a `.bin` file of SYCL's persistent cache. Of a truncated binary, the part that exists is returned. Throws `FormatError`
 * (`cache/not-cache`) when the first size or count fits neither form.
 *
 * @example
 * const file = new Uint8Array(12);
 * file[0] = 4;
 * readCachedBinaries(file).value.binaries.length; // 1
 */
export function readCachedBinaries(input: Input): Outcome<CachedBinaries> {
  return reading(input, decodeCachedBinaries);
}

/** As {@link readCachedBinaries}, with the diagnostics to a reporter. */
export function decodeCachedBinaries(bytes: Bytes, out: Reporter): CachedBinaries {
  if (!bytes.has(0, WORD)) throw notCache(bytes, 'this is not a file of a SYCL cache: it does not begin with a size');
  const first = bytes.u64AsNumber(0);
  const form = WORD + first === bytes.length ? 'single' : 'counted';
  if (form === 'single') {
    return { kind: 'cached-binaries', bytes, form, binaries: [bytes.sub(WORD, bytes.length)] };
  }
  if (first === 0 || first > (bytes.length - WORD) / WORD) {
    throw notCache(bytes, `this is not a file of a SYCL cache: ${bytes.u64(0)} is neither the size of what follows nor a count`);
  }
  const { pieces } = readPieces(bytes, WORD, first, (i) => `binaries[${i}]`, out);
  return { kind: 'cached-binaries', bytes, form, binaries: pieces };
}

/**
 * Reads the key of an entry of SYCL's persistent cache: device, build options, specialization constants, source.
 *
 * @example
 * readCacheKey(new Uint8Array(32)).value.build_options; // ''
 */
export function readCacheKey(input: Input): Outcome<CacheKey> {
  return reading(input, decodeCacheKey);
}

/** As {@link readCacheKey}, with the diagnostics to a reporter. */
export function decodeCacheKey(bytes: Bytes, out: Reporter): CacheKey {
  if (!bytes.has(0, WORD)) throw notCache(bytes, 'this is not a file of a SYCL cache: it does not begin with a size');
  const { pieces } = readPieces(bytes, 0, KEY_PARTS.length, (i) => KEY_PARTS[i] ?? '', out);
  const [device, options, constants, image] = KEY_PARTS.map((_, i) => pieces[i] ?? bytes.sub(bytes.length, bytes.length));
  const nothing = bytes.sub(bytes.length, bytes.length);
  const text = (piece = nothing) => {
    if (piece.length > LIMITS.nameLength) {
      out.report('limit/name-length', piece.span(), '', `a text is longer than ${LIMITS.nameLength} bytes and is truncated`);
    }
    return displayText(piece.sub(0, Math.min(piece.length, LIMITS.nameLength)).text());
  };
  return {
    kind: 'cache-key',
    bytes,
    device: text(device),
    build_options: text(options),
    specialization_constants: constants ?? nothing,
    image: image ?? nothing,
  };
}

function readPieces(bytes: Bytes, start: number, count: number, path: (i: number) => string, out: Reporter): { pieces: Bytes[] } {
  const pieces: Bytes[] = [];
  let at = start;
  while (pieces.length < count) {
    const where = path(pieces.length);
    if (!out.charge(COST.entry, bytes.span(at, at), where)) break;
    const size = bytes.has(at, WORD) ? bytes.u64AsNumber(at) : undefined;
    if (size === undefined || !bytes.has(at + WORD, size)) {
      const end = Math.min(at + WORD, bytes.length);
      const message =
        size === undefined
          ? 'the file ends before a size'
          : `the size is ${numberText(size)}, and ${bytes.length - at - WORD} bytes are left`;
      out.report('cache/cut', bytes.span(at, end), where, message);
      if (size !== undefined) pieces.push(bytes.sub(end, bytes.length));
      return { pieces };
    }
    pieces.push(bytes.sub(at + WORD, at + WORD + size));
    at += WORD + size;
  }
  if (at < bytes.length && pieces.length === count) {
    out.report('cache/rest', bytes.span(at), '', `${bytes.length - at} bytes are left after the last part`);
  }
  return { pieces };
}

/** Statistics of the driver's cache. */
export interface CacheStats {
  readonly hits: bigint;
  readonly misses: bigint;
  readonly version: bigint;
}

/**
 * Reads the counts of hits and misses in the driver's cache. Throws `FormatError` (`cache/not-cache`) for anything else.
 *
 * @example
 * readCacheStats(new Uint8Array(24)).value.hits; // 0n
 */
export function readCacheStats(input: Uint8Array | Bytes): Outcome<CacheStats> {
  const bytes = Bytes.from(input);
  if (bytes.length !== 3 * WORD)
    throw notCache(bytes, `the counts of the driver’s cache are ${3 * WORD} bytes, but this file has ${bytes.length}`);
  return { value: { hits: bytes.u64(0), misses: bytes.u64(WORD), version: bytes.u64(2 * WORD) }, diagnostics: [] };
}

function notCache(bytes: Bytes, message: string): FormatError {
  return new FormatError(diagnostic('cache/not-cache', message, bytes.span(0, Math.min(WORD, bytes.length)), ''));
}
