// @ts-check
import { kindName, neededWhen, whenText } from '../../../../dist/core/schema/index.js';
import { ENUMS, NEWEST, OLDEST, RECORDS } from '../../../../dist/formats/zeinfo/index.js';
import { code, page, prose, table } from '../../markdown.mjs';
import { drivers, forms, versions } from '../../rows.mjs';

/** @import { Attribute, Kind } from '../../../../dist/core/schema/index.js' */

export default function zeInfoPage() {
  const records = RECORDS.flatMap((record) => [
    `### ${record.name}`,
    prose(record.doc),
    table(
      ['Attribute', 'Type', 'Default', 'Unit', 'Versions', 'Present when', 'Drivers', 'Meaning'],
      Object.entries(record.attributes).map(([key, row]) => [
        code(key),
        typeLink(row.type) + (row.values === undefined ? '' : `: ${row.values.join(', ')}`),
        row.required ? 'required' : row.default === undefined ? '' : code(JSON.stringify(row.default)),
        row.unit ?? '',
        [versions(row), forms(row)].filter((part) => part !== '').join('; '),
        present(row),
        drivers(row.driver),
        prose(row.doc),
      ]),
    ),
  ]);
  const enums = ENUMS.flatMap((rows) => [
    `### ${rows.name}`,
    prose(rows.doc),
    table(
      ['Word', 'Data', 'Versions', 'Drivers', 'Meaning'],
      rows.members.map((row) => [code(row.value), row.size ?? '', versions(row), drivers(row.driver), prose(row.doc)]),
    ),
  ]);
  return page(
    'ze_info',
    `The text of the section \`.ze_info\`: every attribute and every word of the versions ${OLDEST} to ${NEWEST}, and what only drivers know. ` +
      'Versions are those of ze_info; where none is given, the first version has the attribute. Drivers are releases of intel/compute-runtime. ' +
      '[The format page](../formats/ze-info.md) explains the format.',
    '## Records',
    ...records,
    '## Enumerations',
    ...enums,
  );
}

/** @param {Attribute} row */
function present(row) {
  const { when } = row;
  const needed = neededWhen(row);
  const always = needed === undefined ? '' : needed === when ? '; always there' : `; always there where ${prose(whenText(needed))}`;
  return when === undefined ? '' : prose(whenText(when)) + always;
}

/** @param {Kind} type */
function typeLink(type) {
  if (type.kind === 'enum') return `[${type.rows.name}](#${type.rows.name.toLowerCase()})`;
  if (type.kind === 'record') return `[${type.rows.name}](#${type.rows.name.toLowerCase()})`;
  if (type.kind === 'list') return `list of [${type.rows.name}](#${type.rows.name.toLowerCase()})`;
  return kindName(type);
}
