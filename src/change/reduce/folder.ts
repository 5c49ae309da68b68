/** A file as its unpacked folder, from which parts are removed. */
import { decodeText, encodeText, type FolderFile } from '../../core/bytes/index.ts';
import { FormatError } from '../../core/diag/index.ts';
import { packFolder } from '../folder/folder.ts';

/** The files of a folder by path. */
export type Files = ReadonlyMap<string, Uint8Array>;

export const filesOf = (files: readonly FolderFile[]): Files => new Map(files.map(({ path, data }) => [path, data]));

/** The packed file of a folder; undefined if it cannot be packed. */
export function packed(files: Files): Uint8Array | undefined {
  try {
    return packFolder([...files].map(([path, data]) => ({ path, data }))).value;
  } catch (error) {
    if (error instanceof FormatError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The lines of a file, with their line ends. */
export const linesOf = (data: Uint8Array | undefined): string[] => decodeText(data ?? new Uint8Array(0)).match(/[^\n]*\n|[^\n]+$/g) ?? [];

export const withFile = (files: Files, path: string, data: Uint8Array): Files => new Map([...files, [path, data]]);

export const withLines = (files: Files, path: string, lines: readonly string[]): Files => withFile(files, path, encodeText(lines.join('')));
