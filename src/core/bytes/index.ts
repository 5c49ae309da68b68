/** Bounds-checked windows on bytes, and text conversions that lose no byte. */

export { decodeBase64, decodeOrdinaryBase64, encodeBase64, encodeOrdinaryBase64, foreignCharacter } from './base64.ts';
export { Bytes, inMemory, type Source } from './bytes.ts';
export { CHAR } from './characters.ts';
export { chunks, everyByte, leadingZeros, sameBytes } from './chunks.ts';
export type { Compressed } from './compressed.ts';
export { md5, sha256 } from './digests.ts';
export { type FolderFile, FolderNames, packedLimit } from './folder.ts';
export { hex, hexBytes, hexDigits, parseHexBytes } from './hex.ts';
export { JsonValue, parseJson } from './json.ts';
export { LineStarts } from './line-starts.ts';
export { nulAt } from './nul.ts';
export { type Input, reading } from './reading.ts';
export { ByNumber, firstIndex } from './search.ts';
export { asciiText, ByteText, byteText, byteTextToBytes, decodeText, displayText, encodeText, textSize } from './text.ts';
export { ByteWriter, putNumber } from './writer.ts';
