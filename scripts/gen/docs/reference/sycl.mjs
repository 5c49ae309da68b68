// @ts-check
import * as offload from '../../../../dist/formats/offload/index.js';
import * as props from '../../../../dist/formats/props/index.js';
import * as syclbin from '../../../../dist/formats/syclbin/index.js';
import { code, page, prose, table } from '../../markdown.mjs';
import { fields, numbers } from '../../rows.mjs';

/** @import { PropertySetRow } from '../../../../dist/formats/props/index.js' */

export default function syclPage() {
  const sets = /** @type {readonly PropertySetRow[]} */ (props.PROPERTY_SETS);
  return page(
    'Property sets, OffloadBinary, SYCLBIN',
    'The tables that the readers use. [Rules](rules.md#property-sets) lists what is checked. Guides to the formats: [property sets](../formats/property-sets.md), ' +
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
  );
}
