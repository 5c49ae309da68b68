import type { Json } from './json.ts';

/** What `--json` prints for several files: the document of each. */
export interface FilesDocument {
  readonly schema: 'zebin/files/1';
  /** In the order in which they were given. */
  readonly files: readonly FileAnswer[];
}

export interface FileAnswer {
  /** The file, and the address in it, as the caller gave it; `-` for standard input. */
  readonly file: string;
  /** The exit code that the verb has for this file alone. */
  readonly exit_code: 0 | 1 | 2;
  /** The document that the verb prints for this file alone: of the verb, or `zebin/error/1`. */
  readonly document: Json;
}
