/** `zebin/unstable/offload`: LLVM's OffloadBinary, device images with strings. */
export type { Input } from '../../core/bytes/index.ts';
export type { Diagnostic, Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export {
  dumpOffload,
  layoutOffload,
  type Offload,
  type OffloadBlob,
  type OffloadEntry,
  type OffloadImage,
  readOffload,
  validateOffload,
  writeOffload,
} from '../../formats/offload/index.ts';
