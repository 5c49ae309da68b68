/** What the bytes page asks. */
export const BYTES_HANDLERS = {};
