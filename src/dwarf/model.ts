/** A place in code. The section is an index into the sections of the ELF file; the address then counts from its start, in bytes. */
export interface Place {
  /** Absent if nothing in the file says which section contains the address. */
  readonly section?: number;
  readonly address: bigint;
}

/** The content of `.debug_line` and `.debug_info`, as far as source positions need it. */
export interface Dwarf {
  readonly kind: 'dwarf';
  readonly lineTables: readonly LineTable[];
  readonly units: readonly Unit[];
}

/** One line number program with its header. */
export interface LineTable {
  /** In `.debug_line`, in bytes. */
  readonly offset: number;
  readonly version: number;
  /** From index 0 on; up to version 4 the first one is the directory of the compilation, here empty. */
  readonly include_directories: readonly string[];
  /** From index 0 on; up to version 4 the first one is the unit's own file, here empty. */
  readonly file_names: readonly FileName[];
  readonly sequences: readonly LineSequence[];
}

export interface FileName {
  readonly name: string;
  readonly directory_index: number;
}

/** Rows of one run of code, by rising address; the last has end_sequence and is the first byte after the code. */
export interface LineSequence {
  readonly section?: number;
  readonly rows: readonly LineRow[];
}

/** The registers of the line state machine when a row was made. */
export interface LineRow {
  readonly address: bigint;
  readonly op_index: number;
  readonly file: number;
  /** 0 for code that belongs to no line. */
  readonly line: number;
  /** From 1; 0 when not given. */
  readonly column: number;
  readonly is_stmt: boolean;
  readonly basic_block: boolean;
  readonly end_sequence: boolean;
  readonly prologue_end: boolean;
  readonly epilogue_begin: boolean;
  readonly isa: number;
  readonly discriminator: number;
}

/** A compilation unit: functions, and what is inlined in them. */
export interface Unit {
  /** In `.debug_info`, in bytes. */
  readonly offset: number;
  readonly version: number;
  readonly name?: string;
  readonly comp_dir?: string;
  /** Offset of its line table in `.debug_line`. */
  readonly stmt_list?: number;
  /** Those with code, outermost first: a scope comes after the one that it is in. */
  readonly scopes: readonly Scope[];
}

/** A function, or a call of one that was inlined. */
export interface Scope {
  readonly kind: 'subprogram' | 'inlined';
  readonly name?: string;
  readonly linkage_name?: string;
  readonly ranges: readonly Range[];
  /** Index in `scopes` of the function or inlined call around it. */
  readonly parent?: number;
  /** Functions and inlined calls around it. */
  readonly depth: number;
  /** Of an inlined call: the position of the call; the file as in the unit's line table. */
  readonly call_file?: number;
  readonly call_line?: number;
  readonly call_column?: number;
}

/** Code from `start` up to but not including `end`, in the section if it is known. */
export interface Range {
  readonly section?: number;
  readonly start: bigint;
  readonly end: bigint;
}
