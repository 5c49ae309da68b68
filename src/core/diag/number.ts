/**
 * A count, size or offset as a message gives it. A 64-bit field that was read as a double is exact below 2⁵³ only; for larger ones no
 * digits are printed that the file does not have.
 */
export function numberText(value: number | bigint): string {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : '2⁵³ or more';
}

/** A number of something, with commas between thousands: `204,104`. Not for offsets, addresses, values of fields, and JSON. */
export function grouped(value: number | bigint): string {
  // Not toLocaleString, which first loads all locales.
  return numberText(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 byte`, `2,048 bytes`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`;
}
