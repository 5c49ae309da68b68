/** The attributes of .ze_info: one row each, and the reader that types the text with them. */
export { nodeOf } from './access.ts';
export { dumpZeInfo, lineCount } from './dump.ts';
export * from './model.ts';
export { readZeInfo } from './read.ts';
export * from './table/index.ts';
export { plainRecord, type Visit, visitRecord } from './visit.ts';
