/** Elements of bytes as texts. */
import { type ElementType, elementBits, elementText, sizeOf } from '../../../src/internal.ts';
import type { ValueFormat } from './messages.ts';

const HEX: Readonly<Partial<Record<ValueFormat, ElementType>>> = { x8: 'uchar', x16: 'ushort', x32: 'uint', x64: 'ulong' };

/** So many elements from one on, as far as there are bytes for them; and the bytes of one. */
export function elementTexts(
  bytes: Uint8Array,
  format: ValueFormat,
  from: number,
  count: number,
): { readonly texts: readonly string[]; readonly size: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const hex = HEX[format];
  const type = hex ?? (format as ElementType);
  const size = sizeOf(type);
  const most = Math.max(0, Math.min(count, Math.floor(bytes.length / size) - from));
  const texts = Array.from({ length: most }, (_, i) => {
    const at = (from + i) * size;
    if (hex === undefined) return elementText(view, at, type);
    return elementBits(view, at, type)
      .toString(16)
      .padStart(2 * size, '0');
  });
  return { texts, size };
}
