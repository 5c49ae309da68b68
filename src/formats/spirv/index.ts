/** SPIR-V, as far as images are distinguished by it: the names of its kernels, and where a module ends. */
export { entryPoints } from './entry-points.ts';
export { spirvExtent } from './extent.ts';
