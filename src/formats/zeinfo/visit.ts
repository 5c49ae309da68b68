import {
  type Attribute,
  type CompiledAttribute,
  type CompiledRecord,
  type EnumMember,
  type RecordRows,
  Steps,
} from '../../core/schema/index.ts';
import { type ExtraEntry, NODE } from './model.ts';
import { compiled } from './rows.ts';

/** What a visitor receives for one attribute that is written. The object is reused for each call: copy what you keep. */
export interface Visit {
  readonly key: string;
  readonly row: CompiledAttribute;
  readonly path: string;
  readonly record: RecordRows;
  readonly attribute: Attribute;
  readonly value: unknown;
  /** The row of the word, when the value is a known word of an enumeration. */
  readonly member: EnumMember | undefined;
}

type Values = Readonly<Record<string, unknown>>;

/** The attributes that a record writes, in the order of the rows. */
function writtenIn({ byKey }: CompiledRecord, values: Values): readonly CompiledAttribute[] {
  const attributes: CompiledAttribute[] = [];
  let last = -1;
  for (const key in values) {
    const row = byKey.get(key);
    if (row === undefined || values[key] === undefined) continue;
    attributes.push(row);
    // Records are nearly always in this order already.
    last = row.index < last ? Number.POSITIVE_INFINITY : row.index;
  }
  return last === Number.POSITIVE_INFINITY ? attributes.sort((a, b) => a.index - b.index) : attributes;
}

/** Calls `visit` for every attribute that a record and the records inside it write, in the order of the rows. */
export function visitRecord(rows: RecordRows, record: object, path: string, visit: (visit: Visit) => void): void {
  new Walk(compiled(rows), path, visit).into(compiled(rows), record as Values);
}

class Walk implements Visit {
  value: unknown;
  private rows: CompiledRecord;
  private at: CompiledAttribute | undefined;
  private readonly steps: Steps;
  private readonly visit: (visit: Visit) => void;

  constructor(rows: CompiledRecord, path: string, visit: (visit: Visit) => void) {
    this.rows = rows;
    this.steps = new Steps(path);
    this.visit = visit;
  }

  get record(): RecordRows {
    return this.rows.rows;
  }

  get key(): string {
    return this.row.key;
  }

  get attribute(): Attribute {
    return this.row.attribute;
  }

  get member(): EnumMember | undefined {
    return this.row.members?.get(this.value)?.member;
  }

  get path(): string {
    return this.steps.path(this.key);
  }

  get row(): CompiledAttribute {
    if (!this.at) throw new TypeError('a visit is over when its call is');
    return this.at;
  }

  into(rows: CompiledRecord, values: Values): void {
    const { visit, steps } = this;
    for (const row of writtenIn(rows, values)) {
      const value = values[row.key];
      this.rows = rows;
      this.at = row;
      this.value = value;
      visit(this);
      const { inner } = row;
      if (!inner) continue;
      steps.into(row.key);
      if (row.kind === 'record') this.into(inner, value as Values);
      else {
        (value as readonly Values[]).forEach((item, i) => {
          steps.into(i);
          this.into(inner, item);
          steps.out();
        });
      }
      steps.out();
    }
    this.at = undefined;
  }
}

/** A record as plain data: the attributes in the order of the rows, and `extra` where there is any. */
export function plainRecord(rows: RecordRows, record: object): Record<string, unknown> {
  return plain(compiled(rows), record as Values);
}

function plain(rows: CompiledRecord, record: Values): Record<string, unknown> {
  const values = record as Values & { readonly extra?: readonly ExtraEntry[]; readonly [NODE]?: unknown };
  const copy: Record<string, unknown> = {};
  for (const { key, kind, inner } of writtenIn(rows, values)) {
    const value = values[key];
    if (!inner) copy[key] = value;
    else if (kind === 'record') copy[key] = plain(inner, value as Values);
    else copy[key] = (value as readonly Values[]).map((item) => plain(inner, item));
  }
  if (values.extra) copy.extra = values.extra.map(({ key, text, reason }) => ({ key, text, reason }));
  return copy;
}
