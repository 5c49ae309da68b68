/** SYCL property sets: what compilers tell the runtime of a device image, as text and in the arrays of host files. */
export { type Decoded, decodeProperty, type SpecConstant, specConstants } from './decode.ts';
export { describe } from './describe.ts';
export { annotateProps, dumpProps } from './dump.ts';
export { encodeProperty } from './encode.ts';
export type { Property, PropertySet, PropertyValue, Props, PropsLine, RawProperty, RawPropertySet } from './model.ts';
export { decodeProps, isProps, parseProps, propertySets } from './parse.ts';
export { checkedKey, linesOf, printProps, propsOf, writeProps } from './print.ts';
export { propsFromBinary } from './raw.ts';
export {
  ASPECTS,
  DEVICE_GLOBAL,
  DEVICELIBS,
  HOST_PIPE,
  type NumberName,
  PROPERTY_SETS,
  type PropertyRow,
  type PropertySetRow,
  propertyRow,
  type Shape,
  SPEC_CONSTANT,
  type SyclbinPlace,
  setAt,
  setRow,
  shapeName,
} from './table/index.ts';
export { PROPERTY_RULES, PROPS_RULES, SET_RULES, validateProps } from './validate.ts';
export { parseValue, printValue, sameValue, valueBytes } from './value.ts';
