import { COST, caughtFinding, type Reporter } from '../../core/diag/index.ts';
import { Abbreviations } from './abbreviations.ts';
import type { Cursor } from './cursor.ts';
import { type FormValue, readForm, textOf, type Widths } from './form.ts';
import { locationsAt } from './locations.ts';
import type { Place, Range, Scope, Unit, Variable } from './model.ts';
import { rangesAt } from './ranges.ts';
import type { DebugSections } from './sections.ts';
import { type AttributeName, type TagName, UNIT_TYPES } from './table.ts';
import { type Attributes, type Entries, type Entry, typeOf } from './types.ts';
import { knownVersion } from './version.ts';

const SECTION = '.debug_info';
const unitTypes = new Map<number, (typeof UNIT_TYPES)[number]>(UNIT_TYPES.map((row) => [row.value, row]));

/**
 * The most references to follow for a name: an inlined call refers to its function, and a definition to its declaration.
 */
const ORIGINS = 4;

/**
 * All units of `.debug_info`, versions 2 to 5: functions with code, and the calls that are inlined in them. If a unit is malformed, the
 * entries before the error are kept (`dwarf/malformed`); a unit of another version is ignored (`dwarf/version`).
 *
 * Source: DWARF 5, 7.5 (units), 3.3.8.2 (inlined calls).
 */
export function readUnits(sections: DebugSections, out: Reporter, withVariables: boolean): Unit[] {
  const { bytes } = sections.open(SECTION);
  const abbreviations = new Abbreviations(sections, out, withVariables);
  const units: Unit[] = [];
  for (let at = 0; at < bytes.length && !out.exhausted; ) {
    const offset = at;
    const cursor = sections.cursor(SECTION, at);
    try {
      const { length, offsetSize } = cursor.initialLength();
      at = cursor.at + length;
      if (at > bytes.length) throw cursor.malformed('the unit reaches past the end of its section', offset);
      cursor.end = at;
      const version = knownVersion(cursor, bytes, 'unit', `${SECTION}@${offset}`, out);
      if (version === undefined) continue;
      const reader = new UnitReader(sections, abbreviations, cursor, out, { offset, version, offsetSize });
      try {
        reader.read();
      } finally {
        units.push(reader.unit());
      }
    } catch (error) {
      const { span, message } = caughtFinding(error);
      out.report('dwarf/malformed', span, `${SECTION}@${offset}`, message);
      if (at === offset || at > bytes.length) break;
    }
  }
  return units;
}

const NONE: Attributes = new Map();

/** Entries whose code is where the variables in them are visible. */
const HAVE_CODE: ReadonlySet<TagName | undefined> = new Set([
  'DW_TAG_subprogram',
  'DW_TAG_inlined_subroutine',
  'DW_TAG_lexical_block',
] as const);
const NO_CODE: readonly Range[] = [];

class UnitReader implements Entries {
  private readonly sections: DebugSections;
  private readonly abbreviations: Abbreviations;
  private readonly cursor: Cursor;
  private readonly out: Reporter;
  private readonly head: { readonly offset: number; readonly version: number };
  private readonly widths: Widths;
  private readonly table: number;
  private root: Attributes = new Map();
  private base: Place = { address: 0n };
  private readonly scopes: Scope[] = [];
  private readonly variables: Variable[] = [];

  constructor(
    sections: DebugSections,
    abbreviations: Abbreviations,
    cursor: Cursor,
    out: Reporter,
    { offset, version, offsetSize }: { offset: number; version: number; offsetSize: 4 | 8 },
  ) {
    [this.sections, this.abbreviations, this.cursor, this.out] = [sections, abbreviations, cursor, out];
    this.head = { offset, version };
    const type = version >= 5 ? unitTypes.get(cursor.u8()) : undefined;
    if (version >= 5) {
      this.widths = { offsetSize, addressSize: cursor.u8() };
      this.table = cursor.offset(offsetSize);
      const more = type && 'more' in type ? type.more : undefined;
      if (more) cursor.skip(more === 'id' ? 8 : 8 + offsetSize);
    } else {
      this.table = cursor.offset(offsetSize);
      this.widths = { offsetSize, addressSize: cursor.u8() };
    }
  }

  /** Visits the entries in order. Ignored ones are visited too, so that the depth is right. */
  read(): void {
    const { cursor } = this;
    /** For each open entry, the scope that it is or that contains it. */
    const open: (number | undefined)[] = [];
    /** The code of each open entry. */
    const visible: (readonly Range[])[] = [];
    let first = true;
    while (cursor.at < cursor.end && !this.out.exhausted) {
      const abbreviation = cursor.uleb();
      if (abbreviation === 0) {
        open.pop();
        visible.pop();
        if (open.length === 0) return;
        continue;
      }
      const { tag, children, attributes } = this.entry(abbreviation, this.cursor, first);
      if (first) this.begin(attributes);
      let scope = open.at(-1);
      const code = HAVE_CODE.has(tag) ? this.ranges(attributes) : NO_CODE;
      if (tag === 'DW_TAG_subprogram' || tag === 'DW_TAG_inlined_subroutine') {
        const inner = this.scope(tag === 'DW_TAG_inlined_subroutine' ? 'inlined' : 'subprogram', attributes, code, scope);
        if (inner) scope = this.scopes.push(inner) - 1;
      }
      if (tag === 'DW_TAG_variable' || tag === 'DW_TAG_formal_parameter') this.variable(tag, attributes, visible.at(-1) ?? NO_CODE);
      if (children) {
        open.push(scope);
        visible.push(code.length > 0 ? code : (visible.at(-1) ?? NO_CODE));
      } else if (first) return;
      first = false;
    }
  }

  /** @param isKept whether its attributes are read whatever it is */
  private entry(code: number, cursor: Cursor, isKept: boolean): Entry {
    const row = this.abbreviations.get(this.table, code);
    if (!row) throw cursor.malformed(`no abbreviation has the code ${code}`);
    // Values can have no bytes, and are not free to read.
    if (row.attributes.length === 0) return { tag: row.tag, children: row.children, attributes: NONE, end: cursor.at };
    const attributes = isKept || row.tag !== undefined ? new Map<AttributeName, FormValue>() : undefined;
    const { length } = row.attributes;
    if (!this.out.tryCharge(length)) this.out.charge(length, this.sections.open(SECTION).bytes.span(), SECTION);
    for (const { name, form, implicit } of row.attributes) {
      const value = readForm(form, cursor, this.widths, implicit);
      if (name) attributes?.set(name, value);
    }
    return { tag: row.tag, children: row.children, attributes: attributes ?? NONE, end: cursor.at };
  }

  private begin(attributes: Attributes): void {
    this.root = attributes;
    this.base = this.place(attributes.get('DW_AT_low_pc')) ?? this.base;
  }

  unit(): Unit {
    const { root } = this;
    const name = this.text(root.get('DW_AT_name'));
    const comp_dir = this.text(root.get('DW_AT_comp_dir'));
    const list = root.get('DW_AT_stmt_list');
    return {
      ...this.head,
      ...(name === undefined ? {} : { name }),
      ...(comp_dir === undefined ? {} : { comp_dir }),
      ...(list && 'number' in list ? { stmt_list: list.number } : {}),
      scopes: this.scopes,
      ...(this.variables.length === 0 ? {} : { variables: this.variables }),
    };
  }

  private scope(kind: Scope['kind'], attributes: Attributes, ranges: readonly Range[], parent: number | undefined): Scope | undefined {
    const whole = this.sections.open(SECTION).bytes.span();
    if (ranges.length === 0 || !this.out.charge(COST.entry, whole, SECTION)) return undefined;
    const number = (name: AttributeName) => {
      const value = attributes.get(name);
      return value && 'number' in value ? value.number : undefined;
    };
    const depth = parent === undefined ? 0 : (this.scopes[parent]?.depth ?? 0) + 1;
    const scope: { -readonly [Member in keyof Scope]: Scope[Member] } = { kind, ...this.names(attributes), ranges, depth };
    if (parent !== undefined) scope.parent = parent;
    if (kind === 'subprogram') return scope;
    const file = number('DW_AT_call_file');
    const line = number('DW_AT_call_line');
    const column = number('DW_AT_call_column');
    if (file !== undefined) scope.call_file = file;
    if (line !== undefined) scope.call_line = line;
    if (column !== undefined) scope.call_column = column;
    return scope;
  }

  private variable(tag: TagName, attributes: Attributes, ranges: readonly Range[]): void {
    const { name } = this.names(attributes);
    const whole = this.sections.open(SECTION).bytes.span();
    if (name === undefined || ranges.length === 0 || !this.out.charge(COST.entry, whole, SECTION)) return;
    const type = typeOf(attributes, this);
    const value = attributes.get('DW_AT_const_value');
    this.variables.push({
      name,
      isParameter: tag === 'DW_TAG_formal_parameter',
      ...(type === undefined ? {} : { type }),
      ranges,
      locations: locationsAt(attributes.get('DW_AT_location'), this.sections, this.out, this.widths, Number(this.base.address)),
      ...(value && 'number' in value ? { value: value.number } : {}),
    });
  }

  /** The names of the entry, or those of the entry that it refers to. */
  private names(attributes: Attributes): { name?: string; linkage_name?: string } {
    let at: Attributes | undefined = attributes;
    let [name, linkage]: (string | undefined)[] = [];
    for (let step = 0; at && step < ORIGINS; step++) {
      name ??= this.text(at.get('DW_AT_name'));
      linkage ??= this.text(at.get('DW_AT_linkage_name'));
      at = this.referred(at.get('DW_AT_abstract_origin') ?? at.get('DW_AT_specification'))?.attributes;
    }
    return { ...(name === undefined ? {} : { name }), ...(linkage === undefined ? {} : { linkage_name: linkage }) };
  }

  /** The entry that a value refers to. It must be in this unit, because other units can have other abbreviations. */
  referred(value: FormValue | undefined): Entry | undefined {
    if (value?.class !== 'ref' && value?.class !== 'ref_addr') return undefined;
    const at = value.class === 'ref' ? this.head.offset + value.number : value.number;
    if (!(at > this.head.offset && at < this.cursor.end)) return undefined;
    const cursor = this.sections.cursor(SECTION, at, this.cursor.end);
    const code = cursor.uleb();
    if (code === 0) return undefined;
    const entry = this.entry(code, cursor, true);
    this.out.charge(cursor.at - at, this.sections.open(SECTION).bytes.span(at, cursor.at), SECTION);
    return entry;
  }

  /** The entries in an entry, without those that are deeper. */
  *childrenOf({ children, end }: Entry): Iterable<Entry> {
    const cursor = this.sections.cursor(SECTION, end, this.cursor.end);
    for (let depth = children ? 1 : 0; depth > 0 && !this.out.exhausted; ) {
      const { at } = cursor;
      const code = cursor.uleb();
      const entry = code === 0 ? undefined : this.entry(code, cursor, false);
      // Many variables may have one type.
      this.out.charge(cursor.at - at, this.sections.open(SECTION).bytes.span(at, cursor.at), SECTION);
      if (entry && depth === 1) yield entry;
      depth += entry === undefined ? -1 : entry.children ? 1 : 0;
    }
  }

  get addressSize(): number {
    return this.widths.addressSize;
  }

  text(value: FormValue | undefined): string | undefined {
    return value && textOf(value, this.sections, this.out, this.widths, this.baseOf('DW_AT_str_offsets_base'));
  }

  private baseOf(name: AttributeName): number {
    const value = this.root.get(name);
    return value && 'number' in value ? value.number : 0;
  }

  private place(value: FormValue | undefined): Place | undefined {
    if (value?.class === 'address') return value.place;
    return value?.class === 'addrx' ? this.indexed(value.number) : undefined;
  }

  private indexed(index: number): Place {
    const { addressSize } = this.widths;
    return this.sections.cursor('.debug_addr', this.baseOf('DW_AT_addr_base') + index * addressSize).address(addressSize);
  }

  private ranges(attributes: Attributes): readonly Range[] {
    const list = attributes.get('DW_AT_ranges');
    if (list && 'number' in list) {
      const { sections, out, widths, base } = this;
      const context = {
        sections,
        out,
        widths,
        base,
        rnglistsBase: this.baseOf('DW_AT_rnglists_base'),
        indexed: (i: number) => this.indexed(i),
      };
      return rangesAt(list.number, list.class === 'rnglistx', this.head.version, context);
    }
    const low = this.place(attributes.get('DW_AT_low_pc'));
    const high = attributes.get('DW_AT_high_pc');
    if (!low || !high) return [];
    // `high` is an address or, since version 4, a size counted from the start.
    const end = this.place(high)?.address ?? ('number' in high ? low.address + BigInt(high.number) : low.address);
    if (end <= low.address) return [];
    return [{ ...(low.section === undefined ? {} : { section: low.section }), start: low.address, end }];
  }
}
