/** Bounds-checked windows on bytes, and text that is not lost on the way. */
export { Bytes } from './bytes.ts';
export { byteText, byteTextToBytes, decodeText, displayText, encodeText } from './text.ts';
