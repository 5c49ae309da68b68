/**
 * The numbers of DWARF 4 and 5, as far as line tables and inlined calls need them.
 *
 * Source: DWARF Debugging Information Format, version 5, sections 6.2 (line numbers), 7.5 (units, forms), 7.22 (line opcodes),
 * 7.25 (range lists); version 4 for `.debug_ranges` and the older header of a line table.
 */

/** Encoding of the operand of a standard opcode of the line program. */
type Operand = 'uleb' | 'sleb' | 'u16';

export interface LineOpcode {
  readonly value: number;
  readonly name: string;
  readonly operand?: Operand;
}

export const LINE_OPCODES = [
  { value: 1, name: 'DW_LNS_copy' },
  { value: 2, name: 'DW_LNS_advance_pc', operand: 'uleb' },
  { value: 3, name: 'DW_LNS_advance_line', operand: 'sleb' },
  { value: 4, name: 'DW_LNS_set_file', operand: 'uleb' },
  { value: 5, name: 'DW_LNS_set_column', operand: 'uleb' },
  { value: 6, name: 'DW_LNS_negate_stmt' },
  { value: 7, name: 'DW_LNS_set_basic_block' },
  { value: 8, name: 'DW_LNS_const_add_pc' },
  { value: 9, name: 'DW_LNS_fixed_advance_pc', operand: 'u16' },
  { value: 10, name: 'DW_LNS_set_prologue_end' },
  { value: 11, name: 'DW_LNS_set_epilogue_begin' },
  { value: 12, name: 'DW_LNS_set_isa', operand: 'uleb' },
] as const satisfies readonly LineOpcode[];

export type LineOpcodeName = (typeof LINE_OPCODES)[number]['name'];

/** Opcodes after a zero byte and a length. */
export const EXTENDED_OPCODES = [
  { value: 1, name: 'DW_LNE_end_sequence' },
  { value: 2, name: 'DW_LNE_set_address' },
  { value: 3, name: 'DW_LNE_define_file' },
  { value: 4, name: 'DW_LNE_set_discriminator' },
] as const;

/** What a field of a directory or file entry contains (version 5). */
export const CONTENT_TYPES = [
  { value: 1, name: 'DW_LNCT_path' },
  { value: 2, name: 'DW_LNCT_directory_index' },
] as const;

/** The fields in the header of a unit that follow those of all units. */
export const UNIT_TYPES = [
  { value: 1, name: 'DW_UT_compile' },
  { value: 2, name: 'DW_UT_type', more: 'type' },
  { value: 3, name: 'DW_UT_partial' },
  { value: 4, name: 'DW_UT_skeleton', more: 'id' },
  { value: 5, name: 'DW_UT_split_compile', more: 'id' },
  { value: 6, name: 'DW_UT_split_type', more: 'type' },
] as const satisfies readonly { value: number; name: string; more?: 'type' | 'id' }[];

/** Size of a value: a number of bytes, or a rule. `offset` has 4 bytes, or 8 in the 64-bit format. */
export type FormSize =
  | number
  | 'address'
  | 'offset'
  | 'uleb'
  | 'sleb'
  | 'string'
  | 'block'
  | 'block1'
  | 'block2'
  | 'block4'
  | 'none'
  | 'indirect'
  | 'implicit';

/** What a value means. `…x` is an index into a table that a base of the unit locates; `ref` is a position in the unit. */
export type FormClass =
  | 'address'
  | 'addrx'
  | 'constant'
  | 'signed'
  | 'flag'
  | 'string'
  | 'strp'
  | 'line_strp'
  | 'strx'
  | 'ref'
  | 'ref_addr'
  | 'sec_offset'
  | 'rnglistx'
  | 'block'
  | 'other';

export interface FormRow {
  readonly value: number;
  readonly name: string;
  readonly size: FormSize;
  readonly class: FormClass;
}

export const FORMS = [
  { value: 0x01, name: 'DW_FORM_addr', size: 'address', class: 'address' },
  { value: 0x03, name: 'DW_FORM_block2', size: 'block2', class: 'block' },
  { value: 0x04, name: 'DW_FORM_block4', size: 'block4', class: 'block' },
  { value: 0x05, name: 'DW_FORM_data2', size: 2, class: 'constant' },
  { value: 0x06, name: 'DW_FORM_data4', size: 4, class: 'constant' },
  { value: 0x07, name: 'DW_FORM_data8', size: 8, class: 'constant' },
  { value: 0x08, name: 'DW_FORM_string', size: 'string', class: 'string' },
  { value: 0x09, name: 'DW_FORM_block', size: 'block', class: 'block' },
  { value: 0x0a, name: 'DW_FORM_block1', size: 'block1', class: 'block' },
  { value: 0x0b, name: 'DW_FORM_data1', size: 1, class: 'constant' },
  { value: 0x0c, name: 'DW_FORM_flag', size: 1, class: 'flag' },
  { value: 0x0d, name: 'DW_FORM_sdata', size: 'sleb', class: 'signed' },
  { value: 0x0e, name: 'DW_FORM_strp', size: 'offset', class: 'strp' },
  { value: 0x0f, name: 'DW_FORM_udata', size: 'uleb', class: 'constant' },
  { value: 0x10, name: 'DW_FORM_ref_addr', size: 'offset', class: 'ref_addr' },
  { value: 0x11, name: 'DW_FORM_ref1', size: 1, class: 'ref' },
  { value: 0x12, name: 'DW_FORM_ref2', size: 2, class: 'ref' },
  { value: 0x13, name: 'DW_FORM_ref4', size: 4, class: 'ref' },
  { value: 0x14, name: 'DW_FORM_ref8', size: 8, class: 'ref' },
  { value: 0x15, name: 'DW_FORM_ref_udata', size: 'uleb', class: 'ref' },
  { value: 0x16, name: 'DW_FORM_indirect', size: 'indirect', class: 'other' },
  { value: 0x17, name: 'DW_FORM_sec_offset', size: 'offset', class: 'sec_offset' },
  { value: 0x18, name: 'DW_FORM_exprloc', size: 'block', class: 'block' },
  { value: 0x19, name: 'DW_FORM_flag_present', size: 'none', class: 'flag' },
  { value: 0x1a, name: 'DW_FORM_strx', size: 'uleb', class: 'strx' },
  { value: 0x1b, name: 'DW_FORM_addrx', size: 'uleb', class: 'addrx' },
  { value: 0x1c, name: 'DW_FORM_ref_sup4', size: 4, class: 'other' },
  { value: 0x1d, name: 'DW_FORM_strp_sup', size: 'offset', class: 'other' },
  { value: 0x1e, name: 'DW_FORM_data16', size: 16, class: 'other' },
  { value: 0x1f, name: 'DW_FORM_line_strp', size: 'offset', class: 'line_strp' },
  { value: 0x20, name: 'DW_FORM_ref_sig8', size: 8, class: 'other' },
  { value: 0x21, name: 'DW_FORM_implicit_const', size: 'implicit', class: 'constant' },
  { value: 0x22, name: 'DW_FORM_loclistx', size: 'uleb', class: 'other' },
  { value: 0x23, name: 'DW_FORM_rnglistx', size: 'uleb', class: 'rnglistx' },
  { value: 0x24, name: 'DW_FORM_ref_sup8', size: 8, class: 'other' },
  { value: 0x25, name: 'DW_FORM_strx1', size: 1, class: 'strx' },
  { value: 0x26, name: 'DW_FORM_strx2', size: 2, class: 'strx' },
  { value: 0x27, name: 'DW_FORM_strx3', size: 3, class: 'strx' },
  { value: 0x28, name: 'DW_FORM_strx4', size: 4, class: 'strx' },
  { value: 0x29, name: 'DW_FORM_addrx1', size: 1, class: 'addrx' },
  { value: 0x2a, name: 'DW_FORM_addrx2', size: 2, class: 'addrx' },
  { value: 0x2b, name: 'DW_FORM_addrx3', size: 3, class: 'addrx' },
  { value: 0x2c, name: 'DW_FORM_addrx4', size: 4, class: 'addrx' },
] as const satisfies readonly FormRow[];

/** Tags of the entries that are read; all others are ignored, and those of variables where only code is read. */
export const TAGS = [
  { value: 0x11, name: 'DW_TAG_compile_unit' },
  { value: 0x1d, name: 'DW_TAG_inlined_subroutine' },
  { value: 0x2e, name: 'DW_TAG_subprogram' },
  { value: 0x01, name: 'DW_TAG_array_type', of: 'variables' },
  { value: 0x04, name: 'DW_TAG_enumeration_type', of: 'variables' },
  { value: 0x05, name: 'DW_TAG_formal_parameter', of: 'variables' },
  { value: 0x0b, name: 'DW_TAG_lexical_block', of: 'variables' },
  { value: 0x0d, name: 'DW_TAG_member', of: 'variables' },
  { value: 0x0f, name: 'DW_TAG_pointer_type', of: 'variables' },
  { value: 0x13, name: 'DW_TAG_structure_type', of: 'variables' },
  { value: 0x16, name: 'DW_TAG_typedef', of: 'variables' },
  { value: 0x17, name: 'DW_TAG_union_type', of: 'variables' },
  { value: 0x21, name: 'DW_TAG_subrange_type', of: 'variables' },
  { value: 0x24, name: 'DW_TAG_base_type', of: 'variables' },
  { value: 0x26, name: 'DW_TAG_const_type', of: 'variables' },
  { value: 0x34, name: 'DW_TAG_variable', of: 'variables' },
  { value: 0x35, name: 'DW_TAG_volatile_type', of: 'variables' },
] as const satisfies readonly { readonly value: number; readonly name: string; readonly of?: 'variables' }[];

/** The attributes that are read. */
export const ATTRIBUTES = [
  { value: 0x02, name: 'DW_AT_location' },
  { value: 0x03, name: 'DW_AT_name' },
  { value: 0x0b, name: 'DW_AT_byte_size' },
  { value: 0x0d, name: 'DW_AT_bit_size' },
  { value: 0x10, name: 'DW_AT_stmt_list' },
  { value: 0x11, name: 'DW_AT_low_pc' },
  { value: 0x12, name: 'DW_AT_high_pc' },
  { value: 0x1b, name: 'DW_AT_comp_dir' },
  { value: 0x1c, name: 'DW_AT_const_value' },
  { value: 0x2f, name: 'DW_AT_upper_bound' },
  { value: 0x31, name: 'DW_AT_abstract_origin' },
  { value: 0x33, name: 'DW_AT_address_class' },
  { value: 0x37, name: 'DW_AT_count' },
  { value: 0x38, name: 'DW_AT_data_member_location' },
  { value: 0x3e, name: 'DW_AT_encoding' },
  { value: 0x47, name: 'DW_AT_specification' },
  { value: 0x49, name: 'DW_AT_type' },
  { value: 0x55, name: 'DW_AT_ranges' },
  { value: 0x57, name: 'DW_AT_call_column' },
  { value: 0x58, name: 'DW_AT_call_file' },
  { value: 0x59, name: 'DW_AT_call_line' },
  { value: 0x6e, name: 'DW_AT_linkage_name' },
  { value: 0x72, name: 'DW_AT_str_offsets_base' },
  { value: 0x73, name: 'DW_AT_addr_base' },
  { value: 0x74, name: 'DW_AT_rnglists_base' },
] as const;

export type TagName = (typeof TAGS)[number]['name'];
export type AttributeName = (typeof ATTRIBUTES)[number]['name'];

/** Entries of a version 5 range list, each with the operands after its kind. */
export const RANGE_ENTRIES = [
  { value: 0, name: 'DW_RLE_end_of_list', operands: [] },
  { value: 1, name: 'DW_RLE_base_addressx', operands: ['index'] },
  { value: 2, name: 'DW_RLE_startx_endx', operands: ['index', 'index'] },
  { value: 3, name: 'DW_RLE_startx_length', operands: ['index', 'length'] },
  { value: 4, name: 'DW_RLE_offset_pair', operands: ['length', 'length'] },
  { value: 5, name: 'DW_RLE_base_address', operands: ['address'] },
  { value: 6, name: 'DW_RLE_start_end', operands: ['address', 'address'] },
  { value: 7, name: 'DW_RLE_start_length', operands: ['address', 'length'] },
] as const satisfies readonly { value: number; name: string; operands: readonly ('index' | 'length' | 'address')[] }[];

/** How a number is stored: the encodings of base types. */
export const ENCODINGS = [
  { value: 2, name: 'DW_ATE_boolean', kind: 'unsigned' },
  { value: 4, name: 'DW_ATE_float', kind: 'float' },
  { value: 5, name: 'DW_ATE_signed', kind: 'signed' },
  { value: 6, name: 'DW_ATE_signed_char', kind: 'signed' },
  { value: 7, name: 'DW_ATE_unsigned', kind: 'unsigned' },
  { value: 8, name: 'DW_ATE_unsigned_char', kind: 'unsigned' },
] as const;

/**
 * Operations of location expressions, with what follows them. Those of Intel are in IGC/DebugInfo/DwarfCompileUnit.cpp of
 * intel/intel-graphics-compiler: a number of a general register counts from 16, and below it on the stack is the first bit.
 */
export const LOCATION_OPERATIONS = [
  { value: 0x06, name: 'deref', operands: [] },
  { value: 0x08, name: 'push', operands: ['u1'] },
  { value: 0x09, name: 'push', operands: ['s1'] },
  { value: 0x0a, name: 'push', operands: ['u2'] },
  { value: 0x0b, name: 'push', operands: ['s2'] },
  { value: 0x0c, name: 'push', operands: ['u4'] },
  { value: 0x0d, name: 'push', operands: ['s4'] },
  { value: 0x0e, name: 'push', operands: ['u8'] },
  { value: 0x0f, name: 'push', operands: ['u8'] },
  { value: 0x10, name: 'push', operands: ['uleb'] },
  { value: 0x11, name: 'push', operands: ['sleb'] },
  { value: 0x12, name: 'dup', operands: [] },
  { value: 0x13, name: 'drop', operands: [] },
  { value: 0x1a, name: 'and', operands: [] },
  { value: 0x1c, name: 'minus', operands: [] },
  { value: 0x1e, name: 'mul', operands: [] },
  { value: 0x21, name: 'or', operands: [] },
  { value: 0x22, name: 'plus', operands: [] },
  { value: 0x23, name: 'plus_uconst', operands: ['uleb'] },
  { value: 0x24, name: 'shl', operands: [] },
  { value: 0x25, name: 'shr', operands: [] },
  { value: 0x28, name: 'bra', operands: ['s2'] },
  { value: 0x29, name: 'eq', operands: [] },
  { value: 0x2a, name: 'ge', operands: [] },
  { value: 0x2b, name: 'gt', operands: [] },
  { value: 0x2c, name: 'le', operands: [] },
  { value: 0x2d, name: 'lt', operands: [] },
  { value: 0x2e, name: 'ne', operands: [] },
  { value: 0x2f, name: 'skip', operands: ['s2'] },
  { value: 0x9e, name: 'implicit_value', operands: ['block'] },
  { value: 0x9f, name: 'stack_value', operands: [] },
  { value: 0xed, name: 'push_simd_lane', operands: [] },
  { value: 0xfe, name: 'regval_bits', operands: ['u1'] },
] as const;
