/** Whether kernels keep to limits that the caller gives: `gate` of `zebin info --json --max COLUMN=NUMBER`. */
export interface GateInfo {
  /** Whether no kernel has more than a limit, and there was a kernel to compare. */
  readonly passed: boolean;
  /** Whether what a kernel may spill was left out. */
  readonly certain: boolean;
  readonly limits: readonly ResourceLimit[];
  /** Kernels that were compared. */
  readonly kernels: number;
  readonly exceeded: readonly ExceededLimit[];
  /** Addresses of images that do not say what their kernels need. */
  readonly not_compared: readonly string[];
}

/** The most that a kernel may have of a resource. */
export interface ResourceLimit {
  readonly column: string;
  readonly max: number;
}

/** A kernel with more than that. */
export interface ExceededLimit extends ResourceLimit {
  /** Address of its image, as in `images`. */
  readonly address: string;
  readonly name: string;
  readonly value: number;
  /** False for a value that is only the most that it can be: a kernel that may spill. */
  readonly certain: boolean;
  /** Of a kernel that spills: register counts of the device above its own, with which a build may not spill; null where they are not known. */
  readonly larger_grf_counts?: readonly number[] | null;
}
