/** The code of kernels, instruction by instruction, with what the file says about it. */
import { type Analysis, analyseCode, BOUNDS } from '../../analysis/instructions/index.ts';
import type { Bytes } from '../../core/bytes/index.ts';
import { COST, Reporter } from '../../core/diag/index.ts';
import { clip } from '../../core/schema/index.ts';
import { coreFamily } from '../../devices/index.ts';
import { kernelLabel } from '../../formats/demangle/index.ts';
import { decodeDwarf, type SourceMap, sourceMaps } from '../../formats/dwarf/index.ts';
import type { Section } from '../../formats/elf/index.ts';
import { type CodeOutline, codeText, outlineOf, type Platform, platformNamed, platformOfCore, readCode } from '../../formats/eu/index.ts';
import type { Sample } from '../../formats/samples/index.ts';
import { PLATFORMS as VISA_PLATFORMS } from '../../formats/visa/index.ts';
import { type Target, TEXT_PREFIX, targetCore, targetExecution, type Zebin } from '../../formats/zebin/index.ts';
import { type Completeness, completenessOf } from '../../walk/damage.ts';
import { asClosed, type ClosedItem, eachFile, type Item, type Pass, passOver, zebinsOf } from '../../walk/item.ts';
import { PropertyIndex } from '../../walk/join.ts';
import { type DiagnosticJson, diagnosticJson } from '../json.ts';
import { codeNames, kernelFilter } from '../kernel/kernel-names.ts';
import { type Costs, costsOf, type Threads } from './analysis.ts';
import { PlacedArguments, type PlacedEntry } from './arguments.ts';
import { decodedLines, plainLines, textOf } from './decoded.ts';
import { ownLines } from './lines.ts';
import { LONGEST_NAME, Marks, type SectionMarks } from './marks.ts';
import type { CodeListing, DisasmDocument, DisasmOptions, DisasmStream, LineDraft, ListingStream } from './model.ts';
import { namesOf, type PlacedSamples, placeSamples, type SampledCode, sampledCode } from './samples.ts';

/**
 * The instructions of kernels in every image at and below `root`, with addresses, symbols, relocations and source lines: `zebin disasm`. A
 * kernel is a section of code; its name is that of the section after `.text.`.
 *
 * @example
 * const { code } = disasmDocument(inspect(bytes).value, { kernel: 'clock' });
 * code[0]?.name; // 'clock'
 */
export function disasmDocument(root: Item, options: DisasmOptions = {}): DisasmDocument {
  const { code, ...rest } = disasmStream(root, options);
  const whole: CodeListing[] = [];
  for (const { text: _, analysis, lines, ...listing } of code)
    whole.push({ ...listing, ...(analysis && { analysis: { ...analysis, blocks: [...analysis.blocks] } }), lines: [...lines] });
  return { ...rest, code: whole };
}

/** What all images of a file have in common. */
interface Common {
  readonly diagnostics: DiagnosticJson[];
  readonly properties: PropertyIndex;
}

/** The document of `disasm` for files whose lines are too many to have them all at once. */
export function disasmStream(root: Item, options: DisasmOptions = {}): DisasmStream {
  const { schema, ...rest } = disasmPass(passOver(root), options);
  return { schema, ...completenessOf(root), ...rest };
}

/** As {@link disasmStream}, for an item whose pass is still to come: what of it was not read is known after the last listing. */
export function disasmPass(pass: Pass, options: DisasmOptions = {}): Omit<DisasmStream, keyof Completeness> {
  const isWhole = options.kernel === undefined && options.pattern === undefined;
  // Names and samples are chosen among all that are there.
  const { root, below } = isWhole && !options.samples ? pass : passOver(pass.whole());
  const isChosen = kernelFilter(options, () => listedNames(root));
  const diagnostics: DiagnosticJson[] = [];
  const common: Common = { diagnostics, properties: new PropertyIndex() };
  const sectionsOf = (zebin: Zebin) => codeSections(zebin).filter((section) => isChosen(codeName(section)));
  function* listings(): Generator<ListingStream> {
    const { samples } = options;
    if (!samples) {
      const objects: ClosedItem[] = [];
      const listed = function* (item: Item): Generator<ListingStream> {
        if (item.content.kind === 'visa-object') objects.push(asClosed(item));
        if (item.content.kind !== 'zebin') return;
        const { zebin } = item.content;
        const sections = sectionsOf(zebin);
        if (sections.length > 0) yield* listingsOf(zebin, sections, item, options, undefined, common);
      };
      yield* listed(root);
      for (const item of below) yield* listed(item);
      pass.whole();
      for (const object of objects)
        for (const one of embeddedCode(object.open())) if (isChosen(one.name)) yield* embeddedListing(one, options, diagnostics);
      return;
    }
    // Samples are of kernels in a zebin. Which of the images they belong to is only known when all have been read.
    const named = zebinsOf(root).map(({ item, zebin }) => ({ item, zebin, sections: sectionsOf(zebin) }));
    const placed = placeSamples(
      samples,
      named.flatMap(({ zebin, sections }) => namesOf(zebin, new Map(sections.map((one) => [one, codeName(one)])))),
      isWhole,
    );
    for (const one of placed.diagnostics) diagnostics.push(diagnosticJson(one));
    for (const { item, zebin, sections } of named) {
      const shown = isWhole ? sections.filter((section) => placed.bySection.has(section)) : sections;
      if (shown.length > 0) yield* listingsOf(zebin, shown, item, options, placed, common);
    }
  }
  return { schema: 'zebin/disasm/1', code: listings(), diagnostics };
}

/** Names of all code at and below `root` that can be listed: of sections of zebins, and of kernels in vISA objects. */
export function listedNames(root: Item): string[] {
  const embedded = Array.from(eachFile(root)).flatMap((item) => embeddedCode(item).map(({ name }) => name));
  return [...new Set([...codeNames(root), ...embedded])];
}

/** Machine code of a kernel in a vISA object. */
interface EmbeddedCode {
  readonly name: string;
  /** The object, and the item of the code in it. */
  readonly object: Item;
  readonly item: ClosedItem;
}

function embeddedCode(object: Item): EmbeddedCode[] {
  if (object.content.kind !== 'visa-object') return [];
  return object.children.map((item) => ({ name: item.name.replace(/\.gen$/, ''), object, item }));
}

function* embeddedListing(
  { name, object, item }: EmbeddedCode,
  options: DisasmOptions,
  diagnostics: DiagnosticJson[],
): Generator<ListingStream> {
  const { bytes, facts, name: section } = item.open();
  const { budget } = options;
  const target = facts.find((fact) => fact.name === 'target')?.value ?? '';
  const platform = options.platform ?? platformNamed(VISA_PLATFORMS.find((row) => row.name === target)?.iga ?? '');
  const about = { address: object.address, target: [target], name, label: kernelLabel(name), section };
  const out = new Reporter(bytes.length, budget);
  yield listing(bytes, about, platform === undefined ? options : { ...options, platform }, {}, out);
  for (const one of out.diagnostics) diagnostics.push(diagnosticJson(one));
}

/** Code that is in no container, as interceptors and compilers write it to files. */
export function rawDisasmStream(code: Bytes, platform: Platform, options: DisasmOptions = {}): DisasmStream {
  const diagnostics: DiagnosticJson[] = [];
  const out = new Reporter(code.length, options.budget);
  const about = { address: '', target: [], name: '', label: '', section: '' };
  const placed = options.samples && placeSamples(options.samples, [{ section: undefined, names: [] }], true);
  function* listings(): Generator<ListingStream> {
    yield listing(code, about, { ...options, platform }, { samples: placed?.bySection.get(undefined) }, out);
    for (const one of [...(placed?.diagnostics ?? []), ...out.diagnostics]) diagnostics.push(diagnosticJson(one));
  }
  return { schema: 'zebin/disasm/1', complete: true, unread: [], code: listings(), diagnostics };
}

const codeSections = ({ elf }: Zebin): Section[] => elf.sections.filter((section) => section.name.startsWith(TEXT_PREFIX));
const codeName = (section: Section): string => section.name.slice(TEXT_PREFIX.length);

function* listingsOf(
  zebin: Zebin,
  sections: readonly Section[],
  item: Item,
  options: DisasmOptions,
  placed: PlacedSamples | undefined,
  { diagnostics, properties }: Common,
): Generator<ListingStream> {
  const { address } = item;
  const { budget } = options;
  const placedArguments = options.analysis === true ? new PlacedArguments(zebin, properties.of(item.properties)) : undefined;
  const out = new Reporter(zebin.bytes.length, budget);
  const places = options.sources === false ? undefined : sourceMaps(decodeDwarf(zebin.elf, out), out, LONGEST_NAME);
  // Sections may overlap, so the limit is for all of them together: not much more than the file.
  const all = new Reporter(zebin.bytes.length, budget);
  const shown = sections.filter((section) =>
    all.charge(COST.code * section.bytes.length, section.bytes.span(), `sections[${section.index}]`),
  );
  const marks = new Marks(zebin, new Set(shown.map((section) => section.index)));
  const { target } = zebin;
  const kernels = new Map(zebin.kernelEntries.map((kernel) => [kernel.text?.index, kernel]));
  for (const section of shown) {
    budget?.check();
    const name = codeName(section);
    const about = { address, target: target.names, name, label: kernelLabel(name), section: section.name };
    const findings = new Reporter(section.bytes.length, budget);
    const sourceMap: SourceMap | undefined = places?.get(section.index);
    const kernel = kernels.get(section.index);
    const from: From = {
      target,
      grfCount: kernel?.zeInfo.execution_env?.grf_count,
      entry: placedArguments?.entryOf(section.index),
      placed: () => (kernel && placedArguments?.of(kernel)) ?? [],
      samples: placed?.bySection.get(section),
    };
    yield listing(section.bytes, about, options, from, findings, marks.of(section, sourceMap));
    for (const one of findings.diagnostics) diagnostics.push(diagnosticJson(one));
  }
  for (const one of [...out.diagnostics, ...all.diagnostics]) diagnostics.push(diagnosticJson(one));
}

/** What the file says of the threads that run a piece of code. */
interface From {
  readonly target?: Target;
  readonly grfCount?: number | undefined;
  readonly placed?: () => readonly PlacedEntry[];
  /** Offset of the symbol `_entry`. */
  readonly entry?: number | undefined;
  /** Samples by offset. */
  readonly samples?: readonly Sample[] | undefined;
}

function listing(
  code: Bytes,
  about: Pick<CodeListing, 'address' | 'target' | 'name' | 'label' | 'section'>,
  options: DisasmOptions,
  { target, grfCount, placed = () => [], entry, samples }: From,
  out: Reporter,
  marks?: SectionMarks,
): ListingStream {
  const core = target && coreFamily(targetCore(target) ?? -1);
  const platform = options.platform ?? platformOfCore(core);
  const sampled =
    samples &&
    ((analysis: Analysis): SampledCode => {
      const codeSamples = sampledCode(analysis, samples, about.name, ({ offset }) => marks?.sourceAt(offset));
      for (const { code: id, message, span } of codeSamples.diagnostics) out.report(id, span, '', message);
      return codeSamples;
    });
  const threads = (): Threads => ({
    grfCount,
    execution: target && targetExecution(target),
    placed: placed(),
    entry,
    ...(sampled && { sampled }),
  });
  const { lines, ...decoding } = decoded(code, platform, about, options, threads, out, target);
  return {
    address: about.address,
    target: about.target,
    name: about.name,
    label: about.label,
    section: about.section,
    offset: code.base,
    size: code.length,
    platform: platform ?? null,
    ...decoding,
    lines: marks === undefined ? lines : marks.added(lines),
  };
}

interface HowDecoded extends Pick<ListingStream, 'decoder' | 'reason' | 'code_end' | 'analysis' | 'text'> {
  readonly lines: Iterable<LineDraft>;
}

function decoded(
  code: Bytes,
  platform: Platform | undefined,
  { target, name }: Pick<CodeListing, 'target' | 'name'>,
  options: DisasmOptions,
  threads: () => Threads,
  out: Reporter,
  device: Target | undefined,
): HowDecoded {
  const bytesOnly = (reason: string): HowDecoded => ({
    decoder: null,
    reason,
    code_end: null,
    lines: plainLines(code, platform !== undefined),
    text: () => [],
  });
  if (code.length === 0) return { decoder: null, reason: null, code_end: null, lines: [], text: () => [] };
  const { decode } = options;
  if (decode === undefined) {
    if (platform === undefined) return bytesOnly(unknownText(target));
    const outline: CodeOutline = outlineOf(code, platform);
    const read = options.analysis === true ? readCode(code, platform, { budget: out.budget }) : undefined;
    const costs: Costs | undefined = read && costsOf(analyseCode(read.value, out.budget), threads(), out.budget);
    for (const bound of costs?.exceeded ?? [])
      out.report('code/unchecked', code.span(), '', `the analysis of ${clip(name, 200)} is not whole: ${BOUNDS[bound].what}`, { bound });
    return {
      decoder: 'zebin',
      reason: null,
      code_end: outline.end,
      ...(costs && { analysis: costs.summary }),
      lines: ownLines(code, platform, outline, options, out, costs, read),
      text: () => codeText(code, platform, options.print?.numericLabels ? [] : outline.starts, options.print, out),
    };
  }
  const answer = decode({ code: code.data, target, ...(platform === undefined ? {} : { platform }), device });
  if ('reason' in answer) return bytesOnly(answer.reason);
  const lines = decodedLines(code, answer.text);
  if (lines === undefined) return bytesOnly(`what ${answer.decoder} prints does not fit the instructions`);
  return { decoder: answer.decoder, reason: null, code_end: null, lines, text: () => textOf(lines) };
}

const unknownText = ([device]: readonly string[]): string =>
  device === undefined ? 'the file names no device' : `the instructions of ${device} are not known`;
