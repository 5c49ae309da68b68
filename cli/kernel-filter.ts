/** What `--kernel` stands for. Apart from the verbs, because names are demangled for it. */
import { chooseKernels, type KernelChoice, kernelNames, type Side } from '../src/internal.ts';

export { chooseKernels } from '../src/internal.ts';

/** The choice among the kernels of all sides of a comparison, and of a baseline. */
export function chooseInSides(pattern: string, sides: readonly Side[], baseline: Iterable<string> = []): KernelChoice {
  const roots = sides.flatMap(({ files }) => files.map(({ root }) => root));
  const names = roots.flatMap(kernelNames);
  return chooseKernels(pattern, [...names, ...baseline]);
}
