/** The attributes of .ze_info: one row each, and the reader that types the text with them. */
export { nodeOf } from './access.ts';
export { ATTRIBUTE_RULES } from './attribute-rules.ts';
export { type Change, convertZeInfo } from './convert.ts';
export { annotateZeInfo, dumpZeInfo, lineCount } from './dump.ts';
export { editZeInfo, type ZeInfoEdit } from './edit.ts';
export * from './model.ts';
export { namesIn, namesOf, rowNamed } from './names.ts';
export { spanAt, spanOf } from './place.ts';
export { printZeInfo } from './print.ts';
export { decodeZeInfo, readZeInfo } from './read.ts';
export { compiled } from './rows.ts';
export * from './table/index.ts';
export { countedUses } from './uses.ts';
export { validateZeInfo } from './validate.ts';
export { knownVersion, NEWEST, OLDEST } from './versions.ts';
export { plainRecord, type Visit, visitRecord } from './visit.ts';
