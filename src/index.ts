/**
 * `zebin`: Intel GPU program binaries, and the files that they come in.
 *
 * The story of a file. {@link inspect} opens it, whatever it is, and returns a tree of items; {@link zebinsOf} are the device binaries in
 * it, {@link findItem} is the item at an address. The documents ({@link infoDocument}, {@link kernelDocument}, …) answer what the verbs of
 * the command answer. {@link validateZebin} checks a zebin against its specification, {@link checkZebin} asks whether a driver accepts it.
 * {@link partsOfZebin} gives its parts as plain data, and {@link writeZebin} writes them again; {@link replaceItems} puts the result into
 * the file that it came from. {@link buildZebin} makes a zebin from nothing.
 *
 * Readers take bytes and return a value with diagnostics, each with a code, a byte range and a place. They throw `FormatError` only when
 * there is no value. Every format has an entry of its own, with the same shapes: `read…(bytes)` and `parse…(text)` give a value with
 * diagnostics, `write…(model)` bytes, `print…(model)` text, `validate…(model)` diagnostics, `dump…(bytes)` a span for every byte.
 *
 * In the examples, `bytes` is a zebin, `archive` an archive of two.
 */
export {
  buildZebin,
  convertZebin,
  editItem,
  linkZebin,
  packFolder,
  partsOfZebin,
  patchItem,
  reduceFile,
  replaceItems,
  stripZebin,
  unpackItem,
  writeZebin,
} from './api/change.ts';
export { checkZebin, keepTest, validateZebin } from './api/judge.ts';
export { carve, eachItem, findItem, type InspectOptions, inspect, readZebin, zebinsOf } from './api/open.ts';
export type { Input } from './api/reading.ts';
export {
  checkDocument,
  compareDocument,
  costDocument,
  coverageDocument,
  diffDocument,
  disasmDocument,
  dumpDocument,
  explainDocument,
  infoDocument,
  kernelDocument,
  lsDocument,
  propsDocument,
  sizeDocument,
  textDocument,
  validateDocument,
} from './api/unstable/documents.ts';
export type { AssemblyBuild } from './change/build/index.ts';
export type { CodeEdit } from './change/code/index.ts';
export type { ConvertedZebin } from './change/convert.ts';
export type { EditOptions, ZebinEdit } from './change/edit.ts';
export type { KeepOptions, Keeps, Reduction } from './change/reduce/index.ts';
export type { StripOptions } from './change/strip.ts';
export type { FolderFile, Source } from './core/bytes/index.ts';
export { type Diagnostic, FormatError, must, type Outcome, type Span } from './core/diag/index.ts';
export type { CheckAnswer, CheckOptions } from './driver/index.ts';
export type { ElfParts } from './formats/elf/index.ts';
export type { LinkAddresses, LinkResult, Stripped, ValidateOptions, Zebin, ZebinBuild, ZebinKernel } from './formats/zebin/index.ts';
export type { Carved } from './walk/carve.ts';
export type { Item } from './walk/item.ts';
