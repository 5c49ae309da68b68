/** LLVM's OffloadBinary: device images with strings, as they are in `.llvm.offloading`. */
export { annotateOffload, dumpOffload } from './dump.ts';
export { offloadExtent } from './extent.ts';
export { imagesOf, layoutOffload } from './layout.ts';
export type { Offload, OffloadBlob, OffloadEntry, OffloadImage } from './model.ts';
export { decodeOffload, index, readOffload } from './read.ts';
export { imageKindName, offloadKindName, offloadPropertyText, offloadString, offloadSymbols } from './strings.ts';
export {
  IMAGE_KINDS,
  OFFLOAD_ENTRY,
  OFFLOAD_HEADERS,
  OFFLOAD_KEYS,
  OFFLOAD_KINDS,
  OFFLOAD_MAGIC,
  OFFLOAD_STRING,
  SYCLBIN_IMAGE,
} from './table.ts';
export { OFFLOAD_RULES, reportOffload, validateOffload } from './validate.ts';
export { overlay, type Piece, structBytes, writeOffload } from './write.ts';
