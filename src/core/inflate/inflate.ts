import { Bytes, type Compressed } from '../bytes/index.ts';
import { LIMITS, numberText, type Reporter } from '../diag/index.ts';
import { crc32 } from './crc32.ts';
import { inflateDeflate, inflateGzip, inflateZlib } from './deflate.ts';
import { md5Half } from './md5.ts';
import { Damaged, Output, TooLarge } from './output.ts';
import { inflateZstd } from './zstd.ts';

interface Method {
  readonly title: string;
  /** @param tick called for each block */
  inflate(data: Uint8Array, out: Output, tick: () => void): void;
}

const METHODS: Readonly<Record<Compressed['method'], Method>> = {
  zstd: { title: 'zstd', inflate: inflateZstd },
  zlib: { title: 'zlib', inflate: inflateZlib },
  gzip: { title: 'gzip', inflate: inflateGzip },
  deflate: { title: 'deflate', inflate: inflateDeflate },
};

/** The checksums that a container may state. */
const CHECKSUMS = [
  { name: 'md5Half', sum: md5Half },
  { name: 'crc32', sum: crc32 },
] as const;

/** Maximum number of bytes that `stored` compressed bytes may inflate to. */
export function inflateLimit(stored: number): number {
  return Math.min(LIMITS.inflatedBytes, Math.max(LIMITS.inflatedFloor, stored * LIMITS.inflatedRatio));
}

/**
 * Inflates `stored`. The result is a separate source, named `source`: the address of the compressed part.
 *
 * Undefined, with a diagnostic in `stored`, for a damaged stream (`inflate/data`), one with another size than the container states
 * (`inflate/size`), and one that exceeds {@link inflateLimit} or the budget of the run (`limit/inflated`). A checksum that does not match
 * is reported (`inflate/checksum`), and the bytes are returned anyway.
 */
export function inflate(stored: Bytes, how: Compressed, source: string, out: Reporter, path = ''): Bytes | undefined {
  const most = inflateLimit(stored.length);
  const { title, inflate: into } = METHODS[how.method];
  const tooLarge = (size?: number) => {
    const message = `${stored.length} bytes of ${title} make ${size === undefined ? `more than ${most}` : numberText(size)} bytes; ${most} are the most that are inflated`;
    out.report('limit/inflated', stored.span(), path, message, { stored: stored.length, most });
    return undefined;
  };
  const size = how.inflatedSize;
  if (size !== undefined && size > most) return tooLarge(size);
  const { budget } = out;
  const left = budget.remaining('inflated');
  const refused = () => {
    budget.charge('inflated', left + 1, stored.span(), source);
    const message = `${stored.length} bytes of ${title} make ${size === undefined ? `more than ${left}` : numberText(size)} bytes, and all compressed parts together have used up what is inflated in one run`;
    out.report('limit/inflated', stored.span(), path, message, { stored: stored.length, most: left });
    return undefined;
  };
  // Charged before anything is inflated, even if the stream turns out to be smaller.
  if (size !== undefined && !budget.tryCharge('inflated', size)) return refused();
  const wrongSize = (actual: string) => {
    const message = `the container says that the ${title} stream inflates to ${size} bytes, but it inflates to ${actual}`;
    out.report('inflate/size', stored.span(), path, message, { expected: size });
    return undefined;
  };
  const output = new Output(size ?? Math.min(most, left), size);
  try {
    into(stored.data, output, () => budget.tick());
  } catch (error) {
    if (error instanceof TooLarge) return size !== undefined ? wrongSize('more') : left < most ? refused() : tooLarge();
    if (!(error instanceof Damaged)) throw error;
    const at = Math.min(error.at, stored.length);
    out.report('inflate/data', stored.span(at, stored.length), path, `the ${title} stream cannot be inflated: ${error.message}`);
    return undefined;
  }
  if (size !== undefined && output.length !== size) return wrongSize(`${output.length}`);
  if (size === undefined) budget.charge('inflated', output.length);
  const data = output.finish();
  for (const { name, sum } of CHECKSUMS) {
    const expected = how[name];
    const checksum = expected === undefined ? expected : sum(data);
    if (checksum === expected || checksum === undefined) continue;
    const message = `the ${name === 'md5Half' ? 'MD5' : 'CRC-32'} of the inflated bytes is not the one in the container`;
    out.report('inflate/checksum', stored.span(), path, message, { expected: `${expected}`, found: `${checksum}` });
  }
  return new Bytes(data, source);
}
