/** `zebin/unstable/demangle`: the names of the Itanium C++ ABI, as c++filt spells them. */
import { demangle as declaration, kernelLabel as label } from '../../formats/demangle/index.ts';

/**
 * The declaration that a mangled name stands for; undefined when it is not mangled.
 *
 * @example
 * demangle('_Z3addii'); // 'add(int, int)'
 */
export function demangle(name: string): string | undefined {
  return declaration(name);
}

/**
 * The display name of a kernel: a SYCL kernel is named after its type, other mangled names are demangled, and the rest is unchanged.
 *
 * @example
 * kernelLabel('_ZTS3Foo'); // 'Foo'
 * kernelLabel('saxpy'); // 'saxpy'
 */
export function kernelLabel(name: string): string {
  return label(name);
}
