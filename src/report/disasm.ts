import { hexBytes } from '../bytes/index.ts';
import { type CoreFamily, coreFamily, PRODUCT_CONFIGS, productConfig, productFamily } from '../device/index.ts';
import { type Budget, Reporter } from '../diag/index.ts';
import { readDwarf, type SourceMap, type SourcePlace, sourceMaps } from '../dwarf/index.ts';
import { type ElfSymbol, type Section, symbolsOf } from '../elf/index.ts';
import { clip } from '../schema/index.ts';
import { type Item, zebinsOf } from '../walk/inspect.ts';
import { instructionPlaces, type Target, targetCore, type Zebin, zebinOfBuild } from '../zebin/index.ts';
import { type DiagnosticJson, diagnosticJson } from './json.ts';
import { namePattern } from './name-pattern.ts';
import { type RelocationDetail, relocationDetail } from './relocation.ts';

/** `zebin disasm --json`: the code of kernels, instruction by instruction. */
export interface DisasmDocument {
  readonly schema: 'zebin/disasm/1';
  /** One listing for each code section, in the order of the file. Kernels with the same name share a section. */
  readonly code: readonly CodeListing[];
  /** Findings about the debug information. */
  readonly diagnostics: readonly DiagnosticJson[];
}

export interface CodeListing {
  /** Address of the image in the file; empty when the file is the image. */
  readonly address: string;
  /** Names of the image's device, best first. */
  readonly target: readonly string[];
  /** Name of the kernel, or of the other content: the section's name without `.text.`. */
  readonly name: string;
  readonly section: string;
  /** Place of the code in the file, in bytes. */
  readonly offset: number;
  readonly size: number;
  /** The decoder of the instructions; null when none decoded them, and the lines have bytes only. */
  readonly decoder: string | null;
  /** Why the instructions are not decoded, as a sentence. */
  readonly reason: string | null;
  readonly lines: readonly CodeLine[];
}

export interface CodeLine {
  /** `label` and `comment` are lines of the decoder without bytes; `padding` is the rest after the last instruction. */
  readonly kind: 'instruction' | 'label' | 'comment' | 'padding';
  /** Offset in the section, in bytes. */
  readonly offset: number;
  /** In bytes; 0 for labels and comments. */
  readonly size: number;
  /** In hexadecimal, in the order of the file. */
  readonly bytes: string;
  /** Exactly what the decoder prints; empty without one. */
  readonly text: string;
  /** Symbols of the file that are at these bytes. */
  readonly symbols?: readonly string[];
  /** Relocations of these bytes. */
  readonly relocations?: readonly RelocationDetail[];
  /** The place in the source. For inlined code, the places of the calls follow, from the innermost outwards. */
  readonly source?: readonly SourceJson[];
}

export interface SourceJson {
  /** Path as the compiler was given it. */
  readonly file: string;
  /** 0 for code that belongs to no line. */
  readonly line: number;
  /** Counted from 1; 0 when it is not known. */
  readonly column: number;
  readonly function?: string;
}

/** Code for a decoder outside the library. */
export interface CodeToDecode {
  readonly code: Uint8Array;
  /** Names of the device, best first. */
  readonly target: readonly string[];
  /** Name of the instruction set in iga64 (`-p`); absent when the device is not known or iga64 does not support it. */
  readonly platform?: string;
  /** A zebin with this code alone, in a section `.text.k`, for tools that read files. Undefined when the device is not known. */
  zebin(): Uint8Array | undefined;
}

/** Text with one line for each instruction, or the reason why there is no text. */
export type Decoded = { readonly decoder: string; readonly text: string } | { readonly reason: string };

export type Decode = (code: CodeToDecode) => Decoded;

/**
 * The code of every image at and below `root`: sections whose name after `.text.` matches `pattern` (`*` stands for any characters), or
 * all sections without a pattern. `decode` decodes the instructions; without it the lines have bytes only.
 */
export function disasmDocument(
  root: Item,
  pattern?: string,
  decode: Decode = () => ({ reason: 'no decoder was asked for' }),
): DisasmDocument {
  const wanted = pattern === undefined ? () => true : namePattern(pattern);
  const diagnostics: DiagnosticJson[] = [];
  const code = zebinsOf(root).flatMap(({ item, zebin }) => {
    const sections = codeSections(zebin).filter((section) => wanted(codeName(section)));
    if (sections.length === 0) return [];
    const out = new Reporter(zebin.bytes.length, item.budget);
    const places = sourceMaps(readDwarf(zebin.elf, out).value);
    // Sections may overlap, so the limit is for all of them together: not much more than the file.
    const lineBudget = new Reporter(zebin.bytes.length, item.budget);
    const shown = sections.filter((section) =>
      lineBudget.charge(LINES * section.bytes.length, section.bytes.span(), `sections[${section.index}]`),
    );
    const marks = new Marks(zebin, new Set(shown.map((section) => section.index)), item.budget);
    diagnostics.push(...[...out.diagnostics, ...lineBudget.diagnostics].map((d) => diagnosticJson(d)));
    return shown.map((section) => listing(zebin, section, item.address, decode, marks, places.get(section.index)));
  });
  return { schema: 'zebin/disasm/1', code, diagnostics };
}

/** Names after `.text.` of the code at and below `root`, in the order of the files. A pattern can match these names. */
export function codeNames(root: Item): string[] {
  return [...new Set(zebinsOf(root).flatMap(({ zebin }) => codeSections(zebin).map(codeName)))];
}

/** Work for the lines of a section, as a multiple of its bytes. A file that consists of code alone fits the budget. */
const LINES = 3;

/** Work for the place in the source of an instruction. */
const PLACE = 512;

const PREFIX = '.text.';
const codeSections = ({ elf }: Zebin): Section[] => elf.sections.filter((section) => section.name.startsWith(PREFIX));
const codeName = (section: Section): string => section.name.slice(PREFIX.length);

function listing(
  { target }: Zebin,
  section: Section,
  address: string,
  decode: Decode,
  marks: Marks,
  places: SourceMap | undefined,
): CodeListing {
  const { bytes } = section;
  const core = coreFamily(targetCore(target) ?? -1);
  const given: CodeToDecode = {
    code: bytes.data,
    target: target.names,
    ...(core?.iga === undefined ? {} : { platform: core.iga }),
    zebin: () => codeAlone(bytes.data, target, core),
  };
  const decoded = bytes.length === 0 ? { decoder: '', text: '' } : decode(given);
  const lines = 'text' in decoded ? decodedLines(section, decoded.text) : undefined;
  const reason = 'reason' in decoded ? decoded.reason : lines ? null : `what ${decoded.decoder} prints does not fit the instructions`;
  const listed: CodeLine[] = [];
  for (const line of lines ?? plainLines(section, core)) {
    if (marks.ended) break;
    listed.push(marks.marked(line, section, places));
  }
  return {
    address,
    target: target.names,
    name: codeName(section),
    section: section.name,
    offset: bytes.base,
    size: bytes.length,
    decoder: lines && 'decoder' in decoded && decoded.decoder !== '' ? decoded.decoder : null,
    reason,
    lines: listed,
  };
}

const LABEL = /^([^\s:(]+):\s*$/;
/** IGA names a label after its address. */
const LABEL_ADDRESS = /^L([0-9]+)$/;

/** Each line with its offset. Undefined when the numbers of instructions and lines differ, or a label is not where its name says. */
function decodedLines(section: Section, text: string): CodeLine[] | undefined {
  const places = instructionPlaces(section.bytes);
  const end = places.length === 0 ? 0 : (places.at(-1)?.offset ?? 0) + (places.at(-1)?.size ?? 0);
  const lines: CodeLine[] = [];
  let next = 0;
  for (const line of text.replace(/\r?\n$/, '').split(/\r?\n/)) {
    const offset = places[next]?.offset ?? end;
    const label = LABEL.exec(line)?.[1];
    if (label === undefined && line.trim() !== '' && !line.trimStart().startsWith('//')) {
      const place = places[next++];
      if (!place) return undefined;
      lines.push({ kind: 'instruction', ...place, bytes: codeBytes(section, place.offset, place.size), text: line });
      continue;
    }
    const named = label === undefined ? undefined : LABEL_ADDRESS.exec(label)?.[1];
    if (named !== undefined && Number(named) !== offset) return undefined;
    if (line !== '') lines.push({ kind: label === undefined ? 'comment' : 'label', offset, size: 0, bytes: '', text: line });
  }
  if (next !== places.length) return undefined;
  return [...lines, ...padding(section, end)];
}

/**
 * Instructions without text; for an unknown device, pieces of 16 bytes. A generator, because the budget may end long before the section.
 */
function* plainLines(section: Section, core: CoreFamily | undefined): Generator<CodeLine> {
  let end = 0;
  for (const { offset, size } of core ? instructionPlaces(section.bytes) : pieces(section.bytes.length)) {
    yield { kind: 'instruction', offset, size, bytes: codeBytes(section, offset, size), text: '' };
    end = offset + size;
  }
  yield* padding(section, end);
}

function* pieces(length: number): Generator<{ readonly offset: number; readonly size: number }> {
  for (let offset = 0; offset + 16 <= length; offset += 16) yield { offset, size: 16 };
}

function padding(section: Section, end: number): CodeLine[] {
  const size = section.bytes.length - end;
  return size === 0 ? [] : [{ kind: 'padding', offset: end, size, bytes: codeBytes(section, end, size), text: '' }];
}

function codeBytes(section: Section, offset: number, size: number): string {
  return hexBytes(section.bytes.sub(offset, offset + size).data);
}

/** Symbols and relocations of the code sections that are shown, by section and offset. */
class Marks {
  private readonly symbols = new Map<number, Map<number, string[]>>();
  private readonly relocations = new Map<number, { readonly at: number; readonly detail: RelocationDetail }[]>();

  /** Names of files and functions as they are shown. Many places share few names. */
  private readonly clipped = new Map<string, string>();
  /** Places of callers, which many lines share. */
  private readonly places = new WeakMap<SourcePlace, SourceJson>();
  /** Whether there are far more places than in any real file. The listing ends there. */
  ended = false;
  private last: { readonly places: readonly SourcePlace[]; readonly sourcesAt: readonly SourceJson[] } = { places: [], sourcesAt: [] };
  private readonly budget: Budget;

  constructor({ elf }: Zebin, shown: ReadonlySet<number>, budget: Budget) {
    this.budget = budget;
    for (const section of elf.sections) {
      const { content } = section;
      if (content.kind === 'symbols') for (const symbol of content.symbols) if (shown.has(symbol.st_shndx)) this.addSymbol(symbol);
      if (content.kind !== 'relocations' || !shown.has(section.sh_info)) continue;
      const names = symbolsOf(elf, section);
      const list = this.relocations.get(section.sh_info) ?? [];
      this.relocations.set(section.sh_info, list);
      for (const r of content.relocations) {
        list.push({ at: Number(r.r_offset), detail: relocationDetail(r, clip(names[r.r_sym]?.name ?? '', 200)) });
      }
    }
    for (const list of this.relocations.values()) list.sort((a, b) => a.at - b.at);
  }

  private addSymbol({ st_shndx, st_value, name }: ElfSymbol): void {
    const section = this.symbols.get(st_shndx) ?? new Map<number, string[]>();
    this.symbols.set(st_shndx, section);
    const at = Number(st_value);
    const names = section.get(at);
    if (names) names.push(clip(name, 200));
    else section.set(at, [clip(name, 200)]);
  }

  /** Places of an address, with shortened names. The places of the last address are not charged again. */
  private sourcesAt(map: SourceMap, offset: number): readonly SourceJson[] {
    const places = map.at(BigInt(offset));
    if (places === this.last.places) return this.last.sourcesAt;
    this.ended ||= !this.budget.charge('work', places.length * PLACE);
    const sourcesAt = this.ended ? [] : places.map((place) => this.sourceOf(place));
    this.last = { places, sourcesAt };
    return sourcesAt;
  }

  private sourceOf(place: SourcePlace): SourceJson {
    let sourcesAt = this.places.get(place);
    if (!sourcesAt) {
      const { file, line, column, function: name } = place;
      sourcesAt = { file: this.clip(file), line, column, ...(name === undefined ? {} : { function: this.clip(name) }) };
      this.places.set(place, sourcesAt);
    }
    return sourcesAt;
  }

  private clip(name: string): string {
    let shown = this.clipped.get(name);
    if (shown === undefined) {
      shown = clip(name, 200);
      this.clipped.set(name, shown);
    }
    return shown;
  }

  /** The line with the symbols, relocations and places of its bytes. */
  marked(line: CodeLine, section: Section, places: SourceMap | undefined): CodeLine {
    if (line.size === 0) return line;
    const end = line.offset + line.size;
    const symbols = within(this.symbols.get(section.index), line);
    const list = this.relocations.get(section.index) ?? [];
    const relocations: RelocationDetail[] = [];
    for (let i = lowerBound(list, line.offset); (list[i]?.at ?? end) < end; i++) relocations.push((list[i] as (typeof list)[0]).detail);
    const source = line.kind === 'instruction' && places ? this.sourcesAt(places, line.offset) : [];
    if (symbols.length + relocations.length + source.length === 0) return line;
    return {
      ...line,
      ...(symbols.length === 0 ? {} : { symbols }),
      ...(relocations.length === 0 ? {} : { relocations }),
      ...(source.length === 0 ? {} : { source }),
    };
  }
}

function within(names: ReadonlyMap<number, readonly string[]> | undefined, { offset, size }: CodeLine): string[] {
  if (!names) return [];
  const found: string[] = [];
  for (let i = 0; i < Math.min(size, 16); i++) for (const name of names.get(offset + i) ?? []) found.push(name);
  return found;
}

function lowerBound(list: readonly { readonly at: number }[], value: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A zebin with this code alone. Tools name files after sections, so the section's name is safe as a file name. */
function codeAlone(code: Uint8Array, target: Target, core: CoreFamily | undefined): Uint8Array | undefined {
  const exact = target.product_config && productConfig(target.product_config.value);
  const device =
    exact ??
    PRODUCT_CONFIGS.find((row) => row.family === target.product_family?.value && row.acronyms.length > 0) ??
    PRODUCT_CONFIGS.find((row) => core && productFamily(row.family)?.core === core.value && row.acronyms.length > 0);
  if (!device) return undefined;
  return zebinOfBuild({ device: device.ip, kernels: [{ name: 'k', code, env: { simd_size: 16 } }] }).value;
}
