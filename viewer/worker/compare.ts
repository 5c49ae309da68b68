/** What the compare page asks. */
export const COMPARE_HANDLERS = {};
