/** A file of a folder that something is unpacked into or packed from. */
export interface FolderFile {
  /** Path within the folder, with `/` on every system; never absolute, never with `..`. */
  readonly path: string;
  readonly data: Uint8Array;
}
