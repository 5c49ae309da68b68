import { SECTION_TYPES as ELF_SECTION_TYPES, type SectionPart } from '../../elf/index.ts';
import { findSection, NOTE_SECTION, SECTION_TYPES, sectionSubject } from '../table.ts';

/** The file that lists header and sections: what makes a folder an unpacked zebin. */
export const MANIFEST = 'zebin.txt';
/** First line of the manifest, after its comment. */
export const FOLDER_VERSION = '1';
export const ALL_SECTION_TYPES = [...ELF_SECTION_TYPES, ...SECTION_TYPES];

type Place = readonly [folder: string, name: string, extension: string];

/** Where the content of a section is put: by the pattern of its row in SECTIONS, `*` for what stands for the part in braces. */
const PLACES: readonly (readonly [pattern: string, kind: SectionPart['content']['kind'], ...Place])[] = [
  ['.ze_info', 'bytes', '', 'ze_info', '.yaml'],
  ['.spv', 'bytes', '', 'module', '.spv'],
  ['.pisa', 'bytes', '', 'module', '.pisa'],
  [NOTE_SECTION, 'notes', '', 'notes', '.txt'],
  ['.symtab', 'symbols', '', 'symbols', '.txt'],
  ['.text.{kernel}', 'bytes', 'text/', '*', '.bin'],
  ['.text.Intel_Symbol_Table_Void_Program', 'bytes', 'text/', 'Intel_Symbol_Table_Void_Program', '.bin'],
  ['.visaasm.{module}', 'bytes', 'visaasm/', '*', '.visaasm'],
  ['.gtpin_info.{name}', 'bytes', 'gtpin_info/', '*', '.bin'],
  ['.misc.buildOptions', 'bytes', 'misc/', 'buildOptions', '.txt'],
  ['.misc.{name}', 'bytes', 'misc/', '*', '.bin'],
  ['.debug_{name}', 'bytes', 'debug/', '*', '.bin'],
];

/** And by the kind of its content, where no row does. */
const FOLDERS = {
  relocations: ['relocations/', '.txt'],
  symbols: ['symbols/', '.txt'],
  notes: ['notes/', '.txt'],
} as const;

/** A place for the content of a section, from its name as it is: `FolderNames` makes it safe. */
export function placeFor({ name, sh_type, content }: SectionPart): Place {
  const row = findSection(name, sh_type);
  const found = row && PLACES.find(([pattern, kind]) => pattern === row.pattern && kind === content.kind);
  if (row && found) return [found[2], found[3] === '*' ? (sectionSubject(row, name) ?? '') : found[3], found[4]];
  const [folder, extension] = content.kind in FOLDERS ? FOLDERS[content.kind as keyof typeof FOLDERS] : ['sections/', '.bin'];
  const bare = name.replace(/^\.(rela?\.)?/, '');
  return [folder, bare === '' ? 'section' : bare, extension];
}
