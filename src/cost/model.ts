/** What running a stretch of a kernel costs one hardware thread, all of its lanes together, as the compiler estimates it. */
export interface Cost {
  readonly cycles: number;
  readonly bytes_loaded: number;
  readonly bytes_stored: number;
}

/** How often a loop runs each time it is reached. */
export type LoopCount =
  | { readonly kind: 'constant'; readonly value: number }
  /** `factor × value of the symbol + constant`. */
  | { readonly kind: 'symbol'; readonly symbol: CostSymbol; readonly factor: number; readonly constant: number }
  /** The compiler does not know it. */
  | { readonly kind: 'unknown' };

/** A number that a loop count depends on. */
export interface CostSymbol {
  /**
   * `n` for an argument, `n+8` for what lies 8 bytes after the pointer n, `arg1` for an argument whose name the file does not have,
   * `implicit10` for one that the compiler added: a member of a structure that is passed by value is such a one, and which one the file
   * does not say.
   */
  readonly name: string;
  /** argNo: the place among the arguments, those that the compiler adds after those of the source. */
  readonly argument: number;
  /** byteOffset. */
  readonly offset: number;
  /** sizeInBytes; where the number comes after a pointer, the compiler writes the size of the pointer. */
  readonly size: number;
  /** isInDirect: the number is in the memory that the argument points to. */
  readonly indirect: boolean;
}

export interface CostLoop {
  /** From 1 on, in program order, an outer loop before those in it: the place in Kcm_loop_costs. */
  readonly index: number;
  /** Index of the loop around it; 0 for the kernel. */
  readonly parent: number;
  /** 1 for a loop that is in no other. */
  readonly depth: number;
  /** One pass, without the loops in it. */
  readonly body: Cost;
  readonly count: LoopCount;
}

/** The estimate for a kernel: its own instructions and a tree of loops. */
export interface CostModel {
  readonly kernel: string;
  /** Outside of loops. */
  readonly body: Cost;
  readonly loops: readonly CostLoop[];
  /** The symbols that counts of these loops use, in their order. */
  readonly symbols: readonly CostSymbol[];
  /**
   * Which entries of kcm_loop_count_exps are the kernel's: `own` when there is one for each of its loops, `module` when the list is of
   * all loops of all kernels, `none` when it is neither, so that no count is known.
   */
  readonly counts: 'own' | 'module' | 'none';
  /** Loops that num_loops of the entries before them do not account for; they are taken as loops in no other. */
  readonly stray: number;
}
