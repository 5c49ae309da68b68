/** `zebin/unstable/syclbin`: SYCL modules as intermediate code and native images, with their property sets. */
export type { Input } from '../../core/bytes/index.ts';
export type { Diagnostic, Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export {
  buildSyclbin,
  dumpSyclbin,
  readSyclbin,
  type Syclbin,
  type SyclbinModule,
  type SyclbinParts,
  syclbinParts,
  validateSyclbin,
  writeSyclbin,
} from '../../formats/syclbin/index.ts';
