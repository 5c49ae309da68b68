/** `zebin/unstable/props`: SYCL property sets, what compilers tell the runtime about a device image. */

import { propsFromJson as fromJson } from '../../change/props-from-json.ts';
import { Bytes } from '../../core/bytes/index.ts';
import type { Diagnostic, Outcome } from '../../core/diag/index.ts';
import type { Annotation } from '../../core/schema/index.ts';
import {
  specConstants as constants,
  type Decoded,
  decodeProperty as decode,
  dumpProps as dump,
  encodeProperty as encode,
  propsOf as ofSets,
  type Property,
  type PropertySet,
  type PropertyValue,
  type Props,
  parseProps as parse,
  printProps as print,
  type SpecConstant,
  propertySets as setsOf,
  validateProps as validate,
  writeProps as write,
} from '../../formats/props/index.ts';
import { dumped, type Input } from '../reading.ts';

export type { Annotation, Decoded, Diagnostic, Input, Outcome, Property, PropertySet, PropertyValue, Props, SpecConstant };

/**
 * Reads the text of a property file. Throws `FormatError` where the compiler would refuse it.
 *
 * @example
 * propertySets(parseProps(properties).value).length; // 7
 */
export function parseProps(input: Input): Outcome<Props> {
  return parse(input);
}

/**
 * The sets of a file, in order.
 *
 * @example
 * propertySets(parseProps(properties).value)[0].name; // 'SYCL/specialization constants'
 */
export function propertySets(props: Props): readonly PropertySet[] {
  return setsOf(props);
}

/**
 * A file of these sets, for {@link printProps} and {@link writeProps}. Throws `TypeError` for a name or key that text cannot have.
 *
 * @example
 * printProps(propsOf([{ name: 'set', properties: [{ key: 'a', value: { type: 1, value: 3 } }] }])); // '[set]\na=1|3\n'
 */
export function propsOf(sets: readonly PropertySet[]): Props {
  return ofSets(sets);
}

/**
 * The text of a file.
 *
 * @example
 * printProps(parseProps(properties).value) === new TextDecoder().decode(properties); // true
 */
export function printProps(props: Props): string {
  return print(props);
}

/**
 * The bytes of a file.
 *
 * @example
 * writeProps(parseProps(properties).value).length === properties.length; // true
 */
export function writeProps(props: Props): Uint8Array {
  return write(props);
}

/**
 * What a value means, by its set and key.
 *
 * @example
 * decodeProperty('SYCL/kernel names', 'k', { type: 1, value: 1 }).kind; // 'uint32'
 */
export function decodeProperty(set: string, key: string, value: PropertyValue): Decoded {
  return decode(set, key, value);
}

/**
 * The value with a meaning: the inverse of {@link decodeProperty}; undefined for a meaning that the key cannot have.
 *
 * @example
 * const meaning = decodeProperty('SYCL/kernel names', 'k', { type: 1, value: 3 });
 * encodeProperty('SYCL/kernel names', 'k', meaning); // { type: 1, value: 3 }
 */
export function encodeProperty(set: string, key: string, decoded: Decoded): PropertyValue | undefined {
  return encode(set, key, decoded);
}

/**
 * The specialization constants that sets describe, with their defaults.
 *
 * @example
 * specConstants(propertySets(parseProps(properties).value))[0].name; // '_ZTSN4demo9threshold'
 */
export function specConstants(sets: readonly PropertySet[]): readonly SpecConstant[] {
  return constants(sets);
}

/**
 * What is wrong with values, by their sets and keys.
 *
 * @example
 * validateProps(parseProps(properties).value).length; // 0
 */
export function validateProps(props: Props): readonly Diagnostic[] {
  return validate(setsOf(props), new Bytes(write(props)).span());
}

/**
 * The file that a document of `zebin props --json` describes.
 *
 * @example
 * propsFromJson({ sets: [] }).lines.length; // 0
 */
export function propsFromJson(document: unknown): Props {
  return fromJson(document);
}

/**
 * What each byte of a file is.
 *
 * @example
 * dumpProps(properties)[0].path; // 'SYCL/specialization constants'
 */
export function dumpProps(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(parse(bytes, out).value, bytes, out));
}
