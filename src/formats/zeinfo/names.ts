import type { CompiledAttribute, NamedRow, RecordRows } from '../../core/schema/index.ts';
import type { ZeInfo } from './model.ts';
import { NAMED_ROWS } from './rows.ts';
import { CONTAINER } from './table/index.ts';
import { countedUses } from './uses.ts';
import { visitRecord } from './visit.ts';

/** The attributes and words that a text uses, in the order of the rows. */
export function namesOf(zeInfo: ZeInfo): readonly NamedRow[] {
  const counted = countedUses(zeInfo);
  return counted ? NAMED_ROWS.filter((row) => counted.has(row)) : namesIn(CONTAINER, zeInfo.container);
}

/** The attributes and words of .ze_info that a record and the records in it use, in the order of the rows. */
export function namesIn(rows: RecordRows, record: object): readonly NamedRow[] {
  const used = new Set<NamedRow>();
  visitRecord(rows, record, '', ({ row, value }) => {
    used.add(row);
    const member = row.members?.get(value);
    if (member) used.add(member);
  });
  return NAMED_ROWS.filter((row) => used.has(row));
}

/**
 * The row of an attribute with its record, `execution_env/grf_count`, or of a word with its attribute, `payload_arguments/arg_type local_id`.
 * Throws `TypeError` if there is none.
 */
export function rowNamed(name: string): NamedRow {
  const [attribute, word] = name.split(' ');
  const row = NAMED_ROWS.find((one) => one.name === attribute) as CompiledAttribute | undefined;
  const match = word === undefined ? row : row?.members?.get(word);
  if (!match) throw new TypeError(`no row is named ${name}`);
  return match;
}
