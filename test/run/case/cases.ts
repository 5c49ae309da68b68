/** Files of one case, for tests. */

/** The bytes of a file with one case, which has these members besides those that it must have. */
export function fileOf(one: object, file: object = {}): Uint8Array {
  const whole = { name: 'a', kernel: 'k', global: [8], local: [8], args: [], ...one };
  return new TextEncoder().encode(JSON.stringify({ ...file, cases: [whole] }));
}
