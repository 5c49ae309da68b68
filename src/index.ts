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
  type ChangedFile,
  convertItem,
  editItem,
  patchItem,
  type ReduceOptions,
  reduceFile,
  replaceItems,
  stripItem,
} from './api/change.ts';
export { checkZebin, keepTest } from './api/check.ts';
export {
  codeColumns,
  compareDocument,
  type DiffOptions,
  diffDocument,
  explainDocument,
  type InfoOptions,
  infoDocument,
  textDocument,
  type ValidateQuestion,
  validateDocument,
} from './api/documents.ts';
export type * from './api/shared.ts';
export { type AddArgumentOptions, type AssemblyBuild, buildZebin } from './change/build/index.ts';
export type { CodeEdit } from './change/code/index.ts';
export { type ConvertedImage, type ConvertedZebin, convertZebin } from './change/convert.ts';
export type { EditOptions, ZebinEdit } from './change/edit.ts';
export { packFolder, unpackItem } from './change/folder/folder.ts';
export type { KeepOptions, Keeps, Reduction } from './change/reduce/index.ts';
export { type DroppedSection, type StripOptions, type StrippedImage, stripZebin } from './change/strip.ts';
export {
  Budget,
  FormatError,
  must,
} from './core/diag/index.ts';
export { checkDocument } from './documents/check.ts';
export { costDocument } from './documents/cost.ts';
export { coverageDocument } from './documents/coverage.ts';
export { disasmDocument } from './documents/disasm/disasm.ts';
export { dumpDocument } from './documents/dump.ts';
export { kernelDocument } from './documents/kernel/kernel.ts';
export { lsDocument } from './documents/ls.ts';
export { propsDocument } from './documents/props.ts';
export { sizeDocument } from './documents/size.ts';
export type * from './documents/types.ts';
export type { CheckAnswer, CheckOptions } from './driver/index.ts';
export {
  type Addresses,
  type LinkAddresses,
  type LinkedRelocation,
  type LinkResult,
  linkZebin,
  type Occupancy,
  type OccupancyLimit,
  partsOfZebin,
  readZebin,
  type StripGroup,
  type ValidateOptions,
  validateZebin,
  writeZebin,
} from './formats/zebin/index.ts';
export type * from './formats/zebin/types.ts';
export { type Carved, carve } from './walk/carve.ts';
export { eachItem, findItem, type InspectOptions, inspect, zebinsOf } from './walk/inspect.ts';
