/** Names for people. Apart from the verbs, so that the demangler is loaded only for names that are mangled. */
export { kernelLabel } from '../../src/internal.ts';
