/** ZIP archives: wheels, .jar, .apk, PyTorch's archives. */
export { annotateZip } from './dump.ts';
export type { Zip, ZipEntry } from './model.ts';
export { decodeZip, readZip } from './read.ts';
export { rewriteZip } from './rewrite.ts';
export { ZIP_METHODS } from './table.ts';
