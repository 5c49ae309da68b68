/**
 * `zebin`: reads Intel GPU program binaries and what they come in.
 *
 * Start with {@link inspect} for a file of any kind, or with {@link readZebin} for one zebin. Readers take bytes and return a value
 * with diagnostics; they throw `FormatError` only when there is no value. The tables of each format, and its lower-level functions,
 * are in the entries `zebin/elf`, `zebin/zeinfo`, `zebin/zebin`, `zebin/ar`, `zebin/yaml`, `zebin/device` and `zebin/diag`.
 */
export { type Ar, type ArMember, readAr } from './ar/index.ts';
export { Bytes, type Source } from './bytes/index.ts';
export { detect, FORMATS, type FormatKind, type FormatRow, formatRow } from './detect.ts';
export { CODES, type Code, type Diagnostic, FormatError, LIMITS, must, type Outcome, type Severity, type Span } from './diag/index.ts';
export { type Elf, type ElfSymbol, type Note, type Relocation, readElf, type Section } from './elf/index.ts';
export { allEntries, allNames, type Entry, explain, suggestNames } from './explain.ts';
export { allDiagnostics, eachItem, findItem, type Item, type ItemContent, inspect, type OwnKind, zebinsOf } from './inspect.ts';
export * from './report/index.ts';
export {
  type DriverNeeds,
  driverNeeds,
  type IntelNote,
  type KernelResources,
  kernelResources,
  readZebin,
  type Target,
  type Zebin,
  type ZebinKernel,
} from './zebin/index.ts';
export { type Container, type ExecutionEnv, type Kernel, nodeOf, type PayloadArgument, readZeInfo, type ZeInfo } from './zeinfo/index.ts';
