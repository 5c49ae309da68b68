import { SECTION_TYPES as ELF_SECTION_TYPES, type SectionPart } from '../../elf/index.ts';
import { findSection, SECTION_TYPES, sectionSubject } from '../table.ts';

/** The file that lists header and sections. A folder with this file is an unpacked zebin. */
export const MANIFEST = 'zebin.txt';
/** Versions in the first line of the manifest after its comment: for a folder without code as assembly, and for one with it. */
export const FOLDER_VERSIONS = ['1', '2'] as const;
export const ALL_SECTION_TYPES = [...ELF_SECTION_TYPES, ...SECTION_TYPES];

type Place = readonly [folder: string, name: string, extension: string];

/** The kind of content of each section type; a row's file name applies only to this kind. Other types are read as `bytes`. */
const READ_AS: Readonly<Record<string, SectionPart['content']['kind']>> = { SHT_NOTE: 'notes', SHT_SYMTAB: 'symbols' };

/** Folder by the kind of the content, if no row names a file. */
const FOLDERS = {
  relocations: ['relocations/', '.txt'],
  symbols: ['symbols/', '.txt'],
  notes: ['notes/', '.txt'],
} as const;

/** A file name for the content of a section, derived from the section's name; `FolderNames` makes it safe. */
export function placeFor({ name, sh_type, content }: SectionPart): Place {
  const row = findSection(name, sh_type);
  if (row?.file !== undefined && (READ_AS[row.type] ?? 'bytes') === content.kind) {
    const [, folder = '', file = '', extension = ''] = /^(.*\/)?(.*)(\.[a-z]+)$/.exec(row.file) ?? [];
    return [folder, file === '*' ? (sectionSubject(row, name) ?? '') : file, extension];
  }
  const [folder, extension] = content.kind in FOLDERS ? FOLDERS[content.kind as keyof typeof FOLDERS] : ['sections/', '.bin'];
  const bare = name.replace(/^\.(rela?\.)?/, '');
  return [folder, bare === '' ? 'section' : bare, extension];
}
