import { type FolderFile, FolderNames, hex, hexBytes } from '../../../core/bytes/index.ts';
import type { Budget } from '../../../core/diag/index.ts';
import type { ElfParts, PartContent, SectionPart } from '../../elf/index.ts';
import type { Zebin } from '../model.ts';
import { partsOfZebin } from '../parts.ts';
import type { CodeForm, CodeText } from './code.ts';
import { Labels } from './labels.ts';
import { type Cells, printFile, printLine } from './lines.ts';
import { printElfLine, printPlacement, printSection, printSegment, type SectionContext } from './manifest.ts';
import { FOLDER_VERSIONS, MANIFEST, placeFor } from './names.ts';
import { printNotes, printRelocations, printSymbols } from './tables.ts';

/**
 * A zebin as a folder that can be edited by hand: header and sections in `zebin.txt`, attributes in `ze_info.yaml`, symbols, relocations
 * and notes as text, and bytes for code, data and what no reader knows. Each fact is in one place. `packZebin` is the inverse and
 * reproduces every byte.
 *
 * File names are safe on every system, whatever the names of the kernels; `zebin.txt` says which file belongs to which section.
 *
 * Throws `FormatError` (`limit/work`) as {@link partsOfZebin} does.
 *
 * @param budget of the run, for its deadline
 * @param form how code is written as text; by default code is written as bytes
 */
export function unpackZebin(input: Zebin | ElfParts, budget?: Budget, form?: CodeForm): FolderFile[] {
  const parts = input.kind === 'zebin' ? partsOfZebin(input) : input;
  const sections = new Labels(parts.sections, 'section');
  const labels = new Map<number, Labels>();
  for (const { id, content } of parts.sections) if (content.kind === 'symbols') labels.set(id, new Labels(content.symbols, 'symbol'));
  const first = parts.sections.find(({ content }) => content.kind === 'symbols');
  const symbols = (first && labels.get(first.id)) ?? new Labels([], 'symbol');
  const table = first ? ({ kind: 'section', id: first.id } as const) : ({ kind: 'number', value: 0 } as const);
  const context: SectionContext = { is64: parts.is64, names: parts.names, table, sections, symbols };
  const names = new FolderNames();
  const manifest = names.path('', MANIFEST);

  const texts = form?.print(parts, symbols, budget) ?? new Map<number, CodeText>();
  const inText = new Set([...texts.values()].flatMap((text) => text.symbols));
  const textOfTable = new Map([...texts].map(([id, { table }]) => [table, id]));

  // References by id must be known before the lines that state the ids are printed.
  const elfLine = printElfLine(parts, sections, symbols);
  const paths = new Map<number, string>();
  for (const part of parts.sections) if (hasFile(part.content) && !textOfTable.has(part.id)) paths.set(part.id, pathOf(part, texts, names));
  for (const [table, id] of textOfTable) if (table !== undefined) paths.set(table, paths.get(id) as string);
  const lines = parts.sections.map((part) => printSection(part, paths.get(part.id), context, texts.get(part.id)?.platform));
  const contents = parts.sections.map(
    (part) => texts.get(part.id)?.data ?? (textOfTable.has(part.id) ? undefined : printRefs(part, labels, symbols)),
  );
  const files = parts.sections.flatMap((part, i): FolderFile[] => {
    const path = paths.get(part.id);
    if (path === undefined || textOfTable.has(part.id)) return [];
    const partLabels = labels.get(part.id) ?? symbols;
    const data = part.content.kind === 'symbols' ? printSymbols(part.content.symbols, sections, partLabels, inText) : contents[i];
    return [{ path, data: data ?? new Uint8Array(0) }];
  });
  const sectionLines = parts.sections.map(({ id }, i) => {
    const [words, keyed] = lines[i] ?? [[], []];
    return printLine(words, sections.stated.has(id) ? [...keyed, ['id', String(id)]] : keyed);
  });
  const placed = typeof parts.layout === 'string' ? [] : placedLines(parts, parts.layout, names);
  const text = printFile(
    ['An unpacked zebin: `zebin pack` makes a file of it again.', 'Offsets, sizes, indices and string tables follow from what is here.'],
    [printLine(['format', FOLDER_VERSIONS[texts.size > 0 ? 1 : 0]])],
    [elfLine],
    sectionLines,
    placed.map(({ line }) => line),
  );
  return [{ path: manifest, data: text }, ...files, ...placed.flatMap(({ file }) => (file ? [file] : []))];
}

/** A path for the content of a section. */
function pathOf(part: SectionPart, texts: ReadonlyMap<number, CodeText>, names: FolderNames): string {
  const [folder, name, extension] = placeFor(part);
  return names.path(folder, name, texts.has(part.id) ? '.asm' : extension);
}

/** Whether the content needs a file: empty content and derived string tables do not. */
function hasFile(content: PartContent): boolean {
  if (content.kind === 'strings') return content.bytes !== undefined;
  if (content.kind === 'reserved') return content.bytes.length > 0;
  return content.kind !== 'none';
}

/** The content of a section's file, except for symbols, which are printed separately. */
function printRefs({ content, sh_link }: SectionPart, labels: ReadonlyMap<number, Labels>, symbols: Labels): Uint8Array | undefined {
  switch (content.kind) {
    case 'bytes':
    case 'reserved':
    case 'strings':
      return content.bytes;
    case 'relocations':
      return printRelocations(content.relocations, (sh_link.kind === 'section' && labels.get(sh_link.id)) || symbols);
    case 'notes':
      return printNotes(content.notes);
    default:
      return undefined;
  }
}

/** The most bytes of a patch that are printed in its line. */
const SHORT = 64;

function placedLines(
  { programHeaders }: ElfParts,
  placement: Exclude<ElfParts['layout'], string>,
  names: FolderNames,
): { line: Cells; file?: FolderFile }[] {
  const patches = placement.patches.map(({ at, bytes }) => {
    if (bytes.length <= SHORT) return { line: printLine(['patch', hex(at), `hex:${hexBytes(bytes)}`]) };
    const path = names.path('patches/', hex(at), '.bin');
    return { line: printLine(['patch', hex(at)], [['bytes', path]]), file: { path, data: bytes } };
  });
  return [{ line: printPlacement(placement) }, ...programHeaders.map((segment) => ({ line: printSegment(segment) })), ...patches];
}
