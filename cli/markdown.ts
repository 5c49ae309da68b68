/** Reports for a bug thread, loaded on request. */
export { checkMarkdown, sarifLog, validateMarkdown } from '../src/internal.ts';
