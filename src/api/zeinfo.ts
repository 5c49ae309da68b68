/** `zebin/zeinfo`: `.ze_info`, the attributes of kernels. */
export {
  convertZeInfo,
  dumpZeInfo,
  editZeInfo,
  NEWEST as ZEINFO_NEWEST,
  OLDEST as ZEINFO_OLDEST,
  printZeInfo,
  readZeInfo,
  validateZeInfo,
} from '../formats/zeinfo/index.ts';
export type * from '../formats/zeinfo/types.ts';
export type * from './shared.ts';
