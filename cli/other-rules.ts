/** The rules of all formats but zebins, loaded on request. */
export { otherRules } from '../src/internal.ts';
