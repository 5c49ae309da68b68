/** Host programs, libraries and objects: the device images in them, and what their descriptors say. */
export * from './model.ts';
export { decodeHost, readHost } from './read.ts';
export { RELOCATIONS } from './relocations.ts';
export * from './table.ts';
export { writeHost } from './write.ts';
