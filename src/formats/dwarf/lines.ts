import { COST, caughtFinding, LIMITS, type Reporter } from '../../core/diag/index.ts';
import type { Cursor } from './cursor.ts';
import { readForm, textOf, type Widths } from './form.ts';
import type { FileName, LineRow, LineSequence, LineTable, Place } from './model.ts';
import type { DebugSections } from './sections.ts';
import { CONTENT_TYPES, EXTENDED_OPCODES, LINE_OPCODES, type LineOpcode, type LineOpcodeName } from './table.ts';
import { knownVersion } from './version.ts';

const SECTION = '.debug_line';
const opcodes = new Map<number, LineOpcode>(LINE_OPCODES.map((row) => [row.value, row]));
const extended = new Map<number, (typeof EXTENDED_OPCODES)[number]['name']>(EXTENDED_OPCODES.map((row) => [row.value, row.name]));
const contents = new Map<number, (typeof CONTENT_TYPES)[number]['name']>(CONTENT_TYPES.map((row) => [row.value, row.name]));

/**
 * All line tables of `.debug_line`, versions 2 to 5. If a table is malformed, the rows before the error are kept (`dwarf/malformed`); a
 * table of another version is ignored (`dwarf/version`). Rows are charged to the budget.
 *
 * Source: DWARF 5, 6.2.4 (header) and 6.2.5 (program).
 */
export function readLineTables(sections: DebugSections, out: Reporter): LineTable[] {
  const { bytes } = sections.open(SECTION);
  const tables: LineTable[] = [];
  for (let at = 0; at < bytes.length; ) {
    const offset = at;
    const cursor = sections.cursor(SECTION, at);
    const file_names: FileName[] = [];
    const include_directories: string[] = [];
    const sequences: LineSequence[] = [];
    try {
      const { length, offsetSize } = cursor.initialLength();
      at = cursor.at + length;
      if (at > bytes.length) throw cursor.malformed('the line table reaches past the end of its section', offset);
      cursor.end = at;
      const version = knownVersion(cursor, bytes, 'line table', `${SECTION}@${offset}`, out);
      if (version === undefined) continue;
      tables.push({ offset, version, include_directories, file_names, sequences });
      const widths = version >= 5 ? { offsetSize, addressSize: cursor.u8() } : { offsetSize, addressSize: 0 };
      if (version >= 5) cursor.skip(1);
      const headerLength = cursor.unsigned(offsetSize);
      const program = cursor.at + headerLength;
      if (program > cursor.end) throw cursor.malformed('the header of the line table is longer than the table');
      const header = readHeader(cursor, version);
      if (version >= 5) readFiles5(cursor, include_directories, file_names, sections, widths, out);
      else readFiles4(cursor, include_directories, file_names);
      shortenNames(include_directories, file_names, () => {
        const message = `a name is longer than ${LIMITS.nameLength} characters and is truncated`;
        out.report('limit/name-length', bytes.span(offset, at), `${SECTION}@${offset}`, message);
      });
      cursor.at = program;
      const pay = () => out.tryCharge(COST.entry) || out.charge(COST.entry, bytes.span(offset, at), SECTION);
      runProgram(cursor, header, file_names, sequences, pay);
      if (out.exhausted) break;
    } catch (error) {
      const { span, message } = caughtFinding(error);
      out.report('dwarf/malformed', span, `${SECTION}@${offset}`, message);
      // Without a length, the start of the next table is unknown.
      if (at === offset || at > bytes.length) break;
    }
  }
  return tables;
}

interface Header {
  readonly minimum: number;
  readonly operations: number;
  readonly isStmt: boolean;
  readonly lineBase: number;
  readonly lineRange: number;
  readonly opcodeBase: number;
  /** Number of operands of each standard opcode, starting with opcode 1. */
  readonly operands: readonly number[];
}

function readHeader(cursor: Cursor, version: number): Header {
  const minimum = cursor.u8();
  const operations = version >= 4 ? cursor.u8() : 1;
  const isStmt = cursor.u8() !== 0;
  const base = cursor.u8();
  const lineRange = cursor.u8();
  const opcodeBase = cursor.u8();
  const operands: number[] = [];
  for (let i = 1; i < opcodeBase; i++) operands.push(cursor.u8());
  return {
    minimum,
    operations: Math.max(operations, 1),
    isStmt,
    lineBase: base >= 0x80 ? base - 0x100 : base,
    lineRange,
    opcodeBase,
    operands,
  };
}

function readFiles4(cursor: Cursor, directories: string[], files: FileName[]): void {
  directories.push('');
  files.push({ name: '', directory_index: 0 });
  for (let name = cursor.string(); name !== ''; name = cursor.string()) directories.push(name);
  for (let name = cursor.string(); name !== ''; name = cursor.string()) files.push(fileAfter(name, cursor));
}

function shortenNames(directories: string[], files: FileName[], report: () => void): void {
  const most = LIMITS.nameLength;
  for (const [i, name] of directories.entries()) {
    if (name.length <= most) continue;
    report();
    directories[i] = name.slice(0, most);
  }
  for (const [i, file] of files.entries()) {
    if (file.name.length <= most) continue;
    report();
    files[i] = { ...file, name: file.name.slice(0, most) };
  }
}

/** Reads the rest of a file entry: its directory. Modification time and size are ignored. */
function fileAfter(name: string, cursor: Cursor): FileName {
  const directory_index = cursor.uleb();
  cursor.uleb();
  cursor.uleb();
  return { name, directory_index };
}

function readFiles5(
  cursor: Cursor,
  directories: string[],
  files: FileName[],
  sections: DebugSections,
  widths: Widths,
  out: Reporter,
): void {
  const list = (add: (name: string, directory_index: number) => void): void => {
    const formats = Array.from({ length: cursor.u8() }, () => [contents.get(cursor.uleb()), cursor.uleb()] as const);
    const count = cursor.uleb();
    // Entries without fields have no bytes, so a count of them is meaningless.
    if (formats.length === 0 && count > 0) throw cursor.malformed('the entries of a line table have no fields');
    for (let i = 0; i < count; i++) {
      let [name, directory] = ['', 0];
      const start = cursor.at;
      for (const [content, form] of formats) {
        const value = readForm(form, cursor, widths);
        if (content === 'DW_LNCT_path') name = textOf(value, sections, out, widths) ?? '';
        else if (content === 'DW_LNCT_directory_index' && 'number' in value) directory = value.number;
      }
      if (cursor.at === start) throw cursor.malformed('an entry of a line table has no bytes');
      add(name, directory);
    }
  };
  list((name) => directories.push(name));
  list((name, directory_index) => files.push({ name, directory_index }));
}

type State = { -readonly [K in keyof LineRow]: LineRow[K] };

/** Runs the program to the end of the table or of the budget. Adds each complete sequence. */
function runProgram(cursor: Cursor, header: Header, files: FileName[], sequences: LineSequence[], pay: () => boolean): void {
  let section: number | undefined;
  let rows: LineRow[] = [];
  let paid = 0;
  let state = initial(header);
  const reset = (): void => {
    [section, rows, state] = [undefined, [], initial(header)];
  };
  const emit = (): void => {
    rows.push({ ...state });
    state.discriminator = 0;
    state.basic_block = false;
    state.prologue_end = false;
    state.epilogue_begin = false;
  };
  const end = (): void => {
    emit();
    sequences.push(section === undefined ? { rows } : { section, rows });
    reset();
  };
  const setPlace = (place: Place): void => {
    section = place.section;
    state.address = place.address;
    state.op_index = 0;
  };
  while (cursor.at < cursor.end) {
    if (paid < rows.length && !pay()) return;
    paid = rows.length;
    const opcode = cursor.u8();
    if (opcode >= header.opcodeBase) {
      const adjusted = opcode - header.opcodeBase;
      if (header.lineRange === 0) throw cursor.malformed('a special opcode in a table whose line range is 0');
      advance(state, header, Math.floor(adjusted / header.lineRange));
      state.line = (state.line + header.lineBase + (adjusted % header.lineRange)) >>> 0;
      emit();
    } else if (opcode === 0) {
      runExtended(cursor, files, state, setPlace, end);
    } else {
      runStandard(cursor, header, opcode, state, emit);
    }
  }
  // Without an end of sequence, the end of the code is unknown.
  if (rows.length > 0) throw cursor.malformed('the line program ends inside a sequence');
}

function initial({ isStmt }: Header): State {
  const flags = { is_stmt: isStmt, basic_block: false, end_sequence: false, prologue_end: false, epilogue_begin: false };
  return { address: 0n, op_index: 0, file: 1, line: 1, column: 0, ...flags, isa: 0, discriminator: 0 };
}

/** Advances by `count` operations. With several operations per instruction, the address changes only when the index wraps around. */
function advance(state: State, { minimum, operations }: Header, count: number): void {
  const index = state.op_index + count;
  state.address = BigInt.asUintN(64, state.address + BigInt(minimum) * BigInt(Math.floor(index / operations)));
  state.op_index = index % operations;
}

function runExtended(cursor: Cursor, files: FileName[], state: State, setPlace: (place: Place) => void, end: () => void): void {
  const length = cursor.uleb();
  const after = cursor.at + length;
  if (length === 0 || after > cursor.end) throw cursor.malformed(`an extended opcode of ${length} bytes does not fit`);
  switch (extended.get(cursor.u8())) {
    case 'DW_LNE_end_sequence':
      state.end_sequence = true;
      end();
      break;
    case 'DW_LNE_set_address':
      setPlace(cursor.address(length - 1));
      break;
    case 'DW_LNE_define_file':
      files.push(fileAfter(cursor.string(), cursor));
      break;
    case 'DW_LNE_set_discriminator':
      state.discriminator = cursor.uleb();
      break;
    case undefined:
    // Vendor opcodes are skipped by their length.
  }
  cursor.at = after;
}

function runStandard(cursor: Cursor, header: Header, opcode: number, state: State, emit: () => void): void {
  const row = opcodes.get(opcode);
  const operands = header.operands[opcode - 1] ?? 0;
  // If a table gives an opcode other operands than the standard does, it is another opcode.
  if (!row || operands !== (row.operand ? 1 : 0)) {
    for (let i = 0; i < operands; i++) cursor.uleb();
    return;
  }
  const operand =
    row.operand === 'uleb' ? cursor.uleb() : row.operand === 'sleb' ? cursor.sleb() : row.operand === 'u16' ? cursor.u16() : 0;
  ACTIONS[row.name as LineOpcodeName](state, operand, header, emit);
}

const ACTIONS: Record<LineOpcodeName, (state: State, operand: number, header: Header, emit: () => void) => void> = {
  DW_LNS_copy: (_state, _operand, _header, emit) => emit(),
  DW_LNS_advance_pc: (state, operand, header) => advance(state, header, operand),
  DW_LNS_advance_line: (state, operand) => {
    state.line = (state.line + operand) >>> 0;
  },
  DW_LNS_set_file: (state, operand) => {
    state.file = operand;
  },
  DW_LNS_set_column: (state, operand) => {
    state.column = operand;
  },
  DW_LNS_negate_stmt: (state) => {
    state.is_stmt = !state.is_stmt;
  },
  DW_LNS_set_basic_block: (state) => {
    state.basic_block = true;
  },
  DW_LNS_const_add_pc: (state, _operand, header) => {
    if (header.lineRange > 0) advance(state, header, Math.floor((255 - header.opcodeBase) / header.lineRange));
  },
  DW_LNS_fixed_advance_pc: (state, operand) => {
    state.address = BigInt.asUintN(64, state.address + BigInt(operand));
    state.op_index = 0;
  },
  DW_LNS_set_prologue_end: (state) => {
    state.prologue_end = true;
  },
  DW_LNS_set_epilogue_begin: (state) => {
    state.epilogue_begin = true;
  },
  DW_LNS_set_isa: (state, operand) => {
    state.isa = operand;
  },
};
