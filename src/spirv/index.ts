/** SPIR-V, as far as images are distinguished by it: the names of its kernels. */
export { entryPoints } from './entry-points.ts';
