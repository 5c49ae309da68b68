/** What a debug session is begun with, besides the messages of the Debug Adapter Protocol. */
export interface DebugLaunch {
  readonly program: Uint8Array;
  /** Where the program is. */
  readonly address: string;
  readonly kernel?: string | undefined;
  /** The image of the file, by its address; the first that has the kernel without it. */
  readonly image?: string | undefined;
  /** A file of cases, and the name of one; without, the kernel gets sizes and arguments that are said. */
  readonly cases?: Uint8Array | undefined;
  readonly only?: string | undefined;
  /** Texts of source files beside the program, by name, and where each is. */
  readonly sources: readonly { readonly name: string; readonly uri: string; readonly text: string }[];
}

export type ToDebugger = { readonly kind: 'begin'; readonly launch: DebugLaunch } | { readonly kind: 'message'; readonly message: unknown };
