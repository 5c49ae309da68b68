/** `zebin/visa`: vISA, the virtual instruction set of Intel GPU compilers, as objects and as text. */
import type { Diagnostic, Outcome } from '../core/diag/index.ts';
import type { Annotation } from '../core/schema/index.ts';
import {
  dumpVisa as dump,
  dumpVisaText as dumpText,
  visaInfo as info,
  layoutVisa as layout,
  parseVisa as parse,
  printVisa as print,
  type Routine,
  type RoutineInfo,
  readVisa as read,
  type VisaObject,
  type ParseOptions as VisaParseOptions,
  type PrintOptions as VisaPrintOptions,
  validateVisa as validate,
  writeVisa as write,
} from '../formats/visa/index.ts';
import { dumped, type Input } from './reading.ts';

export {
  ATTRIBUTES as VISA_ATTRIBUTES,
  PLATFORMS as VISA_PLATFORMS,
  ROWS as VISA_OPERATIONS,
  RULES as VISA_RULES,
} from '../formats/visa/index.ts';
export type { Annotation, Diagnostic, Input, Outcome, Routine, RoutineInfo, VisaObject, VisaParseOptions, VisaPrintOptions };

/**
 * Reads an object (`.isa`). Throws `FormatError` (`visa/not-visa`) for anything else.
 *
 * @example
 * readVisa(object).value.major_version; // 4
 */
export function readVisa(input: Input): Outcome<VisaObject> {
  return read(input);
}

/**
 * The bytes of an object that was read, or that {@link layoutVisa} has given its offsets.
 *
 * @example
 * writeVisa(readVisa(object).value).length === object.length; // true
 */
export function writeVisa(model: VisaObject): Uint8Array {
  return write(model);
}

/**
 * The object with the offsets and sizes that follow from its content, as {@link parseVisa} leaves them out.
 *
 * @example
 * const made = layoutVisa(parseVisa(printVisa(readVisa(object).value)).value);
 * writeVisa(made).length > 0; // true
 */
export function layoutVisa(model: VisaObject): VisaObject {
  return layout(model);
}

/**
 * Reads assembly (`.visaasm`): the inverse of {@link printVisa}. Throws `FormatError` with the place of what is wrong.
 *
 * @example
 * parseVisa(printVisa(readVisa(object).value)).value.kernels.length; // 1
 */
export function parseVisa(input: string | Input, options: VisaParseOptions = {}): Outcome<VisaObject> {
  return parse(input, options);
}

/**
 * The assembly of an object.
 *
 * @example
 * printVisa(readVisa(object).value).startsWith('.version'); // true
 */
export function printVisa(model: VisaObject, options: VisaPrintOptions = {}): string {
  return print(model, options);
}

/**
 * The rules that an object breaks.
 *
 * @example
 * validateVisa(readVisa(object).value).length; // 0
 */
export function validateVisa(model: VisaObject): readonly Diagnostic[] {
  return validate(model);
}

/**
 * A summary of each routine: variables, inputs, and how often each instruction is used.
 *
 * @example
 * visaInfo(readVisa(object).value).length; // 1
 */
export function visaInfo(model: VisaObject): readonly RoutineInfo[] {
  return info(model);
}

/**
 * What each byte of an object is.
 *
 * @example
 * dumpVisa(object)[0].path; // 'magic_number'
 */
export function dumpVisa(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(read(bytes, out).value, out));
}

/**
 * What each byte of an assembly text is.
 *
 * @example
 * dumpVisaText(new TextEncoder().encode(printVisa(readVisa(object).value)))[0].text; // '.version 4.1'
 */
export function dumpVisaText(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dumpText(bytes, out));
}
