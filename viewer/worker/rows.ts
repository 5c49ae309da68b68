/** The documents of the library, divided into rows and pages: plain data of bounded size. */
import {
  CODES,
  type DiagnosticJson,
  diagnosticJson,
  eachItem,
  type ImageInfo,
  type InfoDocument,
  type Item,
  isZebinInfo,
  type KernelInfo,
  kernelLabel,
  type LsEntry,
  overviewOf,
  propsDocument,
  RESOURCE_COLUMNS,
  type SizeNode,
  spillMark,
  verdictWords,
  visaInfoDocument,
} from '../../src/internal.ts';

/** Rows of one answer, and characters of their texts: drawing the page must not wait for more. */
const PAGE = 1_000;
const PAGE_TEXT = 1_000_000;
/** Longest text that is not a name. */
const LONGEST = 4_000;

export function cut(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST)}…`;
}

export interface Page<T> {
  readonly total: number;
  readonly rows: readonly T[];
  /** Where the next page begins; absent when this is the last. */
  readonly next?: number;
}

/** @param textOf how many characters a row has, about */
export function page<T, R>(all: readonly T[], from: number, row: (one: T) => R, textOf: (one: T) => number = () => 0): Page<R> {
  const rows: R[] = [];
  let space = PAGE_TEXT;
  let at = from;
  for (; at < all.length && rows.length < PAGE && (space > 0 || rows.length === 0); at++) {
    const one = all[at] as T;
    space -= textOf(one);
    rows.push(row(one));
  }
  return { total: all.length, rows, ...(at < all.length ? { next: at } : {}) };
}

/** An image with its address, which is empty when the file is the image. */
export interface Placed {
  readonly at: string;
  readonly image: ImageInfo;
}

export function imagesOf(document: InfoDocument): readonly Placed[] {
  return document.images.map((image) => ({ at: image.address, image }));
}

/** Whether an item is at an address, or in what is there. */
export function isWithin(address: string, at: string): boolean {
  return at === '' || address === at || address.startsWith(`${at}!`);
}

export interface ImageRow {
  readonly at: string;
  readonly format: string;
  /** Size in bytes. */
  readonly size: number;
  /** Names of the device, best first; absent where the image is not of a kind that says it. */
  readonly target?: readonly string[];
  readonly version?: string;
  readonly kernels: number;
  /** First names, where they are all that is known. */
  readonly names: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  readonly advice?: string;
}

export function imageRow({ at, image }: Placed): ImageRow {
  const countOf = (severity: string) => image.diagnostics.filter((d) => d.severity === severity).length;
  const base = { at, format: image.format, size: image.size, errors: countOf('error'), warnings: countOf('warning') };
  const target = image.target.names.slice(0, 8).map(cut);
  if (isZebinInfo(image)) {
    return {
      ...base,
      target,
      ...(image.version === null ? {} : { version: cut(image.version) }),
      kernels: image.kernels.length,
      names: [],
    };
  }
  const { kernel_names: names, advice } = image;
  return {
    ...base,
    ...(target.length === 0 ? {} : { target }),
    kernels: names.length,
    names: names.slice(0, 8).map(cut),
    ...(advice === undefined ? {} : { advice }),
  };
}

/** What could not be read: how many parts, and the first of them. */
export interface UnreadParts {
  readonly count: number;
  readonly first: readonly { readonly at: string; readonly reason: string }[];
}

/** Parts that are named; the others are only counted. */
const PARTS = 5;

export function unreadParts({ unread }: InfoDocument): UnreadParts {
  return { count: unread.length, first: unread.slice(0, PARTS).map(({ address, reason }) => ({ at: cut(address), reason: cut(reason) })) };
}

/** An image with its verdict, or a part of the file that could not be read and may have been one. */
export interface DecidedImage extends Partial<Omit<ImageRow, 'at'>> {
  readonly at: string;
  readonly verdict: string;
  readonly tone: 'good' | 'quiet' | 'warn' | 'bad';
  /** The first release of the driver that accepts it; absent where none does, or where that was not asked. */
  readonly accepted_from?: string;
  /** Bytes per hardware thread that its worst kernel spills, and bytes of each kind. */
  readonly spill: number;
  readonly code: number;
  readonly ir: number;
  readonly debug: number;
  /** Why it was not read whole; absent if it was. */
  readonly unread?: string;
}

export function decidedImages(document: InfoDocument): readonly DecidedImage[] {
  const images = new Map(imagesOf(document).map((placed) => [placed.at, placed]));
  return overviewOf(document).rows.map(({ address, verdict, unread, spill_size, bytes }): DecidedImage => {
    const image = images.get(address);
    const { word, tone } = verdictWords(verdict);
    return {
      ...(image ? imageRow(image) : {}),
      at: address,
      verdict: word,
      tone,
      spill: spill_size,
      ...bytes,
      ...acceptedFrom(image?.image),
      ...(unread === undefined ? {} : { unread: cut(unread) }),
    };
  });
}

function acceptedFrom(image: ImageInfo | undefined): Pick<DecidedImage, 'accepted_from'> {
  const first = image && isZebinInfo(image) ? image.verdict.driver?.support?.first_release : undefined;
  return first ? { accepted_from: first } : {};
}

/** What all images of a file are, whatever their number. */
export interface Holds {
  /** By format, in the order of the file. */
  readonly formats: readonly (readonly [format: string, count: number])[];
  /** Best names of devices, each once: the first ones. */
  readonly devices: readonly string[];
  readonly deviceCount: number;
  readonly advice: readonly string[];
}

/** Devices that are named; the others are only counted. */
const DEVICES = 8;

export function holdsOf(images: readonly Placed[]): Holds {
  const formats = new Map<string, number>();
  for (const { image } of images) formats.set(image.format, (formats.get(image.format) ?? 0) + 1);
  const devices = new Set(images.flatMap(({ image }) => image.target.names.slice(0, 1)));
  const advice = new Set(images.flatMap(({ image }) => (isZebinInfo(image) ? [] : (image.advice ?? []))));
  return {
    formats: [...formats],
    devices: [...devices].slice(0, DEVICES).map(cut),
    deviceCount: devices.size,
    advice: [...advice],
  };
}

/** A kernel of an image: with its resources, or with its name only. */
export interface PlacedKernel {
  readonly at: string;
  readonly target: string;
  readonly name: string;
  readonly resources?: KernelInfo;
}

export function kernelsOf(document: InfoDocument): readonly PlacedKernel[] {
  return imagesOf(document).flatMap(({ at, image }): PlacedKernel[] => {
    const target = cut(image.target.names[0] ?? '');
    if (!isZebinInfo(image)) return image.kernel_names.map((name) => ({ at, target, name }));
    return image.kernels.map((resources) => ({ at, target, name: resources.name, resources }));
  });
}

export interface KernelHead {
  /** Address of the image; empty when the file is the image. */
  readonly at: string;
  /** Best name of the image's device. */
  readonly target: string;
  readonly name: string;
  /** Demangled; absent where it is the name. */
  readonly label?: string;
}

export interface KernelRow extends KernelHead {
  /** Whether it spills, `?` for perhaps. */
  readonly mark: ' ' | '!' | '?';
  /** By column: what it is sorted by, and what is drawn. None where only the name is known. */
  readonly cells: readonly (readonly [value: number | null, text: string])[];
}

export function kernelHead({ at, target, name }: PlacedKernel): KernelHead {
  const label = kernelLabel(name);
  return { at, target, name, ...(label === name ? {} : { label: cut(label) }) };
}

export function kernelRow(kernel: PlacedKernel): KernelRow {
  const { resources } = kernel;
  return {
    ...kernelHead(kernel),
    mark: resources ? spillMark(resources) : ' ',
    cells: resources
      ? RESOURCE_COLUMNS.map(({ key, text }) => {
          const value = resources[key];
          return [typeof value === 'number' ? value : typeof value === 'boolean' ? Number(value) : null, text(resources)];
        })
      : [],
  };
}

export interface Finding extends DiagnosticJson {
  /** Address of the item that it is about. */
  readonly at: string;
}

/** As many as are kept of a file; the library stops about there, too. */
const FINDINGS = 20_000;

/** All findings: those of reading with their line in .ze_info, and those of checking what is text. */
export function findingsOf(root: Item, document: InfoDocument): readonly Finding[] {
  const ofImages = new Map(imagesOf(document).map(({ at, image }) => [at, image.diagnostics]));
  const findings: Finding[] = [];
  for (const item of eachItem(root)) {
    if (findings.length >= FINDINGS) break;
    for (const d of findingsOfItem(item, ofImages)) findings.push({ ...d, message: cut(d.message), path: cut(d.path), at: item.address });
  }
  return findings.slice(0, FINDINGS);
}

/** Findings that say the same of several places, in the order of the first. */
export interface EqualFindings extends Finding {
  readonly count: number;
  /** The first of the other places. */
  readonly others: readonly Pick<Finding, 'at' | 'path' | 'offset' | 'end'>[];
}

/** Other places that are named. */
const OTHERS = 20;

export function equalFindings(all: readonly Finding[]): readonly EqualFindings[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of all) {
    const key = `${finding.code} ${finding.message}`;
    const known = groups.get(key);
    if (known) known.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].map(([first, ...more]) => ({
    ...(first as Finding),
    count: more.length + 1,
    others: more.slice(0, OTHERS).map(({ at, path, offset, end }) => ({ at, path, offset, end })),
  }));
}

function findingsOfItem(item: Item, ofImages: ReadonlyMap<string, readonly DiagnosticJson[]>): readonly DiagnosticJson[] {
  switch (item.content.kind) {
    case 'zebin':
      return ofImages.get(item.address) ?? [];
    case 'visa-object':
    case 'visa-text':
      return visaInfoDocument(item).diagnostics;
    case 'property-sets':
      return propsDocument(item).items[0]?.diagnostics ?? [];
    default:
      return item.diagnostics.map((d) => diagnosticJson(d));
  }
}

/** What to do about a finding. */
export function helpFor(code: string): string {
  return CODES[code as keyof typeof CODES]?.help ?? '';
}

/** A node of the tree of containers, without what is below it, and with counts in place of lists. */
export interface TreeEntry
  extends Pick<
    LsEntry,
    'address' | 'name' | 'kind' | 'title' | 'offset' | 'source' | 'size' | 'compression' | 'inflated_size' | 'target' | 'version'
  > {
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly kernels?: number;
  readonly findings: number;
  /** How many are directly below it. */
  readonly below: number;
}

export function treeEntry(entry: LsEntry): TreeEntry {
  const {
    address,
    name,
    kind,
    title,
    offset,
    source,
    size,
    compression,
    inflated_size,
    target,
    version,
    facts = [],
    kernels,
    diagnostics = [],
  } = entry;
  return {
    address,
    name,
    kind,
    title,
    offset,
    ...(source === undefined ? {} : { source }),
    size,
    ...(compression === undefined ? {} : { compression }),
    ...(inflated_size === undefined ? {} : { inflated_size }),
    ...(target === undefined ? {} : { target: target.slice(0, 4).map(cut) }),
    ...(version === undefined ? {} : { version: cut(version) }),
    facts: facts.slice(0, 8).map((fact) => [fact.name, cut(fact.value)]),
    ...(kernels === undefined ? {} : { kernels: kernels.length }),
    findings: diagnostics.length,
    below: entry.children.length,
  };
}

export function entryAt(root: LsEntry, address: string): LsEntry {
  let entry = root;
  while (entry.address !== address) {
    const next = entry.children.find((child) => child.address === address || address.startsWith(`${child.address}!`));
    if (!next) throw new Error(`there is nothing at ${address}`);
    entry = next;
  }
  return entry;
}

export interface SizeTile {
  readonly label: string;
  /** Bytes in the file. */
  readonly size: number;
  readonly inflated_size: number;
  /** How many small ones this stands for. */
  readonly rest?: number;
  readonly children: readonly SizeTile[];
}

/** The largest of each level, and the others together: more do not fit in a picture. */
export function tiles({ label, size, inflated_size, children }: SizeNode, most = 60): SizeTile {
  const kept = children.slice(0, most);
  const others = children.slice(most);
  const sum = (key: 'size' | 'inflated_size') => others.reduce((total, one) => total + one[key], 0);
  const rest = { label: '', size: sum('size'), inflated_size: sum('inflated_size'), rest: others.length, children: [] };
  const below = kept.map((child) => tiles(child, Math.max(4, Math.round(most / 3))));
  return { label: cut(label), size, inflated_size, children: others.length === 0 ? below : [...below, rest] };
}

export interface PropertyRow {
  /** Address of the text, or of the image that the set belongs to. */
  readonly at: string;
  readonly set: string;
  readonly key: string;
  readonly type: string;
  readonly meaning: string;
}

export function propertiesOf(root: Item): readonly PropertyRow[] {
  return propsDocument(root).items.flatMap(({ address, sets }) =>
    sets.flatMap(({ name = '', lines }) =>
      lines.map((line): PropertyRow => {
        const place = { at: address, set: cut(name) };
        if ('text' in line) return { ...place, key: '', type: 'text', meaning: cut(line.text) };
        return { ...place, key: cut(line.key), type: line.type === 1 ? 'number' : `${line.bits} bits`, meaning: cut(line.meaning) };
      }),
    ),
  );
}
