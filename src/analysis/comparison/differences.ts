import { Bytes, encodeText, hex, sha256 } from '../../core/bytes/index.ts';
import { findRow, numbersOf, type Section, SYMBOL_BINDINGS, symbolBinding, symbolsOf } from '../../formats/elf/index.ts';
import { type PropertySet, printValue } from '../../formats/props/index.ts';
import { hasIr, RELOCATION_TYPES, TEXT_PREFIX, type Zebin, type ZebinKernel } from '../../formats/zebin/index.ts';
import { container, kernelCostInfo, kernelMiscInfo, kernel as kernelRows } from '../../formats/zeinfo/index.ts';
import { compareFacts, countTexts, type Difference, type Facts, factsOf } from './facts.ts';
import type { SideImage, SideKernel } from './gather.ts';
import { codeBytes, METRICS } from './metrics.ts';

const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);

/** Attributes that a metric covers, or that are the name by which items were matched. */
const MEASURED: ReadonlySet<string> = new Set([
  ...METRICS.map(({ key }) => `execution_env.${key}`),
  'kernels.name',
  'kernels_misc_info.name',
  'kernels_cost_info.name',
]);

/** Parts of the container that belong to kernels, which are compared one by one, and its version, which comes with the target. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  ['version', 'kernels', 'kernels_misc_info', 'kernels_cost_info'].map((key) => `container.${key}`),
);

/** What differs between two builds of a kernel: measures, attributes, code, relocations. Empty when they are the same to a driver. */
export function kernelDifferences(base: SideKernel, next: SideKernel): Difference[] {
  const measures = METRICS.flatMap(({ key, title, unit }): Difference[] => {
    const [before, after] = [base.values[key], next.values[key]];
    // Differing code includes its size.
    return before === after || key === 'code_bytes'
      ? []
      : [{ within: '', what: `${title} (${unit})`, base: numberText(before), new: numberText(after) }];
  });
  return [...measures, ...codeDifferences(base, next), ...compareFacts(kernelFacts(base), kernelFacts(next))];
}

function numberText(value: number | null): string | null {
  return value === null ? null : String(value);
}

function kernelFacts({ kernel, image: { zebin } }: SideKernel): Map<string, Facts> {
  const facts = new Map<string, Facts>(factsOf(kernelRows, kernel.zeInfo, MEASURED));
  const { misc, cost, first } = aboutKernels(zebin);
  // Further kernels of a name have the same entries and the same code.
  if (!first.has(kernel)) return facts;
  const [about, estimate] = [misc.get(kernel.name), cost.get(kernel.name)];
  if (about) for (const [place, found] of factsOf(kernelMiscInfo, about, MEASURED, 'kernels_misc_info')) facts.set(place, found);
  if (estimate) for (const [place, found] of factsOf(kernelCostInfo, estimate, MEASURED, 'kernels_cost_info')) facts.set(place, found);
  const relocations = kernel.text && relocationTexts(zebin).get(kernel.text.index);
  if (relocations) facts.set('relocations', countTexts(relocations));
  return facts;
}

interface AboutKernels {
  readonly misc: ReadonlyMap<string, object>;
  readonly cost: ReadonlyMap<string, object>;
  /** The first kernel of each name. */
  readonly first: ReadonlySet<ZebinKernel>;
}
const about = new WeakMap<Zebin, AboutKernels>();

function aboutKernels(zebin: Zebin): AboutKernels {
  const known = about.get(zebin);
  if (known) return known;
  const { kernels_misc_info: misc = [], kernels_cost_info: cost = [] } = zebin.zeInfo?.container ?? {};
  const byName = (list: readonly { readonly name?: string }[]) => new Map<string, object>(list.map((entry) => [entry.name ?? '', entry]));
  const first = new Map([...zebin.kernelEntries].reverse().map((kernel) => [kernel.name, kernel]));
  const made = { misc: byName(misc), cost: byName(cost), first: new Set(first.values()) };
  about.set(zebin, made);
  return made;
}

const relocated = new WeakMap<Zebin, ReadonlyMap<number, readonly string[]>>();

/** Relocations as texts without their offsets, which move with the code, by the section that they change. */
function relocationTexts(zebin: Zebin): ReadonlyMap<number, readonly string[]> {
  const known = relocated.get(zebin);
  if (known) return known;
  const made = new Map<number, string[]>();
  for (const section of zebin.elf.sections) {
    if (section.content.kind !== 'relocations' || !(section.sh_info in zebin.elf.sections)) continue;
    const symbols = symbolsOf(zebin.elf, section);
    const list = made.get(section.sh_info) ?? [];
    made.set(section.sh_info, list);
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
  relocated.set(zebin, made);
  return made;
}

/** Characters of a symbol's name that are in the text of each of its relocations. */
const LONGEST_NAME = 256;

/** A name; for a long one, its beginning and a hash, so that only equal names give equal results. */
function boundedName(name: string): string {
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME)}… (${name.length} characters, SHA-256 ${sha256(Bytes.from(encodeText(name)))})`;
}

/** Pairs of sections that are compared already: kernels of one name have one section. */
const compared = new WeakMap<Section, WeakMap<Section, readonly Difference[]>>();

function codeDifferences(base: SideKernel, next: SideKernel): readonly Difference[] {
  const [mine, theirs] = [base.kernel.text, next.kernel.text];
  if (!mine || !theirs) {
    const text = (section: Section | undefined) => (section ? `${section.bytes.length} bytes` : null);
    return mine || theirs ? [{ within: '', what: 'instructions', base: text(mine), new: text(theirs) }] : [];
  }
  const known = compared.get(mine)?.get(theirs);
  if (known) return known;
  const made = bytesDifference('instructions', codeBytes(base.kernel, base.image.zebin), codeBytes(next.kernel, next.image.zebin));
  const map = compared.get(mine) ?? new WeakMap<Section, readonly Difference[]>();
  map.set(theirs, made);
  compared.set(mine, map);
  return made;
}

function bytesDifference(what: string, base: Uint8Array, next: Uint8Array): Difference[] {
  const shorter = Math.min(base.length, next.length);
  let first = 0;
  while (first < shorter && base[first] === next[first]) first++;
  if (first === base.length && first === next.length) return [];
  const from = `differ from ${hex(first)} on`;
  return [{ within: '', what, base: `${base.length} bytes`, new: `${next.length} bytes, ${from}` }];
}

/** What differs between two images apart from their kernels: device, versions, module attributes, global data and other sections. */
export function imageDifferences(base: SideImage, next: SideImage): Difference[] {
  return [...compareFacts(imageFacts(base), imageFacts(next)), ...sectionDifferences(base.zebin, next.zebin)];
}

function imageFacts({ zebin, item }: SideImage): Map<string, Facts> {
  const { names, target_metadata: metadata, product_config: config, ...rest } = zebin.target;
  const own: [string, string][] = [
    ['device', names[0] ?? 'not named'],
    ['ze_info version', zebin.version ?? 'none'],
    ['intermediate code', hasIr(zebin) ? 'yes' : 'no'],
    ...(config ? [['product_config', config.ip] as [string, string]] : []),
    ...Object.entries(metadata ?? {}).map(([key, value]): [string, string] => [`target_metadata.${key}`, String(value)]),
    ...Object.entries(rest).map(([key, value]): [string, string] => [key, typeof value === 'object' ? value.name : String(value)]),
  ];
  const facts = new Map<string, Facts>(factsOf(container, zebin.zeInfo?.container ?? {}, ELSEWHERE));
  facts.set('', new Map([...(facts.get('') ?? []), ...own]));
  facts.set('global symbols', globalSymbols(zebin));
  for (const [index, texts] of relocationTexts(zebin)) {
    const name = zebin.elf.sections[index]?.name ?? '';
    if (isData(name)) facts.set(`relocations of ${name}`, countTexts(texts));
  }
  for (const set of item.properties) facts.set(`property set ${set.name}`, propertyFacts(set));
  return facts;
}

const propertiesOf = new WeakMap<PropertySet, Facts>();

/** Computed once for the images that share a set. */
function propertyFacts(set: PropertySet): Facts {
  const known = propertiesOf.get(set);
  if (known) return known;
  const made = new Map(set.properties.map(({ key, value }) => [key, printValue(value)]));
  propertiesOf.set(set, made);
  return made;
}

const isData = (section: string): boolean => /^\.(?:data|bss)/.test(section);

/**
 * What other modules and the host can refer to by name: its section and, for data, its offset and size. Those of code change with every
 * build.
 */
function globalSymbols({ elf }: Zebin): Facts {
  const found = new Map<string, string>();
  for (const { content } of elf.sections) {
    if (content.kind !== 'symbols') continue;
    for (const symbol of content.symbols) {
      // What is not defined here is in the relocations.
      if (symbolBinding(symbol) !== STB_GLOBAL || symbol.st_shndx === 0) continue;
      const section = elf.sections[symbol.st_shndx]?.name ?? `section ${symbol.st_shndx}`;
      found.set(symbol.name, isData(section) ? `${section} + ${symbol.st_value}, ${symbol.st_size} bytes` : section);
    }
  }
  return found;
}

/** Content that is derived from the rest, or whose changes do not affect execution. */
const PRESENCE_ONLY = /^\.(?:debug|gtpin_info|visaasm)|^\.note\.intelgt\.metrics$/;
/** Sections that are compared by meaning. */
const READ = /^(?:|\.ze_info|\.strtab|\.shstrtab|\.symtab|\.rela?\..*|\.note\.intelgt\.compat)$/;

function sectionDifferences(base: Zebin, next: Zebin): Difference[] {
  const [mine, theirs] = [otherSections(base), otherSections(next)];
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((name): Difference[] => {
    const [before, after] = [mine.get(name), theirs.get(name)];
    if (!before || !after) return [{ within: 'sections', what: name, base: sizeText(before), new: sizeText(after) }];
    if (PRESENCE_ONLY.test(name)) return [];
    if (before.sh_size !== after.sh_size && before.bytes.length + after.bytes.length === 0)
      return [{ within: 'sections', what: name, base: sizeText(before), new: sizeText(after) }];
    return bytesDifference(name, before.bytes.data, after.bytes.data).map((one) => ({ ...one, within: 'sections' }));
  });
}

function sizeText(section: Section | undefined): string | null {
  return section ? `${section.sh_size} bytes` : null;
}

/** Sections that are not code of a kernel, by name; of several with one name the first. */
function otherSections(zebin: Zebin): Map<string, Section> {
  const codes = new Set(zebin.kernelEntries.map((kernel) => kernel.text));
  const kernels = new Set(zebin.kernelEntries.map((kernel) => kernel.name));
  const found = new Map<string, Section>();
  for (const section of zebin.elf.sections) {
    const { name } = section;
    // Sections named after a kernel are added and removed with it.
    const owner = /^\.(?:text|gtpin_info|visaasm)\.(.*)$/s.exec(name)?.[1];
    if (READ.test(name) || codes.has(section) || (owner !== undefined && kernels.has(owner) && !name.startsWith(TEXT_PREFIX))) continue;
    if (!found.has(name)) found.set(name, section);
  }
  return found;
}
