/** SYCLBIN: SYCL modules as intermediate code and native images, with their property sets. */
export { annotateSyclbin, dumpSyclbin } from './dump.ts';
export { syclbinExtent } from './extent.ts';
export { syclbinParts } from './layout.ts';
export type { Syclbin, SyclbinImage, SyclbinModule, SyclbinParts } from './model.ts';
export { decodeSyclbin, isSyclbin, readSyclbin, syclbinOfOffload } from './read.ts';
export { IMAGE_HEADER, MODULE_HEADER, SYCLBIN_HEADER, SYCLBIN_KEYS, SYCLBIN_ROLES, type SyclbinRole } from './table.ts';
export { IMAGE_RULES, reportSyclbin, SYCLBIN_RULES, TEXT_RULES, validateSyclbin } from './validate.ts';
export { buildSyclbin, writeSyclbin } from './write.ts';
