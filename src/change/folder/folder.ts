/** Files as folders that people and `git diff` can read, and back. */
import type { FolderFile } from '../../core/bytes/index.ts';
import { type Budgeted, type Outcome, Reporter, refusal } from '../../core/diag/index.ts';
import { isZebinFolder, type PackOptions } from '../../formats/zebin/index.ts';
import type { Item } from '../../walk/inspect.ts';
import { packWithCode, unpackWithCode } from '../code/index.ts';
import { CONTAINER_FOLDER_KINDS, isContainerFolder, packContainer, unpackContainer } from './containers.ts';

/** A kind of file that can be unpacked to a folder and packed again. */
interface FolderKind {
  /** Kinds of items. */
  readonly kinds: readonly string[];
  /** The folder of an item of this kind. */
  unpack(item: Item, options: Budgeted): FolderFile[] | undefined;
  /** Whether a folder is of this kind, by the names and beginnings of its files. */
  is(files: readonly FolderFile[]): boolean;
  pack(files: readonly FolderFile[], options: PackOptions): Outcome<Uint8Array>;
}

/** The first row that accepts a folder counts. */
const FOLDER_KINDS: readonly FolderKind[] = [
  {
    kinds: ['zebin'],
    unpack: ({ content }, options) => (content.kind === 'zebin' ? unpackWithCode(content.zebin, options) : undefined),
    is: isZebinFolder,
    pack: packWithCode,
  },
  {
    kinds: CONTAINER_FOLDER_KINDS,
    unpack: (item) => unpackContainer(item),
    is: isContainerFolder,
    pack: (files) => packContainer(files),
  },
];

/** Kinds of files that {@link unpackItem} unpacks. */
export const UNPACKED_KINDS: readonly string[] = FOLDER_KINDS.flatMap(({ kinds }) => kinds);

/**
 * An item as a folder of editable text files; undefined for a kind that has no such form. {@link packFolder} is the inverse. Code is
 * written as assembly, with its symbols and relocations, if that assembles to the same bytes. Throws `FormatError` (`limit/work`) where
 * sections overlap, and for far more files than real ones of its size are unpacked to.
 *
 * @example
 * const files = unpackItem(inspect(bytes).value);
 * files?.some(({ path }) => path === 'zebin.txt'); // true
 */
export function unpackItem(item: Item, options: Budgeted = {}): readonly FolderFile[] | undefined {
  const { bytes, content, address } = item;
  const { listable } = new Reporter(bytes.length, options.budget);
  const refuseMany = (count: number): void => {
    if (count <= listable) return;
    throw refusal('limit/work', address.slice(1), `${count} files are far more than real ones of ${bytes.length} bytes are unpacked to`);
  };
  // Each section has a file, which need not be made to be counted.
  if (content.kind === 'zebin') refuseMany(content.zebin.elf.sections.length);
  for (const row of FOLDER_KINDS) {
    const files = row.unpack(item, options);
    if (!files) continue;
    refuseMany(files.length);
    return files;
  }
  return undefined;
}

/**
 * The file of a folder: the inverse of {@link unpackItem}. Throws `FormatError`; for folders of an unknown kind, with `pack/no-folder`.
 *
 * @example
 * const files = unpackItem(inspect(bytes).value) ?? [];
 * packFolder(files).value.every((byte, i) => byte === bytes[i]); // true
 */
export function packFolder(files: readonly FolderFile[], options: PackOptions = {}): Outcome<Uint8Array> {
  const row = FOLDER_KINDS.find((kind) => kind.is(files));
  if (row) return row.pack(files, options);
  const message = 'this is not a folder that `zebin unpack` or `ocloc disasm` made: it has no zebin.txt, container.json or sections.txt';
  throw refusal('pack/no-folder', '', message);
}
