/** Where the command writes: files and folders, whole or not at all, and never over what was read. */
export { type Content, partsOf } from './content.ts';
export { appendWhole, attemptWrite, createFile, refuseUnwritable, writeWhole } from './file.ts';
export { MARKER, refuseInto, writeFolder, writeInto } from './folder.ts';
export { OutputFile } from './output-file.ts';
export { isRunning } from './temporary.ts';
