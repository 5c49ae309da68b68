import type { FolderFile } from '../../core/bytes/index.ts';
import { type Budget, type Outcome, refusal } from '../../core/diag/index.ts';
import { isZebinFolder, type PackOptions } from '../../formats/zebin/index.ts';
import type { Item } from '../../walk/inspect.ts';
import { packWithCode, unpackWithCode } from '../code/index.ts';
import { CONTAINER_FOLDER_KINDS, isContainerFolder, packContainer, unpackContainer } from './containers.ts';

/** A kind of file that can be unpacked to a folder and packed again. */
interface FolderKind {
  /** Kinds of items. */
  readonly kinds: readonly string[];
  /** The folder of an item of this kind. */
  unpack(item: Item, budget?: Budget): FolderFile[] | undefined;
  /** Whether a folder is of this kind, by the names and beginnings of its files. */
  is(files: readonly FolderFile[]): boolean;
  pack(files: readonly FolderFile[], options: PackOptions, budget?: Budget): Outcome<Uint8Array>;
}

/** The first row that accepts a folder counts. */
const FOLDER_KINDS: readonly FolderKind[] = [
  {
    kinds: ['zebin'],
    unpack: ({ content }, budget) => (content.kind === 'zebin' ? unpackWithCode(content.zebin, budget) : undefined),
    is: isZebinFolder,
    pack: packWithCode,
  },
  {
    kinds: CONTAINER_FOLDER_KINDS,
    unpack: unpackContainer,
    is: isContainerFolder,
    pack: (files) => packContainer(files),
  },
];

/** Kinds of files that {@link unpackItem} unpacks. */
export const UNPACKED_KINDS: readonly string[] = FOLDER_KINDS.flatMap(({ kinds }) => kinds);

/**
 * A file as a folder that a person can edit; undefined for kinds that cannot be unpacked. Throws `FormatError` (`limit/work`) where
 * sections overlap.
 */
export function unpackItem(item: Item, budget?: Budget): FolderFile[] | undefined {
  for (const row of FOLDER_KINDS) {
    const files = row.unpack(item, budget);
    if (files) return files;
  }
  return undefined;
}

/**
 * The file of a folder: the inverse of {@link unpackItem}. Throws `FormatError`; for folders of an unknown kind, with `pack/no-folder`.
 *
 * @param budget of the run, for its deadline
 */
export function packFolder(files: readonly FolderFile[], options: PackOptions = {}, budget?: Budget): Outcome<Uint8Array> {
  const row = FOLDER_KINDS.find((kind) => kind.is(files));
  if (row) return row.pack(files, options, budget);
  const message = 'this is not a folder that `zebin unpack` or `ocloc disasm` made: it has no zebin.txt, container.json or sections.txt';
  throw refusal('pack/no-folder', '', message);
}
