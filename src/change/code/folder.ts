/** Zebins as folders, with code as assembly. */
import { Bytes, encodeText, type FolderFile } from '../../core/bytes/index.ts';
import {
  type Budget,
  type Budgeted,
  caughtFinding,
  type Diagnostic,
  diagnostic,
  FormatError,
  type Outcome,
  Reporter,
} from '../../core/diag/index.ts';
import type { ElfParts, SectionPart } from '../../formats/elf/index.ts';
import { type Platform, parseNote, platformNamed } from '../../formats/eu/index.ts';
import type { CodeFile, CodeForm, CodeText } from '../../formats/zebin/folder/code.ts';
import type { Labels } from '../../formats/zebin/folder/labels.ts';
import { type PackOptions, packZebin, unpackZebin, type Zebin } from '../../formats/zebin/index.ts';
import type { PlacedCode } from './model.ts';
import { isAboutPlaces, withoutMoved } from './moved.ts';
import { codeNames } from './names.ts';
import { MarkReader, type ParsedCode, parseCode } from './parse.ts';
import { CodePlaces, isCode } from './places.ts';
import { platformOfParts } from './platform-of-parts.ts';
import { type CodeNames, type CodeTextLine, codeTextLines, shapeOf } from './print.ts';

/**
 * A zebin as a folder of editable text files, its code as assembly where that reproduces the bytes; `packZebin` is the inverse.
 *
 * @example
 * unpackZebin(readZebin(bytes).value).some(({ path }) => path === 'zebin.txt'); // true
 */
export function unpackWithCode(zebin: Zebin | ElfParts, options: Budgeted = {}): FolderFile[] {
  return unpackZebin(zebin, options.budget, CODE_FORM);
}

/**
 * The zebin that a folder of text files describes. Throws `FormatError` with the file and line of what is wrong: what `packZebin` of the
 * format throws, `eu-text/…` for code that cannot be assembled, and `limit/work`.
 *
 * @example
 * packZebin(unpackZebin(readZebin(bytes).value)).value.length === bytes.length; // true
 */
export function packWithCode(files: readonly FolderFile[], options: PackOptions = {}): Outcome<Uint8Array> {
  return packZebin(files, options, CODE_FORM);
}

const CODE_FORM: CodeForm = { print: printAll, parse: parseAll };

function printAll(parts: ElfParts, symbols: Labels, budget: Budget | undefined): Map<number, CodeText> {
  const texts = new Map<number, CodeText>();
  const platform = platformOfParts(parts);
  if (platform === undefined) return texts;
  const places = new CodePlaces(parts);
  const hashed = parts.sections.some(isAboutPlaces);
  for (const section of parts.sections) {
    if (!isCode(section) || section.content.kind !== 'bytes') continue;
    const data = textOf(places, section, platform, symbols, hashed, budget);
    if (data) {
      const ids = places.symbolsOf(section.id).map(({ id }) => id);
      texts.set(section.id, { data, platform, symbols: ids, table: places.tableOf(section.id)?.id });
    }
  }
  return texts;
}

/** Lines that are joined at once: a line consists of pieces, which take more memory than its characters. */
const JOINED = 64;

/** The text of a section; undefined if the text would not reproduce the section. */
function textOf(
  places: CodePlaces,
  section: SectionPart,
  platform: Platform,
  symbols: Labels,
  hashed: boolean,
  budget: Budget | undefined,
): Uint8Array | undefined {
  const { code } = places.of(section);
  const shape = code && shapeOf(code);
  if (!code || shape?.starts === undefined) return undefined;
  const names = codeNames(places, section.id, symbols);
  let text = `// \`zebin pack\` assembles this for platform ${platform}. docs/assembly.md describes the lines with zebin: in them.\n`;
  let waiting: string[] = [];
  const notes: CodeTextLine[] = [];
  for (const line of codeTextLines(code, platform, names, shape, hashed, new Reporter(code.bytes.length, budget))) {
    if (line.kind !== 'instruction' && line.kind !== 'label') notes.push(line);
    waiting.push(line.text);
    if (waiting.length < JOINED) continue;
    text += `${waiting.join('\n')}\n`;
    waiting = [];
  }
  text += waiting.map((line) => `${line}\n`).join('');
  return reproduces(notes, names, code) ? encodeText(text) : undefined;
}

/** Whether the places of code follow from the lines between its instructions. What `notesOf` adds makes instructions exact, whatever they are. */
function reproduces(notes: readonly CodeTextLine[], names: CodeNames, code: PlacedCode): boolean {
  const marks = new MarkReader(code.bytes, names);
  try {
    for (const { text, offset } of notes) {
      const note = parseNote(text);
      if (note === undefined) return false;
      if (note.kind === 'mark') marks.read(note.name, offset, note.text);
    }
  } catch (error) {
    caughtFinding(error);
    return false;
  }
  return isSame(marks.done(), code);
}

function isSame(a: Omit<PlacedCode, 'bytes'>, b: PlacedCode): boolean {
  return (
    isSameList(a.symbols, b.symbols, (x, y) => x.id === y.id && x.start === y.start && x.size === y.size) &&
    isSameList(a.entries, b.entries, (x, y) => x.name === y.name && x.offset === y.offset) &&
    isSameList(
      a.relocations,
      b.relocations,
      (x, y) => x.r_offset === y.r_offset && x.r_type === y.r_type && x.symbol === y.symbol && x.r_addend === y.r_addend,
    )
  );
}

function isSameList<T>(a: readonly T[], b: readonly T[], isEqual: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((one, i) => isEqual(one, b[i] as T));
}

function parseAll(parts: ElfParts, files: readonly CodeFile[], symbols: Labels, unplaced: ReadonlySet<number>, out: Reporter): ElfParts {
  const places = new CodePlaces(parts);
  const changes = new Map<number, PlacedCode>();
  const moved: string[] = [];
  for (const file of files) {
    const { code, isMoved } = parsed(places, file, symbols, out);
    const placed = new Set(code.symbols.map(({ id }) => id));
    const missing = places.symbolsOf(file.id).find(({ id }) => unplaced.has(id) && !placed.has(id));
    if (missing) {
      const message = `the symbol ${JSON.stringify(missing.name.slice(0, 80))} has neither a value nor a line \`// zebin: symbol\` in the code`;
      throw wrong('pack/reference', file, message);
    }
    changes.set(file.id, code);
    if (isMoved) moved.push(parts.sections.find(({ id }) => id === file.id)?.name ?? '');
  }
  const packed = places.with(changes);
  if (moved.length === 0) return packed;
  const { parts: kept, diagnostics } = withoutMoved(packed, moved);
  for (const { code, span, path, message, data } of diagnostics) out.report(code, span, path, message, data);
  return kept;
}

function parsed(places: CodePlaces, file: CodeFile, symbols: Labels, out: Reporter): ParsedCode {
  const platform = platformNamed(file.platform);
  if (platform === undefined) throw wrong('pack/value', file, `${file.platform.slice(0, 60)} is not a known instruction set`);
  const text = Bytes.from(file.data, file.path);
  const parsedCode = parseCode(text, platform, codeNames(places, file.id, symbols), out.budget);
  const errors = parsedCode.diagnostics.filter(({ severity }) => severity === 'error');
  const [error] = errors;
  if (!error) return parsedCode;
  throw new FormatError(
    errors.length < 2 ? error : { ...error, message: `${error.message} (and ${errors.length - 1} more errors in this file)` },
  );
}

function wrong(code: Diagnostic['code'], { path }: CodeFile, message: string): FormatError {
  return new FormatError(diagnostic(code, message, { source: path, start: 0, end: 0 }, path));
}
