/** Whether kernels stay within the given limits: `gate` of `zebin info --json --max COLUMN=NUMBER`. */
export interface GateInfo {
  /**
   * Whether no kernel exceeds a limit, none is unknown unless `certain`, at least one kernel was compared, and all of the file was read
   * unless `allow_damaged`.
   */
  readonly passed: boolean;
  /** Whether what is not certain was ignored: upper bounds (of a kernel that may spill), and values that are unknown. */
  readonly certain: boolean;
  /** Whether the gate passes although `complete` of the document is false: what was not read was not compared. */
  readonly allow_damaged: boolean;
  readonly limits: readonly ResourceLimit[];
  /** Number of compared kernels. */
  readonly kernels: number;
  readonly exceeded: readonly ExceededLimit[];
  /** Limits that were not compared, because the code of a kernel cannot be analysed. */
  readonly unknown: readonly UnknownValue[];
  /** Addresses of images that do not say what their kernels need. */
  readonly not_compared: readonly string[];
}

/** The most that a kernel may have of a resource. */
export interface ResourceLimit {
  readonly column: string;
  readonly max: number;
}

/** A kernel that exceeds a limit. */
export interface ExceededLimit extends ResourceLimit {
  /** Address of its image, as in `images`. */
  readonly address: string;
  readonly name: string;
  /** The demangled name; the name itself if it is not mangled. */
  readonly label: string;
  readonly value: number;
  /** False for a value that is an upper bound: the kernel may spill. */
  readonly certain: boolean;
  /** For a kernel that spills: larger register counts of the device, with which it might not spill; null if they are not known. */
  readonly larger_grf_counts?: readonly number[] | null;
}

/** A kernel whose value is not known. */
export interface UnknownValue extends ResourceLimit {
  /** Address of its image, as in `images`. */
  readonly address: string;
  readonly name: string;
  /** The demangled name; the name itself if it is not mangled. */
  readonly label: string;
  /** As a sentence. */
  readonly reason: string;
}
