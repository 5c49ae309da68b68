import { hex } from '../../../core/bytes/index.ts';
import { type FieldRow, type StructOf, type StructRows, structSize } from '../../../core/schema/index.ts';
import {
  ELF_HEADER,
  ELF_IDENT,
  type ElfParts,
  FILE_TYPES,
  LAYOUTS,
  MACHINES,
  numbersOf,
  type PartContent,
  type Placement,
  PROGRAM_HEADER,
  type ProgramHeader,
  REL,
  RELA,
  type Ref,
  SECTION_FLAGS,
  type SectionPart,
  type SectionPlace,
  SYMBOL,
} from '../../elf/index.ts';
import { ELF_TYPES } from '../table.ts';
import { type Labels, parseNumber, parseRef, printNumber, printRef } from './labels.ts';
import { type Cells, type Keyed, type LineWords, printLine } from './lines.ts';
import { ALL_SECTION_TYPES } from './names.ts';

/**
 * The lines of the manifest: `elf` for the header, `section` for each section and, in a file that follows no known layout, `placement` and
 * `segment`. Keys are the field names in the rows of ELF; common values are left out. Each `print` has its `parse`.
 */

const SHT = numbersOf(ALL_SECTION_TYPES);
const TYPES = [...FILE_TYPES, ...ELF_TYPES.filter(({ value }) => value !== 1)];
/** Layout name of a file that follows no rule. */
export const PLACED = 'placed';

const IDENT_FIELDS = ELF_IDENT.fields.filter(({ name }) => name !== 'EI_CLASS');
const CARRIED = ELF_HEADER.fields.filter(({ name }) => ['e_version', 'e_entry', 'e_flags'].includes(name));
const PLACEMENT_FIELDS = ELF_HEADER.fields.filter(
  (field) => !['e_type', 'e_machine'].includes(field.name) && !CARRIED.includes(field as never),
);
const COMMON: Readonly<Record<string, number>> = { EI_DATA: 1, EI_VERSION: 1, EI_OSABI: 0, e_version: 1, e_entry: 0, e_flags: 0 };

/** The fields of a structure as pairs of name and number. */
function printFields<T extends { readonly [K in keyof T]: number | bigint }>(fields: readonly FieldRow[], values: T): Keyed {
  return fields.map(({ name }) => {
    const value: number | bigint = values[name as keyof T] ?? 0;
    return [name, Number(value) === COMMON[name] ? undefined : value < 10 ? String(value) : hex(value)] as const;
  });
}

function parseFields<S extends StructRows>(words: LineWords, fields: readonly FieldRow[]): StructOf<S> {
  const values: { [name: string]: number | bigint } = Object.create(null);
  for (const { name, as, at64 } of fields) {
    const word = words.key(name);
    const most = (1n << BigInt(8 * at64[1])) - 1n;
    const value = word ? words.bigint(word, name, 0n, most) : BigInt(COMMON[name] ?? 0);
    values[name] = as === 'number' ? Number(value) : value;
  }
  return { ...values } as StructOf<S>;
}

const keysOf = (fields: readonly FieldRow[]): readonly string[] => fields.map(({ name }) => name);

export function printElfLine(parts: ElfParts, sections: Labels, none: Labels): Cells {
  const { is64, ident, header, names, layout } = parts;
  return printLine(
    ['elf', is64 ? '64' : '32', printNumber(TYPES, header.e_type), printNumber(MACHINES, header.e_machine)],
    [
      ...printFields(IDENT_FIELDS, ident),
      ...printFields(CARRIED, header),
      ['names', printRef(names, sections, none)],
      ['layout', typeof layout === 'string' ? layout : PLACED],
    ],
  );
}

/** Parses the line. `names` and `layout` are left to the caller, who knows the sections. */
export function parseElfLine(words: LineWords): Pick<ElfParts, 'is64' | 'ident' | 'header'> & { readonly layout: string } {
  const width = words.next('32 or 64');
  if (width.text !== '32' && width.text !== '64') throw words.wrong('pack/value', width, 'the width of the file is 32 or 64');
  const e_type = parseNumber(words, words.next('the type of the file'), TYPES, 'type of file', 0xffff);
  const e_machine = parseNumber(words, words.next('the machine'), MACHINES, 'machine', 0xffff);
  const ident = parseFields<typeof ELF_IDENT>(words, IDENT_FIELDS);
  const header = { ...parseFields<typeof ELF_HEADER>(words, CARRIED), e_type, e_machine };
  const layoutWord = words.key('layout');
  const layout = layoutWord?.text ?? LAYOUTS[0].name;
  if (layoutWord && layout !== PLACED && !LAYOUTS.some(({ name }) => name === layout)) {
    throw words.wrong('pack/value', layoutWord, `no layout has this name; there are ${LAYOUTS.map(({ name }) => name).join(', ')}`);
  }
  words.key('names');
  words.done([...keysOf(IDENT_FIELDS), ...keysOf(CARRIED), 'names', 'layout']);
  return { is64: width.text === '64', ident, header, layout };
}

export function printPlacement({ size, header, sections }: Placement): Cells {
  return printLine(['placement', String(size), String(sections)], printFields(PLACEMENT_FIELDS, header));
}

export function parsePlacement(words: LineWords): Omit<Placement, 'patches'> {
  const size = words.number(words.next('the size of the file'), 'the size of the file');
  const sections = words.number(words.next('the number of sections'), 'the number of sections', 0xffff_ffff);
  const header = parseFields<typeof ELF_HEADER>(words, PLACEMENT_FIELDS);
  words.done(keysOf(PLACEMENT_FIELDS));
  return { size, sections, header };
}

export function printSegment(segment: ProgramHeader): Cells {
  return printLine(['segment'], printFields(PROGRAM_HEADER.fields, segment));
}

export function parseSegment(words: LineWords): ProgramHeader {
  const segment = parseFields<typeof PROGRAM_HEADER>(words, PROGRAM_HEADER.fields);
  words.done(keysOf(PROGRAM_HEADER.fields));
  return segment;
}

/** The links of a section that follow from its type if its line does not state them. */
function commonLinks(sh_type: number, is64: boolean, names: Ref, symbols: Ref): Pick<SectionPart, 'sh_link' | 'sh_info' | 'sh_entsize'> {
  switch (sh_type) {
    case SHT.SHT_SYMTAB:
      return { sh_link: names, sh_info: { kind: 'first-global' }, sh_entsize: structSize(SYMBOL, is64) };
    case SHT.SHT_REL:
    case SHT.SHT_RELA:
      return { sh_link: symbols, sh_info: NONE, sh_entsize: structSize(sh_type === SHT.SHT_REL ? REL : RELA, is64) };
    default:
      return { sh_link: NONE, sh_info: NONE, sh_entsize: 0 };
  }
}

const NONE: Ref = { kind: 'number', value: 0 };

/** What the lines of sections refer to. */
export interface SectionContext {
  readonly is64: boolean;
  readonly names: Ref;
  /** The first symbol table. */
  readonly table: Ref;
  readonly sections: Labels;
  readonly symbols: Labels;
}

const PLACE_KEYS = ['sh_name', 'sh_offset', 'sh_size', 'file_bytes'] as const;
const CONTENT_KEYS = ['bytes', 'assembly', 'memory', 'reserved', 'strings', 'symbols', 'relocations', 'notes'] as const;
const HEADER_KEYS = ['sh_flags', 'sh_addr', 'sh_addralign', 'sh_entsize', 'sh_link', 'sh_info'] as const;
const SECTION_KEYS = [...HEADER_KEYS, ...CONTENT_KEYS, 'platform', 'id', ...PLACE_KEYS];

/**
 * @param file path of the file with the content, if the section has one
 * @param platform the instruction set, if the file has code as assembly
 */
export function printSection(
  part: SectionPart,
  file: string | undefined,
  context: SectionContext,
  platform?: string,
): readonly [words: readonly string[], keyed: Keyed] {
  const { name, sh_type, sh_flags, sh_addr, sh_addralign, sh_entsize, sh_link, sh_info, place } = part;
  const { sections, symbols } = context;
  const follows = commonLinks(sh_type, context.is64, context.names, context.table);
  const number = (value: bigint): string | undefined => (value === 0n ? undefined : hex(value));
  const ref = (value: Ref, other: Ref): string | undefined => (sameRef(value, other) ? undefined : printRef(value, sections, symbols));
  const keyed: Keyed = [
    ['sh_flags', sh_flags === 0n ? undefined : printFlags(sh_flags)],
    ['sh_addr', number(sh_addr)],
    ['sh_addralign', number(sh_addralign)],
    ['sh_entsize', sh_entsize === follows.sh_entsize ? undefined : String(sh_entsize)],
    ['sh_link', ref(sh_link, follows.sh_link)],
    ['sh_info', ref(sh_info, follows.sh_info)],
    ...(platform === undefined
      ? printContent(part.content, file)
      : ([
          ['assembly', file],
          ['platform', platform],
        ] as const)),
    ...(place
      ? [place.sh_name, place.sh_offset, place.sh_size, place.fileBytes].map((value, i) => [PLACE_KEYS[i] ?? '', String(value)] as const)
      : []),
  ];
  return [['section', name, printNumber(ALL_SECTION_TYPES, sh_type, hex)], keyed];
}

function sameRef(a: Ref, b: Ref): boolean {
  return (
    a.kind === b.kind && ('id' in a ? a.id === (b as { id: number }).id : 'value' in a ? a.value === (b as { value: number }).value : true)
  );
}

function printContent(content: PartContent, file: string | undefined): Keyed {
  switch (content.kind) {
    case 'bytes':
      return [['bytes', file]];
    case 'none':
      return [['memory', String(content.size)]];
    case 'reserved':
      return [
        ['reserved', String(content.reserved)],
        ['bytes', file],
      ];
    case 'strings':
      return [['strings', file ?? '-']];
    default:
      return [[content.kind, file]];
  }
}

export interface ParsedSection extends Omit<SectionPart, 'id' | 'content'> {
  /** The kind of its content, and the file that has it. */
  readonly content: { readonly kind: PartContent['kind']; readonly file?: string; readonly size: number; readonly platform?: string };
}

/** Parses the line of a section, except for `id`, which the caller has read. For the content it returns only where it is. */
export function parseSection(words: LineWords, context: SectionContext): ParsedSection {
  const name = words.next('the name of the section').text;
  const typeWord = words.next('the type of the section');
  const sh_type = parseNumber(words, typeWord, ALL_SECTION_TYPES, 'section type', 0xffff_ffff);
  const follows = commonLinks(sh_type, context.is64, context.names, context.table);
  const number = (key: string): bigint => {
    const word = words.key(key);
    return word ? words.bigint(word, key) : 0n;
  };
  const ref = (key: string, other: Ref): Ref => {
    const word = words.key(key);
    return word ? parseRef(words, word, context.sections, context.symbols) : other;
  };
  const flags = words.key('sh_flags');
  const entry = words.key('sh_entsize');
  const part = {
    name,
    sh_type,
    sh_flags: flags ? parseFlags(words, flags.text) : 0n,
    sh_addr: number('sh_addr'),
    sh_addralign: number('sh_addralign'),
    sh_entsize: entry ? words.number(entry, 'sh_entsize') : follows.sh_entsize,
    sh_link: ref('sh_link', follows.sh_link),
    sh_info: ref('sh_info', follows.sh_info),
    content: parseContent(words),
  };
  const places = PLACE_KEYS.map((key) => words.key(key));
  words.key('id');
  words.done(SECTION_KEYS);
  if (places.some((word) => word === undefined)) return part;
  const [sh_name = 0, sh_offset = 0, sh_size = 0, fileBytes = 0] = places.map((word, i) =>
    word ? words.number(word, PLACE_KEYS[i] ?? '') : 0,
  );
  const place: SectionPlace = { sh_name, sh_offset, sh_size, fileBytes };
  return { ...part, place };
}

function parseContent(words: LineWords): ParsedSection['content'] {
  const assembly = words.key('assembly');
  if (assembly) {
    const platform = words.key('platform');
    if (!platform) throw words.wrong('pack/syntax', assembly, 'platform= is missing: the instruction set of the assembly');
    return { kind: 'bytes', file: assembly.text, size: 0, platform: platform.text };
  }
  const memory = words.key('memory');
  if (memory) return { kind: 'none', size: words.number(memory, 'memory') };
  const reserved = words.key('reserved');
  if (reserved) {
    const file = words.key('bytes')?.text;
    return { kind: 'reserved', size: words.number(reserved, 'reserved', 0xffff), ...(file === undefined ? {} : { file }) };
  }
  for (const kind of ['bytes', 'strings', 'symbols', 'relocations', 'notes'] as const) {
    const word = words.key(kind);
    if (word) return { kind, size: 0, ...(kind === 'strings' && word.text === '-' ? {} : { file: word.text }) };
  }
  throw words.wrong(
    'pack/syntax',
    { ...words.line, text: '' },
    `where the content of the section is, is missing: one of ${CONTENT_KEYS.join(', ')}`,
  );
}

function printFlags(flags: bigint): string {
  const set = SECTION_FLAGS.filter(({ value }) => (flags & BigInt(value)) !== 0n);
  const rest = set.reduce((left, { value }) => left & ~BigInt(value), flags);
  return [...set.map(({ name }) => name.slice(4)), ...(rest === 0n ? [] : [hex(rest)])].join('|');
}

function parseFlags(words: LineWords, text: string): bigint {
  return text.split('|').reduce((flags, name) => {
    const row = SECTION_FLAGS.find((flag) => flag.name.slice(4) === name);
    if (row) return flags | BigInt(row.value);
    const word = words.key('sh_flags') ?? { text: name, start: words.line.start, end: words.line.end };
    if (/^[0-9]/.test(name)) return flags | words.bigint({ ...word, text: name }, 'a flag');
    throw words.wrong(
      'pack/value',
      word,
      `${name.slice(0, 40)} is not a flag; flags are ${SECTION_FLAGS.map((flag) => flag.name.slice(4)).join(', ')}`,
    );
  }, 0n);
}
