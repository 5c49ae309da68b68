import { type CompiledAttribute, type CompiledRecord, compile, type NamedRow, type RecordRows } from '../../core/schema/index.ts';
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

/**
 * The row of an attribute with its record, `execution_env/grf_count`, or of a word with its attribute, `payload_arguments/arg_type local_id`.
 * Throws `TypeError` if there is none.
 */
export function rowNamed(name: string): NamedRow {
  const [attribute, word] = name.split(' ');
  const row = namedRows().find((one) => one.name === attribute) as CompiledAttribute | undefined;
  const found = word === undefined ? row : row?.members?.get(word);
  if (!found) throw new TypeError(`no row is named ${name}`);
  return found;
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
