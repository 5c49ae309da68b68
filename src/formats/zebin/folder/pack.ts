import { type FolderFile, packedLimit } from '../../../core/bytes/index.ts';
import { type Budgeted, type Outcome, Reporter } from '../../../core/diag/index.ts';
import {
  type ElfParts,
  type LayoutName,
  layoutElf,
  NO_REF,
  numbersOf,
  type PartContent,
  type Patch,
  type ProgramHeader,
  type Ref,
  type SectionPart,
  writeElf,
} from '../../elf/index.ts';
import type { Zebin } from '../model.ts';
import { partsOfZebin } from '../parts.ts';
import type { CodeFile, CodeForm } from './code.ts';
import { assignIds, Labels, parseRef } from './labels.ts';
import { claim, eachLine, fault, hexWord, type Line, LineWords } from './lines.ts';
import { type ParsedSection, PLACED, parseElfLine, parsePlacement, parseSection, parseSegment, type SectionContext } from './manifest.ts';
import { ALL_SECTION_TYPES, FOLDER_VERSIONS, MANIFEST } from './names.ts';
import { isOclocFolder, partsOfOclocFolder } from './ocloc.ts';
import { parseNotes, parseRelocations, parseSymbols } from './tables.ts';

const SHT = numbersOf(ALL_SECTION_TYPES);

/**
 * The zebin of a folder that `unpackZebin` made, which may have been edited, or of a folder that `ocloc disasm` wrote.
 *
 * Throws `FormatError` for a folder that cannot be packed; the source of its span is the file of the folder: `pack/no-folder`,
 * `pack/missing-file`, `pack/assembly`, `pack/syntax`, `pack/value`, `pack/reference`, `limit/work`, and all that `layoutElf` throws.
 * Diagnostics: `pack/unused-file`, `pack/ocloc`, `write/new-layout`.
 */
export function packZebin(files: readonly FolderFile[], options: PackOptions = {}, form?: CodeForm): Outcome<Uint8Array> {
  const { value, diagnostics } = partsOfFolder(files, options, form);
  const most = packedLimit(sizeOf(files, options));
  const check = (size: number): void => {
    if (size <= most) return;
    const message = `the file would have ${size} bytes, and at most ${most} are made from a folder of this size`;
    throw fault('pack/value', WHOLE, message, { found: size, most });
  };
  // Before they are encoded: a section names a file or a number of zeros, and each of many may be as large as the folder.
  if (typeof value.layout === 'string') check(value.sections.reduce((sum, { content }) => sum + bytesOf(content), 0));
  const { value: layout, diagnostics: placed } = layoutElf(value);
  check(layout.size);
  return { value: writeElf(layout), diagnostics: [...diagnostics, ...placed] };
}

const WHOLE = { file: MANIFEST, start: 0, end: 0 } as const;

/** The bytes that a file is packed from. */
function sizeOf(files: readonly FolderFile[], { original }: PackOptions): number {
  return files.reduce((sum, { data }) => sum + data.length, original?.bytes.length ?? 0);
}

/** The bytes that a section takes, as far as they do not follow from its entries. */
function bytesOf(content: PartContent): number {
  if (content.kind === 'reserved') return content.reserved + content.bytes.length;
  return 'bytes' in content ? (content.bytes?.length ?? 0) : 0;
}

/** Whether these are the files of an unpacked zebin, written by `zebin unpack` or by `ocloc disasm`. */
export function isZebinFolder(files: readonly FolderFile[]): boolean {
  return files.some(({ path }) => path === MANIFEST) || isOclocFolder(files);
}

export interface PackOptions extends Budgeted {
  /**
   * The file that `ocloc disasm` read. It supplies the sections that the folder has only as assembly text, or not at all. Without it, such
   * a folder is refused (`pack/assembly`, `pack/missing-file`).
   */
  readonly original?: Zebin;
}

/** The parts that a folder describes; see {@link packZebin}. */
export function partsOfFolder(files: readonly FolderFile[], options: PackOptions = {}, form?: CodeForm): Outcome<ElfParts> {
  const { original, budget } = options;
  const out = new Reporter(sizeOf(files, {}), budget);
  const folder = new Folder(files, out);
  if (!folder.has(MANIFEST)) {
    if (isOclocFolder(files)) return partsOfOclocFolder(files, out, original && partsOfZebin(original));
    throw fault(
      'pack/no-folder',
      { file: '', start: 0, end: 0 },
      `there is no file ${MANIFEST}, so this is not a folder that \`zebin unpack\` made`,
    );
  }
  const { parts, code, symbols, unplaced } = partsOfManifest(folder.lines(MANIFEST, undefined), folder);
  if (code.length > 0 && !form) throw fault('pack/assembly', WHOLE, 'code as assembly cannot be read here');
  const value = form && code.length > 0 ? form.parse(parts, code, symbols, unplaced, out) : parts;
  for (const path of folder.unused()) {
    out.report('pack/unused-file', { source: path, start: 0, end: 0 }, path, `no line of ${MANIFEST} names this file, so it is left out`);
  }
  return { value, diagnostics: out.diagnostics };
}

/** Files by path. It remembers which files were used, and what may be made from them. */
class Folder {
  private readonly files: ReadonlyMap<string, Uint8Array>;
  private readonly used = new Set<string>();
  readonly out: Reporter;

  constructor(files: readonly FolderFile[], out: Reporter) {
    this.files = new Map(files.map(({ path, data }) => [path, data]));
    this.out = out;
  }

  has(path: string): boolean {
    return this.files.has(path);
  }

  /** @param line the line that names the file */
  read(path: string, line: Line | undefined): Uint8Array {
    const data = this.files.get(path);
    if (!data) throw fault('pack/missing-file', line ?? { file: path, start: 0, end: 0 }, `the file ${path.slice(0, 200)} is missing`);
    this.used.add(path);
    claim(data, line ?? { file: path, start: 0, end: 0 }, this.out);
    return data;
  }

  lines(path: string, line: Line | undefined): Iterable<Line> {
    return eachLine(this.read(path, line), path, this.out.budget);
  }

  unused(): string[] {
    return [...this.files.keys()].filter((path) => !this.used.has(path));
  }
}

/** The content of the manifest, without the code in texts. */
interface Manifest {
  readonly parts: ElfParts;
  readonly code: readonly CodeFile[];
  /** Labels of the first symbol table. */
  readonly symbols: Labels;
  /** Ids of symbols whose lines have no value. */
  readonly unplaced: ReadonlySet<number>;
}

function partsOfManifest(lines: Iterable<Line>, folder: Folder): Manifest {
  const byKind = new Map<string, Line[]>();
  for (const line of lines) {
    const kind = new LineWords(line).next('what the line is').text;
    if (!KINDS.includes(kind)) throw fault('pack/syntax', line, `a line begins with one of ${KINDS.join(', ')}`);
    const known = byKind.get(kind);
    if (known) known.push(line);
    else byKind.set(kind, [line]);
  }
  const of = (kind: string): readonly LineWords[] =>
    (byKind.get(kind) ?? []).map((line) => {
      const words = new LineWords(line);
      words.next(kind);
      return words;
    });
  const [format] = of('format');
  const version = format?.next('the version of the format');
  if (!format || !FOLDER_VERSIONS.some((one) => one === version?.text))
    throw fault('pack/syntax', format?.line ?? WHOLE, `the line \`format ${FOLDER_VERSIONS.at(-1)}\` is missing`);
  const [elf] = of('elf');
  if (!elf) throw fault('pack/syntax', WHOLE, 'the line that begins with `elf` is missing');
  const header = parseElfLine(elf);

  // Names and ids of the sections are read first, because lines refer to each other.
  const sectionWords = of('section');
  const stated = sectionWords.map((words) => {
    const id = words.key('id');
    return id ? words.number(id, 'id', 0xffff_ffff) : undefined;
  });
  const ids = assignIds(stated);
  const heads = sectionWords.map(({ line }, i) => ({ id: ids[i] ?? 0, name: line.words[1]?.text ?? '', line }));
  const sections = new Labels(heads, 'section');
  const none = new Labels([], 'symbol');
  const namesWord = elf.line.keyed.get('names');
  const named = heads.find(({ name }) => name === '.strtab');
  const names: Ref = namesWord ? parseRef(elf, namesWord, sections, none) : named ? { kind: 'section', id: named.id } : NO_REF;

  // Symbols come next, because relocations and sections refer to them.
  const symbolTables = heads.flatMap(({ id, line }) => {
    const file = line.keyed.get('symbols')?.text;
    return file === undefined ? [] : [{ id, ...parseSymbols(folder.lines(file, line), sections, none) }];
  });
  const tables = new Map(symbolTables.map(({ id, symbols }) => [id, symbols]));
  const labels = new Map(symbolTables.map(({ id, symbols }) => [id, new Labels(symbols, 'symbol')]));
  const [first] = symbolTables;
  const symbols = (first && labels.get(first.id)) ?? none;
  const context: SectionContext = {
    is64: header.is64,
    names,
    table: first ? { kind: 'section', id: first.id } : NO_REF,
    sections,
    symbols,
  };
  const code: CodeFile[] = [];
  const assembly = new Map(heads.map(({ id, line }) => [id, line.keyed.get('assembly')?.text]));
  const parts = sectionWords.map((words, i): SectionPart => {
    const { content, ...part } = parseSection(words, context);
    const id = ids[i] ?? 0;
    const table = tables.get(id) ?? [];
    const linked = (part.sh_link.kind === 'section' && labels.get(part.sh_link.id)) || symbols;
    const { file, platform } = content;
    if (file !== undefined && platform !== undefined) {
      code.push({ id, path: file, data: folder.read(file, words.line), platform });
      return { ...part, id, content: { kind: 'bytes', bytes: new Uint8Array(0) } };
    }
    const isInText = file !== undefined && part.sh_info.kind === 'section' && assembly.get(part.sh_info.id) === file;
    return { ...part, id, content: contentOf(content, part, words.line, { folder, linked, table, isInText }) };
  });

  const placements = of('placement').map(parsePlacement);
  const programHeaders: readonly ProgramHeader[] = of('segment').map(parseSegment);
  const patches = of('patch').map((words) => parsePatch(words, folder));
  const { layout, ...rest } = header;
  const placed = layout === PLACED ? placements[0] : undefined;
  if (layout === PLACED && !placed) throw fault('pack/syntax', elf.line, 'the line that begins with `placement` is missing');
  const unplaced = new Set(first?.unplaced);
  const elfParts: ElfParts = {
    kind: 'elf-parts',
    ...rest,
    programHeaders,
    names,
    sections: parts,
    layout: placed ? { ...placed, patches } : (layout as LayoutName),
  };
  return { parts: elfParts, code, symbols, unplaced };
}

const KINDS: readonly string[] = ['format', 'elf', 'section', 'placement', 'segment', 'patch'];

interface Surroundings {
  readonly folder: Folder;
  /** The symbols that relocations of the section refer to, and the symbols of the section itself. */
  readonly linked: Labels;
  readonly table: Extract<PartContent, { kind: 'symbols' }>['symbols'];
  /** Whether the text of the code has the relocations of the section. */
  readonly isInText: boolean;
}

function contentOf(
  { kind, file, size }: ParsedSection['content'],
  { sh_type }: { readonly sh_type: number },
  line: Line,
  { folder, linked, table, isInText }: Surroundings,
): PartContent {
  const data = file === undefined ? new Uint8Array(0) : folder.read(file, line);
  switch (kind) {
    case 'none':
      return { kind, size };
    case 'reserved':
      return { kind, reserved: size, bytes: data };
    case 'bytes':
      return { kind, bytes: data };
    case 'strings':
      return file === undefined ? { kind } : { kind, bytes: data };
    case 'symbols':
      return { kind, symbols: table };
    case 'relocations': {
      const addends = sh_type === SHT.SHT_RELA;
      return { kind, addends, relocations: isInText ? [] : parseRelocations(data, file ?? '', addends, linked, folder.out.budget) };
    }
    case 'notes':
      return { kind, notes: parseNotes(data, file ?? '', folder.out.budget) };
  }
}

function parsePatch(words: LineWords, folder: Folder): Patch {
  const at = words.number(words.next('the offset of the patch'), 'the offset');
  const file = words.key('bytes');
  const inline = file ? undefined : words.next('the bytes of the patch');
  words.done(['bytes']);
  if (file) return { at, bytes: folder.read(file.text, words.line) };
  if (!inline?.text.startsWith('hex:'))
    throw fault('pack/syntax', words.line, 'the bytes of a patch are written as hex:00ff, or in a file: bytes=');
  return { at, bytes: hexWord(words, inline, inline.text.slice(4)) };
}
