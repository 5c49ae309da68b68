import type { Code } from './codes/index.ts';

/**
 * What bounds the work on hostile input. Every limit has a diagnostic code.
 */
export const LIMITS = {
  /** Diagnostics kept for one file or member; `limit/diagnostics` counts the rest. */
  diagnostics: 1_000,
  /** A small file keeps fewer, so that an archive of many small ones does not keep a thousand for each: this many, */
  diagnosticsFloor: 16,
  /** and one more for each of this many bytes. */
  bytesPerDiagnostic: 128,
  /**
   * Decoding work, in bytes, as a multiple of the file's size: tables count as their size, and what is made from the input as {@link COST}.
   * Sections of a real file do not overlap and names are shared a few times, so a real file needs less than half of it; sections that all
   * claim the same bytes reach `limit/work`.
   */
  workPerByte: 4,
  /** Added to the multiple, so that tiny files are not refused because of rounding. */
  workFloor: 4_096,
  /** Spans in a dump; past this many, a section or table is one span, with `limit/spans`. A real file of 10 MB has about as many. */
  spans: 300_000,
  /** Bytes of one name; longer ones are truncated, with `limit/name-length`. */
  nameLength: 65_536,
  /** Bytes of the name of an archive's member, which is part of the address of everything inside. */
  memberName: 1_024,
  /** Nesting of ze_info text; deeper blocks stay raw, with `limit/depth`. Real texts nest 6 deep. */
  yamlDepth: 64,
  /** Nesting of JSON documents that are read; deeper ones are refused, with `limit/depth`. Those that are written nest 7 deep. */
  jsonDepth: 64,
  /** The most decompressed bytes of a stream: this multiple of its compressed size, */
  inflatedRatio: 100,
  /** but at least this many, */
  inflatedFloor: 16 * 1_048_576,
  /** and at most this many. Past the limit nothing is inflated, with `limit/inflated`. */
  inflatedBytes: 536_870_912,
  /** Sections of a host file that are looked at; `limit/host-sections` says that there are more. */
  hostSections: 262_144,
  /** Bytes of a host file's data that are searched for descriptors, and no more than twice its size; then `limit/host-scan`. */
  hostScan: 268_435_456,
  /** Bits of an argument mask in a property set; a longer one stays bytes, with `props/value-size`. */
  argumentMask: 65_536,
  /** Nesting of containers; deeper members are listed but not opened, with `limit/depth`. */
  containerDepth: 16,
  /** Characters of a mangled name that is demangled; longer ones, and those past the next three limits, are shown as they are: */
  mangledLength: 65_536,
  /** nesting of a declaration, */
  demangledDepth: 256,
  /** characters of the text for each of the mangled name, */
  demangledRatio: 64,
  /** and characters that its parts make together while it is printed, for each of the mangled name. */
  demangledWork: 1_024,
} as const;

const MIB = 1_048_576;

/** How much of a resource a run may use in all its layers. */
export interface Allowance {
  /** For an input of any size, */
  readonly floor: number;
  /** plus this for each byte of it, and of what is inflated from it as far as {@link INFLATED} says, */
  readonly perByte: number;
  /** where the floor is not enough for all of them, */
  readonly from?: number;
  /** with this instead of `perByte` for each byte past {@link PROMISED}, */
  readonly beyond?: number;
  /** and at most this. */
  readonly most?: number;
  /** What is reported when it is used up: the code and the message. */
  readonly code: Code;
  readonly says: string;
}

/** The largest input, in bytes, for which a run ends within a second or at a limit. */
export const PROMISED = 10_000_000;

/**
 * How many inflated bytes count as input: as many as make {@link PROMISED} with it. A small file is not a large one because it is
 * compressed well. Input past that size takes longer in any case, and each of its bytes allows this many inflated ones.
 */
export const INFLATED = { promised: PROMISED, perByte: 12 } as const;

/**
 * What one run may use, passed from layer to layer as a `Budget`: a row for each resource. The floors are what a current machine does
 * within one second and 512 MB, so that no input of up to 10 MB takes more. docs/security.md says which real files reach them.
 */
export const ALLOWANCES = {
  /** Work of every layer, in bytes read or made: {@link COST} says what other things count. */
  work: {
    floor: 64 * MIB,
    perByte: 24,
    // No time is promised for larger input, and verbs that analyse code take up to 64 for each byte of it.
    beyond: 64,
    code: 'limit/work',
    says: 'this needs far more work than a normal file of this size; the answer ends here',
  },
  /**
   * Bytes of opened parts of containers, all levels together: each level counts every byte once. Parts that
   * overlap count more often.
   */
  opened: {
    floor: 4_096,
    perByte: 16,
    code: 'limit/work',
    says: 'overlapping parts are far more than a file of this size contains; the others are not opened',
  },
  /** Decompressed bytes of all compressed parts together. Real images compress to a fifth to a tenth, similar ones together to a twentieth. */
  inflated: {
    // Inflating this many takes two thirds of a second: every input up to the promised size has the same allowance.
    floor: 80 * MIB,
    from: PROMISED,
    perByte: INFLATED.perByte,
    most: 512 * MIB,
    code: 'limit/inflated',
    says: 'compressed parts together exceed the bytes that one run may inflate; the others are not opened',
  },
  /** Characters that are printed or written. */
  output: {
    floor: 16 * MIB,
    perByte: 16,
    code: 'limit/output',
    says: 'the output is far larger than that of a normal file of this size; it ends here',
  },
} as const satisfies Readonly<Record<string, Allowance>>;

export type Resource = keyof typeof ALLOWANCES;

/** What things cost in decoding work besides their bytes, by the memory that they take. */
export const COST = {
  /** A symbol or relocation. */
  entry: 40,
  /** A range of addresses of debug information. */
  range: 256,
  /** A function of debug information that has code, or a call of one that is inlined. */
  scope: 1_024,
  /** A scalar, map or list of ze_info text. In real text one takes 12 bytes or more. */
  node: 48,
  note: 128,
  kernel: 256,
  /** A line of property text, and for the run that line and a character of its value. */
  property: 16,
  propertyLine: 1_536,
  spelling: 12,
  /** Things above the readers, by the time that they take: an item in a container that is opened, */
  opened: 8_192,
  /** one that is compressed, besides its decompressed content, */
  stream: 24_576,
  /** a member of it, and a block of a zlib or gzip stream, which may have tables of its own, */
  member: 12_288,
  block: 2_048,
  /** and each byte of that content. */
  inflated: 2,
  /** a zebin that is read with everything that belongs to it, */
  image: 32_768,
  /** and one that is checked: by rules, or as releases of the driver do; */
  judged: 32_768,
  /** each byte of its ze_info text, past what its kernels normally take, */
  judgedText: 44,
  /** a kernel that is reported in full, or checked separately; */
  detail: 40_960,
  /** and each of its arguments, with more for those that no normal kernel has; */
  argument: 1_024,
  furtherArgument: 3_072,
  /** a kernel that rules are applied to, */
  ruled: 6_144,
  /** that is looked for in another build, */
  matched: 49_152,
  /** that is a row of a table, with the hash of its code, */
  tabled: 49_152,
  /** or that is found in a zebin with its section, */
  joined: 4_096,
  /** A mangled name that is read, and each character of it. Printing it counts the characters that it makes. */
  mangled: 2_048,
  mangledByte: 40,
  /** An estimate of what a kernel costs, each of its loops, and each of them again for a value of a sweep. */
  estimate: 16_384,
  loop: 6_144,
  swept: 512,
  /** An item in a container that is listed, and one that is not searched. */
  listed: 12_288,
  closed: 3_328,
  /** A line of a text or a document, for the run: what is made from it, besides its cost in the file. */
  row: 1_024,
  /** A cell of it, where a row has far more of them than a normal one. */
  cell: 192,
  /** A blob of OffloadBinary: its header, its entries, and the parts that the walk makes of it. */
  blob: 4_096,
  /** A variable, label or other record of a vISA object. */
  record: 1_536,
  /** A line of a text that is printed as it is. */
  textLine: 192,
  /** A line of vISA text, and one that cannot be read. */
  visaLine: 1_792,
  faultyLine: 3_072,
  /** A line of a folder's text, even if it is empty, */
  folderLine: 192,
  /** a word of it, and one with a key; */
  word: 80,
  keyedWord: 192,
  /** a patch that it describes, and a byte that is compared with zero. */
  patch: 1_536,
  zero: 4,
  /** An object in a list of a folder's JSON document, */
  jsonObject: 512,
  /** and what is written for it: a member of an archive or bundle, a blob of an OffloadBinary, an image and a string in it, a byte. */
  packedMember: 8_192,
  packedBlob: 4_096,
  packedImage: 8_192,
  packedString: 5_120,
  packed: 2,
  /** A byte of the metadata of such an image, some of whose properties are repeated as strings. */
  packedProps: 32,
  /** A section that is split into parts and placed in a file again, */
  placed: 6_144,
  /** a symbol, and a relocation or note. */
  placedSymbol: 2_048,
  placedEntry: 768,
  /** A byte of ze_info text whose attributes are converted and printed again. */
  converted: 64,
  /** A span of a dump. */
  span: 768,
  /** A piece of code that is listed, */
  listing: 12_288,
  /** an instruction of it that is listed, one that is listed as data as well, and what the analysis adds to each. */
  instruction: 512,
  instructionData: 2_048,
  instructionCosts: 512,
  /** The first line of its form, which is assembled to see what it loses, and one without a form, such as a branch. */
  form: 6_144,
  formless: 2_560,
  /** An entry of a list of ze_info, such as an argument, that is compared with those of another build. */
  comparedEntry: 6_144,
  /** An instruction that is compared with those of another build. */
  comparedInstruction: 1_024,
  /** A byte of code in which labels are looked for, before it is listed, and a label that is found. */
  outlined: 5,
  label: 256,
  /** The additional cost of an instruction that cannot be decoded. */
  problem: 10_240,
  /** A statement of assembly, and one that cannot be assembled. */
  statement: 512,
  fault: 8_192,
  /** An instruction for which waits are computed. */
  scheduled: 4_608,
  /** The bits of an instruction by name. */
  fields: 8_192,
  /** A byte that is compressed and hashed. */
  compressed: 12,
  /** A byte of a JSON document that is parsed, */
  jsonByte: 6,
  /** an object or list of it, */
  jsonList: 128,
  /** a name of members of it that no member before has: members with names of their own take most, */
  jsonName: 512,
  /** and a number in a list of it. */
  jsonNumber: 64,
  /** A row of newer tables, which is checked and added to the others. */
  tableRow: 2_560,
  /** A device of newer tables that is compared with an image; the built-in ones are part of what an image costs. */
  candidate: 128,
  /** A kernel that is looked for among those of a device, a member among the searches of drivers, */
  searched: 16,
  /** and a platform whose members are looked for in an archive. */
  platform: 128,
  /** A kernel of a baseline. */
  baselineKernel: 7_168,
  /** A byte of a property's value that is encoded, */
  encoded: 64,
  /** and one of the text of property sets that is read and printed to compare it. */
  layout: 64,
  /** A file that is written into a folder, and one that is read from it. */
  file: 32_768,
  folderFile: 8_192,
} as const;
