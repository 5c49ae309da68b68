/**
 * A count, size or offset as a message gives it. A 64-bit field that was read as a double is exact below 2⁵³ only; for larger ones no
 * digits are printed that the file does not have.
 */
export function numberText(value: number | bigint): string {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : '2⁵³ or more';
}
