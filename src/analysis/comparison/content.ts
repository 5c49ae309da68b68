/** What of an image and of its kernels is compared: plain values, which do not hold the image. */
import { Bytes, encodeText, hexBytes, sha256 } from '../../core/bytes/index.ts';
import { type CoreFamily, coreFamily } from '../../devices/index.ts';
import { findRow, numbersOf, type Section, SYMBOL_BINDINGS, symbolBinding, symbolsOf } from '../../formats/elf/index.ts';
import { type PropertySet, printValue } from '../../formats/props/index.ts';
import { hasIr, RELOCATION_TYPES, TEXT_PREFIX, targetCore, type Zebin, type ZebinKernel } from '../../formats/zebin/index.ts';
import { container, kernelCostInfo, kernelMiscInfo, kernel as kernelRows } from '../../formats/zeinfo/index.ts';
import type { Item } from '../../walk/item.ts';
import { countTexts, type Facts, factsOf, type LeftOut, type Places, printFacts } from './facts.ts';
import { eachImage, type Side, type SideImage } from './gather.ts';
import { CodeEnds, METRICS } from './metrics.ts';

const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);

/** What of a kernel is compared besides its measures. */
export interface KernelContent {
  /** Its attributes and relocations, as {@link printFacts}: many kernels are held at a time. */
  readonly facts: string;
  /** Absent when the file has no section for it. */
  readonly code?: KernelCode;
}

/** The section of a kernel's code. */
export interface KernelCode {
  /** The core family that it is for; undefined where it is not known. */
  readonly core: CoreFamily | undefined;
  readonly bytes: Uint8Array;
  /** Where the padding begins, in bytes. */
  readonly end: number;
  /** Identifies bytes and end. */
  readonly digest: string;
}

/** What of an image is compared besides its kernels. */
export interface ImageContent {
  readonly facts: string;
  /** Its property sets, by place: images may share large ones. */
  readonly sets: ReadonlyMap<string, SetContent>;
  /** Sections that are not compared by meaning, by name. */
  readonly sections: ReadonlyMap<string, SectionContent>;
}

interface SetContent {
  readonly facts: Facts;
  readonly digest: string;
}

export interface SectionContent {
  /** According to its header, in bytes. */
  readonly size: number;
  /** Undefined where only its presence is compared. */
  readonly bytes: Uint8Array | undefined;
}

/** Attributes that a metric covers, or that are the name by which items were matched. */
const MEASURED: LeftOut = {
  execution_env: METRICS.map(({ key }) => key),
  kernels: ['name'],
  kernels_misc_info: ['name'],
  kernels_cost_info: ['name'],
};

/** Parts of the container that belong to kernels, which are compared one by one, and its version, which comes with the target. */
const ELSEWHERE: LeftOut = { container: ['version', 'kernels', 'kernels_misc_info', 'kernels_cost_info'] };

/** The code of the kernels of an image. Kernels of one name have one section, which is read once. */
export class CodesOf {
  readonly ends: CodeEnds;
  private readonly bytesOf: BytesOf;
  private readonly core: CoreFamily | undefined;
  private readonly known = new Map<Section, KernelCode>();

  constructor({ elf, target }: Zebin, bytesOf = viewOf) {
    this.bytesOf = bytesOf;
    this.ends = new CodeEnds(elf);
    this.core = coreFamily(targetCore(target) ?? -1);
  }

  of({ text }: ZebinKernel): KernelCode | undefined {
    if (!text) return undefined;
    const known = this.known.get(text);
    if (known) return known;
    const [bytes, end] = [this.bytesOf(text.bytes), this.ends.of(text)];
    const codeContent = { core: this.core, bytes, end, digest: `${end} ${sha256(Bytes.from(bytes))}` };
    this.known.set(text, codeContent);
    return codeContent;
  }
}

/** How the bytes of a window are had: as a part of the image, or as a copy, which does not keep the image in memory. */
export type BytesOf = (window: Bytes) => Uint8Array;
const viewOf: BytesOf = ({ data }) => data;
export const copyOf: BytesOf = ({ data, remote }) => (remote ? data : data.slice());

/** The images of a side, one at a time, and what of each is compared; `other` as for {@link eachImage}. */
export function* eachContent(side: Side, bytesOf?: BytesOf, other?: (item: Item) => void): Generator<ContentOf> {
  let sets = new Map<PropertySet, SetContent>();
  for (const image of eachImage(side, other)) {
    // Images that share a set follow one another.
    sets = new Map(image.item.properties.map((set) => [set, sets.get(set) ?? setContent(set)]));
    yield new ContentOf(image, sets, bytesOf);
  }
}

/** What is compared of an image while it is held. What its kernels share is made once. */
export class ContentOf {
  readonly image: SideImage;
  private readonly sets: ReadonlyMap<PropertySet, SetContent>;
  readonly codes: CodesOf;
  private readonly bytesOf: BytesOf;
  private readonly relocations: ReadonlyMap<number, readonly string[]>;
  private readonly misc: ReadonlyMap<string, object>;
  private readonly cost: ReadonlyMap<string, object>;
  /** The first kernel of each name. */
  private readonly first: ReadonlySet<ZebinKernel>;

  constructor(image: SideImage, sets: ReadonlyMap<PropertySet, SetContent>, bytesOf = viewOf) {
    const { zebin } = image;
    const { kernels_misc_info: misc = [], kernels_cost_info: cost = [] } = zebin.zeInfo?.container ?? {};
    this.image = image;
    this.sets = sets;
    this.codes = new CodesOf(zebin, bytesOf);
    this.bytesOf = bytesOf;
    this.relocations = relocationTexts(zebin);
    this.misc = byName(misc);
    this.cost = byName(cost);
    this.first = new Set(new Map([...zebin.kernelEntries].reverse().map((kernel) => [kernel.name, kernel])).values());
  }

  ofKernel(kernel: ZebinKernel): KernelContent {
    const facts = printFacts(this.factsOf(kernel));
    const code = this.codes.of(kernel);
    return code ? { facts, code } : { facts };
  }

  private factsOf(kernel: ZebinKernel): Places {
    const facts = factsOf(kernelRows, kernel.zeInfo, MEASURED);
    // Further kernels of a name have the same entries and the same code.
    if (!this.first.has(kernel)) return facts;
    const [about, estimate] = [this.misc.get(kernel.name), this.cost.get(kernel.name)];
    if (about) factsOf(kernelMiscInfo, about, MEASURED, 'kernels_misc_info', facts);
    if (estimate) factsOf(kernelCostInfo, estimate, MEASURED, 'kernels_cost_info', facts);
    const relocations = kernel.text && this.relocations.get(kernel.text.index);
    if (relocations) facts.push(['relocations', countTexts(relocations)]);
    return facts;
  }

  ofImage(): ImageContent {
    const { zebin } = this.image;
    const { names, target_metadata: metadata, product_config: config, ...rest } = zebin.target;
    const imageFacts: [string, string][] = [
      ['device', names[0] ?? 'not named'],
      ['ze_info version', zebin.version ?? 'none'],
      ['intermediate code', hasIr(zebin) ? 'yes' : 'no'],
      ...(config ? [['product_config', config.ip] as [string, string]] : []),
      ...Object.entries(metadata ?? {}).map(([key, value]): [string, string] => [`target_metadata.${key}`, String(value)]),
      ...Object.entries(rest).map(([key, value]): [string, string] => [key, typeof value === 'object' ? value.name : String(value)]),
    ];
    const facts = factsOf(container, zebin.zeInfo?.container ?? {}, ELSEWHERE);
    // The first place is the container itself.
    facts[0] = ['', [...new Map([...(facts[0]?.[1] ?? []), ...imageFacts])]];
    facts.push(['global symbols', globalSymbols(zebin)]);
    for (const [index, texts] of this.relocations) {
      const name = zebin.elf.sections[index]?.name ?? '';
      if (isData(name)) facts.push([`relocations of ${name}`, countTexts(texts)]);
    }
    const sets = new Map([...this.sets].map(([{ name }, set]) => [`property set ${name}`, set]));
    return { facts: printFacts(facts), sets, sections: otherSections(zebin, this.bytesOf) };
  }
}

const byName = (list: readonly { readonly name?: string }[]): Map<string, object> =>
  new Map(list.map((entry) => [entry.name ?? '', entry]));

/** What identifies the content of a kernel and its measures, or that of an image: equal ones do not differ. */
function digestOf(...parts: readonly unknown[]): string {
  return sha256(Bytes.from(encodeText(JSON.stringify(parts))));
}

export function kernelDigest({ facts, code }: KernelContent, values: object): string {
  return digestOf(values, facts, code?.digest);
}

/** Identifies bytes: those that are shorter than a digest do it themselves, and a file may have very many of them. */
const bytesDigest = (bytes: Uint8Array): string => (bytes.length < 32 ? hexBytes(bytes) : sha256(Bytes.from(bytes)));

export function imageDigest({ facts, sets, sections }: ImageContent): string {
  const parts = [...sections].map(([name, { size, bytes }]) => [name, size, bytes && bytesDigest(bytes)]);
  return digestOf(
    facts,
    [...sets].map(([place, { digest }]) => [place, digest]),
    parts,
  );
}

function setContent({ name, properties }: PropertySet): SetContent {
  const facts = [...new Map(properties.map(({ key, value }) => [key, printValue(value)]))];
  return { facts, digest: digestOf(name, facts) };
}

/** Relocations as texts without their offsets, which move with the code, by the section that they change. */
function relocationTexts(zebin: Zebin): ReadonlyMap<number, readonly string[]> {
  const bySection = new Map<number, string[]>();
  for (const section of zebin.elf.sections) {
    if (section.content.kind !== 'relocations' || !(section.sh_info in zebin.elf.sections)) continue;
    const symbols = symbolsOf(zebin.elf, section);
    const list = bySection.get(section.sh_info) ?? [];
    bySection.set(section.sh_info, list);
    const names: string[] = [];
    // Equal texts are one object: what is counted by its text need not be scanned again.
    const texts = new Map<string, string>();
    for (const { r_type, r_sym, r_addend } of section.content.relocations) {
      const key = `${r_type} ${r_sym} ${r_addend ?? 0n}`;
      let text = texts.get(key);
      if (text === undefined) {
        const type = findRow(RELOCATION_TYPES, r_type)?.name ?? `type ${r_type}`;
        names[r_sym] ??= boundedName(symbols[r_sym]?.name ?? '');
        text = `${type} ${names[r_sym]}${r_addend === undefined || r_addend === 0n ? '' : ` + ${r_addend}`}`;
        texts.set(key, text);
      }
      list.push(text);
    }
  }
  return bySection;
}

/** Characters of a symbol's name that are in the text of each of its relocations. */
const LONGEST_NAME = 256;

/** A name; for a long one, its beginning and a hash, so that only equal names give equal results. */
function boundedName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME)}… (${name.length} characters, SHA-256 ${sha256(Bytes.from(encodeText(name)))})`;
}

const isData = (section: string): boolean => /^\.(?:data|bss)/.test(section);

/**
 * What other modules and the host can refer to by name: its section and, for data, its offset and size. Those of code change with every
 * build.
 */
function globalSymbols({ elf }: Zebin): Facts {
  const symbols = new Map<string, string>();
  for (const { content } of elf.sections) {
    if (content.kind !== 'symbols') continue;
    for (const symbol of content.symbols) {
      // What is not defined here is in the relocations.
      if (symbolBinding(symbol) !== STB_GLOBAL || symbol.st_shndx === 0) continue;
      const section = elf.sections[symbol.st_shndx]?.name ?? `section ${symbol.st_shndx}`;
      symbols.set(symbol.name, isData(section) ? `${section} + ${symbol.st_value}, ${symbol.st_size} bytes` : section);
    }
  }
  return [...symbols];
}

/** Content that is derived from the rest, or whose changes do not affect execution. */
const PRESENCE_ONLY = /^\.(?:debug|gtpin_info|visaasm)|^\.note\.intelgt\.metrics$/;
/** Sections that are compared by meaning. */
const READ = /^(?:|\.ze_info|\.strtab|\.shstrtab|\.symtab|\.rela?\..*|\.note\.intelgt\.compat)$/;

/** Sections that are not code of a kernel, by name; of several with one name the first. */
function otherSections(zebin: Zebin, bytesOf: BytesOf): Map<string, SectionContent> {
  const codes = new Set(zebin.kernelEntries.map((kernel) => kernel.text));
  const kernels = new Set(zebin.kernelEntries.map((kernel) => kernel.name));
  const sections = new Map<string, SectionContent>();
  for (const section of zebin.elf.sections) {
    const { name } = section;
    // Sections named after a kernel are added and removed with it.
    const owner = /^\.(?:text|gtpin_info|visaasm)\.(.*)$/s.exec(name)?.[1];
    if (READ.test(name) || codes.has(section) || (owner !== undefined && kernels.has(owner) && !name.startsWith(TEXT_PREFIX))) continue;
    if (sections.has(name)) continue;
    sections.set(name, { size: section.sh_size, bytes: PRESENCE_ONLY.test(name) ? undefined : bytesOf(section.bytes) });
  }
  return sections;
}
