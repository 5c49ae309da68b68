import { LIMITS } from '../diag/index.ts';
import { NotMangled, Printer } from './node.ts';
import { Reader } from './read.ts';

/**
 * The declaration that a mangled name stands for, spelled as c++filt of GNU binutils spells it, or undefined when it is no name of the
 * Itanium C++ ABI. Never throws; names that are too long, too deep or print too much count as none.
 *
 * Source: the mangling of the Itanium C++ ABI (itanium-cxx-abi/cxx-abi abi.html, section 5.1).
 */
export function demangle(name: string): string | undefined {
  if (!name.startsWith('_Z') || name.length > LIMITS.mangledLength) return undefined;
  try {
    const declaration = new Printer(name.length).print(new Reader(name).whole());
    return declaration.length <= name.length * LIMITS.demangledRatio ? declaration : undefined;
  } catch (error) {
    if (error instanceof NotMangled) return undefined;
    throw error;
  }
}

const TYPE_NAME = 'typeinfo name for ';

/** What people call a kernel: a SYCL kernel is named after its type, other names are demangled, and what is not mangled stays. */
export function kernelLabel(name: string): string {
  const declaration = demangle(name);
  if (declaration === undefined) return name;
  return declaration.startsWith(TYPE_NAME) ? declaration.slice(TYPE_NAME.length) : declaration;
}
