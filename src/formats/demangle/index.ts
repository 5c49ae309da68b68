/** Names of the Itanium C++ ABI, as c++filt prints them. */
import { LIMITS } from '../../core/diag/index.ts';
import { NOT_MANGLED, Printer } from './node.ts';
import { Reader } from './read.ts';

/**
 * The declaration that a mangled name stands for, spelled as by c++filt of GNU binutils, or undefined if it is not a name of the Itanium
 * C++ ABI. Never throws; undefined also for names that are too long, nest too deep or print too much.
 *
 * Source: the mangling of the Itanium C++ ABI (itanium-cxx-abi/cxx-abi abi.html, section 5.1).
 *
 * @example
 * demangle('_Z3addii'); // 'add(int, int)'
 */
export function demangle(name: string): string | undefined {
  if (!name.startsWith('_Z') || name.length > LIMITS.mangledLength) return undefined;
  try {
    const declaration = new Printer(name.length * LIMITS.demangledWork).print(new Reader(name).whole());
    return declaration.length <= name.length * LIMITS.demangledRatio ? declaration : undefined;
  } catch (error) {
    if (error === NOT_MANGLED) return undefined;
    throw error;
  }
}

const TYPE_NAME = 'typeinfo name for ';

/**
 * The display name of a kernel: a SYCL kernel is named after its type, other mangled names are demangled, and the rest is unchanged.
 *
 * @example
 * kernelLabel('_ZTS3Foo'); // 'Foo'
 * kernelLabel('saxpy'); // 'saxpy'
 */
export function kernelLabel(name: string): string {
  const declaration = demangle(name);
  if (declaration === undefined) return name;
  return declaration.startsWith(TYPE_NAME) ? declaration.slice(TYPE_NAME.length) : declaration;
}
