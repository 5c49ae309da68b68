/** One walk through a file: containers, their content, and sections, each with a stable address. */
import { Bytes, type Compressed, type Input, type Source } from '../core/bytes/index.ts';
import {
  Budget,
  type Budgeted,
  caughtFinding,
  type Diagnostic,
  diagnostic,
  FormatError,
  LIMITS,
  type Outcome,
  Reporter,
} from '../core/diag/index.ts';
import { inflate } from '../core/inflate/index.ts';
import { decodeElf } from '../formats/elf/index.ts';
import { decodeHost, type Host } from '../formats/host/index.ts';
import type { PropertySet } from '../formats/props/index.ts';
import { zebinOfElf } from '../formats/zebin/index.ts';
import { imagesIn } from './carve.ts';
import { type ContainerContent, containerRow, type Fact, type OwnKind, type Part } from './containers.ts';
import { unreadIn } from './damage.ts';
import { detectByStart } from './detect.ts';
import { elfKind, isHostElf } from './elf-kind.ts';
import { FORMATS, type FormatKind, formatRow } from './formats.ts';
import {
  addressed,
  type ClosedItem,
  childAddresses,
  closedItem,
  filesBelow,
  type Item,
  type ItemContent,
  isOfHost,
  leafContent,
  leafItem,
  type Pass,
  type Unread,
} from './item.ts';
import { checkJoined, type KernelProperties, PropertyIndex } from './join.ts';
import { modelOf } from './model-of.ts';
import { listed, sectionParts } from './part.ts';
import { readSequence, reportRest } from './sequence.ts';

export * from './item.ts';

/** The name of the source for an input that is compressed as a whole: its address is empty, and so is the input's name. */
const INFLATED_INPUT = '!';

export interface InspectOptions extends Budgeted {
  /** The format of the input, for a file that cannot be detected. */
  readonly as?: FormatKind;
  /**
   * Opens a file that a thin archive names, by that name; undefined if it cannot. Without it, members of thin archives are not opened. It
   * is called only for archives that are the input itself: within another file, the name has no meaning.
   */
  readonly sibling?: (name: string) => Uint8Array | Source | undefined;
}

/**
 * Opens a file of any kind, and all that is inside: containers, images, sections, compressed or not. What is inside a container and of no
 * known kind is an item of kind `data`.
 *
 * Throws `FormatError` when there is nothing to show: an empty input (`detect/empty`), data of no known kind (`detect/unknown`), or of a
 * kind that is recognised but not read (`detect/not-readable`; its message says what to do).
 *
 * A server that lives long gives what it does for a request a budget with a deadline, here and to the documents that it makes of the item:
 * what takes longer throws `FormatError` (`limit/time`).
 *
 * @param input a file in memory, or a source that fetches parts of a large one
 *
 * @example
 * const { value: root, diagnostics } = inspect(bytes);
 * root.kind; // 'zebin'
 * root.children.map(({ name }) => name).includes('.ze_info'); // true
 * diagnostics.map(({ severity }) => severity); // ['info']
 * const budget = new Budget(archive.length, { deadline: Date.now() + 10_000 });
 * const item = inspect(archive, { budget }).value;
 * disasmDocument(item, { kernel: 'saxpy', budget }).code.length; // 2
 */
export function inspect(input: Input | Source, options: InspectOptions = {}): Outcome<Item> {
  const budget = options.budget ?? new Budget(Bytes.from(input).length);
  const { below, whole } = inspection(input, { ...options, budget });
  const findings: Pick<Item, 'address' | 'diagnostics'>[] = [];
  for (const { address, diagnostics } of below) if (diagnostics.length > 0) findings.push({ address, diagnostics });
  const value = whole();
  return { value, diagnostics: addressed([value, ...findings], new Reporter(value.stored.length, budget)) };
}

/** As {@link inspect}, with the pass over what is in the input still to come. */
export function inspection(input: Input | Source, options: InspectOptions = {}): Pass {
  const bytes = Bytes.from(input);
  if (bytes.length === 0 && options.as === undefined)
    throw new FormatError(diagnostic('detect/empty', 'the input is empty', bytes.span(), ''));
  const budget = options.budget ?? new Budget(bytes.length);
  const walk = new Walk(budget, options.sibling);
  const opened = walk.open({ name: '', bytes, ...(options.as === undefined ? {} : { as: options.as }) }, '', 0);
  refuseNothing(opened, bytes);
  const isHostAlone = HOST_KINDS.includes(opened.kind) && opened.children.length === 0;
  const root = isHostAlone ? { ...opened, diagnostics: [...opened.diagnostics, noImages(opened)] } : opened;
  const unreadBelow: Unread[] = [];
  let hasCode = isCode(root);
  function* pass(): Generator<Item> {
    for (const item of filesBelow(root)) {
      hasCode ||= isCode(item);
      unreadBelow.push(...unreadIn(item));
      yield item;
    }
    walk.settle();
  }
  const below = pass();
  const whole = (): Item => {
    for (const _ of below);
    const isEmpty = root.kind === 'zip' && !hasCode;
    return { ...root, diagnostics: isEmpty ? [...root.diagnostics, noImages(root)] : root.diagnostics, unreadBelow };
  };
  return { root, below, whole };
}

const isCode = ({ kind }: Item): boolean => formatRow(kind)?.code !== undefined;

/** Throws if there is nothing to show of an input. */
function refuseNothing(value: Item, bytes: Bytes): void {
  const start = bytes.span(0, Math.min(bytes.length, 16));
  const fault = value.diagnostics.find((d) => d.severity === 'error');
  if (fault && value.content.kind === 'none') throw new FormatError(fault);
  if (value.kind === 'data' && value.children.length === 0) {
    const message = 'the first bytes match no known format; give a device binary: a .zebin, .bin or .ar file';
    throw new FormatError(diagnostic('detect/unknown', message, start, ''));
  }
  const row = formatRow(value.kind);
  // Intermediate code is an image: its kernels are listed, although its code is not read.
  if (row?.advice !== undefined && row.code !== 'ir' && value.children.length === 0 && !containerRow(row.kind)) {
    throw new FormatError(diagnostic('detect/not-readable', `this is ${row.title}. ${row.advice}`, start, '', { kind: row.kind }));
  }
}

const HOST_KINDS: readonly Item['kind'][] = ['elf', 'pe', 'coff'];

/** Host files that are not in memory are searched up to this size: that reads all of them. */
const SEARCHED_MIB = 64;

const isSearched = (host: Bytes) => !host.remote || host.length <= SEARCHED_MIB * 1_048_576;

function noImages({ kind, bytes }: Item): Diagnostic {
  const unsearched = isSearched(bytes) ? '' : `; of more than ${SEARCHED_MIB} MiB only what describes images is read`;
  const message = `this is ${formatRow(kind)?.title}, and no device images were found in it${unsearched}`;
  return diagnostic('inspect/no-images', message, bytes.span(0, 0), '');
}

/** A part that was read, with its content. */
interface Opened {
  /** The bytes in memory, if they were fetched. */
  readonly bytes?: Bytes;
  readonly kind: Item['kind'];
  readonly content: ItemContent;
  readonly parts: readonly Part[];
  readonly properties?: readonly PropertySet[];
  readonly kernels?: readonly string[];
  readonly facts?: readonly Fact[];
}

/** What outer containers say about the images in an archive, whatever their device, and of the bytes of all that is in them. */
type Inherited = Pick<Item, 'properties' | 'kernels' | 'around'>;
const NO_PROPERTIES: KernelProperties = new Map();
const NOTHING_INHERITED: Inherited = { properties: [], kernels: [] };

/**
 * Reads items, each as often as it is opened. The first pass over a file charges the budget of the run, and what that refuses stays
 * refused: no answer depends on how often, or in which order, items are opened later.
 */
class Walk {
  private readonly budget: Budget;
  private readonly sibling: InspectOptions['sibling'];
  /** The budget after the first pass; undefined before its end. */
  private settled: Budget | undefined;
  /** Addresses of parts that the budget did not allow to open. */
  private readonly refused = new Set<string>();
  private readonly properties = new PropertyIndex();
  /** Findings about compressed parts that were not inflated, by address. */
  private readonly packed = new Map<string, readonly Diagnostic[]>();

  constructor(budget: Budget, sibling: InspectOptions['sibling']) {
    this.budget = budget;
    this.sibling = sibling;
  }

  /** Ends the first pass: all that is read from here on was within the limits once. */
  settle(): void {
    this.settled = this.budget.again();
  }

  /** The item of a part. Throws `FormatError` if the reader of the part's format returns nothing. */
  open(part: Part, address: string, depth: number, inherited: Inherited = NOTHING_INHERITED): Item {
    const budget = this.settled ?? this.budget;
    budget.check();
    const stored = new Reporter(part.bytes.length, budget);
    const item = leafItem(part, address);
    item.open = () => this.part(part, address, depth, inherited);
    if (inherited.around) item.around = inherited.around;
    const isOwn = item.properties.length > 0 || item.kernels.length > 0;
    const inheritance: Inherited = isOwn ? { ...inherited, properties: item.properties, kernels: item.kernels } : inherited;
    const own = fresh(part.bytes);
    const found = part.compressed ? undefined : (part.as ?? detectByStart(own));
    const how = part.compressed ?? streamOf(part, found);
    const bytes = how ? this.inflated(own, how, address, stored) : own;
    const [fault] = stored.diagnostics;
    const inside = fault ? { ...inheritance, around: fault } : inheritance;
    if (!bytes) {
      if (item.kind === 'data' && how) item.kind = streamKind(how);
      item.diagnostics = stored.diagnostics;
      return item;
    }
    // Work and findings are in proportion to what is read, not to what it was compressed to.
    const out = how ? new Reporter(bytes.length, budget) : stored;
    const opened = read(bytes === part.bytes ? part : { ...part, bytes }, how ? contentKind(part.as, bytes) : found, out);
    const { kind, content, parts, properties = [], kernels = [], facts = [] } = opened;
    const isFile = depth === 0 || part.kind === 'file';
    const carved = isFile && part.as === undefined && parts.length === 0 ? carvedParts(kind, bytes, out) : [];
    if (content.kind === 'zebin') {
      // The list may be that of all images in an archive.
      const listed = this.joins(inheritance.kernels, address) ? inheritance.kernels : [];
      const ofKernels = content.zebin.kernels.length === 0 ? NO_PROPERTIES : this.properties.of(inheritance.properties);
      checkJoined(content.zebin, ofKernels, listed, out);
    }
    // Of data in which images were found, that is what is in none of them.
    if (carved.length === 0) reportUnread(part, bytes, kind, content, out);
    item.bytes = opened.bytes ?? bytes;
    item.kind = kind;
    item.content = content;
    item.facts = together(item.facts, facts);
    item.kernels = together(item.kernels, kernels);
    item.properties = content.kind === 'zebin' ? inheritance.properties : together(item.properties, properties);
    if (how) item.compression = how.method;
    item.children = this.children([...parts, ...carved], bytes, address, depth, inside, out);
    item.diagnostics = how ? [...stored.diagnostics, ...out.diagnostics] : out.diagnostics;
    return item;
  }

  private inflated(stored: Bytes, how: Compressed, address: string, out: Reporter): Bytes | undefined {
    const known = this.settled && this.packed.get(address);
    if (known) {
      for (const { code, span, path, message, data } of known) out.report(code, span, path, message, data);
      return undefined;
    }
    const bytes = inflate(stored, how, address === '' ? INFLATED_INPUT : address, out);
    if (this.settled) return bytes;
    if (bytes) this.budget.admitInflated(bytes.length);
    else this.packed.set(address, out.diagnostics);
    return bytes;
  }

  private children(all: readonly Part[], bytes: Bytes, address: string, depth: number, inherited: Inherited, out: Reporter): ClosedItem[] {
    const parts = listed(all, bytes, out);
    const addresses = childAddresses(address, parts, bytes, out);
    const unopened = (part: Part, child: string) => closedItem(part, child, () => leafItem(part, child));
    // Of a zebin, no part is opened.
    if (parts.every((part) => part.open === false)) return addresses.map((child, i) => unopened(parts[i] as Part, child));
    const tooDeep = depth >= LIMITS.containerDepth;
    if (tooDeep) {
      const message = `containers nest deeper than ${LIMITS.containerDepth}; the members of this one are not opened`;
      out.report('limit/depth', bytes.span(), '', message);
    }
    const refused: Part[] = [];
    const extents = extentsOf(parts);
    const items = addresses.map((child, i) => {
      const part = parts[i] as Part;
      const again = listedAgain(part.bytes, extents);
      if (part.open === false || tooDeep) return unopened(part, child);
      if (this.refuses(part, child, again)) {
        refused.push(part);
        return unopened(part, child);
      }
      return closedItem(part, child, () => this.part(part, child, depth + 1, inherited));
    });
    if (refused[0]) {
      const subject = refused.length === 1 ? 'a part is' : `${refused.length} parts are`;
      const message = `${subject} not opened: parts overlap or nest, and are together far more than a file of this size holds`;
      out.report('limit/work', refused[0].bytes.span(), address.slice(1), message);
    }
    return items;
  }

  /** Whether the budget allows to compare the kernels that a container lists with those of an image in it. */
  private joins(kernels: readonly string[], address: string): boolean {
    // No child has an empty name as a step.
    const key = `${address}!`;
    if (!this.settled && !this.budget.tryCharge('opened', kernels.length)) this.refused.add(key);
    return !this.refused.has(key);
  }

  /** Whether the budget does not allow to open one more part, of which so many bytes were opened as another part. */
  private refuses({ bytes }: Part, address: string, again: number): boolean {
    if (this.settled) return this.refused.has(address);
    const [span, path] = [bytes.span(), address.slice(1)];
    if (this.budget.charge('parts', 1, span, path) && this.budget.charge('opened', again, span, path)) return false;
    this.refused.add(address);
    return true;
  }

  /** A part whose content is another file, with that content if the caller can open it. */
  private withContent(part: Part, address: string, depth: number): Part {
    if (part.elsewhere === undefined || depth !== 1) return part;
    const data = this.sibling?.(part.elsewhere);
    if (!data) return part;
    const bytes = Bytes.from(data, address);
    if (!this.settled) this.budget.admit(bytes.length);
    return { ...part, bytes };
  }

  /** A part that cannot be read is an item without content that carries the reason. */
  private part(part: Part, address: string, depth: number, inherited: Inherited): Item {
    try {
      return this.open(this.withContent(part, address, depth), address, depth, inherited);
    } catch (error) {
      const item = leafItem(part, address);
      item.diagnostics = [caughtFinding(error)];
      return item;
    }
  }
}

/** The parts of a container in one source. */
interface Extent {
  /** From where to where they reach together. */
  start: number;
  end: number;
  /** Bytes of those that were listed so far. */
  listed: number;
}

function extentsOf(parts: readonly Part[]): ReadonlyMap<string, Extent> {
  const extents = new Map<string, Extent>();
  for (const { bytes } of parts) {
    const { source, base, length } = bytes;
    const extent = extents.get(source);
    if (extent === undefined) extents.set(source, { start: base, end: base + length, listed: 0 });
    else {
      extent.start = Math.min(extent.start, base);
      extent.end = Math.max(extent.end, base + length);
    }
  }
  return extents;
}

/** Lists a part. Returns how many of its bytes are more than what parts have that lie side by side. */
function listedAgain({ source, length }: Bytes, extents: ReadonlyMap<string, Extent>): number {
  const extent = extents.get(source);
  if (extent === undefined) return length;
  const left = Math.max(extent.end - extent.start - extent.listed, 0);
  extent.listed += length;
  return Math.max(length - left, 0);
}

/** A window that fetches its own bytes: those of a part that is kept closed would stay in memory with it. */
const fresh = (bytes: Bytes): Bytes => (bytes.remote ? bytes.sub(0, bytes.length) : bytes);

/** Zebins up to this size are fetched from their source at once. */
const NEAR = 16 * 1_048_576;

/** The bytes of a zebin, all of which are needed, in memory. */
function nearby(bytes: Bytes): Bytes {
  return bytes.remote && bytes.length <= NEAR ? new Bytes(bytes.data, bytes.source, bytes.base) : bytes;
}

/** Content that is shorter than this cannot be device code, whatever bytes of it are damaged. */
const MAGIC = 4;

/** Reports content of a part that might be device code and is not read. */
function reportUnread({ facts }: Part, bytes: Bytes, kind: Item['kind'], content: ItemContent, out: Reporter): void {
  const row = formatRow(kind);
  const isUnknown = kind === 'data' && bytes.length >= MAGIC && !facts?.some(isOfHost);
  const isForNone = isForNoMachine(content);
  if (!row?.sealed && !isUnknown && !isForNone) return;
  const message = isForNone
    ? 'this is an ELF file for no known machine, and no device code is found in it'
    : row
      ? `this is ${row.title}, which is not opened here`
      : 'the first bytes match no known format';
  out.report('inspect/unread-part', bytes.span(0, Math.min(bytes.length, 16)), '', message);
}

/** An ELF header of a device binary that is damaged looks like that of a host which nobody has. */
function isForNoMachine(content: ItemContent): boolean {
  const host = modelOf(content, 'elf');
  return host !== undefined && host.images.length + host.sections.length === 0 && /^(none|machine .*)$/.test(host.machine);
}

/** How a part that is just a compressed stream is compressed. */
function streamOf(part: Part, kind: FormatKind | undefined): Compressed | undefined {
  const method = formatRow(kind ?? '')?.stream;
  return method === undefined || part.open === false ? undefined : { method };
}

function streamKind({ method }: Compressed): FormatKind | OwnKind {
  return FORMATS.find((row) => 'stream' in row && row.stream === method)?.kind ?? 'data';
}

/** Device binaries found in an input of unknown format, or in a host file that describes no images. */
function carvedParts(kind: Item['kind'], bytes: Bytes, out: Reporter): Part[] {
  const search = kind === 'data' || kind === 'file' || (HOST_KINDS.includes(kind) && isSearched(bytes));
  const images = search ? imagesIn(bytes, out, false) : [];
  // A program has other data too; of an unknown file it may be images that were not found.
  if (kind === 'data' && images.length > 0) reportRest(bytes, images, out);
  return images.map(({ bytes, declaredSize }) => ({ name: 'carved', bytes, declaredSize }));
}

/** The kind of what was inflated. @param as that of the part, if it is known: of the stream or of its content */
const contentKind = (as: FormatKind | undefined, bytes: Bytes): FormatKind | undefined =>
  as && !formatRow(as)?.stream ? as : detectByStart(bytes);

function read(part: Part, kind: FormatKind | undefined, out: Reporter): Opened {
  const isDevice = kind === 'zebin' || (kind === 'elf' && !isHostElf(part.bytes));
  const bytes = isDevice ? nearby(part.bytes) : part.bytes;
  if (part.as === undefined) {
    const sequence = readSequence(bytes, out, part.placed ? { anywhere: kind === undefined, fixed: true } : {});
    if (sequence) return container('sequence', sequence, out);
  }
  if (isDevice) return readAnyElf(bytes, part.as, out);
  const row = containerRow(kind);
  if (!kind || !row) return { kind: leafKind(kind, part), content: leafContent(part), parts: [] };
  const model = row.read(bytes, out);
  const content = row.narrower?.(model, out) ?? { kind, model };
  return container(content.kind, content.model, out);
}

function container(kind: FormatKind, model: unknown, out: Reporter): Opened {
  const row = containerRow(kind);
  return {
    kind,
    content: { kind, model } as ContainerContent,
    parts: row?.parts(model, out) ?? [],
    properties: row?.properties?.(model) ?? [],
    kernels: row?.kernels?.(model) ?? [],
    facts: row?.facts?.(model) ?? [],
  };
}

/** Two lists in one; where one of them is empty, the other, which items may share. */
function together<T>(first: readonly T[], second: readonly T[]): readonly T[] {
  return second.length === 0 ? first : first.length === 0 ? second : [...first, ...second];
}

/** Text in a section is only text, and a picture in a package is only a file of it. */
function leafKind(kind: FormatKind | undefined, part: Part): Item['kind'] {
  const row = formatRow(kind ?? '');
  const isPlain = part.kind === 'file' ? row?.code === undefined && !row?.sealed : kind === 'text' && part.kind === 'section';
  return kind === undefined || isPlain ? (part.kind ?? 'data') : kind;
}

function readAnyElf(bytes: Bytes, as: FormatKind | undefined, out: Reporter): Opened {
  const elf = decodeElf(bytes, out);
  const kind = as === 'zebin' ? as : elfKind(elf);
  if (kind === 'legacy-elf') return container(kind, elf, out);
  if (kind !== 'zebin') return container(kind, hostOf(bytes, out), out);
  const zebin = zebinOfElf(elf, out);
  return { bytes, kind, content: { kind: 'zebin', zebin }, parts: sectionParts(elf, false, out) };
}

/** The host file of ELF bytes that were read already: findings about them are not repeated. */
function hostOf(bytes: Bytes, out: Reporter): Host {
  const findingKeys = new Set(out.diagnostics.map(sameness));
  const reporter = new Reporter(bytes.length, out.budget);
  const host = decodeHost(bytes, reporter);
  for (const one of reporter.diagnostics)
    if (!findingKeys.has(sameness(one))) out.report(one.code, one.span, one.path, one.message, one.data);
  return host;
}

const sameness = ({ code, path, message }: Diagnostic): string => JSON.stringify([code, path, message]);
