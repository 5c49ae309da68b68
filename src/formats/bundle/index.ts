/** Bundles of clang-offload-bundler: binary, as text, and the headers of compressed ones. */
export { decodeCcobs, readCcobs } from './ccob.ts';
export { annotateBundles, annotateCcobs, annotateTextBundle, dumpBundles, dumpCcobs, dumpTextBundle } from './dump.ts';
export { bundleExtent, ccobExtent } from './extent.ts';
export * from './model.ts';
export { decodeTextBundle, parseTextBundle, textBundleComment } from './parse.ts';
export { decodeBundles, readBundles } from './read.ts';
export * from './table.ts';
export { type BundleLayout, type NewEntry, printTextBundle, writeBundle, writeCcob } from './write.ts';
