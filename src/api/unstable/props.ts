/** `zebin/unstable/props`: SYCL property sets, what compilers tell the runtime about a device image. */
import { Bytes } from '../../core/bytes/index.ts';
import type { Diagnostic } from '../../core/diag/index.ts';
import { type Props, propertySets, validateProps as validate, writeProps } from '../../formats/props/index.ts';

export { propsFromJson } from '../../change/props-from-json.ts';
export type { Input } from '../../core/bytes/index.ts';
export type { Diagnostic, Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export {
  type Decoded as DecodedProperty,
  decodeProperty,
  dumpProps,
  encodeProperty,
  type Property,
  type PropertySet,
  type PropertyValue,
  type Props,
  parseProps,
  printProps,
  propertySets,
  propsOf,
  type SpecConstant,
  specConstants,
  writeProps,
} from '../../formats/props/index.ts';

/**
 * What is wrong with values, by their sets and keys.
 *
 * @example
 * validateProps(parseProps(properties).value).length; // 0
 */
export function validateProps(props: Props): readonly Diagnostic[] {
  return validate(propertySets(props), new Bytes(writeProps(props)).span());
}
