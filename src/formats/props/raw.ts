import { type Outcome, Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import type { Property, PropertySet, PropertyValue, RawProperty, RawPropertySet } from './model.ts';
import { bitCount, counted } from './value.ts';

/**
 * The property sets of a device image in a host file, from their structures there. A property that cannot be read is left out, with the
 * reason as an error. Text (type 3, which readers know and no compiler writes) becomes a byte array.
 *
 * Source: intel/llvm sycl/source/detail/compiler.hpp, sycl/source/detail/device_binary_image.cpp.
 */
export function propsFromBinary(sets: readonly RawPropertySet[], reporter?: Reporter): Outcome<PropertySet[]> {
  const out =
    reporter ?? new Reporter(sets.reduce((sum, set) => set.properties.reduce((all, { value }) => all + (value?.length ?? 0), sum), 0));
  const value = sets.map(({ name, properties, span }) => ({
    name,
    properties: properties.flatMap((raw): Property[] => {
      const value = rawValue(raw, `${clip(name, 120)}/${clip(raw.name)}`, out);
      return value ? [{ key: raw.name, value: value, span: raw.span }] : [];
    }),
    span,
  }));
  return { value, diagnostics: out.diagnostics };
}

function rawValue({ type, size, value, span }: RawProperty, path: string, out: Reporter): PropertyValue | undefined {
  if (type === 1) return { type: 1, value: Number(BigInt.asUintN(32, size)) };
  if (!value || (type !== 2 && type !== 3)) {
    const message = type === 2 || type === 3 ? 'the property has no value' : `there is no property type ${type}`;
    out.report('props/raw-type', span, path, message);
    return undefined;
  }
  if (!out.charge(value.length, value.span(), path)) return undefined;
  if (type === 3) {
    const text = value.text();
    const end = text.indexOf('\0');
    const data = value.data.subarray(0, end < 0 ? value.length : end);
    return { type: 2, bits: data.length * 8, data };
  }
  const array = counted(value.data);
  if (array) return array;
  const what =
    value.length < 8 ? 'the bit count is truncated' : `${bitCount(value.data)} bits are counted, but there are ${value.length - 8} bytes`;
  out.report('props/bit-count', value.span(), path, what);
  return undefined;
}
