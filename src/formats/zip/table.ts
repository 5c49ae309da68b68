import type { StructRows } from '../../core/schema/index.ts';

/**
 * ZIP: entries, each after a local header, and at the end a list of them. Wheels, .jar, .apk and PyTorch's archives are ZIP files.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3 (structure), 4.4 (fields) and 4.5.3 (64-bit sizes).
 */
export const ZIP_LOCAL = 'PK\x03\x04';
export const ZIP_CENTRAL = 'PK\x01\x02';
export const ZIP_DESCRIPTOR = 'PK\x07\x08';
export const ZIP_END = 'PK\x05\x06';
export const ZIP_END_64 = 'PK\x06\x06';
export const ZIP_LOCATOR_64 = 'PK\x06\x07';

const field = <const N extends string>(name: N, at: number, width: 2 | 4 | 8, doc: string) =>
  ({ name, at32: [at, width], at64: [at, width], as: 'number', doc }) as const;

/** What a local header and the list at the end both have; in the list two bytes further on. */
const ENTRY = (at: number) =>
  [
    field('flags', at, 2, 'Bit 0: encrypted. Bit 3: sizes and checksum follow the data. Bit 11: the name is UTF-8.'),
    field('method', at + 2, 2, '0 stored, 8 deflate.'),
    field('time', at + 4, 4, 'When the file changed, as MS-DOS writes it.'),
    field('crc32', at + 8, 4, 'CRC-32 of the content.'),
    field('stored_size', at + 12, 4, 'Bytes in the archive; 0xffffffff if the extra field has them.'),
    field('size', at + 16, 4, 'Bytes of the content; 0xffffffff if the extra field has them.'),
    field('name_length', at + 20, 2, 'Bytes of the name after this header.'),
    field('extra_length', at + 22, 2, 'Bytes of the extra field after the name.'),
  ] as const;

export const ZIP_LOCAL_HEADER = {
  name: 'local header',
  size32: 30,
  size64: 30,
  fields: [field('signature', 0, 4, 'PK, 3, 4.'), field('needs', 4, 2, 'Version of the format that a reader needs.'), ...ENTRY(6)],
} as const satisfies StructRows;

export const ZIP_CENTRAL_HEADER = {
  name: 'list entry',
  size32: 46,
  size64: 46,
  fields: [
    field('signature', 0, 4, 'PK, 1, 2.'),
    field('made_by', 4, 2, 'Version and system of the writer.'),
    field('needs', 6, 2, 'Version of the format that a reader needs.'),
    ...ENTRY(8),
    field('comment_length', 32, 2, 'Bytes of the comment after the extra field.'),
    field('disk', 34, 2, 'Number of the disk with the entry.'),
    field('internal', 36, 2, 'Bit 0: a text.'),
    field('external', 38, 4, 'Attributes of the file.'),
    field('offset', 42, 4, 'Where the local header begins; 0xffffffff if the extra field has it.'),
  ],
} as const satisfies StructRows;

export const ZIP_END_HEADER = {
  name: 'end of the list',
  size32: 22,
  size64: 22,
  fields: [
    field('signature', 0, 4, 'PK, 5, 6.'),
    field('disk', 4, 2, 'Number of this disk.'),
    field('list_disk', 6, 2, 'Number of the disk where the list begins.'),
    field('entries_here', 8, 2, 'Entries on this disk.'),
    field('entries', 10, 2, 'Entries in all.'),
    field('list_size', 12, 4, 'Bytes of the list; 0xffffffff if the 64-bit form has them.'),
    field('list_offset', 16, 4, 'Where the list begins; 0xffffffff if the 64-bit form has it.'),
    field('comment_length', 20, 2, 'Bytes of the comment after this.'),
  ],
} as const satisfies StructRows;

export const ZIP_END_64_HEADER = {
  name: '64-bit end of the list',
  size32: 56,
  size64: 56,
  fields: [
    field('signature', 0, 4, 'PK, 6, 6.'),
    field('record_size', 4, 8, 'Bytes of this record after this field.'),
    field('made_by', 12, 2, 'Version and system of the writer.'),
    field('needs', 14, 2, 'Version of the format that a reader needs.'),
    field('disk', 16, 4, 'Number of this disk.'),
    field('list_disk', 20, 4, 'Number of the disk where the list begins.'),
    field('entries_here', 24, 8, 'Entries on this disk.'),
    field('entries', 32, 8, 'Entries in all.'),
    field('list_size', 40, 8, 'Bytes of the list.'),
    field('list_offset', 48, 8, 'Where the list begins.'),
  ],
} as const satisfies StructRows;

export const ZIP_LOCATOR_64_HEADER = {
  name: '64-bit locator',
  size32: 20,
  size64: 20,
  fields: [
    field('signature', 0, 4, 'PK, 6, 7.'),
    field('disk', 4, 4, 'Number of the disk with the 64-bit end.'),
    field('offset', 8, 8, 'Where the 64-bit end begins.'),
    field('disks', 16, 4, 'Number of disks.'),
  ],
} as const satisfies StructRows;

export const ZIP_FLAGS = { encrypted: 1, descriptor: 8 } as const;
/** The extra field with 64-bit sizes, and the number in the fields that it is in place of. */
export const ZIP_EXTRA_64 = 1;
export const ZIP_IN_EXTRA = 0xffff_ffff;

/** Methods by their numbers; those that are not read are named. */
export const ZIP_METHODS = [
  { value: 0, name: 'stored', read: true },
  { value: 8, name: 'deflate', read: true },
  { value: 9, name: 'deflate64', read: false },
  { value: 12, name: 'bzip2', read: false },
  { value: 14, name: 'lzma', read: false },
  { value: 93, name: 'zstd', read: false },
  { value: 95, name: 'xz', read: false },
  { value: 99, name: 'AES encryption', read: false },
] as const;
