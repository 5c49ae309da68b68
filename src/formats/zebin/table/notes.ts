import { type BitRow, FIRST, type NumberedRow } from './row.ts';

/** The section with the notes about the target. */
export const NOTE_SECTION = '.note.intelgt.compat';
/** Section of the wrapper around device images of oneAPI OpenMP. A file with it is not a zebin, whatever its e_machine is. */
export const OPENMP_NOTE_SECTION = '.note.inteloneompoffload';
/** Owner of its notes, followed by a NUL in the file. The public page spells it INTELGT. */
export const NOTE_OWNER = 'IntelGT';

/** How the description of a note is read: a 32-bit number, a word of bit fields, an IP value, or a NUL-terminated version. */
export type NoteKind = 'u32' | 'targetMetadata' | 'productConfig' | 'version';

export interface NoteType extends NumberedRow {
  readonly kind: NoteKind;
}

/** Values of n_type for the owner IntelGT. */
export const NOTE_TYPES = [
  {
    value: 1,
    name: 'NT_INTELGT_PRODUCT_FAMILY',
    kind: 'u32',
    doc: 'Number of the product, such as 1274 for Battlemage; 0 means that it is not given.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'Compared with the device unless the file has note 6.' },
  },
  {
    value: 2,
    name: 'NT_INTELGT_GFXCORE_FAMILY',
    kind: 'u32',
    doc: 'Number of the core family, such as 0xc09 for Xe2; 0 means that it is not given.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'Compared with the device unless the file has note 6.' },
  },
  {
    value: 3,
    name: 'NT_INTELGT_TARGET_METADATA',
    kind: 'targetMetadata',
    doc: 'The steppings that the code is for, and the program that wrote it.',
    since: '1.5',
    driver: { since: '21.29.20389', note: 'The steppings are checked only when validateRevisionId is set.' },
  },
  {
    value: 4,
    name: 'NT_INTELGT_ZEBIN_VERSION',
    kind: 'version',
    doc: 'Version of the whole file, as text.',
    since: '1.16',
    driver: { since: '22.34.24023', note: 'Another major version is refused. Older drivers skip this note and find no note after it.' },
  },
  {
    value: 5,
    name: 'NT_INTELGT_VISA_ABI_VERSION',
    kind: 'u32',
    doc: 'Version of the calling convention. Written only when a kernel has stack calls.',
    since: '1.32',
    driver: { since: '23.26.26690.12', note: 'Known, but only a debugger uses it. Older drivers warn from 22.34.24023 on.' },
  },
  {
    value: 6,
    name: 'NT_INTELGT_PRODUCT_CONFIG',
    kind: 'productConfig',
    doc: 'IP value of the device with its stepping; 0 means that it is not given. With it, notes 1, 2 and 3 are not needed.',
    since: '1.33',
    driver: {
      since: '22.53.25242.12',
      note: 'If the file has it, it alone decides. From 24.45.31740.8 on, compatible devices are accepted too.',
    },
  },
  {
    value: 7,
    name: 'NT_INTELGT_INDIRECT_ACCESS_DETECTION_VERSION',
    kind: 'u32',
    doc: 'Version of the analysis that detects whether a kernel follows pointers that are not its arguments.',
    since: '1.38',
    driver: { since: '24.05.28454.5', note: 'A driver can ignore the analysis of old versions. Older drivers warn.' },
  },
  {
    value: 8,
    name: 'NT_INTELGT_INDIRECT_ACCESS_BUFFER_MAJOR_VERSION',
    kind: 'u32',
    doc: 'Major version of the layout of the implicit arguments.',
    since: '1.58',
    driver: {
      since: '25.31.34666.3',
      note: 'Layouts 1 and 2 are known, and 0 means the layout of the device. Any other value aborts the process. Older drivers warn.',
    },
  },
] as const satisfies readonly NoteType[];

/** The name of a note of Intel's. */
export type NoteName = (typeof NOTE_TYPES)[number]['name'];

/**
 * Bit fields of note 3. In files whose e_machine is not 205, e_flags is the same word.
 *
 * The public page has the descriptions of bits 13 and 14 exchanged. The rows here describe what drivers do.
 */
export const TARGET_METADATA = [
  {
    name: 'generatorSpecificFlags',
    low: 0,
    width: 8,
    doc: 'Flags that the generator defines. No flag is published.',
    driver: { note: 'Not read.' },
  },
  {
    name: 'minHwRevisionId',
    low: 8,
    width: 5,
    doc: 'Lowest stepping that the code is for. The compiler writes the requested stepping as lowest and highest.',
    driver: { since: FIRST, note: 'Checked only when validateRevisionId is set.' },
  },
  {
    name: 'validateRevisionId',
    low: 13,
    width: 1,
    doc: '1: the stepping of the device must be from minHwRevisionId to maxHwRevisionId. The compiler writes 0.',
    driver: { since: FIRST },
  },
  {
    name: 'disableExtendedValidation',
    low: 14,
    width: 1,
    doc: '1: the reader may skip checks that are for unknown generators.',
    driver: { note: 'Not read.' },
  },
  {
    name: 'reservedBit',
    low: 15,
    width: 1,
    doc: 'Reserved in notes. In e_flags, 1 means that e_machine is a core family, 0 that it is a product family.',
    driver: { since: FIRST, note: 'Read in e_flags only, when e_machine is not 205.' },
  },
  {
    name: 'maxHwRevisionId',
    low: 16,
    width: 5,
    doc: 'Highest stepping that the code is for.',
    driver: {
      since: FIRST,
      note: 'Checked only when validateRevisionId is set. From 21.29.20389 until 22.12.22749, drivers read it from bits 15 to 19 of the note.',
    },
  },
  {
    name: 'generatorId',
    low: 21,
    width: 3,
    doc: 'The program that wrote the file.',
    driver: { since: '23.26.26690.12' },
  },
  { name: 'reserved', low: 24, width: 8, doc: 'Must be zero.', driver: { note: 'Not read.' } },
] as const satisfies readonly BitRow[];

/** Values of generatorId in {@link TARGET_METADATA}. */
export const GENERATORS = [
  { value: 0, name: 'UNREGISTERED', doc: 'Not given, or a program without a registered number.', driver: { since: '23.26.26690.12' } },
  {
    value: 1,
    name: 'IGC',
    doc: 'The Intel Graphics Compiler.',
    driver: { since: '23.26.26690.12', note: 'Only files of IGC are checked for stateful access where the driver forbids it.' },
  },
  {
    value: 2,
    name: 'NGEN',
    doc: 'nGEN, the code generator in oneDNN.',
    driver: { note: 'The driver does not know the value and treats it like 0.' },
  },
] as const satisfies readonly NumberedRow[];

/** Bit fields of note 6: the IP value that device/ip describes. */
export const PRODUCT_CONFIG = [
  { name: 'RevisionID', low: 0, width: 6, doc: 'Stepping.', driver: { since: '22.53.25242.12' } },
  {
    name: 'Reserved',
    low: 6,
    width: 8,
    doc: 'Zero in every known value.',
    driver: { since: '22.53.25242.12', note: 'Compared like the other fields.' },
  },
  { name: 'GMDRelease', low: 14, width: 8, doc: 'Release of the architecture.', driver: { since: '22.53.25242.12' } },
  { name: 'GMDArch', low: 22, width: 10, doc: 'Architecture: 20 for Xe2.', driver: { since: '22.53.25242.12' } },
] as const satisfies readonly BitRow[];

/** The notes that consist of bit fields, with the names of the 32-bit word in the specification and the driver. */
export const NOTE_WORDS = [
  {
    name: 'TargetMetadata',
    note: 'NT_INTELGT_TARGET_METADATA',
    doc: 'The 32 bits of note 3: steppings of the device, and the generator of the file. Files whose e_machine is not 205 have them in e_flags.',
    fields: TARGET_METADATA,
  },
  {
    name: 'GFX_GMD_ID',
    note: 'NT_INTELGT_PRODUCT_CONFIG',
    doc: 'The 32 bits of note 6: architecture, release and revision of the device, as in its register GMD_ID.',
    fields: PRODUCT_CONFIG,
  },
] as const;
