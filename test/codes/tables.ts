/** Files of newer tables that are wrong in one place each. */
import type { TABLES_CODES } from '../../src/core/diag/index.ts';
import { readTables } from '../../src/driver/index.ts';
import { latin1 } from '../support/build-elf.ts';
import { by, type Case } from './case.ts';

const find = by(readTables);
const tables = (rows: object): Case => {
  const bytes = latin1(JSON.stringify({ schema: 'zebin/tables/1', date: '2026-11-21', sources: ['a'], ...rows }));
  return { bytes, find, span: [0, bytes.length] };
};

export const TABLES: Record<keyof typeof TABLES_CODES, () => Case> = {
  'tables/not-tables': () => ({ bytes: latin1('{"schema": "zebin/tables/2"}'), find }),
  'tables/row': () => tables({ compatibility: [{ from: '20.1.0', to: '20.2' }] }),
  'tables/reference': () => tables({ compatibility: [{ from: '20.1.0', to: '20.63.0', since: '26.40.40000.1' }] }),
};
