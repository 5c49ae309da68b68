import type { CodeRow } from './row.ts';

const wrong = (what: string, help: string): CodeRow => ({ severity: 'error', what, help });

/** Codes of reading a file of newer tables. */
export const TABLES_CODES = {
  'tables/not-tables': wrong(
    'A file that is not a table of devices and releases.',
    'It must be a JSON object with "schema": "zebin/tables/1". docs/checking.md has an example; schemas/tables.json is the schema.',
  ),
  'tables/row': wrong(
    'An invalid member or row of a table.',
    'The message lists the valid members, and what is expected of the wrong one.',
  ),
  'tables/reference': wrong(
    'A row that refers to something that no table has.',
    'Give the product before its devices, the core family before its products, and both devices of a pair.',
  ),
} as const satisfies Record<string, CodeRow>;
