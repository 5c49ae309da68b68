/** `zebin/unstable/ar`: archives, in which `ocloc` packs binaries for several devices. */
export type { Input } from '../../core/bytes/index.ts';
export type { Outcome } from '../../core/diag/index.ts';
export type { Annotation } from '../../core/schema/index.ts';
export { type Ar, type ArLayout, type ArMember, arMembers, dumpAr, type NewMember, readAr, writeAr } from '../../formats/ar/index.ts';
