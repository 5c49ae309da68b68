/**
 * The types of variables.
 *
 * Source: DWARF 5, 5.1 (base types), 5.3 (pointers), 5.4 (typedefs), 5.5 (arrays), 5.7 (structures, members).
 */
import type { FormValue } from './form.ts';
import type { TypeMember, VariableType } from './model.ts';
import { type AttributeName, ENCODINGS, type TagName } from './table.ts';

export type Attributes = ReadonlyMap<AttributeName, FormValue>;

/** An entry of `.debug_info`. */
export interface Entry {
  readonly tag: TagName | undefined;
  readonly children: boolean;
  readonly attributes: Attributes;
  /** The offset after it, where its children begin. */
  readonly end: number;
}

/** How entries of a unit are read. */
export interface Entries {
  /** The entry that a value refers to. */
  referred(value: FormValue | undefined): Entry | undefined;
  childrenOf(entry: Entry): Iterable<Entry>;
  text(value: FormValue | undefined): string | undefined;
  /** Bytes of a pointer. */
  readonly addressSize: number;
}

/** The most types that are part of the name of a type: pointers to pointers, and so on. */
const DEEPEST_TYPE = 16;
/** The most members and dimensions that are read of one type. */
const MOST_PARTS = 4_096;
/** The address class of pointers to local memory. */
const LOCAL = 1;
const kinds = new Map<number, VariableType['kind']>(ENCODINGS.map((row) => [row.value, row.kind]));

/** The type of an entry; that of its origin if it has none. */
export function typeOf(attributes: Attributes, entries: Entries, deepest = DEEPEST_TYPE): VariableType | undefined {
  const origin = attributes.get('DW_AT_type') === undefined ? entries.referred(attributes.get('DW_AT_abstract_origin')) : undefined;
  const entry = entries.referred((origin?.attributes ?? attributes).get('DW_AT_type'));
  if (entry === undefined || deepest === 0) return undefined;
  const name = entries.text(entry.attributes.get('DW_AT_name')) ?? '';
  const size = numberOf(entry, 'DW_AT_byte_size') ?? 0;
  const inner = (): VariableType | undefined => typeOf(entry.attributes, entries, deepest - 1);
  switch (entry.tag) {
    case 'DW_TAG_base_type':
      return { name, kind: kinds.get(numberOf(entry, 'DW_AT_encoding') ?? 0) ?? 'other', size };
    case 'DW_TAG_enumeration_type':
      return { name, kind: 'unsigned', size };
    case 'DW_TAG_pointer_type': {
      const isLocal = numberOf(entry, 'DW_AT_address_class') === LOCAL;
      const to = (): VariableType | undefined => typeOf(entry.attributes, entries);
      return { name: `${inner()?.name ?? 'void'}*`, kind: 'pointer', size: entries.addressSize, to, isLocal };
    }
    case 'DW_TAG_array_type':
      return arrayOf(entry, entries, inner());
    case 'DW_TAG_structure_type':
    case 'DW_TAG_union_type':
      return { name, kind: 'structure', size, members: () => membersOf(entry, entries) };
    case 'DW_TAG_const_type':
    case 'DW_TAG_volatile_type':
      return inner();
    case 'DW_TAG_typedef': {
      const to = inner();
      return to && { ...to, name };
    }
    default:
      return { name, kind: 'other', size };
  }
}

function numberOf({ attributes }: Entry, name: AttributeName): number | undefined {
  const value = attributes.get(name);
  return value && 'number' in value ? value.number : undefined;
}

/** An array of several dimensions is one of arrays. */
function arrayOf(entry: Entry, entries: Entries, element: VariableType | undefined): VariableType {
  const counts: number[] = [];
  for (const child of entries.childrenOf(entry)) {
    if (child.tag !== 'DW_TAG_subrange_type' || counts.length >= DEEPEST_TYPE) continue;
    counts.push(numberOf(child, 'DW_AT_count') ?? (numberOf(child, 'DW_AT_upper_bound') ?? -1) + 1);
  }
  let type = element;
  let suffix = '';
  for (const count of counts.reverse()) {
    const to = type;
    suffix = `[${count === 0 ? '' : count}]${suffix}`;
    type = { name: `${element?.name ?? ''}${suffix}`, kind: 'array', size: count * (to?.size ?? 0), to: () => to, count };
  }
  // A vector may have more bytes than its elements.
  const size = numberOf(entry, 'DW_AT_byte_size');
  const whole = type?.kind === 'array' ? type : { name: '', kind: 'array' as const, size: 0, to: () => element, count: 0 };
  return size === undefined ? whole : { ...whole, size };
}

function membersOf(entry: Entry, entries: Entries): readonly TypeMember[] {
  const members: TypeMember[] = [];
  for (const child of entries.childrenOf(entry)) {
    if (child.tag !== 'DW_TAG_member' || child.attributes.has('DW_AT_bit_size') || members.length >= MOST_PARTS) continue;
    const type = typeOf(child.attributes, entries);
    members.push({
      name: entries.text(child.attributes.get('DW_AT_name')) ?? '',
      offset: numberOf(child, 'DW_AT_data_member_location') ?? 0,
      ...(type === undefined ? {} : { type }),
    });
  }
  return members;
}
