/**
 * What bounds the work on hostile input. Every limit has a diagnostic code, and none is met by a real file.
 */
export const LIMITS = {
  /** Diagnostics kept for one input; `limit/diagnostics` counts the rest. */
  diagnostics: 1_000,
  /**
   * Bytes of tables (symbols, relocations, notes, strings) that may be decoded, as a multiple of the file's size. Sections of a
   * real file do not overlap and names are shared a few times, so a real file stays far below; sections that all claim the same bytes
   * reach `limit/work`.
   */
  workPerByte: 16,
  /** Added to the multiple, so that tiny files are not refused for rounding. */
  workFloor: 65_536,
  /** Characters in one name; longer ones are cut with `limit/name-length`. */
  nameLength: 65_536,
  /** Nesting of ze_info text; deeper blocks stay raw with `limit/depth`. The real text nests 6 deep. */
  yamlDepth: 64,
  /** Nesting of containers; deeper members are listed but not opened, with `limit/depth`. */
  containerDepth: 32,
} as const;
