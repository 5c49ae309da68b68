/** Bounds-checked windows on bytes, and text that is not lost on the way. */

export { Bytes, type Source } from './bytes.ts';
export type { FolderFile } from './folder.ts';
export { byteText, byteTextToBytes, decodeText, displayText, encodeText } from './text.ts';
export { ByteWriter } from './writer.ts';
