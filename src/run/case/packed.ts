/** Bytes that a file of cases has as text. */
import { Bytes, decodeOrdinaryBase64, foreignCharacter, parseHexBytes, sha256 } from '../../core/bytes/index.ts';
import { type Budget, Reporter } from '../../core/diag/index.ts';
import { inflate } from '../../core/inflate/index.ts';
import type { Expected, Packed } from './model.ts';
import { caseError } from './shape.ts';

/** The bytes. Throws `FormatError` (`run/case`) for text that has none, and for a damaged stream. */
export function unpack(packed: Packed, budget?: Budget): Uint8Array {
  const { deflate, path } = packed;
  const bytes = packed.encoding === 'hex' ? fromHex(packed) : fromBase64(packed);
  if (!deflate) return bytes;
  const out = new Reporter(bytes.length, budget);
  const inflated = inflate(new Bytes(bytes), { method: 'zlib' }, path, out);
  if (inflated) return inflated.data;
  throw caseError(path, out.diagnostics[0]?.message ?? 'the stream cannot be inflated');
}

/** Expected bytes, of the size and with the hash that the file gives. */
export function unpackExpected(expected: Expected, budget?: Budget): Uint8Array {
  const data = unpack(expected, budget);
  const { size = data.length, path } = expected;
  if (data.length !== size) throw caseError(path, `it has ${data.length} bytes, and its size is ${size}`);
  if (expected.sha256 !== undefined && sha256(new Bytes(data)) !== expected.sha256)
    throw caseError(path, 'the hash of its bytes is not its sha256');
  return data;
}

/** Bytes from two hexadecimal digits each. */
export function fromHex({ text, path }: Pick<Packed, 'text' | 'path'>): Uint8Array {
  const data = parseHexBytes(text.replace(/\s+/g, ''));
  if (data === undefined) throw caseError(path, 'it has to have two hexadecimal digits for each byte');
  return data;
}

function fromBase64({ text, path }: Packed): Uint8Array {
  const content = text.replace(/\s+/g, '').replace(/={1,2}$/, '');
  if (content.length % 4 === 1 || foreignCharacter(content) >= 0) throw caseError(path, 'it has to be Base64 of RFC 4648');
  return decodeOrdinaryBase64(content);
}
