/**
 * The enumerations of vISA instructions: the number is the place in the list, '' is a number that has no name.
 *
 * Source: visa/include/visa_igc_common_header.h, visa/Common_ISA.cpp and visa/Common_ISA_util.cpp of intel/intel-graphics-compiler.
 */

/** The first version that has no binary form. */
export const TEXT_ONLY = 402;

/** Data types: name and size of an element in bytes. Vector types (`v`, `uv`, `vf`) are those of packed immediates. */
export const TYPES = [
  ['ud', 4],
  ['d', 4],
  ['uw', 2],
  ['w', 2],
  ['ub', 1],
  ['b', 1],
  ['df', 8],
  ['f', 4],
  ['v', 4],
  ['vf', 4],
  ['bool', 1],
  ['uq', 8],
  ['uv', 4],
  ['q', 8],
  ['hf', 2],
  ['bf', 2],
  // Of variables in texts of 4.2 alone (IGC 270be3497): their numbers take more than the four bits that objects and operands have.
  ['tf32', 4],
  ['hf8', 1],
  ['bf8', 1],
  ['e2m1', 1],
] as const satisfies readonly (readonly [name: string, bytes: number])[];

export const TYPE_NAMES: readonly string[] = TYPES.map(([name]) => name);
/** Types whose numbers fit the four bits of objects and operands. */
export const NARROW_TYPE_NAMES = TYPE_NAMES.slice(0, 16);

/** Values of a stride or width; the first stands for "not given". */
export const REGION_VALUES = [-1, 0, 1, 2, 4, 8, 16, 32] as const;

/** Alignments of variables: name and bytes (0: a register of the device, or two). The first is not printed. */
export const ALIGNMENTS = [
  ['byte', 1],
  ['word', 2],
  ['dword', 4],
  ['qword', 8],
  ['oword', 16],
  ['GRF', 0],
  ['GRFx2', 0],
  ['hword', 32],
  ['wordx32', 64],
  ['wordx64', 128],
] as const satisfies readonly (readonly [name: string, bytes: number])[];

export const ALIGNMENT_NAMES: readonly string[] = ALIGNMENTS.map(([name]) => name);

/** Source modifiers as they are printed. Number 4 is saturation, which is printed with the mnemonic instead. */
export const MODIFIERS = ['', '(abs)', '(-)', '(-abs)', '', '(~)'] as const;
export const SATURATE = 4;

export const EXEC_SIZES = [1, 2, 4, 8, 16, 32] as const;

export const EXEC_MASKS = [
  ...['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8'],
  ...['M1_NM', 'M2_NM', 'M3_NM', 'M4_NM', 'M5_NM', 'M6_NM', 'M7_NM', 'M8_NM'],
] as const;

/** Execution masks of vISA 3.0, by the names of later versions. */
export const EXEC_MASKS_3_0 = [...['M1', 'M2', 'M3', 'M4', 'M5', 'M6', 'M7', 'M8'], 'M1_NM'] as const;

export const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const;

export const CHANNELS = ['0000', 'R', 'G', 'RG', 'B', 'RB', 'GB', 'RGB', 'A', 'RA', 'GA', 'RGA', 'BA', 'RBA', 'GBA', 'RGBA'] as const;

export const ATOMICS = [
  ...['add', 'sub', 'inc', 'dec', 'min', 'max', 'xchg', 'cmpxchg', 'and', 'or', 'xor', 'minsint', 'maxsint', '', '', ''],
  ...['fmax', 'fmin', 'fcmpwr', 'fadd', 'fsub'],
] as const;

export const PRECISIONS = ['', 'u1', 's1', 'u2', 's2', 'u4', 's4', 'u8', 's8', 'bf', 'hf', 'bf8', 'tf32', '', 'hf8', 'e2m1'] as const;

export const MEDIA_LOADS = ['nomod', 'modified', 'top', 'bottom', 'top_mod', 'bottom_mod'] as const;
export const MEDIA_STORES = ['nomod', '', 'top', 'bottom'] as const;
export const UNORM_OUTPUTS = ['16-full', '16-downsampled', '8-full', '8-downsampled'] as const;
export const AVS_OUTPUTS = ['AVS_16_FULL', 'AVS_16_DOWN_SAMPLE', 'AVS_8_FULL', 'AVS_8_DOWN_SAMPLE'] as const;
export const AVS_MODES = ['AVS_16x4', 'AVS_8x4', 'AVS_16x8', 'AVS_4x4'] as const;
export const MMF_MODES = ['VA_MMF_16x4', '', 'VA_MMF_16x1', 'VA_MMF_1x1'] as const;
export const MMF_ENABLES = ['VA_MINMAX_ENABLE', 'VA_MAX_ENABLE', 'VA_MIN_ENABLE'] as const;
export const CONVOLVE_MODES = ['VA_CONV_16x4', '', 'VA_CONV_16x1', 'VA_CONV_1x1'] as const;
export const ERODE_MODES = ['VA_ED_64x4', 'VA_ED_32x4', 'VA_ED_64x1', 'VA_ED_32x1'] as const;
export const CONVOLVE_1D_MODES = ['4x16', '', '1x16', '1x1'] as const;
export const LBP_MODES = ['VA_5x5_mode', 'VA_3x3_mode', 'VA_BOTH_mode'] as const;
export const PIXEL_FORMATS = ['VA_Y16_FORMAT', 'VA_Y8_FORMAT'] as const;
export const LFSR_FUNCTIONS = ['b32', 'b16v2', 'b8v4'] as const;
export const DOWNSCALE_TYPES = ['', 'bftoe2m1', 'bftoint4', '', 'hftoe2m1', 'hftoint4'] as const;
export const DOWNSCALE_MODES = ['mode0', 'mode1', 'mode2', 'mode3'] as const;
export const DOWNSCALE_ROUNDINGS = ['srnd', 'rne'] as const;

export const LSC_SFIDS = ['ugm', 'ugml', 'tgm', 'slm', 'urb'] as const;
export const LSC_CACHES = ['df', 'uc', 'ca', 'wb', 'wt', 'st', 'ri', 'cc'] as const;
export const LSC_ADDRESS_TYPES = ['', 'flat', 'bss', 'ss', 'bti', 'arg', 'surf'] as const;
export const LSC_ADDRESS_SIZES = ['', 'a16', 'a32', 'a64', 'a32u', 'a32s'] as const;
/** The compilers up to vISA 4.1 spell the fifth to seventh with a `c`; see {@link LSC_DATA_SIZES_OLD}. */
export const LSC_DATA_SIZES = ['', 'd8', 'd16', 'd32', 'd64', 'd8u32', 'd16u32', 'd16u32h'] as const;
export const LSC_DATA_SIZES_OLD = ['', 'd8', 'd16', 'd32', 'd64', 'd8c32', 'd16c32', 'd16c32h'] as const;
export const LSC_VECTORS = ['', '', 'x2', 'x3', 'x4', 'x8', 'x16', 'x32', 'x64'] as const;
export const LSC_FENCES = ['none', 'evict', 'invalidate', 'discard', 'clean', 'flushl3', 'type6'] as const;
export const LSC_SCOPES = ['group', 'local', 'tile', 'gpu', 'gpus', 'sysrel', 'sysacq'] as const;

/** The purpose of a pre-defined variable. */
export interface Predefined {
  readonly doc: string;
  /** The page's name, where compilers print another. */
  readonly page?: string;
  /** Bytes that an alias of it can have, or registers of the device. Without it, there is no alias of it. */
  readonly alias?: { readonly bytes: number } | { readonly registers: number };
}

export type PredefinedRow = readonly [name: string, type: string, elements: number, since: number, more: Predefined];

/** General variables below 32: name, type, number of elements, the version from which on they exist, and what else is known. */
export const PREDEFINED_VARIABLES = [
  ['%null', 'ud', 1, 0, { doc: 'Reads as nothing; what is written to it is lost.' }],
  ['%thread_x', 'uw', 1, 0, { doc: 'The x coordinate of the thread in its dispatch.' }],
  ['%thread_y', 'uw', 1, 0, { doc: 'The y coordinate of the thread in its dispatch.' }],
  ['%group_id_x', 'ud', 1, 0, { doc: 'The x coordinate of the thread group.' }],
  ['%group_id_y', 'ud', 1, 0, { doc: 'The y coordinate of the thread group.' }],
  ['%group_id_z', 'ud', 1, 0, { doc: 'The z coordinate of the thread group.' }],
  ['%tsc', 'ud', 5, 0, { doc: 'The time stamp counter.', page: '%tm' }],
  ['%r0', 'ud', 8, 0, { doc: 'The first register of the payload, r0.', alias: { registers: 1 } }],
  ['%arg', 'ud', 256, 0, { doc: 'The arguments of a function call, 32 registers.', alias: { registers: 32 } }],
  ['%retval', 'ud', 96, 0, { doc: 'The return value of a function call, 12 registers.', alias: { registers: 12 } }],
  // Compilers make aliases of the next three, which the specification does not allow; pointers have 8 bytes.
  ['%sp', 'ud', 1, 0, { doc: 'The stack pointer.', alias: { bytes: 8 } }],
  ['%fp', 'ud', 1, 0, { doc: 'The frame pointer.', alias: { bytes: 8 } }],
  ['%hw_id', 'ud', 1, 0, { doc: 'The number of the hardware thread.', alias: { bytes: 4 } }],
  ['%sr0', 'ud', 4, 0, { doc: 'The state register.' }],
  ['%cr0', 'ud', 1, 0, { doc: 'The control register.' }],
  ['%ce0', 'ud', 1, 0, { doc: 'The channel enable register.' }],
  ['%dbg0', 'ud', 2, 0, { doc: 'The debug register.' }],
  ['%color', 'uw', 1, 0, { doc: 'The colour of the thread in the dispatch of a media walker.' }],
  ['%impl_arg_buf_ptr', 'uq', 1, 400, { doc: 'The address of the implicit arguments.', page: '%implicit_arg_ptr', alias: { bytes: 8 } }],
  [
    '%local_id_buf_ptr',
    'uq',
    1,
    400,
    { doc: 'The address of the implicit local ids.', page: '%implicit_local_id_buf_ptr', alias: { bytes: 8 } },
  ],
  ['%msg0', 'ud', 3, 401, { doc: 'The message register.' }],
  ['%scratchloc', 'uq', 1, 402, { doc: 'The offset of the scratch memory of the thread.' }],
] as const satisfies readonly PredefinedRow[];

/** Names of the surfaces below 6, as compilers print them. `T0` to `T5` are names of theirs too. */
export const PREDEFINED_SURFACES = ['%slm', 'T1', 'T2', 'TSS', '%bss', '%scratch'] as const;

/** What the surfaces below 6 are, in their order. Source: PreDefined_Surface in visa/include/visa_igc_common_header.h. */
export const PREDEFINED_SURFACE_DOCS = [
  'Shared local memory.',
  'The stack of the thread.',
  'Not used.',
  'The scratch space of the thread.',
  'Binding table index 252: the surface is bindless, and its state is given by an offset in the heap.',
  'Binding table index 255: stateless memory.',
] as const;

/** Suffixes of `.implicit_`, by what supplies an input; others are `UNDEFINED_` and the number. */
export const PROVENANCES = ['', 'LOCAL_SIZE', 'GROUP_COUNT', 'LOCAL_ID'] as const;
export const PSEUDO_INPUT = 16;

/** What an input that the runtime supplies is, by its provenance: type and number of elements, where they are fixed. */
export interface ProvenanceRow {
  readonly value: number;
  readonly name: string;
  readonly form?: { readonly type: string; readonly elements: number; readonly says: string };
}

/** Every provenance that is known; other numbers are reserved. */
export const KNOWN_PROVENANCES: readonly ProvenanceRow[] = [
  { value: 0, name: 'none' },
  { value: 1, name: 'local_size', form: { type: 'ud', elements: 3, says: 'a general variable of three ud' } },
  { value: 2, name: 'group_count', form: { type: 'ud', elements: 3, says: 'a general variable of three ud' } },
  { value: 3, name: 'local_id', form: { type: 'ud', elements: 3, says: 'a general variable of three ud' } },
  { value: 4, name: 'scoreboarding_dependency', form: { type: 'ub', elements: 16, says: 'a general variable of 16 ub' } },
  { value: 5, name: 'scoreboarding_bti', form: { type: 'surface', elements: 1, says: 'a surface' } },
  // Not of the page: IGC/VectorCompiler/include/vc/Utils/GenX/KernelInfo.h of intel/intel-graphics-compiler.
  { value: 11, name: 'printf_buffer' },
  { value: 12, name: 'private_base' },
  { value: 13, name: 'linearization' },
  { value: 14, name: 'byvalsvm' },
  { value: 15, name: 'implicit_args_buffer' },
  { value: PSEUDO_INPUT, name: 'pseudo_input' },
  { value: 17, name: 'assert_buffer' },
  { value: 18, name: 'indirect_data_buffer' },
  { value: 19, name: 'scratch_buffer' },
  { value: 23, name: 'sync_buffer' },
];

/** Words for the values of the attribute `Target`. */
export const TARGETS = ['cm', '3d'] as const;

/** A list of words for the values of a field, with what they are for. */
export interface EnumerationRow {
  readonly name: string;
  readonly doc: string;
  readonly words: readonly string[];
}

/** Every list of words above that texts use. */
export const ENUMERATIONS: readonly EnumerationRow[] = [
  { name: 'type', doc: 'Data type of an operand or variable', words: TYPE_NAMES },
  { name: 'modifier', doc: 'Source modifier', words: MODIFIERS },
  {
    name: 'execution mask',
    doc: 'Channels of the dispatch that an instruction works on; with _NM all of them, without regard to the mask',
    words: EXEC_MASKS,
  },
  { name: 'comparison', doc: 'Relation of a comparison', words: COMPARISONS },
  { name: 'channels', doc: 'Channels of a surface that a message reads or writes', words: CHANNELS },
  { name: 'atomic operation', doc: 'Operation of an atomic message of untyped and typed surfaces', words: ATOMICS },
  { name: 'precision', doc: 'Precision of an operand of dpas', words: PRECISIONS },
  { name: 'media load modifier', doc: 'Lines that a media block load reads', words: MEDIA_LOADS },
  { name: 'media store modifier', doc: 'Lines that a media block store writes', words: MEDIA_STORES },
  { name: 'unorm output', doc: 'Output format of sample_unorm', words: UNORM_OUTPUTS },
  { name: 'AVS output', doc: 'Output format of adaptive video scaling', words: AVS_OUTPUTS },
  { name: 'AVS mode', doc: 'Block that adaptive video scaling makes', words: AVS_MODES },
  { name: 'MinMax mode', doc: 'Block that a minimum-maximum filter makes', words: MMF_MODES },
  { name: 'MinMax result', doc: 'What a minimum-maximum filter gives', words: MMF_ENABLES },
  { name: 'convolution mode', doc: 'Block that a two-dimensional convolution makes', words: CONVOLVE_MODES },
  { name: 'erosion mode', doc: 'Block that erosion and dilation make', words: ERODE_MODES },
  { name: 'one-dimensional convolution mode', doc: 'Block that a one-dimensional convolution makes', words: CONVOLVE_1D_MODES },
  { name: 'LBP mode', doc: 'Neighbourhood of a local binary pattern', words: LBP_MODES },
  { name: 'pixel format', doc: 'Format of the pixels of a video analytics surface', words: PIXEL_FORMATS },
  { name: 'lfsr function', doc: 'Width of a linear feedback shift register', words: LFSR_FUNCTIONS },
  { name: 'downscale type', doc: 'Types that a down-conversion goes from and to', words: DOWNSCALE_TYPES },
  { name: 'downscale mode', doc: 'Mode of a down-conversion', words: DOWNSCALE_MODES },
  { name: 'downscale rounding', doc: 'Rounding of a down-conversion', words: DOWNSCALE_ROUNDINGS },
  {
    name: 'LSC unit',
    doc: 'Unit that a load or store message goes to: untyped global, typed, shared local, or URB memory',
    words: LSC_SFIDS,
  },
  {
    name: 'LSC cache control',
    doc: 'How a cache treats a load or store: default, uncached, cached, write back, write through, streaming, read invalidate or constant cached',
    words: LSC_CACHES,
  },
  { name: 'LSC address model', doc: 'What an address of a load or store message counts from', words: LSC_ADDRESS_TYPES },
  { name: 'LSC address size', doc: 'Bits of an address of a load or store message', words: LSC_ADDRESS_SIZES },
  { name: 'LSC data size', doc: 'Bits of a datum in memory, and in the register where that differs', words: LSC_DATA_SIZES },
  {
    name: 'LSC data size up to vISA 4.1',
    doc: 'Older spelling of a data size',
    words: LSC_DATA_SIZES_OLD.filter((word) => word.includes('c')),
  },
  { name: 'LSC vector size', doc: 'Data for each address', words: LSC_VECTORS },
  { name: 'LSC fence operation', doc: 'What a fence does to the caches', words: LSC_FENCES },
  { name: 'LSC fence scope', doc: 'How far a fence reaches', words: LSC_SCOPES },
  { name: 'target', doc: 'Value of the attribute Target', words: TARGETS },
];
