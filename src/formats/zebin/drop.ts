import { refusal } from '../../core/diag/index.ts';
import { SECTION_TYPES as ELF_SECTION_TYPES, type ElfParts, NO_REF, numbersOf, type PartContent, type Ref } from '../elf/index.ts';

const { SHT_SYMTAB, SHT_DYNSYM, SHT_REL, SHT_RELA, SHT_GROUP, SHT_HASH, SHT_SYMTAB_SHNDX } = numbersOf(ELF_SECTION_TYPES);

/** A zebin without parts that a program does not need to run, and the names of the removed sections. */
export interface Stripped {
  readonly parts: ElfParts;
  readonly dropped: readonly string[];
}

/** Types whose content has indices of sections or symbols. If the content is kept as bytes, the indices cannot be updated. */
const TABLES: readonly number[] = [SHT_SYMTAB, SHT_DYNSYM, SHT_REL, SHT_RELA, SHT_GROUP, SHT_HASH, SHT_SYMTAB_SHNDX];

/**
 * Leaves out sections with everything that belongs to them: relocations that apply to them, and symbols in them. All indices are updated.
 *
 * Throws `FormatError`: `write/needed` if something that is kept refers to something that is removed, `write/opaque-table` if a table that
 * is kept could not be read, so that its indices cannot be updated.
 *
 * @example
 * const parts = partsOfZebin(readZebin(bytes).value);
 * const spirv = parts.sections.filter(({ name }) => name === '.spv').map(({ id }) => id);
 * dropSections(parts, spirv).dropped; // ['.spv']
 */
export function dropSections(parts: ElfParts, ids: Iterable<number>): Stripped {
  const gone = new Set(ids);
  if (gone.size === 0) return { parts, dropped: [] };
  for (const { id, sh_type, sh_info } of parts.sections) {
    if ((sh_type === SHT_REL || sh_type === SHT_RELA) && isGone(sh_info, gone)) gone.add(id);
  }
  const sections = parts.sections.filter(({ id }) => !gone.has(id));
  const lost = new Set<string>();
  for (const { id, content } of parts.sections) {
    if (content.kind !== 'symbols') continue;
    for (const symbol of content.symbols) if (gone.has(id) || isGone(symbol.section, gone)) lost.add(`${id}/${symbol.id}`);
  }
  const first = parts.sections.find(({ content }) => content.kind === 'symbols')?.id;
  for (const { name, sh_type, sh_link, content } of sections) {
    if (content.kind === 'bytes' && TABLES.includes(sh_type)) {
      throw refusal(
        'write/opaque-table',
        name,
        `the table ${name} could not be read, so its indices cannot be updated when sections are left out`,
      );
    }
    if (content.kind !== 'relocations' || sh_link.kind !== 'section') continue;
    const needed = content.relocations.find(({ symbol }) => lost.has(`${sh_link.id}/${symbol}`));
    if (needed || gone.has(sh_link.id)) throw refusal('write/needed', name, `relocations in ${name} refer to a symbol that is left out`);
  }
  if (isGone(parts.names, gone)) throw refusal('write/needed', 'names', 'the section names are in a section that is left out');
  const ref = (reference: Ref): Ref => {
    if (isGone(reference, gone)) return NO_REF;
    return reference.kind === 'symbol' && lost.has(`${first}/${reference.id}`) ? NO_REF : reference;
  };
  const kept = sections.map((part) => {
    return { ...part, sh_link: ref(part.sh_link), sh_info: ref(part.sh_info), content: withoutSymbols(part.content, part.id, lost) };
  });
  const dropped = parts.sections.filter(({ id }) => gone.has(id)).map(({ name }) => name);
  return { parts: { ...parts, sections: kept }, dropped };
}

function isGone(ref: Ref, gone: ReadonlySet<number>): boolean {
  return ref.kind === 'section' && gone.has(ref.id);
}

function withoutSymbols(content: PartContent, table: number, lost: ReadonlySet<string>): PartContent {
  if (content.kind !== 'symbols') return content;
  return { kind: 'symbols', symbols: content.symbols.filter(({ id }) => !lost.has(`${table}/${id}`)) };
}
