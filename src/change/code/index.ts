/** The code of a zebin with everything that refers to places in it: as text and back, and edited. */
export { packWithCode, unpackWithCode } from './folder.ts';
export type { CodeEdit } from './model.ts';
export { patchCode } from './patch.ts';
export { platformOfParts } from './platform-of-parts.ts';
