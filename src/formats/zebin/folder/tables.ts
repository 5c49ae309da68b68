import { byteText, decodeText, encodeText, hex, hexBytes } from '../../../core/bytes/index.ts';
import type { Budget } from '../../../core/diag/index.ts';
import { ipValue, ipVersion } from '../../../devices/index.ts';
import { type NotePart, type RelocationPart, SYMBOL_BINDINGS, SYMBOL_TYPES, type SymbolPart } from '../../elf/index.ts';
import { type BitsOf, readBits, writeBits } from '../notes.ts';
import { NOTE_OWNER, NOTE_TYPES, RELOCATION_TYPES, TARGET_METADATA } from '../table.ts';
import { assignIds, type Labels, parseNumber, parseRef, printNumber, printRef } from './labels.ts';
import { eachLine, fault, hexWord, type Line, LineWords, printFile, printLine, type Word } from './lines.ts';

/** The tables of an unpacked folder that have a file each: symbols, relocations, notes. Each `print` has its `parse`. */

const SYMBOL_KEYS = ['section', 'value', 'size', 'type', 'binding', 'other', 'id', 'st_name'] as const;
const MOST_64 = 0xffff_ffff_ffff_ffffn;

/**
 * Prints symbols; those whose ids are in `stated` get their id printed.
 *
 * @param placed ids of symbols whose value and size are in the text of the code
 */
export function printSymbols(
  symbols: readonly SymbolPart[],
  sections: Labels,
  symbolLabels: Labels,
  placed: ReadonlySet<number>,
): Uint8Array {
  const lines = symbols.map((symbol) => {
    const { id, name, section, st_value, st_size, st_info, st_other, st_name } = symbol;
    return printLine(
      [name],
      [
        ['section', printRef(section, sections, symbolLabels)],
        ['value', placed.has(id) ? undefined : hex(st_value)],
        ['size', placed.has(id) ? undefined : hex(st_size)],
        ['type', printNumber(SYMBOL_TYPES, st_info & 15)],
        ['binding', printNumber(SYMBOL_BINDINGS, st_info >> 4)],
        ['other', st_other === 0 ? undefined : String(st_other)],
        ['id', symbolLabels.stated.has(id) ? String(id) : undefined],
        ['st_name', st_name === undefined ? undefined : String(st_name)],
      ],
    );
  });
  return printFile(
    [
      'Symbols: a name, the section that it is in (@SHN_UNDEF for none), offset in the section and size in bytes.',
      'Local ones are put first.',
    ],
    lines,
  );
}

/** Symbols, and the ids of those whose lines have no value. */
export interface ParsedSymbols {
  readonly symbols: readonly SymbolPart[];
  readonly unplaced: readonly number[];
}

/** Parses symbols. The labels of sections must be complete; those of the symbols are made from the result. */
export function parseSymbols(lines: Iterable<Line>, sections: Labels, none: Labels): ParsedSymbols {
  const read = Array.from(lines, (line) => {
    const words = new LineWords(line);
    const name = words.next('the name of a symbol').text;
    const number = (key: string, fallback: bigint, most = MOST_64): bigint => {
      const word = words.key(key);
      return word ? words.bigint(word, key, 0n, most) : fallback;
    };
    const sectionWord = words.key('section');
    const typeWord = words.key('type');
    const bindingWord = words.key('binding');
    const type = typeWord ? parseNumber(words, typeWord, SYMBOL_TYPES, 'symbol type', 15) : 0;
    const binding = bindingWord ? parseNumber(words, bindingWord, SYMBOL_BINDINGS, 'symbol binding', 15) : 0;
    if (!sectionWord) throw fault('pack/syntax', line, 'section= is missing: the section that the symbol is in, or @SHN_UNDEF');
    const section = parseRef(words, sectionWord, sections, none);
    const idWord = words.key('id');
    const placeWord = words.key('st_name');
    const symbol = {
      name,
      section,
      st_value: number('value', 0n),
      st_size: number('size', 0n),
      st_info: (binding << 4) | type,
      st_other: Number(number('other', 0n, 255n)),
      ...(placeWord ? { st_name: words.number(placeWord, 'st_name', 0xffff_ffff) } : {}),
    };
    words.done(SYMBOL_KEYS);
    return { symbol, id: idWord ? words.number(idWord, 'id', 0xff_ffff_ffff) : undefined, isPlaced: line.keyed.has('value') };
  });
  const ids = assignIds(read.map(({ id }) => id));
  return {
    symbols: read.map(({ symbol }, i) => ({ id: ids[i] ?? 0, ...symbol })),
    unplaced: ids.filter((_, i) => read[i]?.isPlaced === false),
  };
}

export function printRelocations(relocations: readonly RelocationPart[], symbols: Labels): Uint8Array {
  const lines = relocations.map(({ r_offset, r_type, symbol, r_addend }) =>
    printLine(
      [hex(r_offset), printNumber(RELOCATION_TYPES, r_type), ...(symbol === undefined ? [] : [symbols.print(symbol)])],
      r_addend === undefined ? [] : [['addend', hex(r_addend)]],
    ),
  );
  return printFile(['Relocations: offset in the target section in bytes, type, symbol.'], lines);
}

export function parseRelocations(
  data: Uint8Array,
  file: string,
  addends: boolean,
  symbols: Labels,
  budget: Budget | undefined,
): RelocationPart[] {
  return Array.from(eachLine(data, file, budget), (line) => {
    const words = new LineWords(line);
    const r_offset = words.bigint(words.next('the offset of a relocation'), 'the offset');
    const r_type = parseNumber(words, words.next('the type of a relocation'), RELOCATION_TYPES, 'relocation type', 0xffff_ffff);
    const symbol = words.more();
    const addend = addends ? words.key('addend') : undefined;
    const value = addend ? words.bigint(addend, 'addend', -(1n << 63n), (1n << 63n) - 1n) : 0n;
    words.done(addends ? ['addend'] : []);
    return { r_offset, r_type, ...(symbol ? { symbol: symbols.parse(words, symbol) } : {}), ...(addends ? { r_addend: value } : {}) };
  });
}

const HEX = 'hex:';

/** Prints notes: owner, type, and description. The description is text if its row says how; otherwise `hex:` and its bytes. */
export function printNotes(notes: readonly NotePart[]): Uint8Array {
  const lines = notes.map(({ owner, n_type, desc }) => {
    const name = endedText(owner);
    const row = name === NOTE_OWNER ? NOTE_TYPES.find(({ value }) => value === n_type) : undefined;
    const head = [name ?? HEX + hexBytes(owner), row?.name ?? String(n_type)];
    return printLine([...head, ...(descText(row?.kind, desc) ?? [HEX + hexBytes(desc)])]);
  });
  return printFile(['Notes: owner, type, value.'], lines);
}

export function parseNotes(data: Uint8Array, file: string, budget: Budget | undefined): NotePart[] {
  return Array.from(eachLine(data, file, budget), (line) => {
    const words = new LineWords(line);
    const ownerWord = words.next('the owner of a note');
    const owner = ownerWord.text.startsWith(HEX) ? hexWord(words, ownerWord, ownerWord.text.slice(4)) : encodeText(`${ownerWord.text}\0`);
    const typeWord = words.next('the type of a note');
    const n_type = parseNumber(words, typeWord, NOTE_TYPES, 'note type', 0xffff_ffff);
    const row = ownerWord.text === NOTE_OWNER ? NOTE_TYPES.find(({ value }) => value === n_type) : undefined;
    const desc = parseDesc(words, row?.kind, words.next('the value of a note'));
    words.done([]);
    return { owner, n_type, desc };
  });
}

/** The text before the only NUL, at the end of the bytes; undefined if the bytes do not have this form. */
function endedText(bytes: Uint8Array): string | undefined {
  const text = byteText(bytes);
  if (text === '' || text.indexOf('\0') !== text.length - 1 || text.startsWith(HEX)) return undefined;
  return decodeText(bytes.subarray(0, -1));
}

type Kind = (typeof NOTE_TYPES)[number]['kind'];

/** The words of a description; undefined if its bytes do not match the kind. */
function descText(kind: Kind | undefined, desc: Uint8Array): readonly string[] | undefined {
  if (kind === undefined) return undefined;
  if (kind === 'version') {
    const text = endedText(desc);
    return text === undefined ? undefined : [text];
  }
  if (desc.length !== 4) return undefined;
  const value = desc.reduceRight((word, byte) => word * 256 + byte, 0);
  if (kind === 'u32') return [String(value)];
  if (kind === 'productConfig') {
    const { text } = ipVersion(value);
    return [ipValue(text) === value ? text : hex(value)];
  }
  const set = Object.entries(readBits(TARGET_METADATA, value)).filter(([, field]) => field !== 0);
  return [set.length === 0 ? '0' : set.map(([name, field]) => `${name}:${field}`).join(',')];
}

function parseDesc(words: LineWords, kind: Kind | undefined, word: Word): Uint8Array {
  const { text } = word;
  if (text.startsWith(HEX)) return hexWord(words, word, text.slice(4));
  if (kind === undefined) throw words.wrong('pack/value', word, 'how such a note is written is not known: give its bytes as hex:00112233');
  if (kind === 'version') return encodeText(`${text}\0`);
  return u32(kind === 'u32' || /^(0x|[0-9]+$)/.test(text) ? words.number(word, 'the value', 0xffff_ffff) : parseParts(words, kind, word));
}

/** Parses `20.1.0`, or `generatorId:1,minHwRevisionId:3`. */
function parseParts(words: LineWords, kind: Kind, word: Word): number {
  if (kind === 'productConfig') {
    const value = ipValue(word.text);
    if (value === undefined) throw words.wrong('pack/value', word, 'this is not an IP version such as 20.1.0');
    return value;
  }
  const values: { [name: string]: number } = Object.create(null);
  for (const part of word.text.split(',')) {
    const match = /^([A-Za-z]+):([0-9]{1,9})$/.exec(part);
    const row = TARGET_METADATA.find(({ name }) => name === match?.[1]);
    if (!row || Number(match?.[2]) >= 2 ** row.width) {
      throw words.wrong(
        'pack/value',
        word,
        `${part.slice(0, 60)} is not a field with a value that fits; fields are ${TARGET_METADATA.map(({ name }) => name).join(', ')}`,
      );
    }
    values[row.name] = Number(match?.[2]);
  }
  return writeBits(TARGET_METADATA, values as Partial<BitsOf<typeof TARGET_METADATA>>);
}

function u32(value: number): Uint8Array {
  return Uint8Array.from([0, 8, 16, 24], (shift) => (value >>> shift) & 255);
}
