import { kernelNamesOf } from '../analysis/coverage/coverage.ts';
import type { KernelResources, Target, Zebin, ZebinKernel } from '../formats/zebin/index.ts';
import {
  coreFamilyOf,
  driverNeeds,
  findSection,
  hasIr,
  isPseudoKernel,
  kernelResources,
  sectionType,
  stripGroupOf,
} from '../formats/zebin/index.ts';
import type { Fact } from '../walk/containers.ts';
import { type Completeness, completenessOf } from '../walk/damage.ts';
import { formatRow, holdsOthers } from '../walk/formats.ts';
import { eachZebin, filesOfPass, type Item, type ItemKind, isOfHost, type Pass, passOver } from '../walk/item.ts';
import { modelOf } from '../walk/model-of.ts';
import type { GateInfo } from './gate-info.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';
import { EXECUTION_ENV_DEFAULTS } from './kernel/defaults.ts';
import { lineFinder } from './lines.ts';
import type { DriverVerdict } from './verdict-info.ts';

/** `zebin info --json`: what a file is, for which devices, and what its kernels need. */
export interface InfoDocument extends Completeness {
  readonly schema: 'zebin/info/3';
  /** What the file is: `zebin`, or the kind of container. */
  readonly format: string;
  /** Size in bytes. */
  readonly size: number;
  /** What a container says about all of its images, such as the key of a cache item: device, driver, options. Absent if it says nothing. */
  readonly facts?: readonly Fact[];
  /** Every image in the file. A file that is an image itself has one. */
  readonly images: readonly ImageInfo[];
  /** Findings about the container itself. */
  readonly diagnostics: readonly DiagnosticJson[];
  /** Kernels compared with the given limits: see {@link GateInfo}. Absent without limits. */
  readonly gate?: GateInfo;
}

/** An image: a zebin, or another form of device code. `format` distinguishes them. */
export type ImageInfo = ZebinInfo | OtherImageInfo;

/** An image that is not a zebin. */
export interface OtherImageInfo {
  /** As {@link ZebinInfo.address}. */
  readonly address: string;
  readonly format: Exclude<ItemKind, 'zebin'>;
  /** Size in bytes. */
  readonly size: number;
  /** Has no names if the image does not say its device. Only zebins and programs in patch tokens do. */
  readonly target: TargetInfo;
  /** Empty: only a zebin says what a kernel needs. */
  readonly kernels: readonly [];
  /** Names of its kernels, from the image itself or from its container. */
  readonly kernel_names: readonly string[];
  /** Names of its kernels, demangled as {@link KernelInfo.label}. */
  readonly kernel_labels: readonly string[];
  /** What to do with an image that current drivers do not load. */
  readonly advice?: string;
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface ZebinInfo {
  /** Address in the file, as `ls` prints it: `!64.20.1.0`; empty when the file is the image. */
  readonly address: string;
  readonly format: 'zebin';
  /** Size in bytes. */
  readonly size: number;
  /** ze_info version; null when the file has none. */
  readonly version: string | null;
  readonly target: TargetInfo;
  readonly elf: ElfInfo;
  /** Whether the image has SPIR-V or PISA, from which a driver can rebuild it for another device. */
  readonly has_ir: boolean;
  readonly bytes: ImageBytes;
  readonly verdict: VerdictInfo;
  readonly kernels: readonly KernelInfo[];
  /** Function names that other modules can call. */
  readonly functions: readonly string[];
  /** Entries of ze_info that hold the code of functions: they are not kernels, and no limit and no count includes them. */
  readonly function_entries: readonly KernelInfo[];
  readonly diagnostics: readonly DiagnosticJson[];
}

/** The device that the notes name. */
export interface TargetInfo {
  /** Best name first; empty when the notes name no device. */
  readonly names: readonly string[];
  /** Note 6: the IP version. */
  readonly product_config: { readonly value: number; readonly ip: string } | null;
  /** Note 1. */
  readonly product_family: { readonly value: number; readonly name: string | null } | null;
  /** Note 2. */
  readonly gfxcore_family: { readonly value: number; readonly name: string | null } | null;
  /** Note 3, its bit fields by name. */
  readonly target_metadata: { readonly [field: string]: number } | null;
  /** Note 4. */
  readonly zebin_version: string | null;
  /** Note 5. */
  readonly visa_abi_version: number | null;
  /** Note 7. */
  readonly indirect_access_detection_version: number | null;
  /** Note 8. */
  readonly indirect_access_buffer_major_version: number | null;
  /** Width of a register of the device, in bytes; null when the device is not known. */
  readonly grf_bytes: number | null;
}

export interface ElfInfo {
  readonly class: 32 | 64;
  readonly type: number;
  readonly machine: number;
  readonly abi_version: number;
  readonly sections: number;
}

/** Bytes of the sections of an image, by what they are for. */
export interface ImageBytes {
  /** Machine code. */
  readonly code: number;
  /** Intermediate code that a driver can compile. */
  readonly ir: number;
  /** Debug information. */
  readonly debug: number;
}

/** Whether the file can be read without findings, and what drivers do with it. */
export interface VerdictInfo {
  readonly errors: number;
  readonly warnings: number;
  /** Findings of severity `info`. */
  readonly infos: number;
  /** Null when it was not decided. */
  readonly driver: DriverVerdict | null;
  /** The drivers that know the names in the file. It does not follow that they accept it: see `driver`. */
  readonly names: {
    /** First public driver release that knows every name in the file. */
    readonly since: string | null;
    /** The names that this release introduced. */
    readonly newest: readonly string[];
    /** First release that no longer knows a name in the file. */
    readonly until: string | null;
    readonly dropped: readonly string[];
    /** Names that no public release reads. */
    readonly unread: readonly string[];
  };
}

/** What one kernel needs. */
export interface KernelInfo extends KernelResources {
  readonly name: string;
  /** The demangled name; for a SYCL kernel the type in its name. The name itself if it is not mangled. */
  readonly label: string;
  /** Attributes of this row that the file does not have. Their default is shown. */
  readonly defaults: readonly string[];
  /** The columns that were asked for, by name; null where the code has no such value or cannot be analysed. Absent unless asked for. */
  readonly code?: { readonly [column: string]: number | null };
  /** Why the code cannot be analysed, as a sentence; absent where it was, and where no columns of code were asked for. */
  readonly unmeasured?: string;
}

/** Computes columns of code for the kernels of an image: `codeColumns` makes one. They take decoding the code. */
export type CodeColumns = (zebin: Zebin) => (kernel: ZebinKernel) => Pick<KernelInfo, 'code' | 'unmeasured'>;

/** Makes the name for people: `kernelLabel`. */
export type LabelOf = (name: string) => string;
/** What the newest driver decides about an image: `driverVerdict`, for a device and tables. */
export type Decide = (item: Item) => DriverVerdict | null;

/** What comes from outside, so that reading a file loads neither the decoder nor the demangler. */
export interface InfoParts {
  /** Without it, no columns of code. */
  readonly columns?: CodeColumns;
  /** Without it, names are as they are. */
  readonly labelOf?: LabelOf;
}

/** The document of `info` for any item that `inspect` opens. A `driver` of every verdict is null: {@link withVerdicts} loads the driver. */
export function infoDocument(root: Item, parts: InfoParts = {}): InfoDocument {
  return infoPass(passOver(root), parts);
}

/** As {@link infoDocument}, for an item whose pass is still to come. */
export function infoPass(pass: Pass, parts: InfoParts = {}): InfoDocument {
  const images: ImageInfo[] = [];
  for (const { image } of infoImages(pass, parts)) images.push(image);
  return infoOfImages(pass.whole(), images);
}

/** What is known of an image, with its item. */
export interface ImageItem {
  readonly item: Item;
  readonly image: ImageInfo;
}

/** The images of a pass, one at a time: the earlier ones are the caller's to keep. */
export function* infoImages(pass: Pass, parts: InfoParts = {}): Generator<ImageItem> {
  for (const item of filesOfPass(pass)) {
    const image = imageInfo(item, parts);
    if (image) yield { item, image };
  }
}

/** The document about an item whose images are these. */
export function infoOfImages(root: Item, images: readonly ImageInfo[]): InfoDocument {
  const isContainer = root.content.kind !== 'zebin' && (holdsOthers(root.kind) || root.children.length > 0);
  return {
    schema: 'zebin/info/3',
    format: root.kind,
    size: root.bytes.length,
    ...(isContainer && root.facts.length > 0 ? { facts: root.facts } : {}),
    ...completenessOf(root),
    images: withoutAdvice(images),
    // The findings of an image are in its own entry.
    diagnostics: isContainer ? root.diagnostics.map((d) => diagnosticJson(d)) : [],
  };
}

/** The document with what the newest driver decides about each zebin in it. */
export function withVerdicts(document: InfoDocument, root: Item, decide: Decide): InfoDocument {
  const shown = new Set(document.images.filter(isZebinInfo).map(({ address }) => address));
  const verdicts = new Map<string, DriverVerdict | null>();
  for (const { item } of eachZebin(root)) if (shown.has(item.address)) verdicts.set(item.address, decide(item));
  const images = document.images.map((image): ImageInfo => {
    const driver = verdicts.get(image.address);
    return driver ? withDriver(image, driver) : image;
  });
  return { ...document, images };
}

/** A zebin with what the newest driver decides about it; of other images, nothing is decided. */
export function withDriver(image: ImageInfo, driver: DriverVerdict | null): ImageInfo {
  return isZebinInfo(image) ? { ...image, verdict: { ...image.verdict, driver } } : image;
}

/** Intermediate code next to a zebin is for other devices, as the compiler writes it: nothing is to be done about it. */
function withoutAdvice(images: readonly ImageInfo[]): readonly ImageInfo[] {
  if (!images.some(isZebinInfo)) return images;
  return images.map((image) => {
    if (isZebinInfo(image) || formatRow(image.format)?.code !== 'ir') return image;
    const { advice, ...rest } = image;
    return rest;
  });
}

/** Whether an image is a zebin. Only a zebin says what its kernels need. */
export function isZebinInfo(image: ImageInfo): image is ZebinInfo {
  return image.format === 'zebin';
}

/** The image that an item is; undefined for what holds others. */
export function imageInfo(item: Item, parts: InfoParts = {}): ImageInfo | undefined {
  if (item.content.kind === 'zebin') return zebinInfo(item.content.zebin, item, parts);
  if (item.children.length > 0 || isNoImage(item)) return undefined;
  const advice = formatRow(item.kind)?.advice;
  const names = kernelNamesOf(item);
  const core = programCore(item);
  return {
    address: item.address,
    // The walk keeps kind and content together.
    format: item.kind as OtherImageInfo['format'],
    size: item.bytes.length,
    target: targetInfo(core === undefined ? { names: [] } : { names: [core.name], gfxcore_family: core }),
    kernels: [],
    kernel_names: names,
    kernel_labels: parts.labelOf ? names.map(parts.labelOf) : names,
    ...(advice === undefined ? {} : { advice }),
    diagnostics: item.diagnostics.map((d) => diagnosticJson(d)),
  };
}

/** What is in containers besides images: their own parts, the host's entries, texts and pictures. */
const OWN_PARTS: readonly string[] = ['padding', 'index', 'section', 'file'];

function isNoImage({ kind, address, bytes, facts }: Item): boolean {
  if (OWN_PARTS.includes(kind) || holdsOthers(kind)) return true;
  return address !== '' && (formatRow(kind)?.plain === true || (kind === 'data' && (bytes.length === 0 || facts.some(isOfHost))));
}

/** The core family in the header of a program in patch tokens. */
export function programCore({ content }: Item): Target['gfxcore_family'] {
  const program = modelOf(content, 'patch-tokens');
  return program && coreFamilyOf(program.header.Device);
}

function zebinInfo(zebin: Zebin, item: Item, { columns, labelOf }: InfoParts): ZebinInfo {
  const line = lineFinder(zebin);
  const diagnostics: DiagnosticJson[] = [];
  for (const d of item.diagnostics) diagnostics.push(diagnosticJson(d, line));
  const codeOf = columns?.(zebin);
  const infoOf = (kernel: ZebinKernel): KernelInfo =>
    kernelInfo(kernel, zebin.version, labelOf ? labelOf(kernel.name) : kernel.name, codeOf?.(kernel));
  const kernels = zebin.kernels.map(infoOf);
  const { elf } = zebin;
  const needs = driverNeeds(zebin);
  return {
    address: item.address,
    format: 'zebin',
    size: zebin.bytes.length,
    version: zebin.version ?? null,
    target: targetInfo(zebin.target),
    elf: {
      class: elf.is64 ? 64 : 32,
      type: elf.header.e_type,
      machine: elf.header.e_machine,
      abi_version: elf.ident.EI_ABIVERSION,
      sections: elf.sections.length,
    },
    has_ir: hasIr(zebin),
    bytes: imageBytes(zebin),
    verdict: {
      errors: diagnostics.filter((d) => d.severity === 'error').length,
      warnings: diagnostics.filter((d) => d.severity === 'warning').length,
      infos: diagnostics.filter((d) => d.severity === 'info').length,
      driver: null,
      names: {
        since: needs.since ?? null,
        newest: needs.newest,
        until: needs.until ?? null,
        dropped: needs.dropped,
        unread: needs.unread,
      },
    },
    kernels,
    functions: zebin.functions.map((f) => f.name ?? ''),
    function_entries: zebin.kernelEntries.filter(({ name }) => isPseudoKernel(name)).map(infoOf),
    diagnostics,
  };
}

function imageBytes({ elf }: Zebin): ImageBytes {
  const sizes = { code: 0, ir: 0, debug: 0 };
  for (const { name, sh_type, bytes } of elf.sections) {
    const { segment } = findSection(name, sh_type) ?? {};
    if (sectionType(sh_type)?.ir) sizes.ir += bytes.length;
    else if (stripGroupOf(name, sh_type) === 'debug') sizes.debug += bytes.length;
    else if (segment === 'code') sizes.code += bytes.length;
  }
  return sizes;
}

function targetInfo(target: Target): TargetInfo {
  const { product_config: config, product_family: family, gfxcore_family: core } = target;
  return {
    names: target.names,
    product_config: config ? { value: config.value, ip: config.ip } : null,
    product_family: family ? { value: family.value, name: family.name ?? null } : null,
    gfxcore_family: core ? { value: core.value, name: core.name ?? null } : null,
    target_metadata: target.target_metadata ?? null,
    zebin_version: target.zebin_version ?? null,
    visa_abi_version: target.visa_abi_version ?? null,
    indirect_access_detection_version: target.indirect_access_detection_version ?? null,
    indirect_access_buffer_major_version: target.indirect_access_buffer_major_version ?? null,
    grf_bytes: target.grfBytes ?? null,
  };
}

/** The resources of a kernel as a row, with columns of its code. */
export function kernelInfo(
  kernel: ZebinKernel,
  version: string | undefined,
  label: string,
  code?: Pick<KernelInfo, 'code' | 'unmeasured'>,
): KernelInfo {
  const resources: KernelResources = kernelResources(kernel, version);
  const env = kernel.zeInfo.execution_env ?? {};
  const derived = resources.memory_source === 'attributes' ? [] : ['spill_size', 'private_size'];
  return {
    name: kernel.name,
    label,
    ...resources,
    defaults: EXECUTION_ENV_DEFAULTS.filter((key) => key in resources && !(key in env) && !derived.includes(key)),
    ...code,
  };
}
