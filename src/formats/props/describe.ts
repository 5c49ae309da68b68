import { hexBytes } from '../../core/bytes/index.ts';
import type { Decoded } from './decode.ts';
import type { PropertyValue } from './model.ts';
import { PADDING_ID } from './table/index.ts';

/** What a value says, in one line for people. */
export function describe(decoded: Decoded, value: PropertyValue): string {
  switch (decoded.kind) {
    case 'uint32':
      if (decoded.bits) return `${decoded.value} (${decoded.bits.length === 0 ? 'none' : decoded.bits.join(', ')})`;
      return decoded.name === undefined ? String(decoded.value) : `${decoded.value} (${decoded.name})`;
    case 'uint32s':
    case 'uint64s':
      if (decoded.values.length === 0) return 'none';
      return decoded.kind === 'uint32s' && decoded.names ? shortList(decoded.names) : shortList(decoded.values);
    case 'structs':
      return decoded.values.map((row) => Object.entries(row).map(fieldText).join(', ')).join('; ');
    case 'mask':
      if (decoded.removed.length === 0) return `none of ${decoded.count} arguments removed`;
      return `${decoded.removed.length === 1 ? 'argument' : 'arguments'} ${shortList(decoded.removed)} of ${decoded.count} removed`;
    case 'text':
      return decoded.list ? decoded.list.join(', ') : decoded.value;
    case 'bytes':
      return value.type === 2 ? `${value.bits % 8 === 0 ? `${value.bits / 8} bytes` : `${value.bits} bits`}${hexText(value.data)}` : '';
  }
}

/** A line shows at most this many; the decoded value has all. */
const LISTED = 64;

function shortList(values: readonly (string | number | bigint)[]): string {
  if (values.length <= LISTED) return values.join(', ');
  return `${values.slice(0, LISTED).join(', ')}, ... (${values.length} in all)`;
}

/** A field of a structure; a scalar with the id of padding is not a field. */
function fieldText([key, value]: readonly [string, number]): string {
  return `${key} ${key === 'id' && value === PADDING_ID ? 'none (padding)' : value}`;
}

const MOST = 16;

function hexText(data: Uint8Array): string {
  if (data.length === 0) return '';
  return `: ${hexBytes(data.subarray(0, MOST), ' ')}${data.length > MOST ? ' ...' : ''}`;
}
