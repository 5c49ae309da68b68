/** Findings with what the table of codes says of them, loaded when one is shown. */
export { findingOf, runSarif, sarifLog, validateDocument, validateMarkdown } from '../src/internal.ts';
