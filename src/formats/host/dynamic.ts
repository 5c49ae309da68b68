import { ByNumber, type Bytes, firstIndex } from '../../core/bytes/index.ts';
import { COST, type Reporter } from '../../core/diag/index.ts';
import { placesOf, readStruct, type StructOf, structSize } from '../../core/schema/index.ts';
import { type PROGRAM_HEADER, RELA, SYMBOL } from '../elf/index.ts';
import { Memory, type Patch, type Patches, type Piece } from './memory.ts';
import { RELOCATIONS } from './relocations.ts';
import { DYNAMIC_TAGS } from './table.ts';

const PT_DYNAMIC = 2;
const MOST_TAGS = 4_096;

/** Tables of up to this many bytes are read as a whole; in larger ones an address is searched. */
const WHOLE_TABLE = 4_194_304;

/**
 * The pointers that dynamic relocations of the RELA form write into a program loaded at 0. REL and RELR have their addends in place, so
 * they need no processing.
 *
 * A large table is not read: linkers sort the relative relocations at its beginning (DT_RELACOUNT of them) by address.
 */
export function dynamicPatches(
  pieces: readonly Piece[],
  headers: readonly StructOf<typeof PROGRAM_HEADER>[],
  is64: boolean,
  machine: number,
  out: Reporter,
): Patches {
  const types = RELOCATIONS.find((row) => row.machine === machine);
  const dynamic = headers.find(({ p_type }) => p_type === PT_DYNAMIC);
  if (!types || !dynamic) return () => undefined;
  const memory = new Memory(pieces, is64, () => undefined);
  const tags = readTags(memory, Number(dynamic.p_vaddr), dynamic.p_filesz);
  const table = memory.window(tags.get(DYNAMIC_TAGS.DT_RELA) ?? 0, tags.get(DYNAMIC_TAGS.DT_RELASZ) ?? 0);
  if (!table || table.length === 0) return () => undefined;
  const size = structSize(RELA, is64);
  const count = Math.floor(table.length / size);
  const typeOf = (r_info: bigint) => Number(is64 ? r_info & 0xffff_ffffn : r_info & 0xffn);
  const [addend] = placesOf(RELA, is64).r_addend;
  const patchOf = (index: number): Patch | undefined => {
    const value = wordOf(readStruct(RELA, table, index * size, is64));
    return value === undefined ? undefined : { value, addendAt: table.base + index * size + addend };
  };
  const wordOf = ({ r_info, r_addend }: StructOf<typeof RELA>): number | undefined => {
    const type = typeOf(r_info);
    if (type === types.relative) return Number(r_addend);
    if (type !== types.absolute) return undefined;
    const at = (tags.get(DYNAMIC_TAGS.DT_SYMTAB) ?? 0) + Number(is64 ? r_info >> 32n : r_info >> 8n) * structSize(SYMBOL, is64);
    const symbol = memory.window(at, structSize(SYMBOL, is64));
    const { st_shndx, st_value } = symbol ? readStruct(SYMBOL, symbol, 0, is64) : { st_shndx: 0, st_value: 0n };
    return st_shndx === 0 ? undefined : Number(st_value + r_addend);
  };
  if (table.length <= WHOLE_TABLE && out.charge(count * COST.entry, table.span(), 'DT_RELA')) {
    const entries: { readonly at: number; readonly index: number }[] = [];
    for (let i = 0; i < count; i++) {
      const entry = readStruct(RELA, table, i * size, is64);
      if (wordOf(entry) !== undefined) entries.push({ at: Number(entry.r_offset), index: i });
    }
    const byAddress = new ByNumber(entries, ({ at }) => at);
    return (address) => {
      const entry = byAddress.get(address);
      return entry && patchOf(entry.index);
    };
  }
  const sorted = Math.min(count, tags.get(DYNAMIC_TAGS.DT_RELACOUNT) ?? count);
  return (address) => {
    const index = search(table, sorted, address, is64);
    return index === undefined ? undefined : patchOf(index);
  };
}

/** The index of the entry for an address, by binary search: it reads a few pages of a table of any size. */
function search(table: Bytes, count: number, address: number, is64: boolean): number | undefined {
  const size = structSize(RELA, is64);
  const placeOf = (index: number) => Number(readStruct(RELA, table, index * size, is64).r_offset);
  const position = firstIndex(count, (index) => placeOf(index) >= address);
  return position < count && placeOf(position) === address ? position : undefined;
}

function readTags(memory: Memory, at: number, size: number): Map<number, number> {
  const tags = new Map<number, number>();
  const width = memory.is64 ? 8 : 4;
  const entries = Math.min(Math.floor(size / (2 * width)), MOST_TAGS);
  for (let i = 0; i < entries; i++) {
    const entry = memory.window(at + i * 2 * width, 2 * width);
    if (!entry) break;
    const tag = memory.is64 ? entry.u64AsNumber(0) : entry.u32(0);
    if (tag === DYNAMIC_TAGS.DT_NULL) break;
    if (!tags.has(tag)) tags.set(tag, memory.is64 ? entry.u64AsNumber(8) : entry.u32(4));
  }
  return tags;
}
