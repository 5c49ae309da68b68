/** What an editor and the page in it say to each other. */

/** A file that the editor opens. */
export interface HostFile {
  /** In the page. */
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where the editor has it. */
  readonly address: string;
}

/** What the page has the editor keep of it. */
export interface KeptPage {
  /** The place that it shows, as the page prints it after `#`. */
  readonly place: string;
  /** Of its files. */
  readonly addresses: readonly string[];
}

/** What the editor says. */
export type EditorMessage =
  /** Opens files, all that the page is for: what has the name of an open one takes its place. */
  | { readonly kind: 'open'; readonly files: readonly HostFile[] }
  /** Goes to a place, given as the page prints it after `#`; `isFollowed` for a cursor that it follows, which is no step of the history. */
  | { readonly kind: 'go'; readonly place: string; readonly isFollowed: boolean };

/** What the page says. */
export type PageMessage = { readonly kind: 'ready' } | { readonly kind: 'place'; readonly place: string };
