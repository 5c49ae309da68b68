/** What running part of a kernel costs one hardware thread (all of its lanes together), as the compiler estimates it. */
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
  /** The compiler could not determine the count. */
  | { readonly kind: 'unknown' };

/** A number that a loop count depends on. */
export interface CostSymbol {
  /**
   * `n` for an argument; `n+8` for the value 8 bytes after the pointer n; `arg1` for an argument whose name the file does not have;
   * `implicit10` for an argument that the compiler added. A member of a structure that is passed by value is also `implicit…`, and the
   * file does not say which member.
   */
  readonly name: string;
  /** argNo: the argument's index. Arguments that the compiler adds come after those of the source. */
  readonly argument: number;
  /** byteOffset. */
  readonly offset: number;
  /** sizeInBytes. For a value that a pointer leads to, the compiler writes the size of the pointer. */
  readonly size: number;
  /** isInDirect: the number is in the memory that the argument points to. */
  readonly indirect: boolean;
}

export interface CostLoop {
  /** From 1 on, in program order, outer loops before inner ones: the position in Kcm_loop_costs. */
  readonly index: number;
  /** Index of the enclosing loop; 0 for the kernel. */
  readonly parent: number;
  /** 1 for an outermost loop. */
  readonly depth: number;
  /** One iteration, without nested loops. */
  readonly body: Cost;
  readonly count: LoopCount;
}

/** The estimate for a kernel: its own instructions and a tree of loops. */
export interface CostModel {
  readonly kernel: string;
  /** Instructions outside of loops. */
  readonly body: Cost;
  readonly loops: readonly CostLoop[];
  /** The symbols that the loop counts use, in order of their first use. */
  readonly symbols: readonly CostSymbol[];
  /**
   * Which entries of kcm_loop_count_exps belong to the kernel: `own` if the list has one for each of its loops, `module` if the list is
   * of all loops of all kernels, `none` if it is neither, so that no count is known.
   */
  readonly counts: 'own' | 'module' | 'none';
  /** Loops that num_loops of the entries before them do not account for; they are treated as outermost loops. */
  readonly stray: number;
}
