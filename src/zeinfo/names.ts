import { type CompiledRecord, compile, type NamedRow, type RecordRows } from '../schema/index.ts';
import { CONTAINER } from './table/index.ts';
import { usesOf } from './uses.ts';
import { visitRecord } from './visit.ts';

/** The attributes and words of .ze_info that a record and the records in it use, in the order of the rows. */
export function namesIn(rows: RecordRows, record: object): readonly NamedRow[] {
  const counted = rows === CONTAINER ? usesOf(record) : undefined;
  if (counted) return namedRows().filter((row) => counted.has(row));
  const used = new Set<NamedRow>();
  visitRecord(rows, record, '', ({ row, value }) => {
    used.add(row);
    const member = row.members?.get(value);
    if (member) used.add(member);
  });
  return namedRows().filter((row) => used.has(row));
}

let all: readonly NamedRow[] | undefined;

function namedRows(): readonly NamedRow[] {
  if (!all) {
    const found = new Set<NamedRow>();
    collect(compile(CONTAINER), found);
    all = [...found];
  }
  return all;
}

function collect(record: CompiledRecord, found: Set<NamedRow>): void {
  for (const attribute of record.attributes) {
    found.add(attribute);
    for (const member of attribute.members?.values() ?? []) found.add(member);
    if (attribute.inner) collect(attribute.inner, found);
  }
}
