/** A position in code. `section` is an index into the sections of the ELF file; `address` is then in bytes from the section's start. */
export interface Place {
  /** Absent if the file does not say which section contains the address. */
  readonly section?: number;
  readonly address: bigint;
}

/** The parts of `.debug_line` and `.debug_info` that source positions need. */
export interface Dwarf {
  readonly kind: 'dwarf';
  readonly lineTables: readonly LineTable[];
  readonly units: readonly Unit[];
}

/** One line number program with its header. */
export interface LineTable {
  /** Offset in `.debug_line`, in bytes. */
  readonly offset: number;
  readonly version: number;
  /** By index. Up to version 4, index 0 is the directory of the compilation, which is empty here. */
  readonly include_directories: readonly string[];
  /** By index. Up to version 4, index 0 is the unit's own file, which is empty here. */
  readonly file_names: readonly FileName[];
  readonly sequences: readonly LineSequence[];
}

export interface FileName {
  readonly name: string;
  readonly directory_index: number;
}

/** Rows of one run of code, in ascending order of address. The last has end_sequence and the address of the first byte after the code. */
export interface LineSequence {
  readonly section?: number;
  readonly rows: readonly LineRow[];
}

/** The registers of the line number state machine for one row. */
export interface LineRow {
  readonly address: bigint;
  readonly op_index: number;
  readonly file: number;
  /** 0 for code that belongs to no line. */
  readonly line: number;
  /** 1-based; 0 if there is none. */
  readonly column: number;
  readonly is_stmt: boolean;
  readonly basic_block: boolean;
  readonly end_sequence: boolean;
  readonly prologue_end: boolean;
  readonly epilogue_begin: boolean;
  readonly isa: number;
  readonly discriminator: number;
}

/** A compilation unit: its functions, and the calls inlined in them. */
export interface Unit {
  /** Offset in `.debug_info`, in bytes. */
  readonly offset: number;
  readonly version: number;
  readonly name?: string;
  readonly comp_dir?: string;
  /** Offset of its line table in `.debug_line`. */
  readonly stmt_list?: number;
  /** The section of all ranges that name none, if the unit's functions identify one. */
  readonly section?: number;
  /** Scopes with code, outermost first: a scope comes after its parent. */
  readonly scopes: readonly Scope[];
  /** If they were asked for. */
  readonly variables?: readonly Variable[];
}

/** A variable or parameter of a function, where it is visible. A variable of an inner block comes after those around it. */
export interface Variable {
  readonly name: string;
  readonly isParameter: boolean;
  readonly type?: VariableType;
  /** The code in which it is visible. */
  readonly ranges: readonly Range[];
  /** Where it is: an expression for all of the code, or for parts of it. Empty if the compiler says nothing. */
  readonly locations: readonly VariableLocation[];
  /** A value that never changes. */
  readonly value?: number;
}

/**
 * The type of a variable. What it consists of is read when it is asked for, because a type may contain itself; like all that is read later,
 * it throws `FormatError` if the file is malformed there.
 */
export interface VariableType {
  /** As in the source: `int*`; empty if it has no name. */
  readonly name: string;
  /** Members of a union are at the same place; otherwise it is a structure. */
  readonly kind: 'signed' | 'unsigned' | 'float' | 'pointer' | 'structure' | 'array' | 'other';
  /** In bytes; 0 if it is not known. */
  readonly size: number;
  /** What a pointer points to, or an array consists of. */
  readonly to?: () => VariableType | undefined;
  /** Whether a pointer is to local memory. */
  readonly isLocal?: boolean;
  /** Elements of an array; 0 if their number is not known. */
  readonly count?: number;
  readonly members?: () => readonly TypeMember[];
}

/** A member of a structure: bit fields are not among them. */
export interface TypeMember {
  /** Empty for a structure whose members are those of the one around it. */
  readonly name: string;
  /** In bytes. */
  readonly offset: number;
  readonly type?: VariableType;
}

/** A location expression, and the code for which it holds: all of it if there is no `start`. */
export interface VariableLocation {
  readonly start?: number;
  readonly end?: number;
  readonly expression: Uint8Array;
}

/** A function, or an inlined call of one. */
export interface Scope {
  readonly kind: 'subprogram' | 'inlined';
  readonly name?: string;
  readonly linkage_name?: string;
  readonly ranges: readonly Range[];
  /** Index in `scopes` of the enclosing function or inlined call. */
  readonly parent?: number;
  /** Number of enclosing functions and inlined calls. */
  readonly depth: number;
  /** For an inlined call, the position of the call; the file is an index into the unit's line table. */
  readonly call_file?: number;
  readonly call_line?: number;
  readonly call_column?: number;
}

/** Code from `start` up to but not including `end`. */
export interface Range {
  /** Absent if the file does not say it; then it is that of the unit. */
  readonly section?: number;
  readonly start: bigint;
  readonly end: bigint;
}
