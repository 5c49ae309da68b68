/** A kernel of an open file. */
export interface KernelPlace {
  /** Address of its image. */
  readonly at: string;
  readonly name: string;
}

export interface KernelParams extends KernelPlace {
  readonly file: number;
}
