import { type CompiledRecord, compileRows, type RecordRows } from '../../core/schema/index.ts';
import { CONTAINER } from './table/index.ts';

const ROWS = /* @__PURE__ */ compileRows(CONTAINER);

/** All attributes and words of .ze_info, in the order of the rows. */
export const NAMED_ROWS = ROWS.named;

/** The rows of a record of .ze_info as loops need them. Throws `TypeError` for those of any other record. */
export function compiled(rows: RecordRows): CompiledRecord {
  const record = ROWS.records.get(rows);
  if (!record) throw new TypeError(`${rows.name} is not a record of .ze_info`);
  return record;
}
