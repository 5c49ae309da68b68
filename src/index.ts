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
export { type AssemblyBuild, buildZebin } from './change/build/index.ts';
export type { CodeEdit } from './change/code/index.ts';
export { type ConvertedImage, type ConvertedZebin, convertZebin } from './change/convert.ts';
export type { EditOptions, ZebinEdit } from './change/edit.ts';
export { packFolder, unpackItem } from './change/folder/kinds.ts';
export type { KeepOptions, Keeps, Reduction } from './change/reduce/index.ts';
export { type StripOptions, type StrippedImage, stripZebin } from './change/strip.ts';
export type { FolderFile, Input, Source } from './core/bytes/index.ts';
export {
  Budget,
  type Budgeted,
  type BudgetOptions,
  type Diagnostic,
  FormatError,
  must,
  type Outcome,
  type Span,
} from './core/diag/index.ts';
export { type CheckDocument, type CheckQuestion, checkDocument } from './documents/check.ts';
export { type CostDocument, type CostRequest, costDocument } from './documents/cost.ts';
export { type CoverageDocument, type CoverageOptions, coverageDocument } from './documents/coverage.ts';
export { disasmDocument } from './documents/disasm/disasm.ts';
export type { DisasmDocument, DisasmOptions } from './documents/disasm/model.ts';
export { type DumpDocument, type DumpOptions, dumpDocument } from './documents/dump.ts';
export { type KernelDocument, type KernelOptions, kernelDocument } from './documents/kernel/kernel.ts';
export { type LsDocument, lsDocument } from './documents/ls.ts';
export { type PropsDocument, propsDocument } from './documents/props.ts';
export { type SizeDocument, type SizeOptions, sizeDocument } from './documents/size.ts';
export type { CheckAnswer, CheckOptions } from './driver/index.ts';
export type { ElfParts } from './formats/elf/index.ts';
export {
  type LinkAddresses,
  type LinkResult,
  linkZebin,
  partsOfZebin,
  readZebin,
  type Stripped,
  type ValidateOptions,
  validateZebin,
  writeZebin,
  type Zebin,
  type ZebinBuild,
  type ZebinKernel,
} from './formats/zebin/index.ts';
export { type Carved, carve } from './walk/carve.ts';
export { eachItem, findItem, type InspectOptions, inspect, zebinsOf } from './walk/inspect.ts';
export type { Item } from './walk/item.ts';
