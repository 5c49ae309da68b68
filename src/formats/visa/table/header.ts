/**
 * The structures of a vISA object outside its instructions, one row per field in the order of the file.
 *
 * Nothing is aligned: each field follows the one before. Two facts change with the version of the object: indices and counts of
 * tables are 16 bits wide before 3.4 (the count of inputs 8 bits before 3.5), and names in the header are at most 255 bytes long
 * before 3.7. Sources: the public page documentation/visa/4_visa_header.md, and visa/ByteCodeReaderNG.cpp for the versions, both of
 * intel/intel-graphics-compiler.
 */
type Width = 1 | 2 | 4;

/** An unsigned integer, unless it is `signed`. */
export interface IntKind {
  readonly kind: 'int';
  readonly width: Width;
  readonly signed?: true;
  /** Width in versions before `version`, which is as `versionNumber` gives it. */
  readonly before?: { readonly version: number; readonly width: Width };
}

/** Part of a byte. The parts of a field cover it wholly, so that no bit is lost. */
export interface BitPart {
  readonly name: string;
  readonly low: number;
  readonly width: number;
  readonly doc: string;
  /** Reserved by the specification, and zero. */
  readonly reserved?: true;
}

export type FieldKind =
  | IntKind
  /** One byte in named parts, which are members of the record themselves. */
  | { readonly kind: 'bits'; readonly parts: readonly BitPart[] }
  /** Text that its length precedes, without a terminator. */
  | { readonly kind: 'text'; readonly count: IntKind; readonly countName: string }
  /** Bytes preceded by their number. */
  | { readonly kind: 'data'; readonly count: IntKind; readonly countName: string }
  /** Texts preceded by their number, each with a zero byte after it. */
  | { readonly kind: 'strings'; readonly count: IntKind; readonly countName: string }
  /** Records preceded by their number. */
  | { readonly kind: 'list'; readonly count: IntKind; readonly countName: string; readonly of: VisaRows };

/** What an integer refers to, so that it can be checked and named. */
export type Target = 'string' | 'variable';

export interface VisaField {
  /** The page's spelling; of tables the plural that the upstream reader uses. */
  readonly name: string;
  readonly kind: FieldKind;
  readonly doc: string;
  /** Values (or, of a counted field, counts) that the specification allows, both ends included. */
  readonly range?: readonly [least: number, most: number];
  /** Values that the specification allows, where they are not a range. */
  readonly values?: readonly number[];
  readonly refersTo?: Target;
}

export interface VisaRows {
  readonly name: string;
  readonly doc: string;
  readonly fields: readonly VisaField[];
}

type ValueOf<K extends FieldKind> = K extends { readonly kind: 'text' }
  ? string
  : K extends { readonly kind: 'data' }
    ? Uint8Array
    : K extends { readonly kind: 'strings' }
      ? readonly string[]
      : K extends { readonly kind: 'list'; readonly of: infer S extends VisaRows }
        ? readonly RecordOf<S>[]
        : number;

type Parts<F> = F extends { readonly kind: { readonly kind: 'bits'; readonly parts: readonly (infer P extends BitPart)[] } }
  ? P['name']
  : never;

/** The object that a structure reads into: its fields under their own names, those of bits each by itself. */
export type RecordOf<S extends VisaRows> = {
  readonly [F in S['fields'][number] as F['kind']['kind'] extends 'bits' ? never : F['name']]: ValueOf<F['kind']>;
} & { readonly [P in Parts<S['fields'][number]>]: number };

const u8 = { kind: 'int', width: 1 } as const;
const u16 = { kind: 'int', width: 2 } as const;
const i16 = { kind: 'int', width: 2, signed: true } as const;
const u32 = { kind: 'int', width: 4 } as const;
/** An index or count of declarations. */
const index = { kind: 'int', width: 4, before: { version: 304, width: 2 } } as const;
const inputCount = { kind: 'int', width: 4, before: { version: 305, width: 1 } } as const;
const nameLength = { kind: 'int', width: 2, before: { version: 307, width: 1 } } as const;

const list = <const C extends IntKind, const S extends VisaRows>(countName: string, count: C, of: S) =>
  ({ kind: 'list', count, countName, of }) as const;

const name = { kind: 'text', count: nameLength, countName: 'name_len' } as const;

/** An attribute: a name and, unless it is a plain flag, a value whose meaning the name gives. */
export const ATTRIBUTE_INFO = {
  name: 'attribute_info',
  doc: 'An attribute of a routine, variable or label.',
  fields: [
    { name: 'name', kind: index, doc: 'Index of the string that is its name.', refersTo: 'string' },
    {
      name: 'value',
      kind: { kind: 'data', count: u8, countName: 'size' },
      doc: 'The value: an integer of up to 4 bytes, text without end mark, or nothing.',
    },
  ],
} as const satisfies VisaRows;

const attributes = {
  name: 'attributes',
  kind: list('attribute_count', u8, ATTRIBUTE_INFO),
  doc: 'Attributes of this one.',
} as const satisfies VisaField;

const nameIndex = {
  name: 'name_index',
  kind: index,
  doc: 'Index of the string that is its name.',
  refersTo: 'string',
} as const satisfies VisaField;

export const RELOC_SYM = {
  name: 'reloc_sym',
  doc: 'The place in the tables of the header of a symbol that a routine uses.',
  fields: [
    { name: 'symbolic_index', kind: u16, doc: 'Index that the routine uses.' },
    { name: 'resolved_index', kind: u16, doc: 'Index in the table of file-scope variables or of functions.' },
  ],
} as const satisfies VisaRows;

const variableRelocs = {
  name: 'variable_reloc_symtab',
  kind: list('num_syms_variable', u16, RELOC_SYM),
  doc: 'File-scope variables that the routine uses.',
} as const satisfies VisaField;

const functionRelocs = {
  name: 'function_reloc_symtab',
  kind: list('num_syms_function', u16, RELOC_SYM),
  doc: 'Functions that the routine uses.',
} as const satisfies VisaField;

export const GEN_BINARY_INFO = {
  name: 'gen_binary_info',
  doc: 'Machine code of a kernel, embedded for one device.',
  fields: [
    { name: 'gen_platform', kind: u8, doc: 'The device family.' },
    { name: 'binary_offset', kind: u32, doc: 'Where it begins, from the start of the object.' },
    { name: 'binary_size', kind: u32, doc: 'Its size in bytes.' },
  ],
} as const satisfies VisaRows;

export const KERNEL_INFO = {
  name: 'kernel_info',
  doc: 'An entry of the table of kernels.',
  fields: [
    { name: 'name', kind: name, doc: 'The name of the kernel.', range: [1, 65535] },
    { name: 'offset', kind: u32, doc: 'Where the kernel begins, from the start of the object.' },
    { name: 'size', kind: u32, doc: 'Its size in bytes, machine code not counted.' },
    { name: 'input_offset', kind: u32, doc: 'Where its count of inputs stands, from the start of the object.' },
    variableRelocs,
    functionRelocs,
    { name: 'gen_binaries', kind: list('num_gen_binaries', u8, GEN_BINARY_INFO), doc: 'Embedded machine code.', range: [0, 4] },
  ],
} as const satisfies VisaRows;

const linkage = {
  name: 'linkage',
  kind: u8,
  doc: '0 extern, 1 static, 2 global.',
  values: [0, 1, 2],
} as const satisfies VisaField;

const bitProperties = {
  name: 'bit_properties',
  kind: {
    kind: 'bits',
    parts: [
      { name: 'type', low: 0, width: 4, doc: 'Type of an element.' },
      { name: 'alignment', low: 4, width: 4, doc: 'Least alignment.' },
    ],
  },
  doc: 'Type and alignment.',
} as const satisfies VisaField;

export const FILE_SCOPE_VAR_INFO = {
  name: 'file_scope_var_info',
  doc: 'A variable that all routines of the object can use.',
  fields: [
    linkage,
    { name: 'name', kind: { kind: 'text', count: u16, countName: 'name_len' }, doc: 'The name of the variable.', range: [1, 255] },
    bitProperties,
    { name: 'num_elements', kind: u16, doc: 'Number of elements.', range: [1, 1024] },
    attributes,
  ],
} as const satisfies VisaRows;

export const FUNCTION_INFO = {
  name: 'function_info',
  doc: 'An entry of the table of functions.',
  fields: [
    linkage,
    { name: 'name', kind: name, doc: 'The name of the function.', range: [1, 65535] },
    { name: 'offset', kind: u32, doc: 'Where the function begins, from the start of the object; 0 when it is extern.' },
    { name: 'size', kind: u32, doc: 'Its size in bytes; 0 when it is extern.' },
    variableRelocs,
    functionRelocs,
  ],
} as const satisfies VisaRows;

export const COMMON_ISA_HEADER = {
  name: 'common_isa_header',
  doc: 'The head of an object. Offsets in its tables count from its first byte.',
  fields: [
    { name: 'magic_number', kind: u32, doc: '0x41534943: the letters CISA.', values: [0x41534943] },
    { name: 'major_version', kind: u8, doc: 'Version of the format and of the instructions: the part before the dot.' },
    { name: 'minor_version', kind: u8, doc: 'Version of the format and of the instructions: the part after the dot.' },
    { name: 'kernels', kind: list('num_kernels', u16, KERNEL_INFO), doc: 'The kernels.', range: [0, 512] },
    { name: 'variables', kind: list('num_variables', u16, FILE_SCOPE_VAR_INFO), doc: 'Variables of file scope.' },
    { name: 'functions', kind: list('num_functions', u16, FUNCTION_INFO), doc: 'Functions with a frame of their own.' },
  ],
} as const satisfies VisaRows;

export const VAR_INFO = {
  name: 'var_info',
  doc: 'A general variable. The first has index 32: those below are pre-defined and not in the table.',
  fields: [
    nameIndex,
    bitProperties,
    { name: 'num_elements', kind: u16, doc: 'Number of elements.', range: [1, 4096] },
    {
      name: 'alias_index',
      kind: index,
      doc: 'Index of the variable that this one is a part of; 0 when it has storage of its own.',
      refersTo: 'variable',
    },
    { name: 'alias_offset', kind: u16, doc: 'Where it begins in that variable, in bytes.' },
    { name: 'alias_scope_specifier', kind: u8, doc: '0: alias_index is one of the routine; 1: of file scope.', values: [0, 1] },
    attributes,
  ],
} as const satisfies VisaRows;

export const ADDRESS_INFO = {
  name: 'address_info',
  doc: 'An address variable. The first has index 0.',
  fields: [nameIndex, { name: 'num_elements', kind: u16, doc: 'Number of elements, each a UW.', range: [1, 16] }, attributes],
} as const satisfies VisaRows;

export const PREDICATE_INFO = {
  name: 'predicate_info',
  doc: 'A predicate variable. The first has index 1: P0 stands for no predication.',
  fields: [
    nameIndex,
    { name: 'num_elements', kind: u16, doc: 'Number of elements, each one bit.', values: [1, 2, 4, 8, 16, 32] },
    attributes,
  ],
} as const satisfies VisaRows;

export const LABEL_INFO = {
  name: 'label_info',
  doc: 'A label. The first has index 0.',
  fields: [
    nameIndex,
    {
      name: 'kind',
      kind: u8,
      doc: 'What can lead here: 0 a jump, 1 a call of a subroutine, 2 one of a function that is linked later; 3 and 4 are of compilers alone.',
      values: [0, 1, 2, 3, 4],
    },
    attributes,
  ],
} as const satisfies VisaRows;

export const SAMPLER_INFO = {
  name: 'sampler_info',
  doc: 'A sampler. The first has index 0; 31 stands for the bindless one.',
  fields: [nameIndex, { name: 'num_elements', kind: u16, doc: 'Number of elements of 4 bytes.', range: [0, 128] }, attributes],
} as const satisfies VisaRows;

export const SURFACE_INFO = {
  name: 'surface_info',
  doc: 'A surface. The first has index 6 from version 3.1 on: those below are pre-defined and not in the table.',
  fields: [nameIndex, { name: 'num_elements', kind: u16, doc: 'Number of elements of 4 bytes.', range: [0, 128] }, attributes],
} as const satisfies VisaRows;

export const VME_INFO = {
  name: 'vme_info',
  doc: 'A variable of video motion estimation. No compiler writes any; upstream no longer reads them.',
  fields: [nameIndex, { name: 'num_elements', kind: u16, doc: 'Number of elements.' }, attributes],
} as const satisfies VisaRows;

export const INPUT_INFO = {
  name: 'input_info',
  doc: 'An argument of a kernel, and where in the registers it arrives.',
  fields: [
    {
      name: 'kind',
      kind: {
        kind: 'bits',
        parts: [
          { name: 'category', low: 0, width: 2, doc: '0 a general variable, 1 a sampler, 2 a surface.' },
          { name: 'reserved', low: 2, width: 1, doc: 'Zero.', reserved: true },
          { name: 'provenance', low: 3, width: 5, doc: 'Who supplies it: 0 the caller, other values the runtime.' },
        ],
      },
      doc: 'Class of the variable and who supplies it.',
    },
    { name: 'id', kind: index, doc: 'Index of the variable, sampler or surface.' },
    { name: 'offset', kind: i16, doc: 'Where it arrives, in bytes from the start of the registers.' },
    { name: 'size', kind: u16, doc: 'Its size in bytes.' },
  ],
} as const satisfies VisaRows;

const TABLES = [
  {
    name: 'strings',
    kind: { kind: 'strings', count: index, countName: 'string_count' },
    doc: 'Every name that the routine uses, found by index.',
    range: [1, 131072],
  },
  { name: 'name_index', kind: index, doc: 'Index of the string that is its name.', refersTo: 'string' },
  { name: 'variables', kind: list('variable_count', index, VAR_INFO), doc: 'General variables.', range: [0, 65536] },
  { name: 'addresses', kind: list('address_count', u16, ADDRESS_INFO), doc: 'Address variables.', range: [0, 4096] },
  { name: 'predicates', kind: list('predicate_count', u16, PREDICATE_INFO), doc: 'Predicate variables.', range: [0, 4096] },
  { name: 'labels', kind: list('label_count', u16, LABEL_INFO), doc: 'Labels.' },
  { name: 'samplers', kind: list('sampler_count', u8, SAMPLER_INFO), doc: 'Samplers.', range: [0, 32] },
  { name: 'surfaces', kind: list('surface_count', u8, SURFACE_INFO), doc: 'Surfaces.' },
  { name: 'vmes', kind: list('vme_count', u8, VME_INFO), doc: 'Variables of video motion estimation.' },
] as const satisfies readonly VisaField[];

const STREAM = [
  { name: 'size', kind: u32, doc: 'Size of the instructions in bytes.' },
  { name: 'entry', kind: u32, doc: 'Where the instructions begin, from the start of the routine.' },
] as const satisfies readonly VisaField[];

const routineAttributes = {
  name: 'attributes',
  kind: list('attribute_count', u16, ATTRIBUTE_INFO),
  doc: 'Attributes of the routine.',
} as const satisfies VisaField;

export const KERNEL_DATA = {
  name: 'kernel_data',
  doc: 'A kernel: its tables, and after them its instructions.',
  fields: [
    ...TABLES,
    { name: 'inputs', kind: list('num_inputs', inputCount, INPUT_INFO), doc: 'Arguments, in the order of the source.', range: [0, 256] },
    ...STREAM,
    routineAttributes,
  ],
} as const satisfies VisaRows;

export const FUNCTION_DATA = {
  name: 'function_data',
  doc: 'A function: as a kernel, but its arguments are in %arg and its result in %retval.',
  fields: [
    ...TABLES,
    ...STREAM,
    { name: 'input_size', kind: u8, doc: 'Registers of %arg that it takes.', range: [0, 32] },
    { name: 'return_value_size', kind: u8, doc: 'Registers of %retval that it gives.', range: [0, 12] },
    routineAttributes,
  ],
} as const satisfies VisaRows;

/** Every structure, outermost first. */
export const STRUCTS = [
  COMMON_ISA_HEADER,
  KERNEL_INFO,
  FILE_SCOPE_VAR_INFO,
  FUNCTION_INFO,
  RELOC_SYM,
  GEN_BINARY_INFO,
  KERNEL_DATA,
  FUNCTION_DATA,
  VAR_INFO,
  ADDRESS_INFO,
  PREDICATE_INFO,
  LABEL_INFO,
  SAMPLER_INFO,
  SURFACE_INFO,
  VME_INFO,
  INPUT_INFO,
  ATTRIBUTE_INFO,
] as const satisfies readonly VisaRows[];
