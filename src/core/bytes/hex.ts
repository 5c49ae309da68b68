/** Numbers and bytes in hexadecimal digits. */

/** `0x1f`; a negative number has a sign before it. */
export function hex(value: bigint | number): string {
  return value < 0 ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`;
}

/** The digits alone, padded to a minimum number: `001f`. */
export function hexDigits(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => hexDigits(byte, 2));

/** Two digits for each byte, and `separator` between them. */
export function hexBytes(bytes: Uint8Array, separator = ''): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += (i === 0 ? '' : separator) + DIGITS[bytes[i] ?? 0];
  return text;
}

/** The inverse of {@link hexBytes} without a separator, in lower or upper case; undefined if there are not two digits for each byte. */
export function parseHexBytes(digits: string): Uint8Array | undefined {
  if (digits.length % 2 !== 0 || /[^0-9a-fA-F]/.test(digits)) return undefined;
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}
