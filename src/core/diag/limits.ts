import type { Code } from './codes/index.ts';

/**
 * The structural limits: what a file of a size can hold at most, however it is crafted. Every limit has a diagnostic code, and is far
 * above what real files reach, so that they are answered whole, whatever their size. docs/security.md lists them.
 */
export const LIMITS = {
  /** Diagnostics kept for one file or member; `limit/diagnostics` counts the rest. */
  diagnostics: 1_000,
  /** Diagnostics kept for the smallest file, so that an archive of many small files does not keep a thousand for each. */
  diagnosticsFloor: 16,
  /** Bytes of a file for which one diagnostic more than `diagnosticsFloor` is kept. */
  bytesPerDiagnostic: 128,
  /**
   * Decoding work, in bytes, as a multiple of the file's size: tables count as their size, and what is made from the input as {@link COST}.
   * Sections of a real file do not overlap and names are shared a few times, so a real file needs less than half of it; sections that all
   * claim the same bytes reach `limit/work`.
   */
  workPerByte: 4,
  /** Added to the multiple, for what small files have at least. */
  workFloor: 16_384,
  /** Entries that a container of any size can have. */
  entriesFloor: 1_024,
  /** Bytes of a container for which it can have one entry more; past that `limit/work`. Real members take 1 KB and more. */
  bytesPerEntry: 256,
  /** Bytes of a baseline for which it can have one kernel or threshold more than `entriesFloor`. Real kernels take 200. */
  bytesPerRow: 64,
  /** Spans that the dump of a file of any size can have. */
  spansFloor: 65_536,
  /**
   * Bytes of a file for which its dump can have one span more; past that a section or table is one span, with `limit/spans`. vISA objects
   * have one for 4.
   */
  bytesPerSpan: 3,
  /** Bytes of one name; longer ones are truncated, with `limit/name-length`. */
  nameLength: 65_536,
  /** Bytes of the name of an archive's member, which is part of the address of everything inside. */
  memberName: 1_024,
  /** Nesting of ze_info text; deeper blocks stay raw, with `limit/depth`. Real texts nest 6 deep. */
  yamlDepth: 64,
  /** Nesting of JSON documents that are read; deeper ones are refused, with `limit/depth`. Those that are written nest 7 deep. */
  jsonDepth: 64,
  /** The most decompressed bytes of a stream, as a multiple of its compressed size. Past the limits nothing is inflated, with `limit/inflated`. */
  inflatedRatio: 100,
  /** Decompressed bytes that any stream can have, however small it is. */
  inflatedFloor: 16 * 1_048_576,
  /** The most decompressed bytes of any stream: what one array holds everywhere. */
  inflatedBytes: 2_147_483_648,
  /** Sections of a host file that are looked at; `limit/host-sections` says that there are more. */
  hostSections: 262_144,
  /** Bytes of a host file's data that are searched for descriptors, and no more than twice its size; then `limit/host-scan`. */
  hostScan: 268_435_456,
  /** Bits of an argument mask in a property set; a longer one stays bytes, with `props/value-size`. No kernel has so many arguments. */
  argumentMask: 4_096,
  /** Nesting of containers; deeper members are listed but not opened, with `limit/depth`. */
  containerDepth: 16,
  /** Characters of a mangled name that is demangled; longer ones, and those past the next three limits, are shown as they are. */
  mangledLength: 65_536,
  /** Nesting of the declaration that a mangled name stands for. */
  demangledDepth: 256,
  /** Characters of a demangled name, for each of the mangled one. */
  demangledRatio: 64,
  /** Characters that the parts of a demangled name make together while it is printed, for each of the mangled one. */
  demangledWork: 1_024,
} as const;

const MIB = 1_048_576;

/** How much of a resource a run may use in all its layers. */
export interface Allowance {
  /** What an input of any size may use. */
  readonly floor: number;
  /** What each byte of the input adds. */
  readonly perByte: number;
  /** What is reported when it is used up: the code and the message. */
  readonly code: Code;
  readonly says: string;
}

/** What one run may use, passed from layer to layer as a `Budget`: a row for each resource. */
export const ALLOWANCES = {
  /** Bytes that the opened parts of a container have in common, all containers together: real parts do not overlap. */
  opened: {
    floor: 4_096,
    perByte: 1,
    code: 'limit/work',
    says: 'parts of a container overlap far more than real ones; the others are not opened',
  },
  /** Parts that are opened, of all containers together, however they nest. Real parts take 480 bytes and more. */
  parts: {
    floor: 1_024,
    perByte: 1 / 256,
    code: 'limit/work',
    says: 'parts of a container nest far more than real ones; the others are not opened',
  },
  /** Decompressed bytes of all compressed parts together. Real images compress to a fifth to a tenth, similar ones together to a twentieth. */
  inflated: {
    floor: 16 * MIB,
    perByte: 24,
    code: 'limit/inflated',
    says: 'compressed parts are far more than one run may inflate; the others are not opened',
  },
  /** Characters that are printed or written. `dump --fields --json` makes 81 of a byte of code; all other verbs make less than 40. */
  output: {
    floor: 16 * MIB,
    perByte: 384,
    code: 'limit/output',
    says: 'the output is far larger than that of real files of this size; it ends here',
  },
} as const satisfies Readonly<Record<string, Allowance>>;

export type Resource = keyof typeof ALLOWANCES;

/** What things count in {@link LIMITS.workPerByte} besides their bytes. */
export const COST = {
  /** A symbol, a relocation, or a range of addresses of debug information, whose lists are as long as a tenth of a real file. */
  entry: 40,
  /** A scalar, map or list of ze_info text, or a line of property text, which take 12 bytes or more in real text. */
  node: 24,
  /** What a scalar, map or list, or a line of property text, adds if it is not read but kept as text; also a wrong line of vISA text or assembly. */
  extra: 48,
  /** An entry of a table of a vISA object, or a property that images share. */
  record: 16,
  /** A note. */
  note: 128,
  /** A kernel, an entry of a bundle, a set of properties: what has a record of several members. */
  part: 256,
  /** A routine of vISA, which has all pre-defined names: real ones take 500 bytes and more in objects, and 1 KB in text. */
  routine: 1_024,
  /** A byte of code that is listed: real code is listed once. */
  code: 3,
  /** In spans of a dump, a line of property text, which takes 12 bytes or more: it has two, each with the names of set and key. */
  line: 4,
} as const;
