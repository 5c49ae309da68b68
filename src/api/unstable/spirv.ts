/** `zebin/unstable/spirv`: the names of kernels in SPIR-V modules. */
export type { Input } from '../../core/bytes/index.ts';
export { entryPoints } from '../../formats/spirv/index.ts';
