/** `zebin/zeinfo`: `.ze_info`, the attributes of kernels. */
import type { Diagnostic, Outcome } from '../core/diag/index.ts';
import type { Annotation, Version } from '../core/schema/index.ts';
import {
  type Change,
  type Container,
  convertZeInfo as convert,
  dumpZeInfo as dump,
  type ExecutionEnv,
  editZeInfo as edit,
  type Kernel,
  type PayloadArgument,
  printZeInfo as print,
  readZeInfo as read,
  validateZeInfo as validate,
  type ZeInfo,
  type ZeInfoEdit,
} from '../formats/zeinfo/index.ts';
import { dumped, type Input } from './reading.ts';

export {
  ENUMS as ZEINFO_ENUMS,
  NEWEST as ZEINFO_NEWEST,
  OLDEST as ZEINFO_OLDEST,
  RECORDS as ZEINFO_RECORDS,
} from '../formats/zeinfo/index.ts';
export type {
  Annotation,
  Change,
  Container,
  Diagnostic,
  ExecutionEnv,
  Input,
  Kernel,
  Outcome,
  PayloadArgument,
  Version,
  ZeInfo,
  ZeInfoEdit,
};

/**
 * Reads the text of a section `.ze_info`. Attributes that it does not have are absent; what does not fit its type is kept as text.
 *
 * @example
 * const { value } = readZeInfo(text);
 * value.container.kernels?.[0]?.name; // 'clock'
 */
export function readZeInfo(input: Input): Outcome<ZeInfo> {
  return read(input);
}

/**
 * The text of attributes, as the compiler spells it.
 *
 * @example
 * printZeInfo({ version: '1.60', kernels: [{ name: 'k', execution_env: { simd_size: 16 } }] }).includes('simd_size:       16'); // true
 */
export function printZeInfo(container: Container): string {
  return print(container);
}

/**
 * The text with some values changed, and every other byte as it was.
 *
 * @example
 * const zeInfo = readZeInfo(text).value;
 * const edited = editZeInfo(zeInfo, [{ kind: 'set', path: 'kernels[0]/execution_env/grf_count', value: 256 }]);
 * readZeInfo(edited).value.container.kernels?.[0]?.execution_env?.grf_count; // 256
 */
export function editZeInfo(zeInfo: ZeInfo, edits: readonly ZeInfoEdit[]): Uint8Array {
  return edit(zeInfo, edits);
}

/**
 * The attributes in another version, and what that version cannot express.
 *
 * @example
 * convertZeInfo(readZeInfo(text).value.container, '1.32').container.version; // '1.32'
 */
export function convertZeInfo(container: Container, to: Version): { readonly container: Container; readonly changes: readonly Change[] } {
  return convert(container, to);
}

/**
 * Attributes and values that a version of the format does not have.
 *
 * @param version the newest when left out
 *
 * @example
 * validateZeInfo(readZeInfo(text).value).length; // 0
 */
export function validateZeInfo(zeInfo: ZeInfo, version?: Version): readonly Diagnostic[] {
  return version === undefined ? validate(zeInfo) : validate(zeInfo, version);
}

/**
 * What each byte of the text is.
 *
 * @example
 * dumpZeInfo(text)[0].span.start; // 0
 */
export function dumpZeInfo(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => [...dump(read(bytes, out).value)]);
}
