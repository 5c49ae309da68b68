import { type Bytes, type Compressed, type Input, reading } from '../../core/bytes/index.ts';
import { caughtFinding, diagnostic, FormatError, numberText, type Outcome, type Reporter } from '../../core/diag/index.ts';
import { readStruct } from '../../core/schema/index.ts';
import { unsizedStream } from './extent.ts';
import type { Ccob, Ccobs } from './model.ts';
import { notBundle } from './read.ts';
import { CCOB_HEADERS, CCOB_MAGIC, CCOB_METHODS, CCOB_PREFIX } from './table.ts';

/**
 * Reads the headers of compressed bundles, one after another. The content of each is a bundle in binary form, to be inflated with `inflate`
 * of zebin/unstable/inflate.
 *
 * Throws `FormatError` when the first one cannot be read: `bundle/not-bundle`, `bundle/header`, `bundle/version`.
 *
 * @example
 * const [ccob] = readCcobs(writeCcob(bundle, 3)).value.bundles;
 * ccob.version; // 3
 */
export function readCcobs(input: Input): Outcome<Ccobs> {
  return reading(input, decodeCcobs);
}

/** As {@link readCcobs}, with the diagnostics to a reporter. */
export function decodeCcobs(bytes: Bytes, out: Reporter): Ccobs {
  if (!bytes.startsWith(CCOB_MAGIC)) throw notBundle(bytes, `this is not a compressed bundle: it does not begin with ${CCOB_MAGIC}`);
  const bundles: Ccob[] = [];
  const most = out.listable;
  for (let at = 0; at < bytes.length; ) {
    if (bundles.length > 0 && !bytes.startsWith(CCOB_MAGIC, at)) break;
    if (bundles.length >= most) {
      out.end(bytes.span(at), `bundles[${bundles.length}]`);
      break;
    }
    try {
      const read = readCcob(bytes.sub(at, bytes.length), bundles.length === 0 ? '' : `bundles[${bundles.length}]`, out);
      bundles.push(read);
      at += read.bytes.length;
    } catch (error) {
      if (bundles.length === 0) throw error;
      const { code, span, path, message, data } = caughtFinding(error);
      out.report(code, span, path, message, data);
      break;
    }
  }
  return { kind: 'ccobs', bytes, bundles };
}

function readCcob(bytes: Bytes, path: string, out: Reporter): Ccob {
  const short = (needed: number) =>
    new FormatError(
      diagnostic('bundle/header', `the header needs ${needed} bytes and ${bytes.length} are left`, bytes.span(bytes.length), path, {
        needed,
      }),
    );
  if (bytes.length < CCOB_PREFIX.size64) throw short(CCOB_PREFIX.size64);
  const { version, method } = readStruct(CCOB_PREFIX, bytes, 0, true);
  const row = CCOB_HEADERS.find((header) => header.version === version);
  if (!row) {
    const message = `the compressed bundle is of version ${version}, which is not known`;
    throw new FormatError(diagnostic('bundle/version', message, bytes.span(4, 6), path, { found: version }));
  }
  const headerSize = row.rows.size64;
  if (bytes.length < headerSize) throw short(headerSize);
  const header: { file_size?: number; uncompressed_size: number; hash: bigint } = readStruct(row.rows, bytes, 0, true);
  const end = ccobEnd(bytes, headerSize, method, header.file_size, path, out);
  const known = CCOB_METHODS[method];
  if (known === undefined) {
    out.report('bundle/method', bytes.span(6, 8), path, `the method is ${method}, which is neither zlib (0) nor zstd (1)`, {
      found: method,
    });
  }
  const compressed: Compressed | undefined = known && {
    method: known,
    inflatedSize: header.uncompressed_size,
    md5Half: header.hash,
  };
  const stream = bytes.sub(headerSize, end);
  const bundle = { kind: 'ccob', bytes: bytes.sub(0, end), version, method, headerSize, stream } as const;
  return compressed ? { ...bundle, compressed } : bundle;
}

/** Version 1 does not give its length: its stream does. */
function ccobEnd(bytes: Bytes, headerSize: number, method: number, size: number | undefined, path: string, out: Reporter): number {
  if (size === undefined) return headerSize + unsizedStream(bytes.sub(headerSize, bytes.length), method, out);
  if (size >= headerSize && size <= bytes.length) return size;
  const message = `the compressed bundle says that it has ${numberText(size)} bytes, and ${bytes.length} are left`;
  out.report('bundle/entry-range', bytes.span(8, headerSize), path, message, { expected: size, found: bytes.length });
  return bytes.length;
}
