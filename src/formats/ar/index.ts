/** The `ar` archive: how `ocloc` packs binaries for several devices into one file. */
export { annotateAr, dumpAr } from './dump.ts';
export { arExtent } from './extent.ts';
export type { Ar, ArMember } from './model.ts';
export { decodeAr, readAr } from './read.ts';
export { AR_HEADER, AR_ROLES, type ArField } from './table.ts';
export { type ArLayout, arMembers, arWindow, type NewMember, writeAr } from './write.ts';
