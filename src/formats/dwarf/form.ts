import { hex } from '../../core/bytes/index.ts';
import type { Reporter } from '../../core/diag/index.ts';
import type { Cursor } from './cursor.ts';
import type { Place } from './model.ts';
import type { DebugSections } from './sections.ts';
import { FORMS, type FormClass, type FormRow } from './table.ts';

/** Widths in a unit or line table. */
export interface Widths {
  readonly offsetSize: 4 | 8;
  readonly addressSize: number;
}

/** The value of an attribute. Values that are not used (signatures) are skipped; their kind is `other`. */
export type FormValue =
  | { readonly class: 'address'; readonly place: Place }
  | { readonly class: 'string'; readonly text: string }
  | { readonly class: Exclude<FormClass, 'address' | 'string' | 'block' | 'other'>; readonly number: number }
  /** Bytes of the section of the value. */
  | { readonly class: 'block'; readonly at: number; readonly size: number }
  | { readonly class: 'other' };

const rows = new Map<number, FormRow>(FORMS.map((row) => [row.value, row]));

/** Reads a value. Throws `FormatError` for an unknown form, because its size is unknown. */
export function readForm(form: number, cursor: Cursor, widths: Widths, implicit = 0): FormValue {
  const row = rows.get(form);
  if (!row) throw cursor.malformed(`the form ${hex(form)} is not known`);
  const value = readSize(row, cursor, widths, implicit);
  if (typeof value !== 'number') return value;
  return row.class === 'other' || row.class === 'block' || row.class === 'address' || row.class === 'string'
    ? OTHER
    : { class: row.class, number: value };
}

const OTHER: FormValue = { class: 'other' };

function readSize({ size }: FormRow, cursor: Cursor, widths: Widths, implicit: number): FormValue | number {
  switch (size) {
    case 'address':
      return { class: 'address', place: cursor.address(widths.addressSize) };
    case 'offset':
      return cursor.offset(widths.offsetSize);
    case 'uleb':
      return cursor.uleb();
    case 'sleb':
      return cursor.sleb();
    case 'string':
      return { class: 'string', text: cursor.string() };
    case 'block':
      return block(cursor, cursor.uleb());
    case 'block1':
      return block(cursor, cursor.u8());
    case 'block2':
      return block(cursor, cursor.u16());
    case 'block4':
      return block(cursor, cursor.u32());
    case 'none':
      return 1;
    case 'implicit':
      return implicit;
    case 'indirect': {
      const form = cursor.uleb();
      // An indirect form that names another indirect form is invalid, and could loop forever.
      if (rows.get(form)?.size === 'indirect') throw cursor.malformed('an indirect form names another indirect form');
      return readForm(form, cursor, widths);
    }
    case 16:
      cursor.skip(16);
      return OTHER;
    default:
      return cursor.unsigned(size);
  }
}

function block(cursor: Cursor, size: number): FormValue {
  const { at } = cursor;
  cursor.skip(size);
  return { class: 'block', at, size };
}

/** The text of a value, from the section that it refers to; undefined if it is not text. `base` is the start of the index table. */
export function textOf(value: FormValue, sections: DebugSections, out: Reporter, widths: Widths, base = 0): string | undefined {
  switch (value.class) {
    case 'string':
      return value.text;
    case 'strp':
      return sections.string('.debug_str', value.number, out);
    case 'line_strp':
      return sections.string('.debug_line_str', value.number, out);
    case 'strx': {
      const offset = sections.cursor('.debug_str_offsets', base + value.number * widths.offsetSize).offset(widths.offsetSize);
      return sections.string('.debug_str', offset, out);
    }
    default:
      return undefined;
  }
}
