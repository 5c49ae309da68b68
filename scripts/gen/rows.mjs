// @ts-check
/** What rows of several tables have in common, in words and as tables. */
import { CODES } from '../../dist/core/diag/index.js';
import { releaseText } from '../../dist/core/schema/index.js';
import { code, prose, table } from './markdown.mjs';

/** @import { Attribute, DriverRange, Row, RuleRow, StructRows, VersionRange } from '../../dist/core/schema/index.js' */

/**
 * @param {VersionRange & Partial<Row>} row
 * @param {string} always what stands for "in every version"
 */
export function versions({ since, until, deprecated, becomes, specified }, always = '') {
  if (specified === false) {
    const files = [since === undefined ? '' : `since ${since}`, until === undefined ? '' : `before ${until}`].filter((part) => part !== '');
    return files.length === 0 ? 'not in the specification' : `not in the specification, in files ${files.join(', ')}`;
  }
  const from = since === undefined ? (until === undefined ? always : 'from the first version') : `since ${since}`;
  const parts = [
    from,
    until === undefined ? '' : `removed in ${until}`,
    deprecated === undefined ? '' : `deprecated since ${deprecated}`,
    becomes === undefined ? '' : `then ${code(becomes)}`,
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/**
 * What differs between the versions that have an attribute.
 * @param {Attribute} row
 */
export function forms({ listUntil, requiredIn }) {
  const list = listUntil === undefined ? '' : `in a list until ${listUntil}`;
  const needed = requiredIn === undefined ? '' : `required from ${requiredIn.since} until ${requiredIn.until}`;
  return [list, needed].filter((part) => part !== '').join('; ');
}

/** @param {DriverRange} range */
export function drivers({ since, until, note }) {
  const read = since === undefined ? (note === undefined ? 'Read by no public release.' : '') : `From ${releaseText(since)} on.`;
  const gone = until === undefined ? '' : `No longer from ${releaseText(until)} on.`;
  return [read, gone, note === undefined ? '' : prose(note)].filter((part) => part !== '').join(' ');
}

/**
 * The fields of a structure; a structure with pointers has two offsets and sizes.
 * @param {StructRows} rows
 */
export function fields(rows) {
  const differs = rows.fields.some((field) => field.at32[0] !== field.at64[0] || field.at32[1] !== field.at64[1]);
  return table(
    differs ? ['Offset', 'Bits', 'Offset (32)', 'Bits (32)', 'Field', 'Meaning'] : ['Offset', 'Bits', 'Field', 'Meaning'],
    rows.fields.map((field) => [
      String(field.at64[0]),
      String(field.at64[1] * 8),
      ...(differs ? [String(field.at32[0]), String(field.at32[1] * 8)] : []),
      code(field.name),
      prose(field.doc),
    ]),
  );
}

/** @param {readonly { readonly value: number, readonly name: string, readonly doc?: string }[]} rows */
export const numbers = (rows) =>
  table(
    ['Value', 'Name', 'Meaning'],
    rows.map((row) => [String(row.value), code(row.name), prose(row.doc ?? '')]),
  );

/** @param {readonly RuleRow[]} rows of any format */
export const rules = (rows) =>
  table(
    ['Code', 'Severity', 'Rule', 'What has to hold', 'Versions', 'Drivers', 'What compilers do', 'Source'],
    rows.map((row) => [
      code(row.code),
      CODES[row.code].severity,
      prose(row.name ?? ''),
      prose(row.says),
      versions(row),
      row.driver === undefined ? '' : drivers(row.driver),
      prose(row.differs ?? ''),
      prose(row.source),
    ]),
  );
