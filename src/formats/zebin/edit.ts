import { Bytes, byteText, encodeText } from '../../core/bytes/index.ts';
import { coreOfNotes } from '../../devices/index.ts';
import {
  SECTION_TYPES as ELF_SECTION_TYPES,
  type ElfParts,
  type NotePart,
  nextId,
  numbersOf,
  SECTION_FLAGS,
  type SectionPart,
  SYMBOL_BINDINGS,
  SYMBOL_TYPES,
  type SymbolPart,
  sectionPart,
} from '../elf/index.ts';
import { type Container, editZeInfo, type PayloadArgument, readZeInfo, type ZeInfoEdit } from '../zeinfo/index.ts';
import { addedArgument } from './build/argument.ts';
import type { ArgumentBuild } from './build/model.ts';
import { orderSections } from './parts.ts';
import {
  FUNCTIONS_KERNEL,
  NOTE_OWNER,
  NOTE_SECTION,
  NOTE_TYPES,
  type NoteName,
  type NoteType,
  SHT_ZEBIN_ZEINFO,
  TEXT_PREFIX,
} from './table.ts';

/**
 * Edits a zebin by copying its parts. Text of .ze_info that an edit does not affect is unchanged. Wrong arguments (an unknown kernel, a
 * name that is already used) throw `TypeError`.
 */

const { SHT_PROGBITS } = numbersOf(ELF_SECTION_TYPES);
const { SHF_ALLOC, SHF_EXECINSTR } = numbersOf(SECTION_FLAGS);
const { STB_GLOBAL } = numbersOf(SYMBOL_BINDINGS);
const NT = numbersOf(NOTE_TYPES);
const { STT_FUNC } = numbersOf(SYMBOL_TYPES);
/** Alignment of functions in bytes. */
const FUNCTION_ALIGNMENT = 64;

/** Changes the text of .ze_info by edits that may depend on its model. */
function editText(parts: ElfParts, edits: (container: Container) => readonly ZeInfoEdit[]): ElfParts {
  const section = parts.sections.find((part) => part.sh_type === SHT_ZEBIN_ZEINFO && part.content.kind === 'bytes');
  if (section?.content.kind !== 'bytes') throw new TypeError('the file has no .ze_info section');
  const { value } = readZeInfo(section.content.bytes);
  return withContent(parts, section.id, editZeInfo(value, edits(value.container)));
}

function withContent(parts: ElfParts, id: number, bytes: Uint8Array): ElfParts {
  return { ...parts, sections: parts.sections.map((part) => (part.id === id ? { ...part, content: { kind: 'bytes', bytes } } : part)) };
}

/**
 * A kernel under another name, in its section, its symbol and `.ze_info`. Throws `TypeError` when there is no such kernel.
 *
 * @param to display text without NUL.
 *
 * @example
 * const parts = renameKernel(partsOfZebin(readZebin(bytes).value), 'clock', 'ticks');
 * readZebin(writeZebin(parts)).value.kernels[0].name; // 'ticks'
 */
export function renameKernel(parts: ElfParts, from: string, to: string): ElfParts {
  if (to.includes('\0')) throw new TypeError('a name cannot have a NUL in it');
  if (parts.sections.some(({ name }) => name === TEXT_PREFIX + to)) throw new TypeError(`the file already has a kernel ${to}`);
  const edited = editText(parts, () => [{ kind: 'rename-kernel', from, to }]);
  const renamed = (name: string): string => {
    const match = /^(\.(?:rela?\.)?(?:text|visaasm|gtpin_info)\.)(.*)$/s.exec(name);
    return match && match[2] === from ? match[1] + to : name;
  };
  const sections = edited.sections.map((part): SectionPart => {
    const { content } = part;
    if (content.kind !== 'symbols') return { ...part, name: renamed(part.name) };
    return { ...part, content: { kind: 'symbols', symbols: content.symbols.map((s) => (s.name === from ? { ...s, name: to } : s)) } };
  });
  return { ...edited, sections };
}

/**
 * Adds an argument to a kernel, described as for `buildZebin` or as an entry of .ze_info. It comes after the others, where the builder
 * would put it, and gets its size, index and binding table entry where they can be derived.
 *
 * @param core value of the device's core family; by default that of the device in the notes
 *
 * Throws `TypeError` for an unknown kernel, and `FormatError` for an argument without a size (`build/layout`), an argument whose offset
 * makes it overlap another (`build/layout`), a key that nothing reads (`build/key`), and an unknown device (`build/device`).
 */
export function appendArgument(
  parts: ElfParts,
  kernel: string,
  argument: ArgumentBuild | PayloadArgument,
  core = coreOfParts(parts),
): ElfParts {
  return editText(parts, ({ kernels = [] }) => {
    const index = kernels.findIndex(({ name }) => name === kernel);
    const record = kernels[index];
    if (!record) throw new TypeError(`no kernel is named ${kernel}`);
    const added = addedArgument(record, argument, parts.is64, core);
    return (['payload_arguments', 'binding_table_indices'] as const).flatMap((list) =>
      added[list].map((value): ZeInfoEdit => ({ kind: 'append', path: `kernels[${index}]/${list}`, value })),
    );
  });
}

/** The core family of the device that the notes name, if it is known. */
export function coreOfParts({ sections }: ElfParts): number | undefined {
  const words = new Map<string, number>();
  for (const { content } of sections) {
    if (content.kind !== 'notes') continue;
    for (const { owner, n_type, desc } of content.notes) {
      if (byteText(owner) === `${NOTE_OWNER}\0` && desc.length === 4) words.set(`${n_type}`, Bytes.from(desc).u32(0));
    }
  }
  // 0 means unknown, as for drivers.
  const [config, core, family] = [NT.NT_INTELGT_PRODUCT_CONFIG, NT.NT_INTELGT_GFXCORE_FAMILY, NT.NT_INTELGT_PRODUCT_FAMILY].map(
    (type) => words.get(`${type}`) || undefined,
  );
  return coreOfNotes({ config, core, family });
}

export interface NewFunction {
  readonly name: string;
  readonly code: Uint8Array;
  /** As the attributes with the same names; by default those of the first kernel, or else 128 and 16. `simd_size` is in lanes. */
  readonly grf_count?: number;
  readonly simd_size?: number;
}

/**
 * Adds a function that kernels of the module or other modules can call: its code, a global symbol, and an entry in .ze_info.
 *
 * @example
 * const parts = addFunction(partsOfZebin(readZebin(bytes).value), { name: 'f', code: new Uint8Array(64), simd_size: 16, grf_count: 128 });
 * parts.sections.some(({ name }) => name === '.text.Intel_Symbol_Table_Void_Program'); // true
 */
export function addFunction(parts: ElfParts, { name, code, ...env }: NewFunction): ElfParts {
  const known = parts.sections.find((part) => part.name === TEXT_PREFIX + FUNCTIONS_KERNEL);
  const old = known?.content.kind === 'bytes' ? known.content.bytes : new Uint8Array(0);
  const start = Math.ceil(old.length / FUNCTION_ALIGNMENT) * FUNCTION_ALIGNMENT;
  const bytes = new Uint8Array(start + code.length);
  bytes.set(old);
  bytes.set(code, start);
  const id = known?.id ?? nextId(parts.sections);
  const flags = BigInt(SHF_ALLOC | SHF_EXECINSTR);
  const functionSection = sectionPart({
    id,
    name: TEXT_PREFIX + FUNCTIONS_KERNEL,
    sh_type: SHT_PROGBITS,
    sh_flags: flags,
    content: { kind: 'bytes', bytes },
  });
  const withCode = known ? withContent(parts, id, bytes) : { ...parts, sections: orderSections([...parts.sections, functionSection]) };
  const withSymbol = addSymbol(withCode, {
    name,
    st_value: BigInt(start),
    st_size: BigInt(code.length),
    st_info: (STB_GLOBAL << 4) | STT_FUNC,
    st_other: 0,
    section: { kind: 'section', id },
  });
  return editText(withSymbol, ({ kernels = [] }) => {
    const { grf_count = 128, simd_size = 16 } = { ...kernels[0]?.execution_env, ...env };
    const execution_env = { grf_count, simd_size };
    const listed = known || kernels.some((kernel) => kernel.name === FUNCTIONS_KERNEL);
    const owner: readonly ZeInfoEdit[] = listed
      ? []
      : [{ kind: 'append', path: 'kernels', value: { name: FUNCTIONS_KERNEL, execution_env } }];
    return [...owner, { kind: 'append', path: 'functions', value: { name, execution_env } }];
  });
}

/**
 * Appends a symbol to the first symbol table; a layout puts it before the global ones if it is local.
 *
 * @example
 * const parts = partsOfZebin(readZebin(bytes).value);
 * const [code] = parts.sections; // .text.clock
 * addSymbol(parts, { name: 's', section: { kind: 'section', id: code.id }, st_info: 2, st_other: 0, st_value: 0n, st_size: 16n }).kind; // 'elf-parts'
 */
export function addSymbol(parts: ElfParts, symbol: Omit<SymbolPart, 'id'>): ElfParts {
  const table = parts.sections.find(({ content }) => content.kind === 'symbols');
  if (table?.content.kind !== 'symbols') throw new TypeError('the file has no symbol table');
  const { symbols } = table.content;
  const content = { kind: 'symbols', symbols: [...symbols, { ...symbol, id: nextId(symbols) }] } as const;
  return { ...parts, sections: parts.sections.map((part) => (part === table ? { ...part, content } : part)) };
}

/**
 * Sets the description of a note of the driver's section, or appends the note if there is none of this type.
 *
 * @param type name of a row of NOTE_TYPES
 * @param value a 32-bit number, or a version as text
 *
 * @example
 * const parts = setNote(partsOfZebin(readZebin(bytes).value), 'NT_INTELGT_PRODUCT_FAMILY', 1270);
 * readZebin(writeZebin(parts)).value.target.product_family?.name; // 'Alchemist'
 */
export function setNote(parts: ElfParts, type: NoteName, value: number | string): ElfParts {
  const section = parts.sections.find((part) => part.name === NOTE_SECTION);
  if (section?.content.kind !== 'notes') throw new TypeError(`the file has no notes in ${NOTE_SECTION}`);
  const row: NoteType | undefined = NOTE_TYPES.find(({ name }) => name === type);
  if (!row || (row.kind === 'version') !== (typeof value === 'string'))
    throw new TypeError(`${type} does not accept ${JSON.stringify(value)}`);
  const desc = typeof value === 'string' ? encodeText(`${value}\0`) : Uint8Array.from([0, 8, 16, 24], (shift) => (value >>> shift) & 255);
  const note: NotePart = { owner: encodeText(`${NOTE_OWNER}\0`), n_type: row.value, desc };
  const isIt = ({ owner, n_type }: NotePart): boolean => n_type === row.value && byteText(owner) === `${NOTE_OWNER}\0`;
  const { notes } = section.content;
  const content = { kind: 'notes', notes: notes.some(isIt) ? notes.map((old) => (isIt(old) ? note : old)) : [...notes, note] } as const;
  return { ...parts, sections: parts.sections.map((part) => (part === section ? { ...part, content } : part)) };
}
