import type { Attribute, EnumMember, RecordRows } from '../schema/index.ts';
import { type ExtraEntry, NODE } from './model.ts';

/** What a visitor is told of one attribute that is written. */
export interface Visit {
  readonly key: string;
  readonly path: string;
  readonly record: RecordRows;
  readonly attribute: Attribute;
  readonly value: unknown;
  /** The row of the word, when the value is a known word of an enumeration. */
  readonly member?: EnumMember;
}

const entriesOf = new WeakMap<RecordRows, readonly (readonly [string, Attribute])[]>();

function attributeEntries(rows: RecordRows): readonly (readonly [string, Attribute])[] {
  let found = entriesOf.get(rows);
  if (!found) {
    found = Object.entries(rows.attributes);
    entriesOf.set(rows, found);
  }
  return found;
}

/** Calls `visit` for every attribute that a record and the records inside it write, in the order of the rows. */
export function visitRecord(rows: RecordRows, record: object, path: string, visit: (visit: Visit) => void): void {
  const values = record as Readonly<Record<string, unknown>>;
  for (const [key, attribute] of attributeEntries(rows)) {
    const value = values[key];
    if (value === undefined) continue;
    const here = `${path}/${key}`;
    const { type } = attribute;
    const member = type.kind === 'enum' ? type.rows.members.find((m) => m.value === value) : undefined;
    visit({ key, path: here, record: rows, attribute, value, ...(member ? { member } : {}) });
    if (type.kind === 'record') visitRecord(type.rows, value as object, here, visit);
    if (type.kind === 'list') {
      for (const [i, item] of (value as readonly object[]).entries()) visitRecord(type.rows, item, `${here}[${i}]`, visit);
    }
  }
}

/** A record as plain data: the attributes in the order of the rows, and `extra` where there is any. */
export function plainRecord(rows: RecordRows, record: object): Record<string, unknown> {
  const values = record as Readonly<Record<string, unknown>> & { readonly extra?: readonly ExtraEntry[]; readonly [NODE]?: unknown };
  const plain: Record<string, unknown> = {};
  for (const [key, { type }] of attributeEntries(rows)) {
    const value = values[key];
    if (value === undefined) continue;
    if (type.kind === 'record') plain[key] = plainRecord(type.rows, value as object);
    else if (type.kind === 'list') plain[key] = (value as readonly object[]).map((item) => plainRecord(type.rows, item));
    else plain[key] = value;
  }
  if (values.extra) plain.extra = values.extra.map(({ key, text, reason }) => ({ key, text, reason }));
  return plain;
}
