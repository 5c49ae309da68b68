/** Kernels in full, and what several documents say about a kernel. */
import { hex } from '../../core/bytes/index.ts';
import { type Budget, type Budgeted, LIMITS } from '../../core/diag/index.ts';
import { applied, clip, existsIn, parseVersion, type RecordRows } from '../../core/schema/index.ts';
import { kernelLabel } from '../../formats/demangle/index.ts';
import { type Elf, type ElfSymbol, type Section, symbolsOf } from '../../formats/elf/index.ts';
import { decodeProperty, describe } from '../../formats/props/index.ts';
import {
  DEVICE_RULES,
  isPseudoKernel,
  type Occupancy,
  occupancy,
  type Target,
  targetExecution,
  type Zebin,
  type ZebinKernel,
} from '../../formats/zebin/index.ts';
import { executionEnv, kernel as kernelRows, NEWEST, plainRecord } from '../../formats/zeinfo/index.ts';
import { type Completeness, completenessOf } from '../../walk/damage.ts';
import { type Item, type Pass, passOver, zebinsOfPass } from '../../walk/item.ts';
import { type KernelProperty, PropertyIndex } from '../../walk/join.ts';
import { type KernelInfo, kernelInfo } from '../info.ts';
import { type Json, type Real, toJson } from '../json.ts';
import { type ArgumentDetail, DescribedArguments } from './arguments.ts';
import { type MeasuredCode, measuredCode } from './code-measures.ts';
import { type KernelQuery, kernelFilter, kernelNames } from './kernel-names.ts';
import { type PayloadInfo, payloadInfo } from './payload.ts';
import { type RelocationDetail, relocationDetail } from './relocation.ts';

/** `zebin kernel --json`: kernels in full, one entry for each image that has a kernel of that name. */
export interface KernelDocument extends Completeness {
  readonly schema: 'zebin/kernel/1';
  readonly kernels: readonly KernelDetail[];
}

export interface KernelDetail {
  /** Address of the image in the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  /** ze_info version of the image. */
  readonly version: string | null;
  readonly name: string;
  /** The demangled name; for a SYCL kernel the type in its name. The name itself if it is not mangled. */
  readonly label: string;
  readonly resources: KernelInfo;
  /** Attributes of execution_env that the file does not have, with their defaults; only attributes of the file's version. */
  readonly defaults: { readonly [attribute: string]: Json };
  readonly arguments: readonly ArgumentDetail[];
  /** Where the kernel's data is in the registers, byte by byte. */
  readonly payload: PayloadInfo;
  /** How many threads a core of the device runs concurrently; null when the device is not known. */
  readonly occupancy: Occupancy | null;
  /** Memory that a hardware thread has to itself. */
  readonly memory: MemoryDetail;
  /** What the kernel needs and no driver gives it on the device of the image, each with its consequence. */
  readonly limits: readonly string[];
  /** Place of the code in the file, in bytes; null when the kernel has no code. */
  readonly code: KernelCode | null;
  /** Symbols in the code section; empty for a second kernel of the same name, which has the same section. */
  readonly symbols: readonly SymbolDetail[];
  /** Relocations of the code section; empty in the same case. */
  readonly relocations: readonly RelocationDetail[];
  /** Properties of the kernel in the property sets of the image; absent when there are none. */
  readonly properties?: readonly PropertyDetail[];
  /** The kernel's own entry of .ze_info, as the file has it. */
  readonly ze_info: { readonly [attribute: string]: Json };
}

/** The code of a kernel: its place, and what it costs. */
export interface KernelCode extends MeasuredCode {
  readonly section: string;
  readonly offset: number;
  readonly size: number;
}

/** Memory in bytes, of a hardware thread and of each of its lanes. The latter is null when the number of lanes is not known. */
export interface MemoryDetail {
  readonly spill: MemorySize;
  readonly private: MemorySize;
  /** Memory that the driver allocates: for spilled registers, private memory and stack together. */
  readonly scratch: MemorySize;
  /** Source of the first two. With `single-space` one buffer is for everything, and spill is an upper bound. */
  readonly source: KernelInfo['memory_source'];
}

export interface MemorySize {
  readonly per_thread: number;
  readonly per_lane: Real | null;
}

export interface PropertyDetail {
  readonly set: string;
  /** The key without the kernel's name: `@reqd_sub_group_size`; empty if the name is the key. */
  readonly tag: string;
  /** The value as text for users. */
  readonly value: string;
}

export interface SymbolDetail {
  readonly name: string;
  /** Offset in the section, in bytes. */
  readonly value: string;
  readonly size: string;
}

export interface KernelOptions extends KernelQuery, Budgeted {
  /** Work-items of a work-group, for the estimate of occupancy; without it, the size that a kernel requires. */
  readonly groupSize?: number | undefined;
}

/**
 * Kernels in full, in every image at and below `root`: attributes, arguments, payload, memory, occupancy, symbols: `zebin kernel`.
 *
 * @example
 * const { kernels } = kernelDocument(inspect(archive).value, { kernel: 'saxpy', groupSize: 256 });
 * kernels.map(({ resources }) => resources.simd_size); // [32, 32]
 */
export function kernelDocument(root: Item, options: KernelOptions = {}): KernelDocument {
  return { ...kernelHead(root), kernels: [...kernelDetails(passOver(root), options)] };
}

/** A {@link KernelDocument} but for its kernels. */
export const kernelHead = (root: Item): Omit<KernelDocument, 'kernels'> => ({ schema: 'zebin/kernel/1', ...completenessOf(root) });

/** The kernels of {@link kernelDocument}, one at a time: a caller that prints each never has all of them in memory. */
export function* kernelDetails(pass: Pass, options: KernelOptions = {}): Generator<KernelDetail> {
  const { groupSize, budget } = options;
  // An entry that is not a kernel is described to anyone who gives its name.
  const pattern = options.kernel ?? options.pattern;
  const isPseudo = pattern !== undefined && isPseudoKernel(pattern);
  // A pattern chooses among all names.
  const chosenFrom = options.pattern === undefined || isPseudo ? pass : passOver(pass.whole());
  const isChosen = isPseudo ? (name: string) => name === pattern : kernelFilter(options, () => kernelNames(chosenFrom.root));
  const index = new PropertyIndex();
  for (const { item, zebin } of zebinsOfPass(chosenFrom)) {
    const joined = new JoinedKernels(zebin, budget);
    const properties = index.of(item.properties);
    const entries = isPseudo ? zebin.kernelEntries : zebin.kernels;
    const named = entries.filter((kernel) => isChosen(kernel.name));
    for (const kernel of named) {
      budget?.check();
      const kernelProperties = properties.get(kernel.name) ?? [];
      yield { ...kernelDetail(zebin, kernel, item, joined, kernelProperties, groupSize), ...joined.properties(kernelProperties) };
    }
  }
}

function kernelDetail(
  zebin: Zebin,
  kernel: ZebinKernel,
  { address }: Item,
  joined: JoinedKernels,
  properties: readonly KernelProperty[],
  groupSize: number | undefined,
): KernelDetail {
  const { text } = kernel;
  const label = kernelLabel(kernel.name);
  const resources = kernelInfo(kernel, zebin.version, label);
  return {
    address: joined.shared(address),
    target: zebin.target.names,
    version: zebin.version === undefined ? null : joined.shared(zebin.version),
    name: kernel.name,
    label,
    resources,
    defaults: joined.unwritten(kernel.zeInfo.execution_env ?? {}),
    arguments: joined.described.of(kernel, properties),
    payload: payloadInfo(zebin, kernel, (text) => joined.shared(text)),
    occupancy: occupancy(zebin, kernel, groupSize) ?? null,
    memory: memoryOf(resources),
    limits: joined.limits(kernel.index),
    code: text ? joined.code(text) : null,
    ...joined.linkage(text),
    ze_info: toJson(plainRecord(kernelRows, kernel.zeInfo)) as { [attribute: string]: Json },
  };
}

/** Characters of a property in a document besides its texts. */
const MEMBERS = 32;

/** Data about the kernels of a file, collected once for all of them. */
class JoinedKernels {
  /** Defaults of execution_env in the version of the file. */
  private readonly defaults: Defaults;
  /** Defaults that a record does not have, by the attributes that it has: most kernels of a file have the same. */
  private readonly defaultsBeside = new Map<string, { readonly [attribute: string]: Json }>();
  private readonly elf: Elf;
  private readonly symbols = new Map<number, ElfSymbol[]>();
  private readonly relocations = new Map<number, Section[]>();
  readonly described: DescribedArguments;
  private readonly listed = new Set<Section>();
  private readonly measured = new Map<Section, MeasuredCode>();
  /** By the index of the kernel. */
  private readonly exceeded = new Map<number, string[]>();
  private readonly target: Target;
  private readonly budget: Budget | undefined;
  private remaining: number;

  constructor(zebin: Zebin, budget: Budget | undefined) {
    const { elf, bytes, version, target } = zebin;
    this.described = new DescribedArguments(zebin, (text) => this.shared(text));
    this.target = target;
    this.defaults = defaultsIn(executionEnv, version);
    this.elf = elf;
    this.budget = budget;
    this.remaining = bytes.length * LIMITS.workPerByte + LIMITS.workFloor;
    for (const section of elf.sections) {
      if (section.content.kind === 'symbols') for (const symbol of section.content.symbols) push(this.symbols, symbol.st_shndx, symbol);
      if (section.content.kind === 'relocations' && section.sh_info in elf.sections) push(this.relocations, section.sh_info, section);
    }
    this.checkLimits(zebin);
  }

  private checkLimits({ zeInfo, target, version = NEWEST }: Zebin): void {
    const execution = targetExecution(target);
    if (!zeInfo) return;
    const context = { container: zeInfo.container, version, grfBytes: 0, ...(execution ? { execution } : {}) };
    applied(DEVICE_RULES, (_, __, path, message) => push(this.exceeded, Number(/^kernels\[(\d+)\]/.exec(path)?.[1]), message))(context);
  }

  limits(kernel: number): readonly string[] {
    return this.exceeded.get(kernel) ?? [];
  }

  /**
   * A text that many entries may refer to. It is complete as long as all such texts together are in proportion to the file, and then
   * shortened: otherwise a file with one long name and many references to it would fill the memory.
   */
  shared(text: string): string {
    this.remaining -= text.length;
    return this.remaining >= 0 ? text : clip(text);
  }

  /** Properties as text, as many as are in proportion to the file: images may share sets that are far larger than the images. */
  properties(all: readonly KernelProperty[]): Pick<KernelDetail, 'properties'> {
    const details: PropertyDetail[] = [];
    for (const { set, tag, value } of all) {
      const text = clip(describe(decodeProperty(set, tag === '' ? 'kernel' : `kernel${tag}`, value), value), 1_000);
      this.remaining -= MEMBERS + set.length + tag.length + text.length;
      if (this.remaining < 0) break;
      details.push({ set, tag, value: text });
    }
    return details.length === 0 ? {} : { properties: details };
  }

  /** A code section with its figures, which are counted once when several kernels have it. */
  code(text: Section): KernelCode {
    let measured = this.measured.get(text);
    if (!measured) {
      measured = measuredCode(text.bytes, this.target, this.budget);
      this.measured.set(text, measured);
    }
    return { section: this.shared(text.name), offset: text.bytes.base, size: text.bytes.length, ...measured };
  }

  /** The defaults of the attributes that a record does not have; the same object for records with the same attributes. */
  unwritten(record: object): { readonly [attribute: string]: Json } {
    const written = Object.keys(record).join();
    let defaults = this.defaultsBeside.get(written);
    if (!defaults) {
      defaults = Object.fromEntries(this.defaults.filter(([key]) => !(key in record)));
      this.defaultsBeside.set(written, defaults);
    }
    return defaults;
  }

  /** Symbols and relocations of a code section; empty the second time, when several kernels have one name and one section. */
  linkage(text: Section | undefined): Pick<KernelDetail, 'symbols' | 'relocations'> {
    if (!text || this.listed.has(text)) return { symbols: [], relocations: [] };
    this.listed.add(text);
    const symbols = (this.symbols.get(text.index) ?? []).map((symbol) => ({
      name: symbol.name,
      value: hex(symbol.st_value),
      size: hex(symbol.st_size),
    }));
    return { symbols, relocations: (this.relocations.get(text.index) ?? []).flatMap((section) => this.relocationsIn(section)) };
  }

  private relocationsIn(section: Section): RelocationDetail[] {
    if (section.content.kind !== 'relocations') return [];
    const symbols = symbolsOf(this.elf, section);
    return section.content.relocations.map((r) => relocationDetail(r, this.shared(symbols[r.r_sym]?.name ?? '')));
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

type Defaults = readonly (readonly [attribute: string, value: Json])[];

/** The defaults of a record in a version. They are the same for all kernels of a file. */
function defaultsIn(rows: RecordRows, version: string | undefined): Defaults {
  const known = version === undefined ? undefined : parseVersion(version);
  return Object.entries(rows.attributes).flatMap(([key, row]) =>
    row.default !== undefined && row.specified !== false && (known === undefined || existsIn(row, known))
      ? [[key, toJson(row.default)] as const]
      : [],
  );
}

function memoryOf({ simd_size, spill_size, private_size, scratch_size, memory_source }: KernelInfo): MemoryDetail {
  const size = (bytes: number): MemorySize => ({ per_thread: bytes, per_lane: simd_size ? bytes / simd_size : null });
  return { spill: size(spill_size), private: size(private_size), scratch: size(scratch_size), source: memory_source };
}
