import { SECTION_TYPES as ELF_SECTION_TYPES, type SectionPart } from '../../elf/index.ts';
import { findSection, SECTION_TYPES, sectionSubject } from '../table.ts';

/** The file that lists header and sections: what makes a folder an unpacked zebin. */
export const MANIFEST = 'zebin.txt';
/** First line of the manifest, after its comment: of a folder without and with code as assembly. */
export const FOLDER_VERSIONS = ['1', '2'] as const;
export const ALL_SECTION_TYPES = [...ELF_SECTION_TYPES, ...SECTION_TYPES];

type Place = readonly [folder: string, name: string, extension: string];

/** What a section is read as by its type, so that its row names the file: `bytes` where none is here. */
const READ_AS: Readonly<Record<string, SectionPart['content']['kind']>> = { SHT_NOTE: 'notes', SHT_SYMTAB: 'symbols' };

/** Where it is put by the kind of its content, when no row names a file. */
const FOLDERS = {
  relocations: ['relocations/', '.txt'],
  symbols: ['symbols/', '.txt'],
  notes: ['notes/', '.txt'],
} as const;

/** A place for the content of a section, from its name as it is: `FolderNames` makes it safe. */
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
