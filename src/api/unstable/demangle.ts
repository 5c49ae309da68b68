/** `zebin/unstable/demangle`: the names of the Itanium C++ ABI, as c++filt spells them. */
export { demangle, kernelLabel } from '../../formats/demangle/index.ts';
