/** Assembly with marks → code with its places: the inverse of `print.ts`. */
import { Bytes, decodeText } from '../../core/bytes/index.ts';
import type { Budget, Diagnostic } from '../../core/diag/index.ts';
import type { RelocationPart } from '../../formats/elf/index.ts';
import { assembleMarked, type MarkName, type Platform } from '../../formats/eu/index.ts';
import { parseNumber } from '../../formats/zebin/folder/labels.ts';
import { LineWords, parseLine, type Word } from '../../formats/zebin/folder/lines.ts';
import { instructionPlaces, RELOCATION_TYPES, type RelocationType } from '../../formats/zebin/index.ts';
import { layoutHash } from './layout-hash.ts';
import { ENTRY_OFFSETS, type PlacedCode, type PlacedEntry, type PlacedSymbol } from './model.ts';
import type { CodeNames } from './print.ts';

export interface ParsedCode {
  readonly code: PlacedCode;
  /** Whether instructions are no longer where the text says that they were: debug information of the code is then wrong. */
  readonly isMoved: boolean;
  /** Findings in the text; after an error, the code is unusable. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Assembles a text and reads its marks.
 *
 * Throws `FormatError` for a wrong mark, with its position in the text: `pack/syntax`, `pack/value`, `pack/reference`.
 *
 * @param text its source names the file
 */
export function parseCode(text: Bytes, platform: Platform, names: CodeNames, budget?: Budget): ParsedCode {
  const { value, diagnostics } = assembleMarked(text, platform, { budget });
  const marks = new MarkReader(value.bytes, names);
  const isWhole = diagnostics.every(({ severity }) => severity !== 'error');
  for (const { name, offset, start, end } of isWhole ? value.marks : [])
    marks.read(name, offset, decodeText(text.data.subarray(start, end)), { file: text.source, start, end });
  const { symbols, relocations, entries, layout } = marks.done();
  const code: PlacedCode = { bytes: value.bytes, symbols, relocations, entries };
  const isMoved = layout !== undefined && layout !== layoutHash(Bytes.from(value.bytes));
  return { code, isMoved, diagnostics };
}

/** Reads the marks of code, in the order of its text. Throws `FormatError` as {@link parseCode} does. */
export class MarkReader {
  private readonly view: Bytes;
  private readonly names: CodeNames;
  private readonly symbols = new Map<number, PlacedSymbol>();
  private readonly ended = new Set<number>();
  private readonly relocations: { readonly order: number; readonly part: RelocationPart }[] = [];
  private readonly entries: PlacedEntry[] = [];
  private layout: string | undefined;

  constructor(code: Uint8Array, names: CodeNames) {
    this.view = Bytes.from(code);
    this.names = names;
  }

  /**
   * @param text the words after the name
   * @param at where they are, for findings
   */
  read(name: MarkName, offset: number, text: string, at = { file: '', start: 0, end: text.length }): void {
    if (name === 'layout') this.layout = text;
    else this[name](new LineWords(parseLine(text, at.file, at.start, at.end)), offset);
  }

  done() {
    const relocations = this.relocations.sort((a, b) => a.order - b.order).map(({ part }) => part);
    const symbols = [...this.symbols.values()].sort((a, b) => a.id - b.id);
    return { symbols, relocations, entries: this.entries, layout: this.layout };
  }

  private symbol(words: LineWords, offset: number): void {
    const word = words.next('the name of a symbol');
    const id = this.names.sectionLabels.parse(words, word);
    if (this.symbols.has(id)) throw words.wrong('pack/value', word, 'the symbol begins twice');
    words.done([]);
    this.symbols.set(id, { id, start: offset, size: 0 });
  }

  private end(words: LineWords, offset: number): void {
    const word = words.next('the name of a symbol');
    const id = this.names.sectionLabels.parse(words, word);
    const symbol = this.symbols.get(id);
    if (!symbol || this.ended.has(id))
      throw words.wrong('pack/value', word, symbol ? 'the symbol ends twice' : 'the symbol ends before it begins');
    words.done([]);
    this.ended.add(id);
    this.symbols.set(id, { ...symbol, size: offset - symbol.start });
  }

  private offset(words: LineWords, offset: number): void {
    const word = words.next('the name of an attribute');
    const name = ENTRY_OFFSETS.find((one) => one === word.text);
    if (name === undefined) throw words.wrong('pack/value', word, `an offset is one of ${ENTRY_OFFSETS.join(', ')}`);
    if (this.entries.some((entry) => entry.name === name)) throw words.wrong('pack/value', word, `${name} is given twice`);
    words.done([]);
    this.entries.push({ name, offset });
  }

  private relocation(words: LineWords, offset: number): void {
    const place = words.next('the offset in the instruction');
    const size = this.sizeAt(offset);
    if (size === 0) throw words.wrong('pack/reference', place, 'no instruction follows the relocation');
    const typeWord = words.next('the type of the relocation');
    const r_type = parseNumber(words, typeWord, RELOCATION_TYPES, 'relocation type', 0xffff_ffff);
    const row: RelocationType | undefined = RELOCATION_TYPES.find(({ value }) => value === r_type);
    const inside = words.number(place, 'the offset in the instruction', size - 1);
    if (inside + (row?.sizeBytes ?? 0) > size)
      throw words.wrong('pack/value', place, `the instruction has ${size} bytes, which the relocation exceeds`);
    const symbol = words.more();
    const addend = this.names.addends ? words.key('addend') : undefined;
    const order = words.key('order');
    const part: RelocationPart = {
      r_offset: BigInt(offset + inside),
      r_type,
      ...(symbol ? { symbol: this.names.all.parse(words, symbol) } : {}),
      ...(this.names.addends ? { r_addend: addendOf(words, addend) } : {}),
    };
    words.done(this.names.addends ? ['addend', 'order'] : ['order']);
    this.relocations.push({ order: order ? words.number(order, 'order') : Number.MAX_SAFE_INTEGER, part });
  }

  /** The size of the instruction at an offset; 0 if there is none. */
  private sizeAt(offset: number): number {
    const { view } = this;
    return instructionPlaces(view.sub(offset, Math.min(offset + 16, view.length)))[0]?.size ?? 0;
  }
}

function addendOf(words: LineWords, word: Word | undefined): bigint {
  return word ? words.bigint(word, 'addend', -(1n << 63n), (1n << 63n) - 1n) : 0n;
}
