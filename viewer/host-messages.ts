/** What an editor and the page in it say to each other. */

/** What the editor says. */
export type EditorMessage =
  /** Opens files: what has the name of an open one takes its place. */
  | { readonly kind: 'open'; readonly files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[] }
  /** Goes to a place, given as the page prints it after `#`; `isFollowed` for a cursor that it follows, which is no step of the history. */
  | { readonly kind: 'go'; readonly place: string; readonly isFollowed: boolean };

/** What the page says. */
export type PageMessage = { readonly kind: 'ready' } | { readonly kind: 'place'; readonly place: string };
