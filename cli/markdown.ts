/** The report for a bug thread, loaded on request. */
export { checkMarkdown } from '../src/internal.ts';
