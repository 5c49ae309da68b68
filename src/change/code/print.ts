/**
 * Code → assembly with its places: symbols, relocations and entry points are marks at the instructions that they belong to. `parseCode` is
 * the inverse.
 *
 *     // zebin: symbol saxpy
 *     (W)     mov (16|M0)              r127.0<1>:ud  0x0:ud
 *     // zebin: align 64
 *     // zebin: offset offset_to_skip_per_thread_data_load
 *     // zebin: symbol _entry
 *     // zebin: relocation 12 R_SYM_ADDR_32 counter
 *     (W)     mov (1|M0)               r2.0<1>:ud    0x0:ud
 *     // zebin: end saxpy
 *     // zebin: zeros 128 64
 */
import { Bytes, hex } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import { codeLines, type Instruction, notesOf, outlineOf, type Platform, printNote } from '../../formats/eu/index.ts';
import type { Labels } from '../../formats/zebin/folder/labels.ts';
import { printNumber } from '../../formats/zebin/folder/labels.ts';
import { printLine } from '../../formats/zebin/folder/lines.ts';
import { instructionPlaces, RELOCATION_TYPES } from '../../formats/zebin/index.ts';
import { endOfCode, layoutHash } from './layout-hash.ts';
import { ENTRY_ALIGNMENT, type PlacedCode } from './model.ts';

/** How the marks of a section refer to symbols. */
export interface CodeNames {
  /** Symbols of the section. */
  readonly sectionLabels: Labels;
  /** All symbols: what relocations refer to. */
  readonly all: Labels;
  /** Whether relocations have addends. */
  readonly addends: boolean;
}

/** A line of the text of code. */
export interface CodeTextLine {
  /** Offset of the place or instruction, in bytes from the start of the code. */
  readonly offset: number;
  /** `place`: a mark that names the place; `relocation`: a mark of the instruction after it. */
  readonly kind: 'place' | 'label' | 'relocation' | 'instruction' | 'padding';
  readonly text: string;
  readonly instruction?: Instruction;
}

/** Where instructions start and code ends, or why a text cannot express all places. */
export type CodeShape =
  | { readonly starts: ReadonlySet<number>; readonly end: number; readonly why?: undefined }
  | { readonly starts?: undefined; readonly why: string };

/** Checks that all places of code are at instructions. */
export function shapeOf({ bytes, symbols, relocations, entries }: PlacedCode): CodeShape {
  const code = Bytes.from(bytes);
  const places = instructionPlaces(code);
  const last = places.at(-1);
  const whole = last ? last.offset + last.size : 0;
  const starts = new Set(places.map(({ offset }) => offset));
  starts.add(whole);
  const used = [...symbols.flatMap(({ start, size }) => [start, start + size]), ...entries.map(({ offset }) => offset)];
  if (!used.every((offset) => starts.has(offset))) return { why: 'a symbol or an offset in .ze_info is not at an instruction' };
  let most = endOfCode(code, places);
  for (const offset of used) most = Math.max(most, offset);
  for (const { r_offset } of relocations) {
    const at = Number(r_offset);
    if (at >= whole || !(starts.has(at - (at % 8)) || starts.has(at - (at % 8) - 8)))
      return { why: 'a relocation is not in an instruction' };
    most = Math.max(most, at + 1);
  }
  // Bytes that are too few for an instruction are not padding either.
  if (code.data.subarray(whole).some((byte) => byte !== 0)) return { starts, end: code.length };
  const end = most === 0 ? undefined : places.find(({ offset, size }) => offset + size >= most);
  return { starts, end: end ? end.offset + end.size : 0 };
}

/**
 * The lines of the text of code whose {@link shapeOf} is known.
 *
 * @param hashed whether the text records where its instructions were, for debug information
 */
export function* codeTextLines(
  code: PlacedCode,
  platform: Platform,
  names: CodeNames,
  { end: codeEnd }: { readonly end: number },
  hashed: boolean,
  out: Reporter,
): Generator<CodeTextLine, void> {
  const bytes = Bytes.from(code.bytes);
  const { starts } = outlineOf(bytes, platform);
  // If a branch targets an instruction in the padding, the padding is printed as code.
  const end = (starts.at(-1) ?? 0) > codeEnd ? bytes.length : codeEnd;
  const printed = bytes.sub(0, end);
  const marks = new Marks(code, names);
  if (hashed) yield { offset: 0, kind: 'place', text: mark('layout', layoutHash(bytes)) };
  for (const { offset, text, instruction } of codeLines(printed, platform, starts, { notes: notesOf(printed, platform) }, out)) {
    // Labels may be past the end.
    const at = Math.min(offset, end);
    const size = instruction?.size ?? 0;
    if (marks.next < at + Math.max(size, 1)) yield* marks.before(at, size);
    if (instruction) yield { offset, kind: 'instruction', text, instruction };
    else yield { offset, kind: text.startsWith('//') ? 'padding' : 'label', text };
  }
  yield* marks.before(end, 0);
  const rest = bytes.length - end;
  const multiple = bytes.length % ENTRY_ALIGNMENT === 0 ? ENTRY_ALIGNMENT : 1;
  if (rest > 0) yield { offset: end, kind: 'padding', text: printNote({ kind: 'zeros', least: rest - (rest % multiple), multiple }) };
}

/** A mark as a comment. */
function mark(name: 'symbol' | 'end' | 'offset' | 'relocation' | 'layout', text: string): string {
  return printNote({ kind: 'mark', name, text });
}

/** A mark in the order of its place, in bytes from the start of the code. */
interface Mark {
  readonly at: number;
  /** @param inside how far it is inside of its instruction */
  readonly text: (inside: number) => string;
}

/** The marks of code, which are taken in the order of the lines. */
class Marks {
  private readonly places: readonly Mark[];
  private readonly relocations: readonly Mark[];
  private place = 0;
  private relocation = 0;
  /** Where the next mark belongs. */
  next = 0;

  constructor({ symbols, relocations, entries }: PlacedCode, { sectionLabels, all, addends }: CodeNames) {
    const places: Mark[] = [];
    const add = (at: number, text: string): number => places.push({ at, text: () => text });
    for (const { id, start, size } of symbols) if (size > 0) add(start + size, mark('end', words(sectionLabels.print(id))));
    for (const offset of new Set(entries.map((entry) => entry.offset)))
      if (offset > 0 && offset % ENTRY_ALIGNMENT === 0) add(offset, printNote({ kind: 'align', multiple: ENTRY_ALIGNMENT }));
    for (const { name, offset } of entries) add(offset, mark('offset', name));
    for (const { id, start } of symbols) add(start, mark('symbol', words(sectionLabels.print(id))));
    this.places = places.sort(byPlace);
    const isOrdered = relocations.every(({ r_offset }, i) => i === 0 || (relocations[i - 1]?.r_offset ?? 0n) <= r_offset);
    const marks = relocations.map(({ r_offset, r_type, symbol, r_addend }, i) => ({
      at: Number(r_offset),
      text: (inside: number) =>
        mark(
          'relocation',
          printLine(
            [String(inside), printNumber(RELOCATION_TYPES, r_type), ...(symbol === undefined ? [] : [all.print(symbol)])],
            [
              ['addend', addends ? hex(r_addend ?? 0n) : undefined],
              ['order', isOrdered ? undefined : String(i)],
            ],
          ).join(' '),
        ),
    }));
    this.relocations = isOrdered ? marks : marks.sort(byPlace);
  }

  /** The marks that belong before a line: those of its place, and of relocations in an instruction of so many bytes. */
  before(offset: number, size: number): readonly CodeTextLine[] {
    const lines: CodeTextLine[] = [];
    const { places, relocations } = this;
    for (; (places[this.place]?.at ?? Number.POSITIVE_INFINITY) <= offset; this.place++)
      lines.push({ offset, kind: 'place', text: (places[this.place] as Mark).text(0) });
    for (; (relocations[this.relocation]?.at ?? Number.POSITIVE_INFINITY) < offset + size; this.relocation++) {
      const { at, text } = relocations[this.relocation] as Mark;
      lines.push({ offset, kind: 'relocation', text: text(at - offset) });
    }
    const [place, relocation] = [places[this.place], relocations[this.relocation]];
    this.next = Math.min(place?.at ?? Number.POSITIVE_INFINITY, relocation?.at ?? Number.POSITIVE_INFINITY);
    return lines;
  }
}

const byPlace = (a: Mark, b: Mark): number => a.at - b.at;

const words = (name: string): string => printLine([name]).join(' ');
