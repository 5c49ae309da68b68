// @ts-check
import { CODES } from '../../../../dist/core/diag/index.js';
import * as offload from '../../../../dist/formats/offload/index.js';
import * as props from '../../../../dist/formats/props/index.js';
import * as syclbin from '../../../../dist/formats/syclbin/index.js';
import { code, page, prose, table } from '../../markdown.mjs';
import { codeCells, fields, numbers } from '../../rows.mjs';

/** @import { PropertySetRow, Shape } from '../../../../dist/formats/props/index.js' */

export default function syclPage() {
  const sets = /** @type {readonly PropertySetRow[]} */ (props.PROPERTY_SETS);
  return page(
    'Property sets, OffloadBinary, SYCLBIN',
    'The tables that the readers use. Guides to the formats: [property sets](../formats/property-sets.md), ' +
      '[OffloadBinary](../formats/offload-binary.md), [SYCLBIN](../formats/syclbin.md).',
    '## Property sets',
    'A name in braces stands for any text. Where several values are given, compilers write the first.',
    ...sets.flatMap(({ name, doc, specified, properties }) => [
      `### ${name}`,
      prose(specified === false ? `${doc} Not in the specification.` : doc),
      table(
        ['Key', 'Value', 'Meaning', 'Remarks'],
        properties.map((row) => [
          code(row.key),
          row.shapes.map((shape) => prose(props.shapeName(shape))).join('; or '),
          prose(row.doc),
          prose([row.specified === false && specified !== false ? 'Not in the specification.' : '', row.note ?? ''].join(' ').trim()),
        ]),
      ),
    ]),
    '## Aspects',
    'Numbers of `sycl::aspect`, in `aspects` of `SYCL/device requirements`.',
    numbers(props.ASPECTS),
    '## Property sets: what is checked',
    'What `zebin validate` reports of property sets, in text and in JSON, by the columns of the tables above; unreadable ' +
      'parts are also reported.',
    table(
      ['Code', 'Severity', 'What breaks the rule', 'Rows with it'],
      propertyRules(sets).map(([name, count]) => [...codeCells(name), String(count)]),
    ),
    '## OffloadBinary',
    ...offload.OFFLOAD_HEADERS.flatMap(({ version, rows }) => [`### Header of version ${version}`, fields(rows)]),
    '### Entry',
    fields(offload.OFFLOAD_ENTRY),
    '### String entry',
    'Version 1 does not have the value size.',
    fields(offload.OFFLOAD_STRING),
    '### Image kinds',
    numbers(offload.IMAGE_KINDS),
    '### Offload kinds',
    numbers(offload.OFFLOAD_KINDS),
    '### Keys',
    table(
      ['Key', 'Meaning'],
      offload.OFFLOAD_KEYS.map((row) => [code(row.key), prose(row.doc)]),
    ),
    '## SYCLBIN',
    '### File header of version 1',
    fields(syclbin.SYCLBIN_HEADER),
    '### Abstract module header of version 1',
    fields(syclbin.MODULE_HEADER),
    '### Header of an IR module or native image of version 1',
    fields(syclbin.IMAGE_HEADER),
    '### Strings of version 2',
    table(
      ['Key', 'Meaning'],
      syclbin.SYCLBIN_KEYS.map((row) => [code(row.key), prose(row.doc)]),
    ),
    '### Roles of version 2',
    table(
      ['Role', 'Meaning'],
      syclbin.SYCLBIN_ROLES.map((row) => [code(row.role), prose(row.doc)]),
    ),
    '### Rules',
    'What reading and `zebin validate` report, in addition to the rules of property sets, which apply to each property text.',
    table(
      ['Code', 'Severity', 'What breaks the rule'],
      Object.keys(CODES)
        .filter((name) => name.startsWith('syclbin/'))
        .map(codeCells),
    ),
  );
}

/**
 * What the rows of property sets are checked by, and how many rows have it.
 * @param {readonly PropertySetRow[]} sets
 * @returns {[code: keyof typeof CODES, count: number][]}
 */
function propertyRules(sets) {
  const rows = sets.flatMap(({ properties }) => properties);
  /** @param {(shape: Shape) => boolean} has */
  const count = (has) => rows.filter((row) => row.shapes.some(has)).length;
  return [
    ['props/unknown-set', sets.length],
    ['props/unknown-key', rows.length],
    ['props/missing-key', rows.filter(({ required }) => required).length],
    ['props/value-type', rows.length],
    ['props/value-size', count(({ kind }) => kind !== 'uint32' && kind !== 'bytes')],
    ['props/value', count((shape) => ['names', 'bits', 'flag', 'words', 'columns', 'booleans'].some((member) => member in shape))],
    ['props/default-range', sets.filter(({ name }) => name === 'SYCL/specialization constants').length],
  ];
}
