import type { CodeRow } from './row.ts';

const wrong = (what: string, help: string): CodeRow => ({ severity: 'error', what, help });

/** Codes of reading a file of newer tables. */
export const TABLES_CODES = {
  'tables/not-tables': wrong(
    'A file that is not a table of devices and releases.',
    'It is JSON, an object with "schema": "zebin/tables/1". docs/judging.md shows one, schemas/tables.json describes it.',
  ),
  'tables/row': wrong(
    'A member or row of a table that has another form than those built in.',
    'The message has the members that are there, and what is expected of the one that is wrong.',
  ),
  'tables/reference': wrong(
    'A row of a table about something that no table has.',
    'Give the product before its devices, the core family before its products, and both devices of a pair.',
  ),
} as const satisfies Record<string, CodeRow>;
