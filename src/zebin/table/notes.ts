import { type BitRow, FIRST, type NumberedRow } from './row.ts';

/** The section with the notes about the target. */
export const NOTE_SECTION = '.note.intelgt.compat';
/** Section of the wrapper that oneAPI OpenMP puts around device images: a file with it is not a zebin, whatever its machine. */
export const OPENMP_NOTE_SECTION = '.note.inteloneompoffload';
/** Owner of its notes, in the file followed by a NUL. The public page spells it INTELGT. */
export const NOTE_OWNER = 'IntelGT';

/** How the description of a note is read: a 32-bit number, a word of bit fields, an IP value, or a NUL-terminated version. */
export type NoteKind = 'u32' | 'targetMetadata' | 'productConfig' | 'version';

export interface NoteType extends NumberedRow {
  readonly kind: NoteKind;
}

/** n_type of the owner IntelGT. */
export const NOTE_TYPES = [
  {
    value: 1,
    name: 'NT_INTELGT_PRODUCT_FAMILY',
    kind: 'u32',
    doc: 'Number of the product, such as 1274 for Battlemage; 0 says nothing.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'Compared with the device unless note 6 is there.' },
  },
  {
    value: 2,
    name: 'NT_INTELGT_GFXCORE_FAMILY',
    kind: 'u32',
    doc: 'Number of the core family, such as 0xc09 for Xe2; 0 says nothing.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'Compared with the device unless note 6 is there.' },
  },
  {
    value: 3,
    name: 'NT_INTELGT_TARGET_METADATA',
    kind: 'targetMetadata',
    doc: 'Which steppings the code is for, and which program wrote it.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'The steppings count only when validateRevisionId is set.' },
  },
  {
    value: 4,
    name: 'NT_INTELGT_ZEBIN_VERSION',
    kind: 'version',
    doc: 'Version of the whole file, as text.',
    since: '1.16',
    driver: { since: '22.34.24023', note: 'A foreign major version is refused. Older drivers pass it over and find no note after it.' },
  },
  {
    value: 5,
    name: 'NT_INTELGT_VISA_ABI_VERSION',
    kind: 'u32',
    doc: 'Version of the calling convention. Written only when some kernel has stack calls.',
    since: '1.32',
    driver: { since: '23.26.26690.12', note: 'Known, but only a debugger uses it. From 22.34.24023 on older drivers warn.' },
  },
  {
    value: 6,
    name: 'NT_INTELGT_PRODUCT_CONFIG',
    kind: 'productConfig',
    doc: 'IP value of the device, down to the stepping; 0 says nothing. It makes notes 1, 2 and 3 superfluous.',
    since: '1.33',
    driver: {
      since: '22.53.25242.12',
      note: 'When it is there, it alone decides. From 24.45.31740.8 on compatible devices are accepted too.',
    },
  },
  {
    value: 7,
    name: 'NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION',
    kind: 'u32',
    doc: 'Version of the analysis that tells whether a kernel follows pointers which are not its arguments.',
    since: '1.38',
    driver: { since: '24.05.28454.5', note: 'A driver can distrust the analysis of old versions. Older drivers warn.' },
  },
  {
    value: 8,
    name: 'NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION',
    kind: 'u32',
    doc: 'Major version of the layout of the implicit arguments.',
    since: '1.58',
    driver: {
      since: '25.31.34666.3',
      note: 'Layouts 1 and 2 are known, and 0 means that of the device; anything else aborts the process. Older drivers warn.',
    },
  },
] as const satisfies readonly NoteType[];

/**
 * Bit fields of note 3. In files whose e_machine is not 205, e_flags is the same word.
 *
 * The public page describes bits 13 and 14 each with the sentence that belongs to the other; what is here is what drivers do.
 */
export const TARGET_METADATA = [
  {
    name: 'generatorSpecificFlags',
    low: 0,
    width: 8,
    doc: 'Flags that the generator defines. None is published.',
    driver: { note: 'Not read.' },
  },
  {
    name: 'minHwRevisionId',
    low: 8,
    width: 5,
    doc: 'Lowest stepping that the code is for. The compiler writes the stepping that it was asked for as lowest and highest.',
    driver: { since: FIRST, note: 'Counts only when validateRevisionId is set.' },
  },
  {
    name: 'validateRevisionId',
    low: 13,
    width: 1,
    doc: '1: the stepping of the device must be between the two that are given. The compiler writes 0.',
    driver: { since: FIRST },
  },
  {
    name: 'disableExtendedValidation',
    low: 14,
    width: 1,
    doc: '1: the reader may leave out checks that are there for unknown generators.',
    driver: { note: 'Not read.' },
  },
  {
    name: 'reservedBit',
    low: 15,
    width: 1,
    doc: 'Reserved in notes. In e_flags 1 says that e_machine holds a core family, 0 that it holds a product family.',
    driver: { since: FIRST, note: 'Read in e_flags only, when e_machine is not 205.' },
  },
  {
    name: 'maxHwRevisionId',
    low: 16,
    width: 5,
    doc: 'Highest stepping that the code is for.',
    driver: {
      since: FIRST,
      note: 'Counts only when validateRevisionId is set. From 21.29.20389 until 22.12.22749 bits 15 to 19 of the note were treated as it.',
    },
  },
  {
    name: 'generatorId',
    low: 21,
    width: 3,
    doc: 'Which program wrote the file.',
    driver: { since: '23.26.26690.12' },
  },
  { name: 'reserved', low: 24, width: 8, doc: 'Must be zero.', driver: { note: 'Not read.' } },
] as const satisfies readonly BitRow[];

/** Values of generatorId in {@link TARGET_METADATA}. */
export const GENERATORS = [
  { value: 0, name: 'UNREGISTERED', doc: 'Not said, or a program without a number of its own.', driver: { since: '23.26.26690.12' } },
  {
    value: 1,
    name: 'IGC',
    doc: 'The Intel Graphics Compiler.',
    driver: { since: '23.26.26690.12', note: 'Only its files are checked for stateful access where the driver forbids that.' },
  },
  {
    value: 2,
    name: 'NGEN',
    doc: 'nGEN, the code generator in oneDNN.',
    driver: { note: 'The driver has no name for it and treats it like 0.' },
  },
] as const satisfies readonly NumberedRow[];

/** Bit fields of note 6: the IP value of device/ip. */
export const PRODUCT_CONFIG = [
  { name: 'RevisionID', low: 0, width: 6, doc: 'Stepping.', driver: { since: '22.53.25242.12' } },
  {
    name: 'Reserved',
    low: 6,
    width: 8,
    doc: 'Zero in every known value.',
    driver: { since: '22.53.25242.12', note: 'Compared like the rest.' },
  },
  { name: 'GMDRelease', low: 14, width: 8, doc: 'Release of the architecture.', driver: { since: '22.53.25242.12' } },
  { name: 'GMDArch', low: 22, width: 10, doc: 'Architecture: 20 for Xe2.', driver: { since: '22.53.25242.12' } },
] as const satisfies readonly BitRow[];

/** The notes whose 32 bits are fields, with the names that the page and the driver give to the word. */
export const NOTE_WORDS = [
  {
    name: 'TargetMetadata',
    note: 'NT_INTELGT_TARGET_METADATA',
    doc: 'The 32 bits of note 3: steppings of the device, and who made the file. Files whose e_machine is not 205 have them in e_flags.',
    fields: TARGET_METADATA,
  },
  {
    name: 'GFX_GMD_ID',
    note: 'NT_INTELGT_PRODUCT_CONFIG',
    doc: 'The 32 bits of note 6: architecture, release and revision of the device, as its register GMD_ID has them.',
    fields: PRODUCT_CONFIG,
  },
] as const;
