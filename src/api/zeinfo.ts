/** `zebin/zeinfo`: `.ze_info`, the attributes of kernels. */
export type { Input } from '../core/bytes/index.ts';
export type { Diagnostic, Outcome } from '../core/diag/index.ts';
export type { Annotation, Version } from '../core/schema/index.ts';
export {
  type Change,
  type Container,
  convertZeInfo,
  dumpZeInfo,
  type ExecutionEnv,
  editZeInfo,
  type Kernel,
  NEWEST as ZEINFO_NEWEST,
  OLDEST as ZEINFO_OLDEST,
  type PayloadArgument,
  printZeInfo,
  readZeInfo,
  validateZeInfo,
  type ZeInfo,
  type ZeInfoEdit,
} from '../formats/zeinfo/index.ts';
