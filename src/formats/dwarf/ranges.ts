import { COST, type Reporter } from '../../core/diag/index.ts';
import type { Widths } from './form.ts';
import type { Place, Range } from './model.ts';
import type { Relocations } from './relocate.ts';
import type { DebugSections } from './sections.ts';
import { RANGE_ENTRIES } from './table.ts';

interface Context {
  readonly sections: DebugSections;
  readonly out: Reporter;
  readonly widths: Widths;
  /** The start of the unit, which offsets are relative to. */
  readonly base: Place;
  readonly rnglistsBase: number;
  indexed(index: number): Place;
}

const entries = new Map<number, (typeof RANGE_ENTRIES)[number]>(RANGE_ENTRIES.map((row) => [row.value, row]));

/** The ranges of the list at an offset, or since version 5 also at an index. Throws `FormatError`. */
export function rangesAt(at: number, index: boolean, version: number, context: Context): Range[] {
  if (version < 5) return pairs(at, context);
  const { sections, rnglistsBase, widths } = context;
  if (!index) return list(at, context);
  return list(rnglistsBase + sections.cursor('.debug_rnglists', rnglistsBase + at * widths.offsetSize).offset(widths.offsetSize), context);
}

/** Version 4: pairs of addresses relative to the base, unless they are relocated. The highest address introduces a new base. */
function pairs(at: number, { sections, out, widths, base }: Context): Range[] {
  const { bytes, relocations } = sections.open('.debug_ranges');
  const cursor = sections.cursor('.debug_ranges', at);
  const { addressSize } = widths;
  const none = BigInt.asUintN(addressSize * 8, -1n);
  const ranges: Range[] = [];
  let from = base;
  for (;;) {
    const start = cursor.at;
    const low = cursor.word(addressSize);
    const high = cursor.word(addressSize);
    if (!out.tryCharge(COST.entry) && !out.charge(COST.entry, bytes.span(start, cursor.at), '.debug_ranges')) return ranges;
    const known = relocations.at(start) && relocations.place(start, low);
    if (low === 0n && high === 0n && known === undefined) return ranges;
    if ((known?.address ?? low) === none) from = relocations.place(start + addressSize, high);
    else if (known) add(ranges, known, relocations.place(start + addressSize, high).address);
    else if (high > low) add(ranges, within(from, low, relocations), from.address + high, from.address + low);
  }
}

/** The position at a distance from a base. If the base has no section, the file is linked and the sum is an absolute address. */
function within(base: Place, distance: bigint, relocations: Relocations): Place {
  const { section } = base;
  const address = base.address + distance;
  return section === undefined ? relocations.absolute(address) : { section, address };
}

/** @param from the start that `end` is relative to, if it is not the address of the place */
function add(ranges: Range[], { section, address: start }: Place, end: bigint, from = start): void {
  if (end <= from) return;
  const last = start === from ? end : start + (end - from);
  ranges.push(section === undefined ? { start, end: last } : { section, start, end: last });
}

/** Version 5: the kind of each entry determines its operands. */
function list(at: number, { sections, out, widths, base, indexed }: Context): Range[] {
  const { bytes, relocations } = sections.open('.debug_rnglists');
  const cursor = sections.cursor('.debug_rnglists', at);
  const ranges: Range[] = [];
  let from = base;
  for (;;) {
    const start = cursor.at;
    const kind = cursor.u8();
    const row = entries.get(kind);
    if (!row) throw cursor.malformed(`a range list has no entry of kind ${kind}`, start);
    const operands = row.operands.map((operand): Place => {
      if (operand === 'index') return indexed(cursor.uleb());
      return operand === 'length' ? { address: BigInt(cursor.uleb()) } : cursor.address(widths.addressSize);
    });
    if (!out.tryCharge(COST.entry) && !out.charge(COST.entry, bytes.span(start, cursor.at), '.debug_rnglists')) return ranges;
    const [first = from, second = from] = operands;
    switch (row.name) {
      case 'DW_RLE_end_of_list':
        return ranges;
      case 'DW_RLE_base_addressx':
      case 'DW_RLE_base_address':
        from = first;
        break;
      case 'DW_RLE_offset_pair':
        add(ranges, within(from, first.address, relocations), second.address, first.address);
        break;
      case 'DW_RLE_startx_length':
      case 'DW_RLE_start_length':
        add(ranges, first, first.address + second.address);
        break;
      case 'DW_RLE_startx_endx':
      case 'DW_RLE_start_end':
        add(ranges, first, second.address);
        break;
    }
  }
}
