/** `zebin/zebin`: the parts of zebins in detail: edits of kernels and notes, resources, payload, occupancy. */
import { type AddArgumentOptions, addArgument as addTo } from '../change/build/index.ts';
import { packWithCode, unpackWithCode } from '../change/code/index.ts';
import type { FolderFile } from '../core/bytes/index.ts';
import type { Outcome } from '../core/diag/index.ts';
import type { Annotation } from '../core/schema/index.ts';
import type { ElfParts, SymbolPart } from '../formats/elf/index.ts';
import {
  type ArgumentBuild,
  addFunction as addFunctionTo,
  addSymbol as addSymbolTo,
  buildParts as build,
  type DriverNeeds,
  dropSections as drop,
  dumpZebin as dump,
  occupancy as estimate,
  type KernelResources,
  payloadMap as map,
  type NewFunction,
  type NOTE_TYPES,
  driverNeeds as needs,
  type Occupancy,
  type PackOptions,
  type PayloadMap,
  readZebin,
  renameKernel as rename,
  kernelResources as resources,
  type Stripped,
  setNote as setNoteIn,
  type Zebin,
  type ZebinBuild,
  type ZebinKernel,
} from '../formats/zebin/index.ts';
import type { PayloadArgument } from '../formats/zeinfo/index.ts';
import { dumped, type Input } from './reading.ts';

export {
  NOTE_TYPES,
  RELOCATION_TYPES as ZEBIN_RELOCATION_TYPES,
  RULES as ZEBIN_RULES,
  SECTION_TYPES as ZEBIN_SECTION_TYPES,
  SECTIONS as ZEBIN_SECTIONS,
  STRIP_GROUPS,
} from '../formats/zebin/index.ts';
export type {
  AddArgumentOptions,
  Annotation,
  ArgumentBuild,
  DriverNeeds,
  ElfParts,
  FolderFile,
  Input,
  KernelResources,
  NewFunction,
  Occupancy,
  Outcome,
  PackOptions,
  PayloadArgument,
  PayloadMap,
  Stripped,
  SymbolPart,
  Zebin,
  ZebinBuild,
  ZebinKernel,
};

/** The name of a note of Intel's. */
export type NoteName = (typeof NOTE_TYPES)[number]['name'];

/**
 * The parts of a new zebin, before anything is placed: `buildZebin` without the bytes and the check of the result. Undefined when the
 * description cannot be built; the diagnostics say why.
 *
 * @example
 * const { value: parts } = buildParts({ device: 'bmg-g21', kernels: [{ name: 'k', code: new Uint8Array(64), env: { simd_size: 16 } }] });
 * parts?.sections[0].name; // '.text.k'
 */
export function buildParts(spec: ZebinBuild): Outcome<ElfParts | undefined> {
  return build(spec);
}

/**
 * A kernel under another name, in its section, its symbol and `.ze_info`. Throws `TypeError` when there is no such kernel.
 *
 * @example
 * const parts = renameKernel(partsOfZebin(readZebin(bytes).value), 'clock', 'ticks');
 * readZebin(writeZebin(parts)).value.kernels[0].name; // 'ticks'
 */
export function renameKernel(parts: ElfParts, from: string, to: string): ElfParts {
  return rename(parts, from, to);
}

/**
 * A kernel with one more argument, at the end of its payload. With a device and a driver the result is checked.
 *
 * @example
 * const parts = addArgument(partsOfZebin(readZebin(bytes).value), 'clock', { kind: 'value', bytes: 4 });
 * readZebin(writeZebin(parts)).value.kernels[0].zeInfo.payload_arguments?.at(-1)?.arg_type; // 'arg_byvalue'
 */
export function addArgument(
  parts: ElfParts,
  kernel: string,
  argument: ArgumentBuild | PayloadArgument,
  options: AddArgumentOptions = {},
): ElfParts {
  return addTo(parts, kernel, argument, options);
}

/**
 * One more function that kernels can call by its address.
 *
 * @example
 * const parts = addFunction(partsOfZebin(readZebin(bytes).value), { name: 'f', code: new Uint8Array(64), simd_size: 16, grf_count: 128 });
 * parts.sections.some(({ name }) => name === '.text.Intel_Symbol_Table_Void_Program'); // true
 */
export function addFunction(parts: ElfParts, made: NewFunction): ElfParts {
  return addFunctionTo(parts, made);
}

/**
 * One more symbol, in the symbol table of the file.
 *
 * @example
 * const parts = partsOfZebin(readZebin(bytes).value);
 * const [code] = parts.sections; // .text.clock
 * addSymbol(parts, { name: 's', section: { kind: 'section', id: code.id }, st_info: 2, st_other: 0, st_value: 0n, st_size: 16n }).kind; // 'elf-parts'
 */
export function addSymbol(parts: ElfParts, symbol: Omit<SymbolPart, 'id'>): ElfParts {
  return addSymbolTo(parts, symbol);
}

/**
 * A note with another value, or a new one.
 *
 * @example
 * const parts = setNote(partsOfZebin(readZebin(bytes).value), 'NT_INTELGT_PRODUCT_FAMILY', 1270);
 * readZebin(writeZebin(parts)).value.target.product_family?.name; // 'Alchemist'
 */
export function setNote(parts: ElfParts, type: NoteName, value: number | string): ElfParts {
  return setNoteIn(parts, type, value);
}

/**
 * The parts without some sections, given by `id`, and what belongs to them.
 *
 * @example
 * const parts = partsOfZebin(readZebin(bytes).value);
 * const spirv = parts.sections.filter(({ name }) => name === '.spv').map(({ id }) => id);
 * dropSections(parts, spirv).dropped; // ['.spv']
 */
export function dropSections(parts: ElfParts, ids: Iterable<number>): Stripped {
  return drop(parts, ids);
}

/**
 * A zebin as a folder of editable text files; {@link packZebin} is the inverse.
 *
 * @example
 * unpackZebin(readZebin(bytes).value).some(({ path }) => path === 'zebin.txt'); // true
 */
export function unpackZebin(zebin: Zebin | ElfParts): readonly FolderFile[] {
  return unpackWithCode(zebin);
}

/**
 * The zebin that a folder of text files describes. Throws `FormatError` with the file and line of what is wrong.
 *
 * @example
 * packZebin(unpackZebin(readZebin(bytes).value)).value.length === bytes.length; // true
 */
export function packZebin(files: readonly FolderFile[], options: PackOptions = {}): Outcome<Uint8Array> {
  return packWithCode(files, options);
}

/**
 * What a kernel needs of a hardware thread and of a work-group: SIMD size, registers, memory, barriers.
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * kernelResources(zebin.kernels[0], zebin.version).simd_size; // 32
 */
export function kernelResources(kernel: ZebinKernel, version: string | undefined): KernelResources {
  return resources(kernel, version);
}

/**
 * Where the kernel's data is in the registers when it starts.
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * payloadMap(zebin, zebin.kernels[0]).regions.length > 0; // true
 */
export function payloadMap(zebin: Zebin, kernel: ZebinKernel): PayloadMap {
  return map(zebin, kernel);
}

/**
 * How many threads and work-groups of a kernel a core of the device runs at once; undefined when the device is not known.
 *
 * @param groupSize work-items of a work-group; the size that the kernel requires when left out
 *
 * @example
 * const zebin = readZebin(bytes).value;
 * occupancy(zebin, zebin.kernels[0], 256) !== undefined; // true
 */
export function occupancy(zebin: Zebin, kernel: ZebinKernel, groupSize?: number): Occupancy | undefined {
  return estimate(zebin, kernel, groupSize);
}

/**
 * The oldest release of the driver that knows every name in a zebin, and which names are that new.
 *
 * @example
 * driverNeeds(readZebin(bytes).value).since !== undefined; // true
 */
export function driverNeeds(zebin: Zebin): DriverNeeds {
  return needs(zebin);
}

/**
 * What each byte of a zebin is.
 *
 * @example
 * dumpZebin(bytes)[0].path; // 'e_ident/EI_MAG'
 */
export function dumpZebin(input: Input): readonly Annotation[] {
  return dumped(input, (bytes, out) => dump(readZebin(bytes, out).value, out));
}
