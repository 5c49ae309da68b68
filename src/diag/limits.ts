/**
 * What bounds the work on hostile input. Every limit has a diagnostic code, and none is met by a real file.
 */
export const LIMITS = {
  /** Diagnostics kept for one file or member; `limit/diagnostics` counts the rest. */
  diagnostics: 1_000,
  /** A small file keeps fewer, so that an archive of many small ones does not keep a thousand for each: so many, */
  diagnosticsFloor: 16,
  /** and one more for each of so many bytes. */
  bytesPerDiagnostic: 128,
  /**
   * Decoding work, in bytes, as a multiple of the file's size: tables count with their size, and what is made of the input with
   * {@link COST}. Sections of a real file do not overlap and names are shared a few times, so a real file needs less than half of it;
   * sections that all claim the same bytes reach `limit/work`.
   */
  workPerByte: 4,
  /** Added to the multiple, so that tiny files are not refused for rounding. */
  workFloor: 4_096,
  /** Spans in a dump; behind so many a section or table is one span, with `limit/spans`. A real file of 10 MB has as many. */
  spans: 300_000,
  /** Bytes of one name; longer ones are cut with `limit/name-length`. */
  nameLength: 65_536,
  /** Bytes of the name of an archive's member, which is part of the address of everything inside. */
  memberName: 1_024,
  /** Nesting of ze_info text; deeper blocks stay raw with `limit/depth`. The real text nests 6 deep. */
  yamlDepth: 64,
  /** Bytes that come of so many compressed ones: so many times as many, */
  inflatedRatio: 100,
  /** but so many in any case, */
  inflatedFloor: 16 * 1_048_576,
  /** and never more than these. Past the limit nothing is inflated, with `limit/inflated`. */
  inflatedBytes: 536_870_912,
  /** Sections of a host file that are looked at; `limit/host-sections` says that there are more. */
  hostSections: 262_144,
  /** Bytes of a host file's data that are looked through for descriptors, and no more than twice its size; then `limit/host-scan`. */
  hostScan: 268_435_456,
  /** Bits of an argument mask in a property set; a longer one stays bytes, with `props/value-size`. */
  argumentMask: 65_536,
  /** Nesting of containers; deeper members are listed but not opened, with `limit/depth`. */
  containerDepth: 16,
  /**
   * Bytes of things in containers that are opened, all levels together, as a multiple of the size of the input and of what is inflated:
   * each level that is there takes one. Things that claim each other's bytes reach `limit/work`.
   */
  openedPerByte: 16,
  /** Characters of a mangled name that is made readable; longer ones, and those past the next three, are shown as they are: */
  mangledLength: 65_536,
  /** nesting of a declaration, */
  demangledDepth: 256,
  /** characters of the text for each of the mangled name, */
  demangledRatio: 64,
  /** and characters that its parts make together while it is printed, for each of the mangled name. */
  demangledWork: 4_096,
} as const;

/** What things count in decoding work besides their bytes, by the memory that they take. */
export const COST = {
  /** A symbol or relocation. */
  entry: 40,
  /** A scalar, map or list of ze_info text. In real text one takes 12 bytes or more. */
  node: 48,
  note: 128,
  kernel: 256,
  /** A line of property text. */
  property: 16,
} as const;
