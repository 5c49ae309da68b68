import { ByteWriter, encodeText } from '../../core/bytes/index.ts';
import { type StructOf, type StructRows, writeStruct } from '../../core/schema/index.ts';
import type { Decoded } from './decode.ts';
import type { PropertyValue } from './model.ts';
import { propertyRow, type Shape } from './table/index.ts';

/**
 * The value with this meaning, for a key of a set: the inverse of `decodeProperty`. Names are ignored: only numbers count. Undefined if no
 * shape of the key's row is of this kind, or if the content is bytes. Throws `RangeError` for a number that does not fit its width.
 *
 * @example
 * const meaning = decodeProperty('SYCL/kernel names', 'k', { type: 1, value: 3 });
 * encodeProperty('SYCL/kernel names', 'k', meaning); // { type: 1, value: 3 }
 */
export function encodeProperty(set: string, key: string, decoded: Decoded): PropertyValue | undefined {
  const shape = propertyRow(set, key)?.shapes.find((row) => row.kind === decoded.kind);
  if (decoded.kind === 'uint32') return { type: 1, value: decoded.value };
  return shape && encodeArray(decoded, shape);
}

function encodeArray(decoded: Decoded, shape: Shape): PropertyValue | undefined {
  const out = new ByteWriter(64);
  switch (decoded.kind) {
    case 'uint32s':
      for (const value of decoded.values) out.u32(value);
      break;
    case 'uint64s':
      for (const value of decoded.values) out.u64(value);
      break;
    case 'structs':
      if (shape.kind !== 'structs') return undefined;
      for (const value of decoded.values) writeStruct(shape.rows, value as unknown as StructOf<StructRows>, out, true);
      break;
    case 'mask':
      return { type: 2, bits: decoded.count, data: maskData(decoded.count, decoded.removed) };
    case 'text':
      out.bytes(encodeText(decoded.value));
      break;
    default:
      return undefined;
  }
  const data = out.finish();
  return { type: 2, bits: data.length * 8, data };
}

function maskData(count: number, bits: readonly number[]): Uint8Array {
  const data = new Uint8Array(Math.ceil(count / 8));
  for (const bit of bits) {
    if (!(bit >= 0 && bit < count && Number.isInteger(bit))) throw new RangeError(`there is no argument ${bit} of ${count}`);
    data[bit >>> 3] = (data[bit >>> 3] ?? 0) | (1 << (bit & 7));
  }
  return data;
}
